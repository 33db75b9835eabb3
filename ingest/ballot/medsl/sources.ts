// The election returns of the MIT Election Data and Science Lab: by precinct for a state, by state for the nation.

import { isStateCode } from '../../../data/schema/states.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import { readCsv } from '../../read/csv.ts'
import {
  type FetchedFile,
  type Sink,
  type Source,
  type SourceEntry,
  SourceError,
  type SourceReader,
} from '../../read/source.ts'
import { zipFiles } from '../../read/zip.ts'
import { indexDivisions } from '../division.ts'
import { generalElection } from '../election-days.ts'
import { writeBallot } from '../write.ts'
import { type Block, joinPersons, toBlocks } from './block.ts'
import { toContests } from './contest.ts'
import { HABITS } from './habits.ts'
import { foldReturns, type Return } from './rows.ts'

// Reads a national file of returns by state: one line a candidate of each state.

const COLUMNS = [
  'year',
  'state_po',
  'office',
  'candidate',
  'party_detailed',
  'writein',
  'votes',
  'stage',
  'special',
] as const

/** @param year of the file, which each line must state */
function readNational(year: number): SourceReader<'divisions'> {
  return (files, context, sink) => {
    for (const file of files)
      for (const [state, returns] of byState(file, year, sink)) {
        if (!context.states.has(state)) continue
        // The national files have names in full.
        const { surnames: _, ...habit } = HABITS[state] ?? {}
        const blocks = toBlocks(returns, file.name, habit, sink)
        const [first] = blocks
        if (!first) continue
        const index = indexDivisions(state, context.divisions)
        const contests = toContests(blocks, { index, habit, year, source_url: file.url, sink })
        writeBallot(generalElection(state, year), first.at, contests, sink)
      }
  }
}

function byState(file: FetchedFile, year: number, sink: Sink): Map<StateCode, Return[]> {
  const states = new Map<StateCode, Return[]>()
  for (const { line, record } of readCsv(file, { columns: COLUMNS, allowExtra: true }, sink)) {
    const { state_po, votes, ...rest } = record
    if (Number(record.year) !== year || !isStateCode(state_po))
      throw new SourceError(`got ${state_po} ${record.year}, expected a state and ${year}`, { file: file.name, line })
    const absent = { district: '', county_name: '', jurisdiction_name: '', magnitude: '1', dataverse: '' }
    const returns = states.get(state_po) ?? []
    states.set(state_po, returns)
    returns.push({
      ...rest,
      ...absent,
      state_po,
      line,
      votes: Number.parseInt(votes, 10) || 0,
      lines: 1,
      precincts: [],
    })
  }
  return states
}

const PUBLISHER = 'MIT Election Data and Science Lab'
/** The commits of the repositories, of the general elections of 2022 and 2024. */
const COMMITS: Readonly<Record<number, { commit: string; published_on: string }>> = {
  2022: { commit: 'ceac4e8', published_on: '2025-01-31' },
  2024: { commit: '7ec08dbd33e7e0d74360477aec766a72c3ecc9df', published_on: '2026-04-17' },
}

/** The other states' files are not available. */
const STATES_2024 = (
  'AK AL AR CO CT DE FL GA HI IA ID IN KS KY LA MA MD ME MI MO MS ' +
  'MT ND NE NH NJ NM NV OK OR RI SC SD TN TX VA VT WA WI WV WY'
)
  .split(' ')
  .filter(isStateCode)
/** The states of which no later returns are available. */
const STATES_2022 = 'AZ NY OH UT'.split(' ').filter(isStateCode)
/** The states that elected a senator. */
const SENATE_2024 = (
  'AZ CA CT DE FL HI IN MA MD ME MI MN MO MS MT ND NE ' + 'NJ NM NV NY OH PA RI TN TX UT VA VT WA WI WV WY'
)
  .split(' ')
  .filter(isStateCode)
/** All that choose electors. */
const PRESIDENT_2024 = (
  'AK AL AR AZ CA CO CT DC DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS ' +
  'MT NC ND NE NH NJ NM NV NY OH OK OR PA RI SC SD TN TX UT VA VT WA WI WV WY'
)
  .split(' ')
  .filter(isStateCode)

export const medslSources: readonly Source[] = [
  ...STATES_2022.map((state) => precincts(state, 2022)),
  ...STATES_2024.map((state) => precincts(state, 2024)),
  national('president', PRESIDENT_2024, 2024),
  national('senate', SENATE_2024, 2024),
]

function entry(year: number): Omit<SourceEntry, 'id' | 'states' | 'files' | 'lists'> {
  const { published_on = '' } = COMMITS[year] ?? {}
  return {
    publisher: PUBLISHER,
    url: `https://github.com/MEDSL/${year}-elections-official`,
    licence: 'Public record; cite the MIT Election Data and Science Lab',
    vintage: String(year),
    published_on,
    personal: [],
    family: 'public',
  }
}

