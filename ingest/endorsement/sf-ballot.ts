// San Francisco's grids of endorsements: their cells, and their contests, matched to those of other sources or created.

import type { ContestRow } from '../../data/core/rows.ts'
import { SF_2016_NAMES } from '../../data/reference/candidate-names.ts'
import { SF_2016_ALIASES, SF_2016_RANKS, SF_2016_SEATS } from '../../data/reference/san-francisco.ts'
import type { MeasureAnswer } from '../../data/schema/vocabulary.ts'
import type { ListedContest, ListedElection } from '../ballot/listed.ts'
import { CITY, type SfDivision, sfDivision } from '../ballot/sf.ts'
import { writeContests } from '../ballot/write.ts'
import { readCsv } from '../read/csv.ts'
import { encoder } from '../read/field-value.ts'
import { type FetchedFile, type KnownContest, type Sink, SourceError } from '../read/source.ts'
import type { Matcher } from './match.ts'
import { type MatchedPick, toIssue } from './position.ts'

// Converts a category of San Francisco's grid of 2016 to its office or measure, division and words.

interface SfContest extends SfDivision, Pick<ContestRow, 'title' | 'short_title' | 'level'> {
  /** Segment of the contest's key. */
  subject: string
  seat?: string
  party?: string
  votes_allowed: number
  ranks_allowed: number | null
  measure_code: string | null
  nonpartisan: boolean
}

type Office = Partial<SfContest> & Pick<SfContest, 'subject' | 'title' | 'short_title' | 'level'>
const local = (office: Office): SfContest => ({ ...ONE, ...CITY, ...office, nonpartisan: true })
const partisan = (office: Office): SfContest => ({ ...ONE, ...sfDivision('california'), ...office })
const ONE = { votes_allowed: 1, ranks_allowed: null, measure_code: null, nonpartisan: false } as const

type Make = (number: string) => SfContest

/** In ballot order. */
const OFFICES: readonly { pattern: RegExp; make: Make }[] = [
  {
    pattern: /^President and Vice President$/,
    make: () => partisan(named('president', 'federal', 'President and Vice President')),
  },
  { pattern: /^United States Senator$/, make: () => partisan(named('us-senate', 'federal', 'United States Senator')) },
  {
    pattern: /^United States Representative, District (\d+)$/,
    make: (n) =>
      partisan({
        ...named('us-house', 'federal', `United States Representative, District ${n}`),
        ...sfDivision('cd', n),
      }),
  },
  {
    // The primary's file omits the number, because the city is in one district.
    pattern: /^State Senat(?:e|or, District (\d+))$/,
    make: (n) =>
      partisan({
        ...named('state-senate', 'state', `State Senator, District ${n || 11}`),
        ...sfDivision('sldu', n || '11'),
      }),
  },
  {
    pattern: /^Member, State Assembly, District (\d+)$/,
    make: (n) =>
      partisan({
        ...named('state-assembly', 'state', `Member, State Assembly, District ${n}`),
        ...sfDivision('sldl', n),
      }),
  },
  {
    pattern: /^Judge of the Superior Court, Office No (\d+)$/,
    make: (n) =>
      local({
        ...named('superior-court-judge', 'state', `Judge of the Superior Court, Office No. ${n}`),
        seat: `office-${n}`,
      }),
  },
  {
    pattern: /^Member, Board of Supervisors, District (\d+)$/,
    make: (n) =>
      local({
        ...named('board-of-supervisors', 'county', `Member, Board of Supervisors, District ${n}`),
        ...sfDivision('council_district', n),
        ranks_allowed: SF_2016_RANKS,
      }),
  },
  {
    // From the repository's README: candidates of the Democratic County Central Committee, elected by the Democrats of a county.
    pattern: /^District (17|19)$/,
    make: (n) =>
      partisan({
        ...named('county-central-committee', 'county', `Democratic County Central Committee, Assembly District ${n}`),
        ...sfDivision('sldl', n),
        party: 'Democratic',
        votes_allowed: SF_2016_SEATS[n === '17' ? 'committee-17' : 'committee-19'],
      }),
  },
  {
    pattern: /^Member, Board of Education$/,
    make: () =>
      local({
        ...named('board-of-education', 'school', 'Member, Board of Education'),
        votes_allowed: SF_2016_SEATS['board-of-education'],
      }),
  },
  {
    pattern: /^Member, Community College Board$/,
    make: () =>
      local({
        ...named('community-college-board', 'school', 'Member, Community College Board'),
        votes_allowed: SF_2016_SEATS['community-college-board'],
      }),
  },
  {
    pattern: /^BART Director, District (\d+)$/,
    make: (n) =>
      local({
        ...named('bart-director', 'special', `BART Director, District ${n}`),
        ...sfDivision('bart_district', n),
      }),
  },
]

