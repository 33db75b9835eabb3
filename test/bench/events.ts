// Durable append of events to the feed, beside bare append + fdatasync of the same bytes to a file; so many events a commit.

import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ChainEnd, endAfter, type Told, toEvent } from '../../build/publish/publish.ts'
import { CHAIN_START } from '../../data/schema/event.ts'
import type { ChainedEvent } from '../../data/store/state/events.ts'
import { openState } from '../../data/store/state/sqlite/state.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import { manyEndorsements } from '../server/many-endorsements.ts'
import { FULL, median } from './compare.ts'
import { type BenchFigure, type BenchTable, toFigure, toVerdict } from './table.ts'

const ROUNDS = FULL ? 25 : 11
/** Commits of a round, of each contender. */
const COMMITS = FULL ? 400 : 100
const GROUPS = [1, 10, 100] as const
const BAR = 0.95

const TOLD: readonly Told[] = manyEndorsements({ count: 200 }).map((one) => ({
  ...{ kind: 'created', bodies: { body_en: JSON.stringify(one), body_es: JSON.stringify(one) } },
  ...{ previous: null, isReported: false, level: 'state', state: 'NC' },
  ...{ category: one.endorser.category.slug, endorser_slug: one.endorser.slug, endorser_state: one.endorser.state },
  ...{ election_slug: one.election.slug, contest_kind: one.contest.kind },
}))

export interface AppendRow {
  /** Events of one commit. */
  group: number
  /** Of one event, as it is served. */
  bytes: number
  raw_per_s: number
  events_per_s: number
  /** To bare appends, median of the rounds' ratios. */
  ratio: number
  figure: BenchFigure
  bar: number | null
}

export async function benchEvents(): Promise<AppendRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hustings-bench-events-'))
  try {
    const rows: AppendRow[] = []
    for (const group of GROUPS) rows.push(await benchAppend(join(folder, `state-${group}`), group))
    return rows
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Raw and feed in turn, commit by commit, so that both meet the same disk. */
async function benchAppend(file: string, group: number): Promise<AppendRow> {
  const state = await openState({ state: `${file}.sqlite` })
  const raw = openSync(`${file}.raw`, 'a')
  try {
    const stage = await state.beginStage()
    const [rates, bytes]: [{ raw: number; feed: number }[], number[]] = [[], []]
    let end: ChainEnd = { epoch: '0'.repeat(16), seq: 0, chain: CHAIN_START, occurred_at: '2028-01-01T00:00:00.000Z' }
    for (let round = 0; round <= ROUNDS; round++) {
      const spent = { raw: 0, feed: 0 }
      for (let commit = 0; commit < COMMITS; commit++) {
        const events = Array.from({ length: group }, (_, at) => {
          const event = toEvent(toldAt(at), end)
          end = endAfter(event, end.epoch)
          return event
        })
        const text = Buffer.from(events.map(({ body }) => body).join('\n'))
        bytes.push(text.length / group)
        const began = performance.now()
        appendRaw(raw, text)
        const between = performance.now()
        await appendEvents(state, stage, events)
        spent.raw += between - began
        spent.feed += performance.now() - between
      }
      const rate = (milliseconds: number): number => (COMMITS * group * 1000) / milliseconds
      // The first round warms up.
      if (round > 0) rates.push({ raw: rate(spent.raw), feed: rate(spent.feed) })
    }
    const ratios = rates.map((one) => one.feed / one.raw)
    return {
      ...{ group, bytes: median(bytes), bar: group === 1 ? BAR : null },
      ...{ raw_per_s: median(rates.map((one) => one.raw)), events_per_s: median(rates.map((one) => one.feed)) },
      ratio: median(ratios),
      figure: toFigure(`append, ${group} events a commit`, 'higher', ratios),
    }
  } finally {
    closeSync(raw)
    await state.close()
  }
}

function toldAt(at: number): Told {
  const told = TOLD[at % TOLD.length]
  if (!told) throw new Error('no endorsement was drawn')
  return told
}

function appendRaw(file: number, bytes: Buffer): void {
  writeSync(file, bytes)
  fdatasyncSync(file)
}

async function appendEvents(state: ServiceStore, stage: string, events: readonly ChainedEvent[]): Promise<void> {
  const refusal = await state.stageEvents(stage, events)
  if (refusal) throw new Error(refusal.refused)
}

export function toEventsTable(rows: readonly AppendRow[]): BenchTable {
  return {
    title: 'Durable append of events; ratio to bare append + fdatasync of the same bytes',
    columns: ['events a commit', 'bytes of one', 'bare, events/s', 'events/s', 'ratio', 'bar'],
    rows: rows.map(({ group, bytes, raw_per_s, events_per_s, ratio, bar }) => [
      ...[String(group), bytes.toFixed(0), raw_per_s.toFixed(0), events_per_s.toFixed(0), ratio.toFixed(2)],
      toVerdict(ratio, bar === null ? null : { is: 'at least', at: bar }),
    ]),
    skipped: [],
    figures: rows.map(({ figure }) => figure),
  }
}
