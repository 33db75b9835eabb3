// An invented election for the tests beside this file, and a reader run over texts in memory.

import { STATE_CODES, type StateCode } from '../../../data/schema/vocabulary.ts'
import { readInterchange } from '../../../ingest/endorsement/interchange.ts'
import { slug } from '../../../ingest/read/identity.ts'
import type { Ballots, KnownChoice, KnownContest, KnownElection, SourceReader } from '../../../ingest/read/source.ts'
import { ENTRY } from '../entry.ts'
import { fileOf, runReader } from '../run-reader.ts'

let nextId = 1000
export const ELECTION = 'nc-2028-11-07-general'
const DIVISION = 'ocd-division/country:us/state:nc'

const PLAIN_CHOICE = { measure_answer: null, party: null, withdrawn: false }
const PLAIN_CONTEST = { kind: 'candidate', vote_method: 'plurality', votes_allowed: 1, ranks_allowed: null } as const
const PLAIN_ELECTION = { state: 'NC', type: 'general', name: 'Invented', short_name: 'Invented' } as const
const NO_MORE = { name_es: null, primary_system: null, info_url: null, details: '{}' }

export function choice(contest: string, name: string, more: Partial<KnownChoice> = {}): KnownChoice {
  const choice_key = `${contest}/${slug(name)}`
  return { ...PLAIN_CHOICE, id: nextId++, choice_key, label: name, candidate_name: name, ...more }
}

export function contest(
  subject: string,
  title: string,
  more: Partial<KnownContest> & { names?: string[] } = {},
): KnownContest {
  const { names = [], election_key = ELECTION, ocd_id = DIVISION, ...rest } = more
  const contest_key = `${election_key}/${ocd_id}/${subject}`
  const keys = { id: nextId++, contest_key, election_key, ocd_id, party: null, measure_code: null }
  const choices = names.map((name) => choice(contest_key, name))
  return { ...PLAIN_CONTEST, ...keys, title, short_title: title, choices, ...rest }
}

export function election(election_key: string, more: Partial<KnownElection> = {}): KnownElection {
  return { ...PLAIN_ELECTION, ...NO_MORE, id: nextId++, election_key, date: election_key.slice(3, 13), ...more }
}

const answers = (key: string): KnownChoice[] =>
  (['yes', 'no'] as const).map((answer) =>
    choice(key, answer === 'yes' ? 'For' : 'Against', {
      choice_key: `${key}/${answer}`,
      candidate_name: null,
      measure_answer: answer,
    }),
  )

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
  choices: answers(`${ELECTION}/${DIVISION}/bond`),
})
const sheriffs = ['luna', 'vista'].map((county) =>
  contest('sheriff', `${county === 'luna' ? 'Luna' : 'Vista'} County Sheriff`, {
    ocd_id: `${DIVISION}/county:${county}`,
    short_title: 'Sheriff',
    names: [`Ida ${county}`],
  }),
)
const primary = election('nc-2028-05-09-primary', { type: 'primary', name: 'Sample Primary of North Carolina' })
const primaries = ['Democratic', 'Republican'].map((party) =>
  contest(`us-senate/${party.toLowerCase()}`, 'US Senate', {
    election_key: primary.election_key,
    party,
    names: [`Kit ${party}`],
  }),
)
export const contests = [governor, council, mayor, bond, ...sheriffs]
const elections = [primary, election(ELECTION, { id: 11, name: 'Sample General Election' })]

export const inventedBallots: Ballots = {
  elections: () => elections,
  listings: () => [],
  contests: (key) => (key === ELECTION ? contests : key === primary.election_key ? primaries : []),
}

const knownEndorsers = [{ id: 77, endorser_slug: 'known-club', name: 'The Known Club' }]

export const ENDORSER = { slug: 'sample-times', name: 'The Sample Times', category: 'newspaper', state: 'NC' }

export type ReadFeed = Awaited<ReturnType<typeof readFeed>>

/** @param files texts by file name; what is no text is written as JSON. */
export async function readFeed(
  files: Readonly<Record<string, string | object>>,
  {
    read = readInterchange,
    states = STATE_CODES,
    ballots = inventedBallots,
  }: { read?: SourceReader<'ballots' | 'endorsers'>; states?: readonly StateCode[]; ballots?: Ballots } = {},
) {
  const fetched = Object.entries(files).map(([name, content]) => fileOf(name, content))
  const source = { ...ENTRY, id: 'test', files: [], needs: ['ballots', 'endorsers'] as const, read }
  const ran = await runReader(source, fetched, { states, ballots, endorsers: knownEndorsers })
  /** `code field` of each issue. */
  const said = ran.issues.map(({ code, field }) => `${code} ${field}`)
  return { ...ran, said }
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
