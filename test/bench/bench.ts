// `make bench`: every figure beside a baseline of the same run. With words, only these parts. Writes BENCHMARKS.md after each part.
// With --compare: compares each part with the figures kept, writes nothing, and exits 1 if a figure became worse.

import { describeMachine, loadAtStart, today } from '../proof/machine.ts'
import { benchChanges, toChangesTable } from './changes.ts'
import { toTable } from './compare.ts'
import { BALLOTS, benchSample, ENDPOINTS } from './endpoints.ts'
import { benchEvents, toEventsTable } from './events.ts'
import { benchFeed, toFeedTables } from './feed.ts'
import { benchLookup, toLookupTables } from './lookup.ts'
import { benchMatch, toMatchTable } from './match.ts'
import { benchNightly, toNightlyTable } from './nightly.ts'
import { loadFigures, saveFigures } from './page.ts'
import { benchPeers, toPeersTable } from './peers.ts'
import { benchReads, READS } from './reads.ts'
import { confirmWorse, findChanges, printChanges } from './regression.ts'
import { type BenchTable, printTables } from './table.ts'
import { benchWatchNation, toNationTables } from './watch-nation.ts'

const PARTS: Readonly<Record<string, () => Promise<BenchTable[]>>> = {
  lookup: async () => toLookupTables(await benchLookup()),
  match: async () => [toMatchTable(benchMatch())],
  reads: async () => [toTable(READS, await benchReads())],
  changes: async () => [toChangesTable(await benchChanges())],
  endpoints: async () => {
    const { endpoints, ballots } = await benchSample()
    return [toTable(ENDPOINTS, endpoints), toTable(BALLOTS, ballots)]
  },
  feed: async () => toFeedTables(await benchFeed()),
  events: async () => [toEventsTable(await benchEvents())],
  'watch-nation': async () => toNationTables(await benchWatchNation()),
  nightly: async () => [toNightlyTable(await benchNightly())],
  peers: async () => [toPeersTable(await benchPeers())],
}

/** Parts that run only if they are named, as `make bench-peers` does: they take many minutes. */
const ON_REQUEST: readonly string[] = ['nightly', 'peers']

const asked = process.argv.slice(2).filter((word) => word !== '--compare')
const isCompared = process.argv.includes('--compare')
for (const name of asked)
  if (!(name in PARTS)) throw new Error(`no part ${name}: expected ${Object.keys(PARTS).join(', ')}`)
for (const [name, measure] of Object.entries(PARTS)) {
  if (asked.length > 0 ? !asked.includes(name) : ON_REQUEST.includes(name)) continue
  const tables = await measure()
  printTables(tables)
  if (isCompared) {
    await compareWithKept(name, tables, measure)
    continue
  }
  const measured = { tables, date: today(), machine: describeMachine(), load: loadAtStart }
  const figures = { ...loadFigures(), [name]: measured }
  saveFigures(Object.fromEntries(Object.keys(PARTS).flatMap((one) => (figures[one] ? [[one, figures[one]]] : []))))
}

/** A part with a figure that is worse is measured once more: only a figure that is worse both times counts. */
async function compareWithKept(
  name: string,
  tables: readonly BenchTable[],
  measure: () => Promise<BenchTable[]>,
): Promise<void> {
  const kept = loadFigures()[name]
  const first = findChanges(kept?.tables ?? [], tables)
  const changes = first.some(({ is }) => is === 'worse')
    ? confirmWorse(first, findChanges(kept?.tables ?? [], await measure()))
    : first
  console.log(`\n${name}, kept on ${kept ? `${kept.date}: ${kept.machine}, load ${kept.load}` : 'no day'}`)
  console.log(`now: ${describeMachine()}, load ${loadAtStart}`)
  if (printChanges(changes)) process.exitCode = 1
}
