import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { orderByStyles } from '../../../../ingest/ballot/feed/feed.ts'
import { contest5, feed3, feed5, MAINE, person5, read, STATE_5, selection5 } from '../vip/read.ts'

const measure = (name: string, body = '') => contest5(body, name, 'BallotMeasureContest')
const contest = (body: string, name = 'Senator') => contest5(body, name)
const candidate = (id: number, name: string, body = '') =>
  selection5(`s${id}`, `k${id}`) + person5(`k${id}`, name, body)

const details = z.record(z.string(), z.unknown())
async function readOne(body: string) {
  const { contest, choice, codes } = await read(feed5(STATE_5 + body))
  const [row] = contest
  const { details: written } = z.object({ details: z.string() }).parse(row)
  return { row, choice, codes, details: details.parse(JSON.parse(written)) }
}

it.each([
  ['50% + 1', { majority_required: true }],
  ['50% plus one vote', { majority_required: true }],
  ['50 percent', { majority_required: true }],
  ['Simple majority', { majority_required: true }],
  ['MAJORITY OF VOTES CAST', { majority_required: true }],
  ['Majority of 50% plus one', { majority_required: true }],
  ['More than half of the votes', { majority_required: true }],
  ['two-thirds', { vote_required: '2/3' }],
  ['Two thirds majority', { vote_required: '2/3' }],
  ['66 2/3%', { vote_required: '2/3' }],
  ['66.67 percent', { vote_required: '2/3' }],
  ['2/3 (two-thirds) of votes cast', { vote_required: '2/3' }],
  ['3/5 majority', { vote_required: '3/5' }],
  ['4 / 7', { vote_required: '4/7' }],
  ['55.0%', { vote_required: '55%' }],
  ['60 per cent of the votes', { vote_required: '60%' }],
])('what a measure of a feed needs %s', async (threshold, expected) => {
  const text = `<PassageThreshold><Text language="en">${threshold}</Text></PassageThreshold>`
  const { details, codes } = await readOne(measure('Measure A', text))
  expect(details).toEqual(expected)
  expect(codes).toEqual(['no-answers Measure A'])
})

it.each([
  'supermajority',
  '60% or 2/3',
  'majority of the votes and 40% of the voters',
  'majority vote of 2/3 of counties',
  '60% + 1',
])('what a measure of a feed needs %s is an issue, and not guessed', async (threshold) => {
  const text = `<PassageThreshold><Text language="en">${threshold}</Text></PassageThreshold>`
  const { details, codes } = await readOne(measure('Measure A', text))
  expect(details).toEqual({})
  expect(codes).toContain(`unknown-threshold ${threshold}`)
})

describe('the votes of a contest of a feed', () => {
  const lee = candidate(1, 'Ann Lee') + candidate(2, 'Bo Ray') + candidate(3, 'Cy Fox')
  const voted = (body: string) => readOne(lee + contest(`<BallotSelectionIds>s1 s2 s3</BallotSelectionIds>${body}`))

  it.each([
    ['<VoteVariation>rcv</VoteVariation>', { votes_allowed: 1, ranks_allowed: 3 }],
    ['<VoteVariation>rcv</VoteVariation><VotesAllowed>1</VotesAllowed>', { votes_allowed: 1, ranks_allowed: 3 }],
    ['<VoteVariation>rcv</VoteVariation><VotesAllowed>2</VotesAllowed>', { votes_allowed: 1, ranks_allowed: 2 }],
    ['<VoteVariation>rcv</VoteVariation><NumberElected>2</NumberElected>', { votes_allowed: 2, ranks_allowed: 3 }],
    ['<VoteVariation>approval</VoteVariation>', { votes_allowed: 3, ranks_allowed: null, vote_method: 'approval' }],
    ['<VoteVariation>approval</VoteVariation><VotesAllowed>2</VotesAllowed>', { votes_allowed: 2 }],
    ['<NumberElected>2</NumberElected>', { votes_allowed: 2, ranks_allowed: null, vote_method: 'multi_seat' }],
    ['<NumberElected>2</NumberElected><VotesAllowed>3</VotesAllowed>', { votes_allowed: 3 }],
    ['<NumberElected>2.0</NumberElected>', { votes_allowed: 2 }],
  ])('%s', async (body, expected) => {
    const { row, codes } = await voted(body)
    expect(row).toMatchObject(expected)
    expect(codes).toEqual([])
  })

  it('of a variation without a meaning here are those for single choices, with an issue', async () => {
    const { row, codes } = await voted('<VoteVariation>borda</VoteVariation><VotesAllowed>2</VotesAllowed>')
    expect(row).toMatchObject({ votes_allowed: 2, vote_method: 'multi_seat' })
    expect(codes).toEqual(['unknown-vote-variation borda'])
  })
})

it.each([
  ['<Type>initiative</Type>', { measure_type: 'initiative' }],
  ['<Type>other</Type><OtherType>advisory-vote</OtherType>', { measure_type: 'advisory vote' }],
  ['<Type>ballot-measure</Type>', {}],
  ['<Type>other</Type>', {}],
  ['', {}],
])('the type of a measure of a feed: %s', async (body, expected) => {
  expect((await readOne(measure('Measure A', body))).details).toEqual(expected)
})