function named(subject: string, level: SfContest['level'], title: string) {
  return { subject, level, title, short_title: title }
}

/** Undefined if the category is not one of the grid's. `order` sorts the contests in ballot order. */
function parseSfContest(category: string): { contest: SfContest; order: number } | undefined {
  for (const [order, { pattern, make }] of OFFICES.entries()) {
    const [whole, number = ''] = pattern.exec(category) ?? []
    if (whole !== undefined) return { contest: make(number), order: order * 100 + Number(number) }
  }
  return undefined
}

/** `Proposition` with `Local A`, `SF Proposition` with `A`. Undefined if it is not a measure. */
function parseSfMeasure(category: string, candidate: string): SfContest | undefined {
  const [, of = ''] = /^(?:(SF|State|Regional) )?Proposition$/.exec(category) ?? []
  const [, area, code] = /^(Local|SF|State|Regional) ([A-Z]{1,2}|\d{1,3})$/.exec(`${of} ${candidate}`.trim()) ?? []
  if (area === undefined || code === undefined) return undefined
  const measure_code = `Proposition ${code}`
  const measure = { ...ONE, subject: measure_code, measure_code, short_title: measure_code }
  switch (area) {
    case 'State':
      return { ...measure, ...sfDivision('california'), level: 'state', title: `California Proposition ${code}` }
    case 'Regional':
      return {
        ...measure,
        ...sfDivision(code === 'RR' ? 'bart' : 'bay'),
        level: 'special',
        title: `Regional Proposition ${code}`,
      }
    default:
      return { ...measure, ...CITY, level: 'county', title: `San Francisco Proposition ${code}` }
  }
}

export type SfElection = ListedElection & { type: 'primary' | 'general' }

/** A contest of the grid with its cells. All cells of a measure have one candidate, the measure's letter. */
export interface SfGroup {
  contest: SfContest
  /** Sorts in ballot order. */
  order: number
  cells: [GridCell, ...GridCell[]]
}

/** Keyed by the cells' name of a choice: a candidate's name, `yes`, `no`. */
export type Stand = Pick<MatchedPick, 'contest'> & { choices: ReadonlyMap<string, MatchedPick['choice']> }

/** Sorts measures after all offices. */
const MEASURES = 10_000
const ANSWERS: readonly MeasureAnswer[] = ['yes', 'no']

/** Throws SourceError for an unknown category. */
export function groupCells(cells: readonly GridCell[]): SfGroup[] {
  const groups = new Map<string, SfGroup>()
  for (const cell of cells) {
    const measure = parseSfMeasure(cell.category, cell.candidate)
    const key = measure ? `${cell.category}\n${cell.candidate}` : cell.category
    const group = groups.get(key)
    if (group) {
      group.cells.push(cell)
      continue
    }
    const found = measure ? { contest: measure, order: MEASURES + groups.size } : parseSfContest(cell.category)
    if (!found)
      throw new SourceError(`got the category "${cell.category.slice(0, 80)}", expected a known category`, cell.at)
    groups.set(key, { ...found, cells: [cell] })
  }
  return [...groups.values()].sort((a, b) => a.order - b.order)
}

/** A contest as in the grid. Its `ballot_order` is its position in the grid. */
export function toContest(
  { contest, cells }: SfGroup,
  { url, order, isComplete }: { url: string; order: number; isComplete(category: string): boolean },
): ListedContest {
  const { counties, nonpartisan, ocd_id, district_type, district_level, district_name, within_ocd_id, ...rest } =
    contest
  const [{ at, category }] = cells
  const measure = contest.measure_code !== null
  return {
    ...rest,
    at,
    kind: measure ? 'measure' : 'candidate',
    division: { ocd_id, district_type, district_level, district_name, within_ocd_id, unmatched: null },
    counties,
    ballot_order: order,
    source_url: url,
    complete: isComplete(category),
    details: { ...(nonpartisan ? { nonpartisan } : {}), source_url: url },
    choices: namesOf(contest, cells).map((name) => ({
      at: cells.find(({ candidate }) => candidate === name)?.at ?? at,
      ...(measure ? { label: name === 'yes' ? 'Yes' : 'No', answer: name === 'yes' ? 'yes' : 'no' } : { label: name }),
    })),
  }
}

