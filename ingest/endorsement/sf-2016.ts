// San Francisco's elections of 2016 as a full grid: every endorser's Yes, No, Abstain or NA for every candidate and measure.

import type { EndorserRow } from '../../data/core/endorsement.ts'
import { SF_2016_ENDORSERS, SF_2016_INCOMPLETE, SF_2016_NATIONAL } from '../../data/reference/sf-2016.ts'
import { slug } from '../read/identity.ts'
import { SourceError, type SourceReader } from '../read/source.ts'
import { placePositions } from './position.ts'
import type { SfElection } from './sf-ballot.ts'
import { readSfElection } from './sf-election.ts'
import { type GridCell, readGrid, readPages } from './sf-grid.ts'
import { placeStances } from './stance.ts'

// San Francisco's endorsers of 2016, from the reference table.

const BY_NAME: ReadonlyMap<string, EndorserRow> = new Map(
  Object.entries(SF_2016_ENDORSERS).flatMap(([category, names]) =>
    names.map((name) => [name, endorserRow(name, category)] as const),
  ),
)

/** Throws SourceError for a name that is not in the table. */
function loadSfEndorser(name: string, at: { file: string; line: number }): EndorserRow {
  const row = BY_NAME.get(name)
  if (!row) throw new SourceError(`got the endorser "${name.slice(0, 80)}", which data/reference/sf-2016.ts lacks`, at)
  return row
}

function endorserRow(name: string, category: string): EndorserRow {
  const state = SF_2016_NATIONAL.includes(name) ? 'national' : 'CA'
  return { endorser_slug: slug(name), name, category, state, description: null, website_url: null }
}

const JUNE: SfElection = {
  state: 'CA',
  date: '2016-06-07',
  type: 'primary',
  words: 'Primary Election',
  primary_system: 'top_two',
}
const NOVEMBER: SfElection = { state: 'CA', date: '2016-11-08', type: 'general', words: 'General Election' }

const OF_2016 = {
  slugOf: (cell: GridCell) => loadSfEndorser(cell.endorser, cell.at).endorser_slug,
  isComplete: (category: string) => !SF_2016_INCOMPLETE.includes(category),
}

/**
 * Files: June's grid, November's grid, and the pages of June's endorsers. For a candidate, only Yes is an endorsement; for a
 * measure, Yes and No endorse that answer. Abstain is a stance: no position.
 */
export const readSf2016: SourceReader<'ballots'> = ([june, november, pages], { states, ballots }, sink) => {
  if (!june || !november || !pages || !states.has('CA')) return
  const cells = {
    june: readGrid(june, readPages(pages, sink), sink),
    november: readGrid(november, new Map(), sink),
  }
  const elections = [
    readSfElection(june, cells.june, { ...OF_2016, election: JUNE }, ballots, sink),
    readSfElection(november, cells.november, { ...OF_2016, election: NOVEMBER }, ballots, sink),
  ]
  // The grids also name endorsers without a position.
  const named = new Set<string>()
  for (const { endorser, at } of [...cells.june, ...cells.november]) {
    if (!named.has(endorser)) sink.row('endorser', loadSfEndorser(endorser, at), at)
    named.add(endorser)
  }
  const placed = placePositions(elections.flatMap(({ picks }) => picks))
  for (const { row, at } of placed.endorsements) sink.row('endorsement', row, at)
  const silent = placeStances(
    elections.flatMap(({ stances }) => stances),
    placed.endorsements,
  )
  for (const { row, at } of silent.stances) sink.row('stance', row, at)
  for (const issue of [...placed.issues, ...silent.issues]) sink.issue(issue)
}