it('a retention of a feed is of its judge, and has no code of a measure', async () => {
  const judge = '<Candidate id="k1"><BallotName><Text language="en">Ann Lee</Text></BallotName></Candidate>'
  const named = (name: string) =>
    `${judge}<RetentionContest id="r"><ElectoralDistrictId>d</ElectoralDistrictId><Name>${name}</Name><CandidateId>k1</CandidateId></RetentionContest>`
  const { row } = await readOne(named('Question 1'))
  expect(row).toMatchObject({
    ...{ kind: 'retention', title: 'Question 1: Ann Lee', short_title: 'Retain Ann Lee', measure_code: null },
    contest_key: expect.stringMatching(/ann-lee/),
  })
  expect((await readOne(named('Retain Ann Lee?'))).row).toMatchObject({ title: 'Retain Ann Lee?' })
})

it.each([
  ['Measure A', 'Measure A', 'Measure A'],
  ['MEASURE AB', 'Measure AB', 'Measure AB'],
  ['MEASURE AB - LIGHTING BOND', 'Measure AB', 'Measure AB - Lighting Bond'],
  ['Measure AB-1', 'Measure AB-1', 'Measure AB-1'],
  ['Measure 26-210: Parks', 'Measure 26-210', 'Measure 26-210: Parks'],
  ['Proposition No. 5', 'Proposition 5', 'Proposition 5'],
  ['Prop 1a', 'Prop 1A', 'Prop 1A'],
  ['Amendment I', 'Amendment I', 'Amendment I'],
  ['Question 1-Bonds', 'Question 1', 'Question 1-Bonds'],
  ['Question 1, A Bond', 'Question 1', 'Question 1, A Bond'],
  ['Question Is', null, 'Question Is'],
  ['QUESTION NO', null, 'Question No'],
  ['Issue of Public Safety', null, 'Issue of Public Safety'],
  ['Issue A tax', null, 'Issue A tax'],
  ['Amendment 1 and 2', null, 'Amendment 1 and 2'],
  ['Amendments 1, 2 and 3', null, 'Amendments 1, 2 and 3'],
  ['Questions A, B', null, 'Questions A, B'],
  ['Propositions 1 &amp; 2', null, 'Propositions 1 & 2'],
  ['Questions 3 through 5 of the charter', null, 'Questions 3 through 5 of the charter'],
])('the code of a measure of a feed %s', async (name, measure_code, title) => {
  expect((await readOne(measure(name))).row).toMatchObject({ measure_code, title })
})

describe('a contest of a feed', () => {
  it('with a listed candidate missing in the feed does not say who is unopposed', async () => {
    const lost = '<CandidateSelection id="s2"><CandidateIds>k2</CandidateIds></CandidateSelection>'
    const both = contest('<BallotSelectionIds>s1 s2</BallotSelectionIds>')
    const { details, choice, codes } = await readOne(candidate(1, 'Ann Lee') + lost + both)
    expect(details).toEqual({ choices_incomplete: true })
    expect(choice).toHaveLength(1)
    expect(codes).toEqual(['missing-reference k2'])
  })

  it.each([
    ['a choice that the feed lacks', candidate(1, 'Ann Lee'), 's1 s2', 'missing-reference s2'],
    ['a choice of nobody', `${candidate(1, 'Ann Lee')}<CandidateSelection id="s2"/>`, 's1 s2', 'unnamed-option s2'],
    ['a candidate without a name', candidate(1, 'Ann Lee') + candidate(2, '-'), 's1 s2', 'missing-name Senator'],
    ['nobody yet', '', '', undefined],
  ])('with %s is incomplete', async (_, candidates, ids, code) => {
    const body = candidates + contest(`<BallotSelectionIds>${ids}</BallotSelectionIds>`)
    const { details, codes } = await readOne(body)
    expect(details).toEqual({ choices_incomplete: true })
    expect(codes).toEqual(code === undefined ? [] : [code])
  })

  it('with a ticket that lacks one person in the feed is incomplete, and names the other', async () => {
    const ticket = '<CandidateSelection id="s9"><CandidateIds>k1 k9</CandidateIds></CandidateSelection>'
    const body = candidate(1, 'Ann Lee') + ticket + contest('<BallotSelectionIds>s9</BallotSelectionIds>')
    const { details, choice } = await readOne(body)
    expect(details).toEqual({ choices_incomplete: true })
    expect(choice).toMatchObject([{ label: 'Ann Lee' }])
  })

  it('with only a write-in line is voted by write-in', async () => {
    const line = '<CandidateSelection id="s1"><IsWriteIn>true</IsWriteIn></CandidateSelection>'
    const written = candidate(1, 'Ann Lee').replace('</CandidateSelection>', '<IsWriteIn>true</IsWriteIn>$&')
    for (const listed of [line, written]) {
      const { details, codes } = await readOne(listed + contest('<BallotSelectionIds>s1</BallotSelectionIds>'))
      expect(details).toEqual({ write_in_only: true })
      expect(codes).toEqual(listed === line ? [] : ['unreferenced-element Candidate'])
    }
  })

  it('of version 3 whose ballot has no candidates, or one whom the feed lacks, is incomplete', async () => {
    const body = (ids: string) =>
      feed3(
        `<contest id="1"><electoral_district_id>5</electoral_district_id><office>Mayor</office><ballot_id>11</ballot_id></contest>
        <ballot id="11">${ids}</ballot><candidate id="31"><name>Ana Sample</name></candidate>`,
      )
    for (const ids of ['', '<candidate_id>31</candidate_id><candidate_id>32</candidate_id>'])
      expect((await read(body(ids), ['place:biddeford'])).contest).toMatchObject([
        { details: '{"choices_incomplete":true}' },
      ])
    expect((await read(body('<candidate_id>31</candidate_id>'), ['place:biddeford'])).contest).toMatchObject([
      { details: '{"uncontested":true}' },
    ])
  })

  it('is separate from a contest of another kind with the same id', async () => {
    const same = `${contest('')}${measure('Measure A')}`.replaceAll(/id="[cm]"/g, 'id="1"')
    const { contest: rows } = await read(feed5(STATE_5 + same))
    expect(rows).toMatchObject([{ title: 'Senator' }, { title: 'Measure A' }])
  })
})

