// Counts what the last build holds of each state: its elections with their contests, and the sources of its ballots.

import type { ElectionGap } from '../../data/schema/election.ts'
import {
  type BallotKind,
  CONTEST_BASES,
  type ContestBasis,
  LEVELS,
  type Level,
  type MissingReason,
  type StateCode,
} from '../../data/schema/vocabulary.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'

export interface ElectionCoverage {
  state: StateCode
  slug: string
  /** YYYY-MM-DD */
  date: string
  type: string
  contests: number
  choices: number
  levels: Record<Level, number>
  basis: Record<ContestBasis, number>
  /** Contests whose district has boundaries. */
  with_lines: number
  /** Contests that somebody endorses. */
  endorsed: number
  endorsements: number
  /** Contests whose source may lack some of the candidates. */
  incomplete: number
  /** Contests of which the source does not say how many votes a voter has. */
  votes_unknown: number
  /** True if a source lists all candidate contests of its levels in the whole state. */
  listed: boolean
  /** Kinds of contests that its ballots lack, or may lack. */
  missing: readonly ElectionGap[]
}

interface BallotSource {
  state: StateCode
  source_id: string
  publisher: string
  /** YYYY-MM-DD, the publisher's date. */
  published_on: string
  licence: string
  contests: number
  /** Lines or values that could not be used, in all of its states. */
  refused: number
}

export interface StateCoverage {
  state: StateCode
  name: string
  /** Newest first. */
  elections: readonly ElectionCoverage[]
  sources: readonly BallotSource[]
}

/** Every state of the reference table, by code. @param warehouse the sealed one, or the working database after a build */
export async function loadCoverage(warehouse: Pick<Warehouse, 'all'>): Promise<StateCoverage[]> {
  const states = await warehouse.all<{ state: StateCode; name: string }>(
    'SELECT code AS state, name FROM out.state ORDER BY code',
  )
  const elections = await loadElections(warehouse)
  const sources = await warehouse.all<BallotSource>(`
    WITH contest AS (SELECT state, source_id, count(*) AS contests FROM core.contest GROUP BY ALL),
    refused AS (SELECT source_id, count(*) AS refused FROM core.issue WHERE severity = 'refused' GROUP BY source_id)
    SELECT
      contest.state, source_id, read.publisher, CAST(read.published_on AS VARCHAR) AS published_on, read.licence,
      contest.contests, coalesce(refused.refused, 0) AS refused
    FROM contest
    JOIN core.source_read AS read USING (source_id)
    LEFT JOIN refused USING (source_id)
    ORDER BY contest.state, source_id`)
  return states.map(({ state, name }) => ({
    state,
    name,
    elections: elections.filter((election) => election.state === state),
    sources: sources.filter((source) => source.state === state),
  }))
}

async function loadElections(warehouse: Pick<Warehouse, 'all'>): Promise<ElectionCoverage[]> {
  const levels = LEVELS.map((level) => `'${level}': count(*) FILTER (WHERE contest.level = '${level}')`)
  const basis = CONTEST_BASES.map(
    (name) => `'${name}': count(*) FILTER (WHERE coalesce(contest.details ->> 'basis', 'candidate_list') = '${name}')`,
  )
  const rows = await warehouse.all<
    Omit<ElectionCoverage, 'levels' | 'basis' | 'missing'> & { levels: string; basis: string; missing: string }
  >(`
    WITH choice AS (SELECT contest_id, count(*) AS choices FROM api.choice GROUP BY contest_id),
    endorsed AS (SELECT contest_id, count(*) AS endorsements FROM api.endorsement GROUP BY contest_id)
    SELECT
      election.state, election.slug, CAST(election.date AS VARCHAR) AS date, election.type,
      count(contest.id) AS contests,
      CAST(coalesce(sum(choice.choices), 0) AS BIGINT) AS choices,
      to_json({${levels.join(', ')}}) AS levels,
      to_json({${basis.join(', ')}}) AS basis,
      election.contests_with_lines AS with_lines,
      count(endorsed.contest_id) AS endorsed,
      CAST(coalesce(sum(endorsed.endorsements), 0) AS BIGINT) AS endorsements,
      count(*) FILTER (WHERE contest.details ->> 'choices_incomplete' = 'true') AS incomplete,
      count(*) FILTER (WHERE contest.details ->> 'votes_allowed_is_minimum' = 'true') AS votes_unknown,
      coalesce(list_contains(election.listed_in, state.ocd_id), false) AS listed,
      election.missing
    FROM api.election AS election
    JOIN out.state AS state ON state.code = election.state
    LEFT JOIN api.contest AS contest ON contest.election_id = election.id
    LEFT JOIN choice ON choice.contest_id = contest.id
    LEFT JOIN endorsed ON endorsed.contest_id = contest.id
    GROUP BY ALL
    ORDER BY state, date DESC, slug`)
  return rows.map((row) => ({
    ...row,
    levels: JSON.parse(row.levels),
    basis: JSON.parse(row.basis),
    missing: JSON.parse(row.missing),
  }))
}

