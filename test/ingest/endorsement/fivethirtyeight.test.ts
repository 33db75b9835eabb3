import { describe, expect, it } from 'vitest'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import type { Listing } from '../../../data/store/source-read.ts'
import type { Ballots } from '../../../ingest/read/source.ts'
import { table } from '../../table.ts'
import { countBy } from '../count.ts'
import { contest, election } from './ballots.ts'
import { feed } from './feed.ts'
import { knownBallots } from './known.ts'

const DEM_2022 =
  "Candidate,State,Primary Date,Office,District,EMILY's List,Justice Dems,Indivisible,PCCC,Our Revolution,Sunrise,Sanders,AOC,Party Committee,Primary Votes"
const REP_2022 =
  "Candidate,State,Primary Date,Office,District,Trump,Trump Date,Club for Growth,Party Committee,Renew America,E-PAC,VIEW PAC,Maggie's List,Winning for Women,Primary Votes"
const REP_2018 =
  'Candidate,State,District,Office Type,Race Type,Race Primary Election Date,Rep Party Support?,Trump Endorsed?,Bannon Endorsed?,Great America Endorsed?,NRA Endorsed?,Right to Life Endorsed?,Susan B. Anthony Endorsed?,Club for Growth Endorsed?,Koch Support?,House Freedom Support?,Tea Party Endorsed?,Main Street Endorsed?,Chamber Endorsed?,No Labels Support?,Primary %'
const DEM_2018 =
  'Candidate,State,District,Office Type,Race Type,Race Primary Election Date,Party Support?,Emily Endorsed?,Guns Sense Candidate?,Biden Endorsed?,Warren Endorsed? ,Sanders Endorsed?,Our Revolution Endorsed?,Justice Dems Endorsed?,PCCC Endorsed?,Indivisible Endorsed?,WFP Endorsed?,VoteVets Endorsed?,No Labels Support?,Primary %'

/** A line of 2022: who stands, the answers that are not N/A by their column, and the votes. */
const line = (who: string, answers: Readonly<Record<number, string>> = {}, votes = '5,017') =>
  `${who},${Array.from({ length: 9 }, (_, at) => answers[at] ?? 'N/A').join(',')},"${votes}"`
const read2022 = (democrats: readonly string[], republicans: readonly string[], states?: readonly StateCode[]) =>
  feed('fivethirtyeight-2022', {
    texts: [[DEM_2022, ...democrats].join('\n'), [REP_2022, ...republicans].join('\n')],
    ...(states && { states }),
  })
const TX = 'tx-2022-03-01-primary/ocd-division/country:us/state:tx'

