// Reads a national file of returns by state: one line a candidate of each state.

import { isStateCode } from '../../../data/schema/states.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import { readCsv } from '../../read/csv.ts'
import { type FetchedFile, type Sink, SourceError, type SourceReader } from '../../read/source.ts'
import { indexDivisions } from '../division.ts'
import { generalElection } from '../election-days.ts'
import { writeBallot } from '../write.ts'
import { toBlocks } from './block.ts'
import { toContests } from './contest.ts'
import { HABITS } from './habits.ts'
import type { Return } from './rows.ts'

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
export function readNational(year: number): SourceReader<'divisions'> {
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
