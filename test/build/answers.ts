// All answers of the server about endorsements, from its own functions, to compare two bundles.

import { expect } from 'vitest'
import type { Language } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { type ContestFacts, loadContestsWithPositions } from '../../server/read/contests.ts'
import { presentCoverage } from '../../server/read/coverage.ts'
import { type Day, presentElections } from '../../server/read/elections.ts'
import { findEndorsement, presentEndorsements } from '../../server/read/endorsements.ts'
import { findEndorser, presentEndorserCategories, presentEndorsers } from '../../server/read/endorsers.ts'
import type { ChosenEndorsers } from '../../server/read/positions.ts'
import { recommendContests } from '../../server/read/recommendations.ts'
import { collectBody } from '../../server/read/sliced-work.ts'

const DAY: Day = { key: '2028-01-01', in: () => '2028-01-01' }

const TABLES = {
  endorser_category: 'slug',
  endorser: 'id',
  endorsement: 'id',
  endorsement_body: 'id',
  position: 'contest_id, ordinal',
  pick: 'contest_id, ordinal, choice_id',
  stance: 'contest_id, ordinal',
  election_endorser: 'election_id, endorser_id',
  election_count: 'election_id',
  coverage: 'state',
  endorser_coverage: 'endorser_id, election_date, election_id',
  endorser_agreement: 'election_id, endorser_id, other_id',
  contest_agreement: 'contest_id',
} as const

const CHOSEN: readonly ChosenEndorsers[] = [
  {},
  { categories: ['labor', 'party', 'newspaper'] },
  { endorser_states: ['national', 'ME'] },
  { endorsers: ['endorser-0', 'endorser-3', 'endorser-5'], endorser_states: ['ME', 'NV', 'national'] },
  { categories: ['labor'], endorsers: ['endorser-1'] },
]

type Filters = Omit<Parameters<typeof presentEndorsements>[0], 'limit' | 'lang' | 'cursor' | 'upcoming'> & {
  upcoming?: boolean
}

/** Compares the answers of both bundles for all ids of either. */
export function expectSame(one: Bundle, other: Bundle): void {
  const ids = (bundle: Bundle) => bundle.endorsements.statement<{ id: number }>('SELECT id FROM endorsement').all()
  const slugs = (bundle: Bundle) => bundle.endorsements.statement<{ slug: string }>('SELECT slug FROM endorser').all()
  const asked = {
    endorsements: [...new Set([...ids(one), ...ids(other)].map(({ id }) => id))],
    slugs: [...new Set([...slugs(one), ...slugs(other)].map(({ slug }) => slug))],
  }
  const [left, right] = [answersOf(one, asked), answersOf(other, asked)]
  expect(left.size).toBe(right.size)
  for (const [question, answer] of left) expect(answer, question).toBe(right.get(question))
}

export function closeAll(bundles: readonly Bundle[]): void {
  for (const { places, ballots, endorsements, officeholders } of bundles)
    for (const part of [places, ballots, endorsements, officeholders]) part.close()
}

/** @param ids endorsements and endorsers to read one by one, including deleted ones */
export function answersOf(
  bundle: Bundle,
  asked: { endorsements: readonly number[]; slugs: readonly string[] },
): Map<string, string> {
  const answers = new Map<string, string>()
  for (const [table, order] of Object.entries(TABLES))
    answers.set(table, JSON.stringify(bundle.endorsements.statement(`SELECT * FROM ${table} ORDER BY ${order}`).all()))
  for (const lang of ['en', 'es'] as const) {
    for (const id of asked.endorsements)
      answers.set(`${lang} endorsement ${id}`, `${findEndorsement(bundle, id, lang)}`)
    for (const slug of asked.slugs) answers.set(`${lang} endorser ${slug}`, `${findEndorser(bundle, slug, lang)}`)
    answers.set(`${lang} categories`, presentEndorserCategories(bundle, lang))
    answers.set(`${lang} elections`, presentElections({ upcoming: false, lang, limit: 500 }, '', { bundle, day: DAY }))
    answerLists(bundle, lang, answers)
    answerContests(bundle, lang, answers)
  }
  for (const upcoming of [true, false])
    answers.set(`coverage ${upcoming}`, presentCoverage({ bundle, day: DAY, lastRun: null }, upcoming))
  return answers
}

function answerLists(bundle: Bundle, lang: Language, answers: Map<string, string>): void {
  const slugs = bundle.ballots.statement<{ slug: string }>('SELECT slug FROM election ORDER BY slug').all()
  const [elections, contests] = [slugs.map(({ slug }) => slug), contestsOf(bundle)]
  const lists: Filters[] = [
    ...[{}, { upcoming: true }, { states: ['ME'] }, { states: ['ME', 'NM'] }, { levels: ['state'] }].map(
      (one) => one as Filters,
    ),
  ]
  for (const election of elections) lists.push({ elections: [election] })
  for (const { id } of contests) lists.push({ contest: id })
  for (const chosen of CHOSEN)
    lists.push(chosen, { ...chosen, states: ['NV'] }, { ...chosen, elections: elections.slice(0, 3) })
  for (const [nth, filters] of lists.entries()) {
    for (const limit of nth < 8 ? [3, 50, 500] : [500])
      answers.set(
        `${lang} endorsements ${JSON.stringify(filters)} by ${limit}`,
        walk((cursor) =>
          presentEndorsements({ upcoming: false, ...filters, lang, limit, cursor }, '', { bundle, day: DAY }),
        ),
      )
  }
  const endorsers: Omit<Parameters<typeof presentEndorsers>[0], 'limit' | 'lang'>[] = [
    ...[{}, { categories: ['labor', 'party'] }, { elections }, { elections: elections.slice(0, 1) }, { q: 'ancora' }],
    { states: ['ME', 'national'] },
  ]
  for (const filters of endorsers)
    for (const limit of [1, 4, 500])
      answers.set(
        `${lang} endorsers ${JSON.stringify(filters)} by ${limit}`,
        walk((cursor) => presentEndorsers({ ...filters, lang, limit, cursor }, '', bundle)),
      )
}

function answerContests(bundle: Bundle, lang: Language, answers: Map<string, string>): void {
  const voted = contestsOf(bundle).map((contest) => ({ contest, match: 'certain' as const, share: null }))
  for (const chosen of CHOSEN) {
    for (const { contest } of voted)
      answers.set(
        `${lang} positions in ${contest.id} of ${JSON.stringify(chosen)}`,
        `${loadContestsWithPositions(bundle, [contest.id], chosen, lang).get(contest.id)}`,
      )
    const recommended = recommendContests(bundle, voted, { chosen, only_endorsed: false, explain: true, lang })
    answers.set(`${lang} recommendations of ${JSON.stringify(chosen)}`, collectBody(recommended).toString())
  }
}

function contestsOf(bundle: Bundle): ContestFacts[] {
  return bundle.ballots.statement<ContestFacts>('SELECT * FROM contest ORDER BY id').all()
}

/** All pages, joined. */
function walk(page: (cursor: string | undefined) => string): string {
  const pages: string[] = []
  for (let cursor: string | undefined; ; ) {
    const json = page(cursor)
    pages.push(json)
    const [, next] = /"next_cursor":"([^"]+)"\}$/.exec(json) ?? []
    if (next === undefined) return pages.join('\n')
    cursor = next
  }
}