describe('a primary that no listing holds', () => {
  it('is created with all candidates of the file, and takes the endorsements', async () => {
    const fed = await read2022(
      [
        line('Ann Lee,Texas,3/1/22,Representative,1', { 0: 'Yes', 6: 'Yes ', 7: 'No', 8: 'Yes' }),
        line('Bo Diaz,Texas,3/1/22,Representative,1'),
      ],
      [line('Cy Roe,Texas,3/1/22,Governor,N/A', { 0: 'Yes', 1: '12/9/21' })],
    )
    expect(fed.election).toMatchObject([
      { election_key: 'tx-2022-03-01-primary', name: 'Texas Primary Election, March 1, 2022', primary_system: 'open' },
    ])
    const district = { party: 'Democratic', level: 'federal', district_type: 'congressional', ballot_order: 1 }
    expect(fed.contest).toMatchObject([
      { ...district, contest_key: `${TX}/cd:1/us-house/democratic`, within_ocd_id: TX.slice(22) },
      { contest_key: `${TX}/governor/republican`, level: 'state', district_type: 'state', ballot_order: 2 },
    ])
    expect(fed.contest.map(({ details }) => JSON.parse(details).uncontested)).toEqual([undefined, true])
    const listed = fed.choice.map(({ label, party }) => `${label} ${party}`)
    expect(listed).toEqual(['Ann Lee Democratic', 'Bo Diaz Democratic', 'Cy Roe Republican'])
    expect(fed.endorsement).toMatchObject([
      { endorser_slug: 'emilys-list', choice_key: `${TX}/cd:1/us-house/democratic/ann-lee`, published_on: null },
      { endorser_slug: 'bernie-sanders', choice_key: `${TX}/cd:1/us-house/democratic/ann-lee` },
      { endorser_slug: 'donald-trump', choice_key: `${TX}/governor/republican/cy-roe`, published_on: '2021-12-09' },
    ])
    const slugs = fed.endorser.map(({ endorser_slug }) => endorser_slug)
    expect(slugs).toEqual(['bernie-sanders', 'donald-trump', 'emilys-list'])
    // A program of a party committee is nobody's endorsement.
    expect(fed.issues).toMatchObject([{ field: 'Party Committee', code: 'not-an-endorsement', severity: 'ignored' }])
  })

  it('is one contest of both parties where the state holds one primary for all', async () => {
    const fed = await read2022(
      [line('Ann Lee,California,6/7/22,Senator,N/A'), line('Ann Lee,California,6/7/22,Senator (unexpired term),N/A')],
      [line('Ann Lee,California,6/7/22,Senator,N/A')],
    )
    const told = fed.contest.map(({ party, title, details }) => [party, title, JSON.parse(details).choices_incomplete])
    expect(told).toEqual([
      [null, 'US Senate', true],
      [null, 'US Senate (Unexpired)', true],
    ])
    // Namesakes are two choices.
    expect(new Set(fed.choice.map(({ choice_key }) => choice_key)).size).toBe(3)
    expect(fed.contest[1]?.contest_key).toMatch(/us-senate\/unexpired$/)
  })

  it('is left out where its only candidate has no counted votes, since it may not have been held', async () => {
    const fed = await read2022(
      [line('Ann Lee,Texas,3/1/22,Representative,1', { 0: 'Yes' }, '1')],
      [line('Cy Roe,Texas,3/1/22,Representative,1', {}, 'N/A')],
    )
    expect([fed.election, fed.contest, fed.endorsement]).toEqual([[], [], []])
    expect(fed.issues.map(({ code, value, severity }) => [code, value, severity])).toEqual([
      ['primary-not-counted', 'Ann Lee', 'refused'],
      ['primary-not-counted', 'Cy Roe', 'refused'],
    ])
  })

  it('leaves out a state that is not asked for, a runoff that is not held, and two picks for one seat', async () => {
    const fed = await read2022(
      [line('Ann Lee,Texas,3/1/22,Governor,N/A', { 0: 'Yes', 8: 'Yes' })],
      [
        line('Cy Roe,Oklahoma,6/28/22,Governor,N/A', { 0: 'Yes (runoff only)', 1: '7/9/22', 2: 'Yes' }),
        line('Di Fox,Oklahoma,6/28/22,Governor,N/A', { 2: 'Yes' }),
      ],
      ['OK'],
    )
    expect(fed.election.map(({ state }) => state)).toEqual(['OK'])
    expect(fed.endorsement).toEqual([])
    expect(fed.issues.map(({ code, line }) => [code, line])).toEqual([
      ['runoff-not-held', 2],
      ['too-many-picks', 2],
      ['too-many-picks', 3],
    ])
  })

  it.each([
    ['Ann Lee,Texas,3/1/22,Mayor,1', {}, 'Office'],
    ['Ann Lee,Texas,1 March,Governor,N/A', {}, 'Primary Date'],
    ['Ann Lee,Texa,3/1/22,Governor,N/A', {}, 'State'],
    ['Ann Lee,Texas,3/1/22,Representative,N/A', {}, 'District'],
    ['Ann Lee,Texas,3/1/22,Governor,N/A', { 0: 'Maybe' }, "EMILY's List"],
  ])('stops at %s %j', async (who, answers, field) => {
    await expect(read2022([line(who, answers)], [])).rejects.toThrow(field)
  })
})

