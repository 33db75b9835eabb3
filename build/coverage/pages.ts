// Writes coverage as Markdown: a page for each state, their index, and a table of elections.

import { SOURCE_GAPS } from '../../data/reference/source-gaps.ts'
import {
  type BallotKind,
  CONTEST_BASES,
  type ContestBasis,
  LEVELS,
  type MissingReason,
} from '../../data/schema/vocabulary.ts'
import type { BallotSource, ElectionCoverage, StateCoverage } from './coverage.ts'

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

const HEAD = `| election | contests | ${LEVELS.join(' | ')} | with lines | endorsed | read from |
|---|--:|${LEVELS.map(() => '--:').join('|')}|--:|--:|---|`

/** docs/coverage/<state>.md */
export function statePage({ name, elections, sources }: StateCoverage): string {
  const held = elections.filter(({ contests }) => contests > 0)
  return [
    `# ${name}`,
    '',
    '`hustings coverage --pages` writes this page from a build of the held files. [All states](README.md)',
    '',
    ...(held.length === 0
      ? ['No contest is held.']
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
  /** What an election lacks, e.g. `579 of 1,151`; undefined if nothing. */
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
    text: 'Contests of districts without lines. A ballot calls them possible where their source lists them',
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
    '| source | publisher | published on | licence | contests | refused |',
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
    'The contests of a build of the held files, state by state. `hustings coverage --pages docs/coverage` writes these pages.',
    'The last five columns are of the newest general election with contests. "With lines" is the share of its contests whose districts have lines.',
    '',
    '| state | elections | contests | newest general | contests | with lines | endorsed | read from |',
    '|---|--:|--:|---|--:|--:|--:|---|',
    ...rows,
    '',
  ].join('\n')
}

/** Years with rows of their own in the table of elections. */
const YEARS_SHOWN = 6

/** The table of the project's README: the elections of all states, by year and kind, newest first; older years share a row. */
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
    '| elections | states | contests | with lines | endorsements | read from |',
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
