// San Francisco's primary of March 5, 2024: a page with tables, a row per organisation, a column per measure or office. A check mark is Yes, a
// cross No; under an office, the cell has the endorsed candidates.

import type { EndorserRow } from '../../data/core/endorsement.ts'
import { LEAGUE_OF_CALIFORNIA, SF_2024_ENDORSERS, SF_2024_OFFICES } from '../../data/reference/sf-2024.ts'
import { type FetchedFile, type Sink, SourceError, type SourceReader } from '../read/source.ts'
import { decodeText } from '../read/text.ts'
import { placePositions } from './position.ts'
import type { SfElection } from './sf-ballot.ts'
import { readSfElection } from './sf-election.ts'
import type { GridCell } from './sf-grid.ts'

const ELECTION: SfElection = {
  state: 'CA',
  date: '2024-03-05',
  type: 'primary',
  words: 'Primary Election',
  primary_system: 'top_two',
}

const MEASURES: Readonly<Record<string, string>> = {
  'SF Propositions': 'SF Proposition',
  'CA Propositions': 'State Proposition',
}
const OFFICES = ['SF Offices', 'CA Offices', 'US Offices']
const MARKS: Readonly<Record<string, GridCell['answer']>> = { '✅': 'yes', '❌': 'no' }

export const readSf2024: SourceReader<'ballots'> = ([file], { states, ballots }, sink) => {
  if (!file || !states.has('CA')) return
  const cells = readTables(file, sink)
  const grid = {
    election: ELECTION,
    slugOf: (cell: GridCell) => loadEndorser(cell).endorser_slug,
    // The page has the endorsed candidates alone; a measure has Yes and No.
    isComplete: (category: string) => category.endsWith('Proposition'),
  }
  const { endorsements, issues } = placePositions(readSfElection(file, cells, grid, ballots, sink).picks)
  const used = new Set(endorsements.map(({ row }) => row.endorser_slug))
  for (const cell of cells) {
    const row = loadEndorser(cell)
    if (used.delete(row.endorser_slug)) sink.row('endorser', row, cell.at)
  }
  for (const { row, at } of endorsements) sink.row('endorsement', row, at)
  for (const issue of issues) sink.issue(issue)
}

function loadEndorser({ endorser, source_url, at }: GridCell): EndorserRow {
  if (endorser === 'League Of Women Voters' && new URL(source_url).host === 'lwvc.org') return LEAGUE_OF_CALIFORNIA
  const row = Object.hasOwn(SF_2024_ENDORSERS, endorser) ? SF_2024_ENDORSERS[endorser] : undefined
  if (!row)
    throw new SourceError(`got the endorser "${endorser.slice(0, 80)}", which data/reference/sf-2024.ts lacks`, at)
  return row
}

/** One cell per endorser and measure or endorsed candidate. Throws SourceError for a table, column or mark that it does not know. */
function readTables(file: FetchedFile, sink: Sink): GridCell[] {
  const cells: GridCell[] = []
  /** Of each column, all tables in order: the contests are in the page's order, whichever cells are empty. */
  const places = new Map<string, number>()
  let section = ''
  let columns: string[] | undefined
  for (const [index, text] of decodeText(file).split('\n').entries()) {
    const at = { file: file.name, line: index + 1 }
    const [, heading] = /^# (.+)$/.exec(text) ?? []
    if (heading !== undefined) [section, columns] = [heading.trim(), undefined]
    if (!text.startsWith('|') || /^\|[\s:|-]+$/.test(text)) continue
    const fields = text
      .split('|')
      .slice(1, -1)
      .map((field) => field.trim())
    if (!columns) {
      columns = fields.slice(1).map((title) => toCategory(section, title, at))
      for (const category of columns) places.set(category, places.size)
      continue
    }
    if (fields.length !== columns.length + 1)
      throw new SourceError(`got ${fields.length} columns, expected ${columns.length + 1}`, at)
    const [, endorser = '', source_url = ''] = /\[([^[\]]+)\]\((https?:\/\/[^\s()]+)\)/.exec(fields[0] ?? '') ?? []
    if (endorser === '') throw new SourceError('got no organisation with a link in the first column', at)
    for (const [place, category] of columns.entries())
      cells.push(...toCells(fields[place + 1] ?? '', { at, endorser, source_url, category }))
  }
  if (cells.length === 0) throw new SourceError('has no table of endorsements', { file: file.name })
  sink.records?.(file.name, cells.length)
  const placeOf = ({ category, candidate }: GridCell): number =>
    places.get(category) ?? places.get(`${category} ${candidate}`) ?? 0
  return cells.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** The category of the grid of 2016; of a measure, with its letter: `SF Proposition A`. */
function toCategory(section: string, title: string, at: GridCell['at']): string {
  const [letter = ''] = /(?<=^\[)[A-Z0-9]{1,3}(?=\s)/.exec(title) ?? []
  const measure = Object.hasOwn(MEASURES, section) ? MEASURES[section] : undefined
  if (measure !== undefined && letter !== '') return `${measure} ${letter}`
  const office = OFFICES.includes(section) ? SF_2024_OFFICES[title] : undefined
  if (office !== undefined) return office
  throw new SourceError(
    `got the column "${title.slice(0, 60)}" under "${section.slice(0, 60)}", expected a known one`,
    at,
  )
}

function toCells(
  text: string,
  { category, ...cell }: Pick<GridCell, 'at' | 'endorser' | 'source_url' | 'category'>,
): GridCell[] {
  if (text === '') return []
  const [, measure, letter] = /^((?:SF|State) Proposition) (\w+)$/.exec(category) ?? []
  if (measure === undefined || letter === undefined)
    return text.split(',').map((name) => ({ ...cell, category, candidate: toName(name), answer: 'yes' as const }))
  const answer = MARKS[text]
  if (answer === undefined)
    throw new SourceError(`got the mark "${text.slice(0, 20)}", expected ✅, ❌ or nothing`, cell.at)
  return [{ ...cell, category: measure, candidate: letter, answer }]
}

/** The page writes one candidate in two ways. */
function toName(name: string): string {
  const plain = name.trim().replace(/\s+/g, ' ')
  return plain === 'Leah Lacroix' ? 'Leah LaCroix' : plain
}
