// Every document at /docs, in the order of the navigation.

import { readdirSync } from 'node:fs'
import { projectFile } from '../../data/store/paths.ts'

export interface Guide {
  path: string
  /** In the project; null for a page that this folder makes. */
  file: string | null
  title: string
  /** One sentence for the list of guides. */
  about: string
}

export interface GuideGroup {
  name: string
  guides: readonly Guide[]
  /** True if nobody reads them in order: the navigation shows them on demand. */
  isLookUp?: true
}

const guide = (slug: string, file: string | null, title: string, about: string): Guide => ({
  path: `/docs/${slug}`,
  file,
  title,
  about,
})

export const REFERENCE = guide(
  'reference',
  null,
  'API reference',
  'Every endpoint, parameter and field, with examples.',
)
export const SAMPLES = guide('samples', null, 'Code samples', 'Four programs in curl, JavaScript and Python.')
const COVERAGE = guide(
  'coverage',
  'docs/coverage/README.md',
  'Coverage',
  'Elections and contests that we have, by year and by state.',
)

export const GUIDE_GROUPS: readonly GuideGroup[] = [
  {
    name: 'Start',
    guides: [
      guide('readme', 'README.md', 'Hustings', 'The service in one page, with a first answer.'),
      guide(
        'election-night',
        'docs/election-night.md',
        'Election night',
        'Show endorsements on air, and miss no change.',
      ),
      guide('desk', 'docs/desk.md', 'The publishing desk', 'An organization records its endorsements in a browser.'),
      guide(
        'add-your-state',
        'docs/add-your-state.md',
        'Add your state',
        'From a file of candidates to a served ballot.',
      ),
      guide(
        'add-your-districts',
        'docs/add-your-districts.md',
        'Add your districts',
        'From a file of districts to the right ballot at a point.',
      ),
    ],
  },
  {
    name: 'Call the API',
    guides: [
      guide('api', 'docs/api.md', 'Guide for API users', 'Keys, places, ballots, the feed, limits and errors.'),
      SAMPLES,
      guide(
        'client',
        'docs/client.md',
        'The client for JavaScript and TypeScript',
        'Types, paging, the stream and retries, in JavaScript and TypeScript.',
      ),
      guide(
        'access',
        'docs/access.md',
        'Feed readers, calendars and MCP clients',
        'Atom, JSON Feed, iCalendar, and tools for language models.',
      ),
      REFERENCE,
    ],
  },
  {
    name: 'Query the data',
    guides: [
      guide('quickstart', 'docs/quickstart.md', 'Quickstart for analysts', 'The data in DuckDB, Python, R and QGIS.'),
      guide(
        'analyst',
        'docs/analyst.md',
        'Guide for analysts',
        'SQL, exported files, matching of points and addresses.',
      ),
      guide('queries', 'docs/queries.md', 'Twelve queries', 'Questions and the SQL that answers them.'),
      guide('snapshots', 'docs/snapshots.md', 'Snapshots', 'Pack, cite, check and serve the data of one day.'),
    ],
  },
  {
    name: 'Run a server',
    guides: [
      guide(
        'one-machine',
        'docs/one-machine.md',
        'One machine, from bare to the morning after',
        'Every command from the install to the day after an election.',
      ),
      guide(
        'operator',
        'docs/operator.md',
        'Guide for operators',
        'Install, build each night, watch, back up, upgrade.',
      ),
      guide(
        'terminal',
        'docs/terminal.md',
        'In a terminal',
        'Ballots, officeholders, endorsements and changes, without a server.',
      ),
      guide(
        'capacity',
        'docs/capacity.md',
        'Capacity',
        'Machines for a load, the first thing to break, and a network that splits.',
      ),
    ],
  },
  {
    name: 'Look up',
    isLookUp: true,
    guides: [
      COVERAGE,
      guide('glossary', 'docs/glossary.md', 'Glossary', 'Every term, defined once.'),
      guide('rules', 'docs/rules.md', 'Rules', 'The decisions and data rules behind the answers.'),
      guide(
        'interchange',
        'data/reference/endorsements.md',
        'Endorsements: the interchange format',
        'The file in which an organization publishes its endorsements.',
      ),
      guide('warehouse', 'docs/warehouse.md', 'The tables of warehouse.duckdb', 'Every table and column for analysts.'),
      guide(
        'evidence',
        'docs/evidence.md',
        'Evidence of endorsements',
        'Quotes of announced pages, and how to capture them.',
      ),
      guide('county', 'docs/county.md', 'A county in a file', 'Ballots in a browser, without a server.'),
      guide('security', 'SECURITY.md', 'Security', 'How data and keys are protected, and how to report a problem.'),
      guide('constants', 'docs/constants.md', 'Constants', 'Every number that you may want to change.'),
      guide('reliability', 'RELIABILITY.md', 'Reliability', 'Each promise, its test, and its last figures.'),
      guide('benchmarks', 'BENCHMARKS.md', 'Benchmarks', 'Measured speed and memory, with the commands.'),
      guide('changelog', 'CHANGELOG.md', 'Changelog', 'New, changed and repaired, by version.'),
      guide('contributing', 'CONTRIBUTING.md', 'Guide for contributors', 'Set up, where a change goes, style.'),
    ],
  },
]

export const GUIDES: readonly Guide[] = GUIDE_GROUPS.flatMap(({ guides }) => guides)

/** The page of each state, below the page of coverage. */
export function listCoverage(): { path: string; file: string }[] {
  return readdirSync(projectFile('docs', 'coverage'))
    .filter((name) => /^[a-z]{2}\.md$/.test(name))
    .sort()
    .map((name) => ({ path: `${COVERAGE.path}/${name.slice(0, 2)}`, file: `docs/coverage/${name}` }))
}