/** The newest general election of the state that has contests. */
export function newestGeneral({ elections }: StateCoverage): ElectionCoverage | undefined {
  return elections.find(({ type, contests }) => type === 'general' && contests > 0)
}

// Writes coverage as Markdown: a page for each state, their index, and a table of elections.

const BASIS_WORDS: Record<ContestBasis, string> = {
  candidate_list: 'candidate list',
  feed: 'feed',
  returns: 'returns',
}

const KIND_WORDS: Record<BallotKind, string> = {
  president: 'President',
  us_senate: 'U.S. Senate',
  us_house: 'U.S. House',
  state_office: 'state offices',
  state_upper: 'upper chamber',
  state_lower: 'lower chamber',
  court: 'courts',
  state_measure: 'state measures',
  county: 'county offices',
  city: 'city offices',
  school: 'school boards',
  special: 'special districts',
  local_measure: 'local measures',
}

const REASON_WORDS: Record<MissingReason, string> = {
  not_published: 'not published',
  not_read: 'not read',
  no_boundary: 'without a boundary',
  unknown: 'unknown',
}

const HEAD = `| election | contests | ${LEVELS.join(' | ')} | with boundaries | endorsed | read from |
|---|--:|${LEVELS.map(() => '--:').join('|')}|--:|--:|---|`

/** docs/coverage/<state>.md */
export function statePage({ name, elections, sources }: StateCoverage): string {
  const held = elections.filter(({ contests }) => contests > 0)
  return [
    `# ${name}`,
    '',
    '`hustings coverage --pages` writes this page from a build of the files that we have. [All states](README.md)',
    '',
    ...(held.length === 0
      ? ['We have no contest of this state.']
      : ['## Elections', '', HEAD, ...held.map(electionRow), '', ...missing(held, sources), ...sourcesOf(sources)]),
    '',
  ].join('\n')
}

function electionRow(election: ElectionCoverage): string {
  const { contests, levels, with_lines, endorsed } = election
  const cells = [
    nameOf(election),
    count(contests),
    ...LEVELS.map((level) => count(levels[level])),
    share(with_lines, contests),
    count(endorsed),
    sayBasis(election),
  ]
  return `| ${cells.join(' | ')} |`
}

function sayBasis({ basis }: Pick<ElectionCoverage, 'basis'>): string {
  const used = CONTEST_BASES.filter((name) => basis[name] > 0)
  return used
    .map((name) => (used.length > 1 ? `${BASIS_WORDS[name]} ${count(basis[name])}` : BASIS_WORDS[name]))
    .join(', ')
}

interface Gap {
  text: string
  /** The missing part of an election, e.g. `579 of 1,151`; undefined if nothing is missing. */
  of(election: ElectionCoverage): string | undefined
}

function partOf(number: number, contests: number): string | undefined {
  return number === 0 ? undefined : number === contests ? 'all' : `${count(number)} of ${count(contests)}`
}