describe('a primary with other contests from another source', () => {
  const CA = 'ocd-division/country:us/state:ca'
  const KEY = 'ca-2018-06-05-primary'
  const no = `${','.repeat(13)},61.2`
  const democrats = [
    DEM_2018,
    `Ann Lee,CA,U.S. House California District 12,Representative,Regular,6/5/18,,Yes${no.slice(2)}`,
    `Bo Diaz,CA,Governor of California,Governor,Regular,6/5/18${no}`,
  ].join('\n')
  /** The ballots of this primary from a source of San Francisco County. */
  const held = (lists: Listing | undefined, contests: readonly Parameters<typeof contest>[2][] = []): Ballots => ({
    elections: () => [election(KEY, { state: 'CA', type: 'primary', name: 'Held', info_url: 'https://example.org' })],
    listings: (key) => (key === KEY ? [lists] : []),
    contests: () => contests.map((more) => contest('held', 'Held', { election_key: KEY, ...more })),
  })
  const read = (ballots: Ballots) => feed('fivethirtyeight-2018', { texts: [democrats, REP_2018], ballots })
  const created = (fed: Awaited<ReturnType<typeof read>>): string[] =>
    fed.contest.map(({ contest_key }) => contest_key.slice(`${KEY}/${CA}`.length))

  it('creates the contests that no source lists, beside the measures of a county', async () => {
    const fed = await read(held({ kinds: ['measure'], levels: ['county'], whole_in: [`${CA}/county:san_francisco`] }))
    expect(created(fed)).toEqual(['/cd:12/us-house', '/governor'])
    expect(fed.issues).toEqual([])
    expect(fed.endorsement).toMatchObject([{ choice_key: `${KEY}/${CA}/cd:12/us-house/ann-lee` }])
    // Both sources name the election, and say the same of it.
    expect(fed.election).toMatchObject([{ election_key: KEY, name: 'Held', info_url: 'https://example.org' }])
  })

  it('takes none that a listing of the whole state lacks', async () => {
    const fed = await read(held({ kinds: ['candidate'], whole_in: [CA] }))
    expect([created(fed), fed.election]).toEqual([[], []])
    expect(fed.codes).toEqual(['unmatched-contest Ann Lee', 'unmatched-contest Bo Diaz'])
  })

  it('takes none of a source that does not say what it lists', async () => {
    expect(created(await read(held(undefined)))).toEqual([])
  })

  it('takes a district of which a county’s listing does not tell, and none of the whole state, which the county votes in', async () => {
    const fed = await read(held({ kinds: ['candidate'], whole_in: [`${CA}/county:san_francisco`] }))
    expect(created(fed)).toEqual(['/cd:12/us-house'])
    expect(fed.issues.map(({ value }) => value)).toEqual(['Bo Diaz'])
  })

  it.each([
    ['of the same year', '2018-11-06', ['ca-2018-11-06-general'], ['Bo Diaz']],
    ['of a later year', '2020-11-03', [], ['Ann Lee', 'Bo Diaz']],
  ])('takes an unopposed candidate from the general election %s', async (_, date, taken, left) => {
    const general = `ca-${date}-general`
    const primary = held({ kinds: ['candidate'], whole_in: [CA] })
    const cd = { election_key: general, ocd_id: `${CA}/cd:12`, names: ['Ann Lee'] }
    const later = contest('held', 'US House District 12', cd)
    const fed = await read({
      elections: () => [
        ...primary.elections(),
        ...primary.elections().map((one) => ({ ...one, id: 2, election_key: general, date, type: 'general' as const })),
      ],
      listings: primary.listings,
      contests: (key) => (key === general ? [later] : []),
    })
    expect(fed.endorsement.map(({ contest_key }) => contest_key.split('/')[0])).toEqual(taken)
    expect(fed.issues.map(({ value }) => value)).toEqual(left)
  })

  it('attaches to a contest that is held, whatever its source declares', async () => {
    const cd = { ocd_id: `${CA}/cd:12`, title: 'US House District 12', names: ['Ann Lee', 'Cy Roe'] }
    const fed = await read(held({ kinds: ['candidate'], whole_in: [] }, [cd]))
    expect(created(fed)).toEqual(['/governor'])
    expect(fed.endorsement).toMatchObject([{ contest_key: `${KEY}/${CA}/cd:12/held` }])
  })
})