function precincts(state: StateCode, year: 2022 | 2024): Source {
  const code = state.toLowerCase()
  const packed =
    year === 2022 ? `2022-${code}-local-precinct-general.zip` : state === 'NJ' ? 'nj24.gz' : `${code}24.zip`
  return {
    ...entry(year),
    id: `medsl-${year}-${code}`,
    states: [state],
    files: [file(year, `individual_states/${packed}`)],
    // A file has no contest that a state or a county did not report, and some leave out unopposed seats.
    lists: { basis: 'returns', kinds: ['candidate', 'measure', 'retention'], whole_in: [] },
    needs: ['divisions'],
    read: readReturns(state, year),
  }
}

function national(office: 'president' | 'senate', states: readonly StateCode[], year: number): Source {
  return {
    ...entry(year),
    id: `medsl-${year}-${office}`,
    states,
    files: [file(year, `${year}-${office}-state.csv`)],
    lists: { basis: 'returns', kinds: ['candidate'], levels: ['federal'], whole_in: [] },
    needs: ['divisions'],
    read: readNational(year),
  }
}

function file(year: number, path: string): { url: string; mirror: string } {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return {
    url: `https://raw.githubusercontent.com/MEDSL/${year}-elections-official/${COMMITS[year]?.commit ?? 'main'}/${path}`,
    mirror: `ballots/medsl_${year}/${name}`,
  }
}

// Reads the returns of one state: the general election of the year that its lines state.

/** @param year of the file, which each line must state */
function readReturns(state: StateCode, year: number): SourceReader<'divisions'> {
  return async (files, context, sink) => {
    const index = indexDivisions(state, context.divisions)
    const habit = HABITS[state] ?? {}
    for (const file of files) {
      const { name, returns } = await readMember(file, sink)
      refuseOther(returns, { state, year, file: name })
      const blocks = withLostDistricts(toBlocks(returns, name, habit, sink))
      const [first] = blocks
      if (!first) throw new SourceError('has no line of a contest', { file: name })
      const contests = toContests(blocks, { index, habit, year, source_url: file.url, sink })
      writeBallot(generalElection(state, year), first.at, contests, sink)
    }
  }
}

/** The one table of a zip, or the file itself. A Mac adds members in `__MACOSX/`. */
async function readMember(
  file: FetchedFile,
  sink: Pick<Sink, 'issue' | 'records'>,
): Promise<{ name: string; returns: Return[] }> {
  if (!isZip(file.bytes)) return { name: file.name, returns: foldReturns(file, sink) }
  let found: { name: string; returns: Return[] } | undefined
  for await (const { name, bytes } of zipFiles(file)) {
    if (name.startsWith('__MACOSX/')) continue
    const member = `${file.name}/${name}`
    if (found) throw new SourceError(`holds ${member} beside ${found.name}, expected one table`, { file: file.name })
    found = { name: member, returns: foldReturns({ name: member, bytes }, sink) }
  }
  if (!found) throw new SourceError('holds no file, expected one table', { file: file.name })
  return found
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b
}

/** The columns `date` and `state` are wrong or written in several ways in some files; these two are not. */
function refuseOther(
  returns: readonly Return[],
  { state, year, file }: { state: StateCode; year: number; file: string },
): void {
  const other = returns.find((line) => line.state_po.toUpperCase() !== state || Number(line.year) !== year)
  if (other)
    throw new SourceError(`got ${other.state_po} ${other.year}, expected ${state} ${year}`, { file, line: other.line })
}

// Lines of a legislature that lost their district: it is that of the same candidates' other lines.

const LEGISLATURE: ReadonlySet<string> = new Set(['US HOUSE', 'STATE HOUSE', 'STATE SENATE'])

/** A candidate stands in one district; one whom the file has in none, or in several, stays without. */
function withLostDistricts(blocks: readonly Block[]): Block[] {
  const districts = indexDistricts(blocks)
  const placed = new Map(blocks.map((block) => [blockKey(block), block]))
  for (const block of blocks.filter(isLost))
    for (const [id, person] of block.persons) {
      const [district, ...more] = districts.get(`${block.office}|${id}`) ?? []
      if (district === undefined || more.length > 0) continue
      const moved = { ...block, district, persons: new Map([[id, person]]) }
      const held = placed.get(blockKey(moved))
      placed.set(blockKey(moved), held ? { ...held, persons: joinPersons(held.persons, moved.persons) } : moved)
      const left = placed.get(blockKey(block)) ?? block
      placed.set(blockKey(block), { ...left, persons: new Map([...left.persons].filter(([other]) => other !== id)) })
    }
  return [...placed.values()]
}

function isLost({ office, district }: Block): boolean {
  return district === '' && LEGISLATURE.has(office)
}

function indexDistricts(blocks: readonly Block[]): Map<string, Set<string>> {
  const districts = new Map<string, Set<string>>()
  for (const { office, district, persons } of blocks.filter(({ district }) => district !== ''))
    for (const id of persons.keys()) {
      const key = `${office}|${id}`
      districts.set(key, (districts.get(key) ?? new Set()).add(district))
    }
  return districts
}

function blockKey({ office, district, county, town, special, about }: Block): string {
  return JSON.stringify([office, district, county, town, special, about])
}