const GAPS: readonly Gap[] = [
  {
    text: 'Contests read from returns. A seat that nobody contested may be missing',
    of: ({ basis, contests }) => partOf(basis.returns, contests),
  },
  { text: 'No source lists all contests of the state', of: ({ listed }) => (listed ? undefined : '') },
  {
    text: 'Levels without a contest',
    of({ levels }) {
      const empty = LEVELS.filter((level) => levels[level] === 0)
      return empty.length === 0 ? undefined : empty.join(', ')
    },
  },
  {
    text: 'Kinds of contests that are known to be absent, in whole or in part',
    of({ missing }) {
      const known = missing.filter(({ reason }) => reason === 'not_read' || reason === 'not_published')
      return known.length === 0
        ? undefined
        : known.map(({ kind, reason }) => `${KIND_WORDS[kind]} ${REASON_WORDS[reason]}`).join(', ')
    },
  },
  {
    text: 'Contests that may lack some of the candidates',
    of: ({ incomplete, contests }) => partOf(incomplete, contests),
  },
  {
    text: 'Contests that do not say how many votes a voter has',
    of: ({ votes_unknown, contests }) => partOf(votes_unknown, contests),
  },
  {
    text: 'Contests of districts without boundaries. A ballot calls them possible where their source lists them',
    of: ({ with_lines, contests }) => partOf(contests - with_lines, contests),
  },
]

function missing(elections: readonly ElectionCoverage[], sources: readonly BallotSource[]): string[] {
  const lines = GAPS.flatMap(({ text, of }) => {
    const said = elections.flatMap((election) => {
      const lack = of(election)
      return lack === undefined ? [] : [lack === '' ? nameOf(election) : `${nameOf(election)} (${lack})`]
    })
    return said.length === 0 ? [] : [`- ${text}: ${said.join('; ')}.`]
  })
  const lacking = sources.flatMap(({ source_id }) => {
    const gap = SOURCE_GAPS[source_id]
    return gap === undefined ? [] : [`- The file of \`${source_id}\` lacks ${gap}.`]
  })
  const all = [...lines, ...lacking]
  return all.length === 0 ? [] : ['## Known to be missing', '', ...all, '']
}

function nameOf({ date, type }: ElectionCoverage): string {
  return `${date} ${type.replaceAll('_', ' ')}`
}

function sourcesOf(sources: readonly BallotSource[]): string[] {
  const rows = sources.map(
    ({ source_id, publisher, published_on, licence, contests, refused }) =>
      `| \`${source_id}\` | ${publisher} | ${published_on} | ${licence} | ${count(contests)} | ${count(refused)} |`,
  )
  return [
    '## Sources of ballots',
    '',
    '"Refused" counts the lines and values of the source, in all of its states, that could not be used.',
    '',
    '| source | publisher | published on | license | contests | refused |',
    '|---|---|---|---|--:|--:|',
    ...rows,
  ]
}

/** docs/coverage/README.md: every state with its newest general election. */
export function indexPage(
  states: readonly StateCoverage[],
  newest: (state: StateCoverage) => ElectionCoverage | undefined,
): string {
  const rows = states
    .filter(({ elections }) => elections.length > 0)
    .map((state) => {
      const election = newest(state)
      const all = state.elections.reduce((sum, { contests }) => sum + contests, 0)
      const link = `[${state.name}](${state.state.toLowerCase()}.md)`
      const counts = `${count(state.elections.length)} | ${count(all)}`
      if (!election) return `| ${link} | ${counts} | | | | | |`
      const { date, contests, with_lines, endorsed } = election
      const cells = [date, count(contests), share(with_lines, contests), count(endorsed), sayBasis(election)]
      return `| ${link} | ${counts} | ${cells.join(' | ')} |`
    })
  return [
    '# Coverage',
    '',
    'The contests of a build of the files that we have. `hustings coverage --pages docs/coverage` writes these pages.',
    '"With boundaries" is the share of the contests whose districts have boundaries.',
    '',
    '## By election',
    '',
    withElections(states),
    '',
    '## By state',
    '',
    'The last five columns are of the newest general election with contests.',
    '',
    '| state | elections | contests | newest general | contests | with boundaries | endorsed | read from |',
    '|---|--:|--:|---|--:|--:|--:|---|',
    ...rows,
    '',
  ].join('\n')
}

