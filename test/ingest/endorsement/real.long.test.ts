// The files of endorsements, whole, counted in the files by other means; some with the ballots that are held. Needs ../shared/data.

import { describe, expect, it } from 'vitest'
import { HAS_REAL, readReal, realDivisions } from '../ballot/read.ts'
import { countBy } from '../count.ts'
import type { Tables } from '../run-reader.ts'
import { ballotsOf, feed, HAS_FEEDS } from './feed.ts'
import { knownBallots } from './known.ts'

type Counts = Partial<Record<keyof Tables, number>>

describe.skipIf(!HAS_FEEDS)('The files of endorsements', () => {
  it.each<[id: string, counts: Counts, issues: object]>([
    [
      // 645 Yes of 2022 and 8 for a runoff. Party Committee: 84 and one for a runoff; Renew America: 6.
      'fivethirtyeight-2022',
      { election: 51, contest: 730, choice: 2503, endorsement: 486, endorser: 14 },
      { 'not-an-endorsement': 84 + 1 + 6, 'primary-not-counted': 173, 'runoff-not-held': 7, 'too-many-picks': 2 },
    ],
    [
      // 871 Yes of 2018.
      'fivethirtyeight-2018',
      { election: 50, contest: 373, choice: 1469, endorsement: 376, endorser: 15 },
      { 'mended-name': 7, 'not-an-endorsement': 458, 'primary-not-counted': 116, 'too-many-picks': 13 },
    ],
    [
      // 80 names of 67 endorsers, and 1,247 and 1,856 Yes: seven positions of five endorsers have too many, and three of three. The
      // Chronicle stands twice in November's grid: 32 Yes, 19 No.
      'sf-endorsements-2016',
      { election: 2, contest: 10 + 61, endorser: 67, endorsement: 1138 + 21 + 1812 + 469, stance: 17 + 2 + 213 + 26 },
      { 'mended-name': 6 + 10, 'too-many-picks': 1247 - 1138 + 12, 'duplicate-endorsement': 32 + 19 },
    ],
    ['sf-endorsements-2024', { contest: 11 + 8, endorser: 21, endorsement: 480 }, {}],
  ])('%s', async (id, counts, issues) => {
    const fed = await feed(id)
    expect(countBy(fed.issues, ({ code }) => code)).toEqual(issues)
    for (const [table, count] of Object.entries(counts))
      expect([table, fed[table as keyof Tables].length]).toEqual([table, count])
    expect(fed.choice.filter(({ label }) => /[^ -~À-ÿ]|Ã/.test(label))).toEqual([])
    const positions = new Set(fed.endorsement.map((one) => `${one.endorser_slug}/${one.contest_key}`))
    expect(fed.stance.filter(({ stance_key }) => positions.has(stance_key))).toEqual([])
  })

  it.each([
    ['newspapers-president', 1163],
    ['wikipedia-endorsements-2018-2020', 1424],
  ])('%s without ballots has an issue for each of its %i lines', async (id, lines) => {
    const { endorsement, issues } = await feed(id)
    expect(endorsement).toEqual([])
    const rows = issues.filter(({ field }) => field === 'candidates').length
    const counted = issues.reduce((sum, { message }) => sum + Number(/^\d+/.exec(message)?.[0] ?? 0), 0)
    expect(id.startsWith('wiki') ? rows : counted).toBe(lines)
  })

  it('of the encyclopedia have four that were rescinded, of two candidates whom a general election had', async () => {
    const of = (state: 'NY' | 'CA', date: string, within: string, names: string[]) =>
      ({ state, date, within, subject: 'us-house', title: `US House ${within}`, names }) as const
    const held = knownBallots([
      of('NY', '2018-11-06', 'cd:14', ['Alexandria Ocasio-Cortez', 'Anthony Pappas', 'Joseph Crowley']),
      of('CA', '2020-11-03', 'cd:12', ['Nancy Pelosi', 'Shahid Buttar']),
    ])
    const { stance } = await feed('wikipedia-endorsements-2018-2020', { ballots: held })
    expect(stance.map((one) => `${one.endorser_slug} ${one.stance} ${one.contest_key.slice(0, 13)}`)).toEqual([
      'bronx-republican-party rescinded ny-2018-11-06',
      'queens-republican-party rescinded ny-2018-11-06',
      'dean-preston-ca rescinded ca-2020-11-03',
      'democratic-socialists-of-america-san-francisco-chapter rescinded ca-2020-11-03',
    ])
  })
})

describe.skipIf(!HAS_FEEDS || !HAS_REAL)('With a held listing', () => {
  it('of North Carolina all candidates of 2022 stand in it, the unopposed in the general election', async () => {
    const listing = await readReal('nc-candidates-2022', realDivisions('nc'))
    const fed = await feed('fivethirtyeight-2022', { states: ['NC'], ballots: ballotsOf(listing) })
    expect([fed.election, fed.contest, fed.choice]).toEqual([[], [], []])
    // Two of them without "Ms."
    expect(fed.issues.map(({ code }) => code)).toEqual(['mended-name', 'mended-name'])
    const elections = countBy(fed.endorsement, ({ contest_key }) => contest_key.split('/')[0] ?? '')
    expect(elections).toEqual({ 'nc-2022-05-17-primary': 22, 'nc-2022-11-08-general': 3 })
    // A candidate whom it lacks is an issue, and takes no endorsement.
    const choice = listing.choice.filter(({ label }) => label !== 'Ted Budd')
    const less = await feed('fivethirtyeight-2022', { states: ['NC'], ballots: ballotsOf({ ...listing, choice }) })
    expect(less.endorsement).toHaveLength(23)
    expect(less.issues.filter(({ severity }) => severity === 'refused')).toMatchObject([
      { field: 'Candidate', code: 'unmatched-choice', value: 'Ted Budd' },
    ])
  })

  it('of San Francisco’s measures, the grids attach to 31 of them, and lose no endorsement by it', async () => {
    const measures = await readReal('sf-measures')
    const held = new Set(measures.contest.map(({ contest_key }) => contest_key))
    const id = 'sf-endorsements-2016'
    const [alone, beside] = [await feed(id), await feed(id, { ballots: ballotsOf(measures) })]
    // Both sources name the two elections, and say the same of them.
    const own = new Set(alone.election.map(({ election_key }) => election_key))
    expect(beside.election).toEqual(measures.election.filter(({ election_key }) => own.has(election_key)))
    const created = new Set(beside.contest.map(({ contest_key }) => contest_key))
    const attached = alone.contest.filter(({ contest_key }) => !created.has(contest_key))
    expect([attached.length, attached.filter(({ contest_key }) => !held.has(contest_key))]).toEqual([31, []])
    expect([beside.endorsement, beside.issues]).toEqual([alone.endorsement, alone.issues])
  })
})