it.each([
  ['Democratic Party', 'Democratic', 'Democratic Party'],
  ['DEMOCRATIC', 'Democratic', 'DEMOCRATIC'],
  ['Dem', 'Democratic', 'Dem'],
  ['Democrat', 'Democratic', 'Democrat'],
  ['Democratic', 'Democratic', null],
  ['REP', 'Republican', 'REP'],
  ['Green', 'Green', null],
  ['Working Families Party', 'Working Families', 'Working Families Party'],
  ['Independent', 'Independent', null],
  ['Independent Party', 'Independent Party', null],
  ['constructor', 'constructor', null],
  ['Rent Is Too High Party', 'Rent Is Too High Party', null],
  ['Nonpartisan', null, 'Nonpartisan'],
  ['No Party Preference', null, 'No Party Preference'],
])('the party of a candidate of a feed %s', async (printed, party, party_label) => {
  const named = `<Party id="p"><Name><Text language="en">${printed}</Text></Name></Party>`
  const body = named + candidate(1, 'Ann Lee', '<PartyId>p</PartyId>')
  const { choice } = await readOne(body + contest('<BallotSelectionIds>s1</BallotSelectionIds>'))
  expect(choice).toMatchObject([{ party, party_label }])
})

it.each([
  ['President', 'president'],
  ['US President', 'president'],
  ['U.S. President and Vice President', 'president'],
  ['PRESIDENT/VICE PRESIDENT', 'president'],
  ['Presidential Electors', 'president'],
  ['President, Public Service Commission', 'president-public-service-commission'],
  ['U.S. Senator', 'us-senate'],
  ['United States Senator from Maine', 'us-senate'],
  ['Senator, United States', 'us-senate'],
  ['Governor and Lieutenant Governor', 'governor'],
  ['Governor/Lt. Governor', 'governor'],
  ['Lt. Governor', 'lieutenant-governor'],
  ['Secretary of the State', 'secretary-of-state'],
  ['Land Commissioner', 'land-commissioner'],
])('the office of a feed %s has the key of %s', async (name, subject) => {
  const { row } = await readOne(contest('', name))
  expect(row).toMatchObject({ contest_key: `me-2031-11-04-general/${MAINE}/${subject}` })
})

it.each([
  ['President', 'school', 'Bath School District', 'school'],
  ['Attorney General', 'county', 'York County', 'county'],
])('the office of a feed %s of no whole state is none of its own', async (name, type, district, level) => {
  const body = `<ElectoralDistrict id="d"><Name>${district}</Name><Type>${type}</Type></ElectoralDistrict>`
  const { contest: rows } = await read(feed5(body + contest('', name)), ['county:york'])
  expect(rows).toMatchObject([{ short_title: name, level }])
})

it('orderByStyles keeps the order of all ballot styles, else the order of the feed', () => {
  expect(
    orderByStyles(
      ['m', 'g', 'h1', 'h2'],
      [
        ['g', 'h1', 'm'],
        ['g', 'h2', 'm'],
      ],
    ),
  ).toEqual(['g', 'h1', 'h2', 'm'])
  expect(orderByStyles(['a', 'b', 'c'], [])).toEqual(['a', 'b', 'c'])
})

it('orderByStyles loses nothing if styles contradict each other or name missing contests', () => {
  expect(
    orderByStyles(
      ['a', 'b', 'c'],
      [
        ['b', 'a'],
        ['a', 'b'],
        ['z', 'c', 'c'],
      ],
    ),
  ).toEqual(['c', 'a', 'b'])
})