/** Years with rows of their own in the table of elections. */
const YEARS_SHOWN = 6

/** The comments around the table of elections in a Markdown file. */
export const TABLE_MARKS = {
  begin: '<!-- coverage: hustings coverage --table writes these lines -->',
  end: '<!-- end of coverage -->',
} as const

/** The table of elections between its marks. */
export function withElections(states: readonly StateCoverage[]): string {
  return [TABLE_MARKS.begin, '', electionsTable(states), '', TABLE_MARKS.end].join('\n')
}

/** The elections of all states, by year and kind, newest first; older years share a row. */
export function electionsTable(states: readonly StateCoverage[]): string {
  const held = states.flatMap(({ elections }) => elections).filter(({ contests }) => contests > 0)
  const years = [...new Set(held.map(yearOf))].sort().reverse()
  const shown = years.slice(0, YEARS_SHOWN)
  const older = years.slice(YEARS_SHOWN)
  const rows = [
    ...shown.flatMap((year) => {
      const own = held.filter((election) => yearOf(election) === year)
      return [
        electionsRow(
          `${year}, general`,
          own.filter(({ type }) => type === 'general'),
        ),
        electionsRow(
          `${year}, others`,
          own.filter(({ type }) => type !== 'general'),
        ),
      ]
    }),
    electionsRow(
      `${older.at(-1) ?? ''} to ${older[0] ?? ''}`,
      held.filter((election) => older.includes(yearOf(election))),
    ),
  ]
  return [
    '| elections | states | contests | with boundaries | endorsements | read from |',
    '|---|---|--:|--:|--:|---|',
    ...rows.filter((row) => row !== ''),
  ].join('\n')
}

function yearOf({ date }: ElectionCoverage): string {
  return date.slice(0, 4)
}

/** Empty without elections. */
function electionsRow(name: string, elections: readonly ElectionCoverage[]): string {
  if (elections.length === 0) return ''
  const sum = (of: (election: ElectionCoverage) => number): number =>
    elections.reduce((total, election) => total + of(election), 0)
  const states = [...new Set(elections.map(({ state }) => state))]
  const basis = {
    candidate_list: sum((election) => election.basis.candidate_list),
    feed: sum((election) => election.basis.feed),
    returns: sum((election) => election.basis.returns),
  }
  const contests = sum((election) => election.contests)
  const cells = [
    name,
    states.length > 8 ? count(states.length) : states.join(' '),
    count(contests),
    share(
      sum(({ with_lines }) => with_lines),
      contests,
    ),
    count(sum(({ endorsements }) => endorsements)),
    sayBasis({ basis }),
  ]
  return `| ${cells.join(' | ')} |`
}

const count = (number: number): string => number.toLocaleString('en-US')

function share(part: number, whole: number): string {
  return whole === 0 ? '' : `${Math.floor((100 * part) / whole)} %`
}

// Contests that a source's file lacks, counted in the file: what no other line of the source says.

const SOURCE_GAPS: Readonly<Record<string, string>> = {
  'medsl-2022-ny': 'the 23rd district of the Assembly',
  'medsl-2024-ia': "the districts of counties' boards of supervisors, whose candidates it joins",
  'medsl-2024-in': 'the local contests of 39 of 92 counties',
  'medsl-2024-ma': 'the questions to voters',
  'medsl-2024-me': 'lines of some towns and candidates, so a contest may have more names',
  'medsl-2024-ne':
    'the subdistricts of boards of power, natural resources, schools and colleges, whose candidates it joins',
  'medsl-2024-nh': 'the county offices of Rockingham County other than commissioner',
  'medsl-2024-nj': 'the local contests of Gloucester County',
  'medsl-2024-nm': 'the districts of the Senate and the House above 25',
  'medsl-2024-vt': 'the House districts Chittenden 11 to 13 and 21 to 24',
}