/** The names of a contest's choices in its cells. */
function namesOf({ measure_code }: Pick<SfContest, 'measure_code'>, cells: readonly GridCell[]): readonly string[] {
  return measure_code === null ? [...new Set(cells.map(({ candidate }) => candidate))] : ANSWERS
}

/** Writes a contest that only the grid has. */
export function createContest(group: SfGroup, listed: ListedContest, election: SfElection, sink: Sink): Stand {
  const [written] = writeContests(election, [listed], sink)
  if (!written) throw new RangeError(`"${listed.title}" was not written`)
  const names = namesOf(group.contest, group.cells)
  return {
    contest: written.contest,
    choices: new Map(written.choices.map((choice, place) => [names[place] ?? choice.label, choice])),
  }
}

/** The choices of a contest of another source. A name that it lacks gives an issue. */
export function attachContest(group: SfGroup, known: KnownContest, matcher: Matcher, sink: Sink): Stand {
  const choices = new Map<string, MatchedPick['choice']>()
  const names = namesOf(known, group.cells)
  for (const name of names) {
    const found = matcher.choice(known, name)
    const cell = group.cells.find(({ candidate }) => candidate === name) ?? group.cells[0]
    if ('problem' in found) sink.issue(toIssue(cell, found.problem))
    else choices.set(name, found.found)
  }
  return { contest: known, choices }
}

// Reads the cells of San Francisco's grids of 2016, and the pages on which its June endorsers published.

export interface GridCell {
  at: { file: string; line: number }
  endorser: string
  category: string
  candidate: string
  /** `none`: NA. The grid does not say what the endorser thinks. */
  answer: 'yes' | 'no' | 'abstain' | 'none'
  /** The endorser's own page, if known; else the grid. */
  source_url: string
}

/** Addresses of pages, by endorser and category. */
type Pages = ReadonlyMap<string, string>

const COLUMNS = ['endorser', 'category', 'candidate', 'endorsement'] as const
const encodeAnswer = encoder({
  field: 'endorsement',
  known: { Yes: 'yes', No: 'no', Abstain: 'abstain', NA: 'none' } as const,
})

const PAGES = {
  'District 17': 'district_17_url',
  'District 19': 'district_19_url',
  Proposition: 'props_url',
  'State Senate': 'state_senate_url',
} as const

/** In file order, with the served names. Each corrected name gives one issue. */
export function readGrid(file: FetchedFile, pages: Pages, sink: Sink): GridCell[] {
  const said = new Set<string>()
  const cells: GridCell[] = []
  for (const { line, record } of readCsv(file, { columns: COLUMNS }, sink)) {
    const at = { file: file.name, line }
    const mend = (field: 'endorser' | 'candidate', names: Readonly<Record<string, string>>): string => {
      const name = record[field].trim()
      if (name === '') throw new SourceError(`got no ${field}, expected a name`, at)
      const right = Object.hasOwn(names, name) ? names[name] : undefined
      if (right === undefined) return name
      const message = `read "${name}" as "${right}" on this and later lines`
      if (!said.has(name)) sink.issue({ ...at, field, code: 'mended-name', value: name, message, severity: 'mended' })
      said.add(name)
      return right
    }
    const category = record.category.trim()
    cells.push({
      at,
      endorser: mend('endorser', SF_2016_ALIASES),
      category,
      candidate: mend('candidate', SF_2016_NAMES),
      answer: encodeAnswer(record.endorsement, at, sink) ?? 'none',
      source_url: pages.get(pageKey(record.endorser, category)) ?? file.url,
    })
  }
  return cells
}

/** Some endorsers answered by e-mail, so a value that is not an address is skipped. */
export function readPages(file: FetchedFile, sink: Sink): Pages {
  const pages = new Map<string, string>()
  const columns = ['endorser', ...Object.values(PAGES)] as const
  for (const { record } of readCsv(file, { columns }, sink))
    for (const [category, column] of Object.entries(PAGES)) {
      const url = record[column].trim()
      if (/^https?:\/\/\S+$/.test(url) && URL.canParse(url)) pages.set(pageKey(record.endorser, category), url)
    }
  return pages
}

function pageKey(endorser: string, category: string): string {
  return `${endorser.trim()}\n${category}`
}
