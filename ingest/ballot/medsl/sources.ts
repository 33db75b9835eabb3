// The election returns of the MIT Election Data and Science Lab: by precinct for a state, by state for the nation. sources.csv has a row a
// file: its states, year, path in the publisher's repository of that year, and commit.

import { z } from 'zod'
import { groupBy, valuesByKey } from '../../../data/core/group-by.ts'
import { isStateCode } from '../../../data/schema/states.ts'
import { STATE_CODES, type StateCode } from '../../../data/schema/vocabulary.ts'
import { readOwnTable } from '../../read/csv.ts'
import {
  type FetchedFile,
  type ReadContext,
  type Sink,
  type Source,
  SourceError,
  type SourceReader,
} from '../../read/source.ts'
import { isZip, zipFiles } from '../../read/zip.ts'
import { indexDivisions } from '../division.ts'
import { generalElection } from '../election-days.ts'
import { writeBallot } from '../write.ts'
import { addPerson, type Block, blockKey, type Person, toBlocks } from './block.ts'
import { toContests } from './contest.ts'
import { HABITS } from './habits.ts'
import { foldReturns, type Return } from './rows.ts'

const sourceRow = z.strictObject({
  id: z.string(),
  states: z.preprocess((codes) => String(codes).split(' '), z.array(z.enum(STATE_CODES))),
  year: z.coerce.number(),
  path: z.string(),
  commit: z.string(),
  published_on: z.iso.date(),
})

export const medslSources: readonly Source[] = readOwnTable(
  sourceRow,
  ...['ingest', 'ballot', 'medsl', 'sources.csv'],
).map(({ id, states, year, path, commit, published_on }): Source => {
  const [state, ...others] = states
  const isNational = state === undefined || others.length > 0
  const read: SourceReader<'divisions'> = async (files, context, sink) => {
    for (const file of files) await readReturns(file, { state: isNational ? null : state, year }, context, sink)
  }
  return {
    id,
    publisher: 'MIT Election Data and Science Lab',
    url: `https://github.com/MEDSL/${year}-elections-official`,
    licence: 'Public record; cite the MIT Election Data and Science Lab',
    vintage: String(year),
    published_on,
    states,
    files: [
      {
        url: `https://raw.githubusercontent.com/MEDSL/${year}-elections-official/${commit}/${path}`,
        mirror: `ballots/medsl_${year}/${path.slice(path.lastIndexOf('/') + 1)}`,
      },
    ],
    personal: [],
    family: 'public',
    // A file has no contest that a state or a county did not report, and some leave out unopposed seats.
    lists: isNational
      ? { basis: 'returns', kinds: ['candidate'], levels: ['federal'], whole_in: [] }
      : { basis: 'returns', kinds: ['candidate', 'measure', 'retention'], whole_in: [] },
    needs: ['divisions'],
    read,
  }
})

/** @param state null for a national file @param year of the file, which each line must state */
async function readReturns(
  file: FetchedFile,
  { state, year }: { state: StateCode | null; year: number },
  { states, divisions }: ReadContext<'divisions'>,
  sink: Sink,
): Promise<void> {
  const { name, returns } = await readTable(file, state ? {} : ABSENT, sink)
  // The columns `date` and `state` are wrong or written in several ways in some files; these two are not.
  const isOwn = (code: string): boolean => (state ? code.toUpperCase() === state : isStateCode(code))
  const other = returns.find((line) => !isOwn(line.state_po) || Number(line.year) !== year)
  if (other) {
    const message = `got ${other.state_po} ${other.year}, expected ${state ?? 'a state and'} ${year}`
    throw new SourceError(message, { file: name, line: other.line })
  }
  let written = 0
  for (const [code, own] of groupBy(returns, ({ state_po }) => state_po.toUpperCase())) {
    if (!isStateCode(code) || !states.has(code)) continue
    const { surnames, ...others } = HABITS[code] ?? {}
    // The national files have names in full.
    const habit = state ? { ...others, surnames } : others
    const blocks = withLostDistricts(toBlocks(own, name, habit, sink))
    const [first] = blocks
    if (!first) continue
    written++
    const index = indexDivisions(code, divisions)
    const contests = toContests(blocks, { index, habit, year, source_url: file.url, sink })
    writeBallot(generalElection(code, year), first.at, contests, sink)
  }
  if (state && written === 0) throw new SourceError('has no line of a contest', { file: name })
}

/** The columns that the national files lack: they have one line for each candidate of each state. */
const ABSENT = { district: '', county_name: '', jurisdiction_name: '', magnitude: '1', dataverse: '' }

interface Table {
  name: string
  returns: Return[]
}

/** The one table of a zip, or the file itself. A Mac adds members in `__MACOSX/`. */
async function readTable(file: FetchedFile, absent: Partial<Return>, sink: Sink): Promise<Table> {
  if (!isZip(file.bytes)) return { name: file.name, returns: foldReturns(file, sink, absent) }
  let found: Table | undefined
  for await (const { name, bytes } of zipFiles(file)) {
    if (name.startsWith('__MACOSX/')) continue
    const member = `${file.name}/${name}`
    if (found) throw new SourceError(`holds ${member} beside ${found.name}, expected one table`, { file: file.name })
    found = { name: member, returns: foldReturns({ name: member, bytes }, sink, absent) }
  }
  if (!found) throw new SourceError('holds no file, expected one table', { file: file.name })
  return found
}

/**
 * Lines of a legislature that lost their district get that of the same candidates' other lines. A candidate stands in one district; one whom
 * the file has in none, or in several, stays without.
 */
function withLostDistricts(blocks: readonly Block[]): Block[] {
  const isLost = ({ office, district }: Block): boolean =>
    district === '' && /^(?:US HOUSE|STATE HOUSE|STATE SENATE)$/.test(office)
  const districts = valuesByKey(
    blocks
      .filter(({ district }) => district !== '')
      .flatMap(({ office, district, persons }) => [...persons.keys()].map((id) => [`${office}|${id}`, district])),
  )
  const placed = new Map(blocks.map((block) => [blockKey(block), block]))
  for (const block of blocks.filter(isLost))
    for (const [id, person] of block.persons) {
      const [district, ...more] = districts.get(`${block.office}|${id}`) ?? []
      if (district === undefined || more.length > 0) continue
      const moved = { ...block, district, persons: new Map<string, Person>() }
      const held = placed.get(blockKey(moved)) ?? moved
      placed.set(blockKey(moved), held)
      addPerson(held.persons, id, person)
      block.persons.delete(id)
    }
  return [...placed.values()]
}
