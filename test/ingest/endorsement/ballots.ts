// An invented election for the tests beside this file, and a reader run over texts in memory.

import type { EndorsementRow, EndorserRow, StanceRow } from '../../../data/core/rows.ts'
import { STATE_CODES, type StateCode } from '../../../data/schema/vocabulary.ts'
import type { Issue } from '../../../data/store/source-read.ts'
import { readInterchange } from '../../../ingest/endorsement/interchange.ts'
import { collectSink } from '../../../ingest/engine/sink.ts'
import type {
  Ballots,
  KnownChoice,
  KnownContest,
  KnownElection,
  Source,
  SourceReader,
} from '../../../ingest/read/source.ts'

let nextId = 1000
export const ELECTION = 'nc-2028-11-07-general'
const DIVISION = 'ocd-division/country:us/state:nc'

export function choice(contest: string, name: string, more: Partial<KnownChoice> = {}): KnownChoice {
  const key = `${contest}/${name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')}`
  return {
    id: nextId++,
    choice_key: key,
    label: name,
    candidate_name: name,
    measure_answer: null,
    party: null,
    withdrawn: false,
    ...more,
  }
}

export function contest(
  subject: string,
  title: string,
  more: Partial<KnownContest> & { names?: string[] } = {},
): KnownContest {
  const { names = [], ...rest } = more
  const election_key = rest.election_key ?? ELECTION
  const ocd_id = rest.ocd_id ?? DIVISION
  const key = `${election_key}/${ocd_id}/${subject}`
  return {
    id: nextId++,
    contest_key: key,
    election_key,
    title,
    short_title: title,
    kind: 'candidate',
    vote_method: 'plurality',
    votes_allowed: 1,
    ranks_allowed: null,
    party: null,
    measure_code: null,
    ocd_id,
    choices: names.map((name) => choice(key, name)),
    ...rest,
  }
}

const answers = (key: string): KnownChoice[] =>
  (['yes', 'no'] as const).map((answer) =>
    choice(key, answer === 'yes' ? 'For' : 'Against', {
      choice_key: `${key}/${answer}`,
      candidate_name: null,
      measure_answer: answer,
    }),
  )
const measureKey = `${ELECTION}/${DIVISION}/bond`

export const governor = contest('governor', 'NC Governor', {
  short_title: 'Governor',
  names: ['Ann Placeholder', 'Bob Example'],
})
export const council = contest('council', 'City of Samplejo Council', {
  vote_method: 'multi_seat',
  votes_allowed: 2,
  names: ['Cy Sample', 'Dee Sample', 'Eve Sample'],
})
export const mayor = contest('mayor', 'City of Samplejo Mayor', {
  vote_method: 'ranked_choice',
  ranks_allowed: 3,
  names: ['Flo Sample', 'Gus Sample', 'Hal "Hap" Sample, Jr.', 'José Peña'],
})
export const bond = contest('bond', 'School Bonds of 2028', {
  kind: 'measure',
  vote_method: 'yes_no',
  measure_code: 'A',
  choices: answers(measureKey),
})
const sheriffs = ['luna', 'vista'].map((county) =>
  contest('sheriff', `${county === 'luna' ? 'Luna' : 'Vista'} County Sheriff`, {
    ocd_id: `${DIVISION}/county:${county}`,
    short_title: 'Sheriff',
    names: [`Ida ${county}`],
  }),
)
const PLAIN = { name_es: null, short_name: '2028', primary_system: null, info_url: null, details: '{}' }
const primary: KnownElection = {
  id: 12,
  election_key: 'nc-2028-05-09-primary',
  state: 'NC',
  date: '2028-05-09',
  type: 'primary',
  name: 'Sample Primary of North Carolina',
  ...PLAIN,
}
const primaries = ['Democratic', 'Republican'].map((party) =>
  contest(`us-senate/${party.toLowerCase()}`, 'US Senate', {
    election_key: primary.election_key,
    party,
    names: [`Kit ${party}`],
  }),
)
export const contests = [governor, council, mayor, bond, ...sheriffs]
const elections: KnownElection[] = [
  primary,
  {
    id: 11,
    election_key: ELECTION,
    state: 'NC',
    date: '2028-11-07',
    type: 'general',
    name: 'Sample General Election',
    ...PLAIN,
  },
]

export const inventedBallots: Ballots = {
  elections: () => elections,
  listings: () => [],
  contests: (key) => (key === ELECTION ? contests : key === primary.election_key ? primaries : []),
}

const knownEndorsers = [{ id: 77, endorser_slug: 'known-club', name: 'The Known Club' }]

export const ENDORSER = { slug: 'sample-times', name: 'The Sample Times', category: 'newspaper', state: 'NC' }

export interface ReadFeed {
  endorser: EndorserRow[]
  endorsement: EndorsementRow[]
  stance: StanceRow[]
  issues: readonly Issue[]
  /** `code field` of each issue. */
  said: string[]
}

/** @param files texts by file name; what is no text is written as JSON. */
export async function readFeed(
  files: Readonly<Record<string, unknown>>,
  {
    read = readInterchange,
    states = STATE_CODES,
    ballots = inventedBallots,
  }: { read?: SourceReader<'ballots' | 'endorsers'>; states?: readonly StateCode[]; ballots?: Ballots } = {},
): Promise<ReadFeed> {
  const fetched = Object.entries(files).map(([name, content]) => ({
    name,
    url: `https://example.org/${name}`,
    bytes:
      content instanceof Uint8Array
        ? content
        : Buffer.from(typeof content === 'string' ? content : JSON.stringify(content, null, 1)),
  }))
  const source: Source = {
    id: 'test',
    publisher: 'Test',
    url: 'https://example.org',
    licence: 'CC0-1.0',
    vintage: '2028',
    published_on: '2028-10-01',
    states: STATE_CODES,
    files: [],
    personal: [],
    family: 'public',
    needs: ['ballots', 'endorsers'],
    read,
  }
  const sink = collectSink()
  await read(fetched, { source, states: new Set(states), ballots, endorsers: knownEndorsers }, sink)
  const feed: ReadFeed = { endorser: [], endorsement: [], stance: [], issues: sink.issues, said: [] }
  for (const { table, row } of sink.rows) {
    if (table === 'endorser') feed.endorser.push(row)
    if (table === 'endorsement') feed.endorsement.push(row)
    if (table === 'stance') feed.stance.push(row)
  }
  feed.said = sink.issues.map(({ code, field }) => `${code} ${field}`)
  return feed
}

/** One endorser's picks as a JSON feed: `[contest, choice]` or `[contest, choice, rank]`. */
export function feedOf(picks: readonly (readonly [string, string, number?])[]): object {
  return {
    endorser: ENDORSER,
    endorsements: picks.map(([contest, choice, rank]) => ({
      election: ELECTION,
      contest,
      choice,
      ...(rank && { rank }),
    })),
  }
}
