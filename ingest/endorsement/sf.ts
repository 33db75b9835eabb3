// San Francisco's endorsements of 2016 and 2024, each a grid of endorsers and contests.

import type { EndorserRow } from '../../data/core/rows.ts'
import {
  LEAGUE_OF_CALIFORNIA,
  SF_2016_ENDORSERS,
  SF_2016_INCOMPLETE,
  SF_2016_NATIONAL,
  SF_2024_ENDORSERS,
  SF_2024_OFFICES,
} from '../../data/reference/san-francisco.ts'
import { identityOf } from '../ballot/listed.ts'
import { repeatElection, writeBallot } from '../ballot/write.ts'
import { contestKey, electionKey, slug } from '../read/identity.ts'
import { type Ballots, type FetchedFile, type Sink, SourceError, type SourceReader } from '../read/source.ts'
import { decodeText } from '../read/text.ts'
import { openMatcher } from './match.ts'
import { type MatchedPick, type PlacedStance, placePositions, placeStances } from './position.ts'
import {
  attachContest,
  createContest,
  type GridCell,
  groupCells,
  readGrid,
  readPages,
  type SfElection,
  type SfGroup,
  type Stand,
  toContest,
} from './sf-ballot.ts'

// The elections of 2016 as a full grid: every endorser's Yes, No, Abstain or NA for every candidate and measure.

// The endorsers of 2016, from the reference table.

const BY_NAME: ReadonlyMap<string, EndorserRow> = new Map(
  Object.entries(SF_2016_ENDORSERS).flatMap(([category, names]) =>
    names.map((name) => [name, endorserRow(name, category)] as const),
  ),
)

/** Throws SourceError for a name that is not in the table. */
function loadSfEndorser(name: string, at: { file: string; line: number }): EndorserRow {
  const row = BY_NAME.get(name)
  if (!row)
    throw new SourceError(`got the endorser "${name.slice(0, 80)}", which data/reference/san-francisco.ts lacks`, at)
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

// The primary of March 5, 2024: a page with tables, a row per organization, a column per measure or office. A check mark is Yes, a
// cross No; under an office, the cell has the endorsed candidates.

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
    throw new SourceError(
      `got the endorser "${endorser.slice(0, 80)}", which data/reference/san-francisco.ts lacks`,
      at,
    )
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
    if (endorser === '') throw new SourceError('got no organization with a link in the first column', at)
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

// One election of San Francisco's grids: its contests, attached to those of other sources or created, and the picks in them.

/** Where a grid belongs, and what it says of its endorsers and contests. */
interface SfGrid {
  election: SfElection
  slugOf(cell: GridCell): string
  /** @returns false for a category of which the grid does not have all candidates */
  isComplete(category: string): boolean
}

/**
 * Writes the election and the contests that no other source has. For a candidate, only Yes is an endorsement. An endorser that abstains on
 * a measure, or on every candidate of a contest, takes no position.
 */
function readSfElection(
  file: FetchedFile,
  cells: readonly GridCell[],
  grid: SfGrid,
  ballots: Ballots,
  sink: Sink,
): { picks: MatchedPick[]; stances: PlacedStance[] } {
  const { election } = grid
  const key = electionKey(election)
  const [first] = cells
  const heldElection = ballots.elections().find(({ election_key }) => election_key === key)
  if (first && heldElection) repeatElection(heldElection, first.at, sink)
  else if (first) writeBallot(election, first.at, [], sink)
  const matcher = openMatcher(ballots)
  const picks: MatchedPick[] = []
  const stances: PlacedStance[] = []
  for (const [order, group] of groupCells(cells).entries()) {
    const contest = toContest(group, { url: file.url, order: order + 1, isComplete: grid.isComplete })
    const ownKey = contestKey(identityOf(contest, key))
    const held = ballots
      .contests(key)
      .find(
        ({ contest_key, measure_code, ocd_id }) =>
          contest_key === ownKey ||
          (group.contest.measure_code !== null &&
            measure_code === group.contest.measure_code &&
            ocd_id === group.contest.ocd_id),
      )
    const stand = held ? attachContest(group, held, matcher, sink) : createContest(group, contest, election, sink)
    picks.push(...toPicks(group, stand, grid))
    stances.push(...toStances(group, stand, grid))
  }
  return { picks, stances }
}

function toPicks({ contest, cells }: SfGroup, { contest: voted, choices }: Stand, { slugOf }: SfGrid): MatchedPick[] {
  return cells.flatMap((cell): MatchedPick[] => {
    const endorser_slug = slugOf(cell)
    const named = contest.measure_code === null ? (cell.answer === 'yes' ? cell.candidate : 'none') : cell.answer
    const choice = choices.get(named)
    if (!choice) return []
    const said = { rank: null, statement: null, statement_es: null, source_url: cell.source_url, published_on: null }
    return [{ at: cell.at, endorser_slug, contest: voted, choice, ...said }]
  })
}

function toStances({ cells }: SfGroup, { contest: { contest_key } }: Stand, { slugOf }: SfGrid): PlacedStance[] {
  const byEndorser = new Map<string, GridCell[]>()
  for (const cell of cells) {
    const endorser_slug = slugOf(cell)
    byEndorser.set(endorser_slug, [...(byEndorser.get(endorser_slug) ?? []), cell])
  }
  return [...byEndorser].flatMap(([endorser_slug, own]): PlacedStance[] => {
    const [first] = own
    if (!first || own.some(({ answer }) => answer !== 'abstain')) return []
    const said = { stance: 'no_position', source_url: first.source_url, published_on: null } as const
    const stance_key = `${endorser_slug}/${contest_key}`
    return [{ at: first.at, row: { stance_key, endorser_slug, contest_key, ...said } }]
  })
}