it('the layout of 2018 mends lost letters, and tells a special primary of the same day apart', async () => {
  const no = `${','.repeat(14)},61.2`
  const lines = [
    REP_2018,
    `Rocky Ch\u00cc\u00c1vez,CA,U.S. House California District 49,Representative,Regular,6/5/18${no}`,
    `Ann Lee,OH,U.S. House Ohio District 12,Representative,Regular,5/8/18,Yes,,,,Yes,,Yes,,,,,,,,61.2`,
    `Ann Lee,OH,U.S. House Ohio District 12,Representative,Special,5/8/18${no}`,
    `Ann Lee,AZ,U.S. House Arizona District 8,Representative,Special,2/27/18${no}`,
    `Ann Lee,MT,U.S. House Montana At-large District,Representative, ,6/5/18${no}`,
  ]
  const fed = await feed('fivethirtyeight-2018', { texts: [DEM_2018, Buffer.from(lines.join('\n'), 'latin1')] })
  expect(fed.choice.map(({ label }) => label)).toContain('Rocky Chávez')
  expect(fed.contest.map(({ contest_key }) => contest_key.replace('ocd-division/country:us/', ''))).toEqual([
    'az-2018-02-27-special_primary/state:az/cd:8/us-house/republican',
    'ca-2018-06-05-primary/state:ca/cd:49/us-house',
    'mt-2018-06-05-primary/state:mt/cd:at-large/us-house/republican',
    'oh-2018-05-08-primary/state:oh/cd:12/us-house/republican',
    'oh-2018-05-08-primary/state:oh/cd:12/us-house/republican/unexpired',
  ])
  expect(fed.endorsement).toMatchObject([{ endorser_slug: 'susan-b-anthony-list' }])
  // Money spent by the NRA, and party committees' support, are no endorsements.
  expect(countBy(fed.issues, ({ code, field }) => `${code} ${field}`)).toEqual({
    'mended-name Candidate': 1,
    'not-an-endorsement Rep Party Support?': 1,
    'not-an-endorsement NRA Endorsed?': 1,
  })
})

const HEAD = 'date,position,state,endorser,endorsee,source'
const primary = (party: string, names: string[]) =>
  ({
    state: 'NC',
    date: '2020-03-03',
    type: 'primary',
    subject: 'president',
    title: 'US President',
    party,
    names,
  }) as const
const ballots = knownBallots([
  primary('Democratic', ['Ann Sample', 'Cy Example']),
  primary('Republican', ['Ann Sample']),
])
const read = (line: string, more: { lines?: string[]; states?: StateCode[] } = {}) => {
  const texts = [[HEAD, line, ...(more.lines ?? [])].join('\n')]
  return feed('fivethirtyeight-2020-president', { texts, ballots, ...(more.states && { states: more.states }) })
}

it('endorsements in the primary of 2020 stand in the Democratic primary of the endorser’s own state', async () => {
  const fed = await read('2019-05-01,representative,NC,Pat Placeholder,Ann Sample,https://example.org/p', {
    lines: ['2019-06-01,mayor,NC,Lee Invented,Cy Example,https://example.org/l'],
  })
  const said = fed.endorsement.map(({ endorsement_key, published_on }) => `${endorsement_key} ${published_on}`)
  const president = 'nc-2020-03-03-primary/ocd-division/country:us/state:nc/president/democratic'
  expect(said).toEqual([
    `pat-placeholder/${president}/ann-sample 2019-05-01`,
    `lee-invented-nc/${president}/cy-example 2019-06-01`,
  ])
  expect(fed.endorser.map(({ category, state }) => [category, state])).toEqual([
    ['official', 'national'],
    ['official', 'NC'],
  ])
})

it.each(
  table<[string, string, StateCode, string]>(`
    of a person who endorsed nobody | NA,senator,NC,Pat Placeholder,NA,NA | NC | endorsed nobody
    of a party’s officer | 2019-05-01,DNC member,NC,Pat Placeholder,Ann Sample,https://example.org | NC | privacy rule
    after the primary | 2020-03-04,senator,NC,Pat Placeholder,Ann Sample,https://example.org | NC | no later primary
    in a state without a held primary | 2019-05-01,senator,VT,Pat Placeholder,Ann Sample,https://example.org | VT | no later primary
    of a state that is not asked for | 2019-05-01,senator,NC,Pat Placeholder,Ann Sample,https://example.org | VT | selected states
    of nobody on the ballot | 2019-05-01,senator,NC,Pat Placeholder,Di Absent,https://example.org | NC | no held ballot has
  `),
)('endorsements in the primary of 2020 are left out: %s', async (_, line, asked, why) => {
  const fed = await read(line, { states: [asked] })
  expect([fed.endorsement, fed.endorser]).toEqual([[], []])
  expect(fed.issues).toMatchObject([{ severity: 'ignored', message: expect.stringContaining(why) }])
  expect(JSON.stringify(fed.issues)).not.toContain('Placeholder')
})
