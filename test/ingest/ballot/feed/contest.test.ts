import { describe, expect, it } from 'vitest'
import { orderByStyles } from '../../../../ingest/ballot/feed/feed.ts'
import { contest3, contest5, feed3, feed5, MAINE, person5, read, STATE_5, selection5 } from '../vip/read.ts'

const measure = (name: string, body = '') => contest5(body, name, 'BallotMeasureContest')
const contest = (body: string, name = 'Senator') => contest5(body, name)
const candidate = (id: number, name: string, body = '') =>
  selection5(`s${id}`, `k${id}`) + person5(`k${id}`, name, body)

async function readOne(body: string) {
  const ran = await read(feed5(STATE_5 + body))
  const [row] = ran.contest
  if (!row) throw new Error('no contest')
  const details: Record<string, unknown> = JSON.parse(row.details)
  return { ...ran, row, details }
}

it.each([
  ['50% + 1', { majority_required: true }],
  ['50% plus one vote', { majority_required: true }],
  ['Simple majority', { majority_required: true }],
  ['More than half of the votes', { majority_required: true }],
  ['two-thirds', { vote_required: '2/3' }],
  ['66 2/3%', { vote_required: '2/3' }],
  ['66.67 percent', { vote_required: '2/3' }],
  ['3/5 majority', { vote_required: '3/5' }],
  ['4 / 7', { vote_required: '4/7' }],
  ['55.0%', { vote_required: '55%' }],
  ['60 per cent of the votes', { vote_required: '60%' }],
  // These are issues, and not guessed.
  ['supermajority', {}],
  ['60% or 2/3', {}],
  ['majority of the votes and 40% of the voters', {}],
  ['majority vote of 2/3 of counties', {}],
])('a measure of a feed needs %s', async (threshold, expected) => {
  const text = `<PassageThreshold><Text language="en">${threshold}</Text></PassageThreshold>`
  const { details, codes } = await readOne(measure('Measure A', text))
  expect(details).toEqual(expected)
  const unknown = Object.keys(expected).length === 0 ? [`unknown-threshold ${threshold}`] : []
  expect(codes.sort()).toEqual(['no-answers Measure A', ...unknown])
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
  const judge = person5('k1', 'Ann Lee')
  const named = (name: string) => readOne(judge + contest5('<CandidateId>k1</CandidateId>', name, 'RetentionContest'))
  const { row } = await named('Question 1')
  expect(row.contest_key).toContain('ann-lee')
  const said = { kind: 'retention', title: 'Question 1: Ann Lee', short_title: 'Retain Ann Lee', measure_code: null }
  expect(row).toMatchObject(said)
  expect((await named('Retain Ann Lee?')).row.title).toBe('Retain Ann Lee?')
})

it.each([
  ['MEASURE AB', 'Measure AB', 'Measure AB'],
  ['MEASURE AB - LIGHTING BOND', 'Measure AB', 'Measure AB - Lighting Bond'],
  ['Measure AB-1', 'Measure AB-1', 'Measure AB-1'],
  ['Measure 26-210: Parks', 'Measure 26-210', 'Measure 26-210: Parks'],
  ['Proposition No. 5', 'Proposition 5', 'Proposition 5'],
  ['Prop 1a', 'Prop 1A', 'Prop 1A'],
  ['Amendment I', 'Amendment I', 'Amendment I'],
  ['Question 1, A Bond', 'Question 1', 'Question 1, A Bond'],
  ['Question Is', null, 'Question Is'],
  ['QUESTION NO', null, 'Question No'],
  ['Issue of Public Safety', null, 'Issue of Public Safety'],
  ['Amendment 1 and 2', null, 'Amendment 1 and 2'],
  ['Amendments 1, 2 and 3', null, 'Amendments 1, 2 and 3'],
  ['Propositions 1 &amp; 2', null, 'Propositions 1 & 2'],
  ['Questions 3 through 5 of the charter', null, 'Questions 3 through 5 of the charter'],
])('the code of a measure of a feed %s', async (name, measure_code, title) => {
  expect((await readOne(measure(name))).row).toMatchObject({ measure_code, title })
})

describe('a contest of a feed', () => {
  // biome-ignore format: a case a line
  it.each([
    ['a choice that the feed lacks', candidate(1, 'Ann Lee'), 's1 s2', 'missing-reference s2'],
    ['a candidate that the feed lacks', candidate(1, 'Ann Lee') + selection5('s2', 'k2'), 's1 s2', 'missing-reference k2'],
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
    const listed = contest('<BallotSelectionIds>s9</BallotSelectionIds>')
    const { details, choice } = await readOne(candidate(1, 'Ann Lee') + selection5('s9', 'k1 k9') + listed)
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

  it.each([
    ['', '{"choices_incomplete":true}'],
    ['<candidate_id>31</candidate_id><candidate_id>32</candidate_id>', '{"choices_incomplete":true}'],
    ['<candidate_id>31</candidate_id>', '{"uncontested":true}'],
  ])('of version 3 whose ballot lacks a candidate is incomplete: %s', async (ids, details) => {
    const { contest: rows } = await read(
      feed3(
        `${contest3('<ballot_id>11</ballot_id>')}<ballot id="11">${ids}</ballot>
        <candidate id="31"><name>Ana Sample</name></candidate>`,
      ),
    )
    expect(rows).toMatchObject([{ details }])
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
  ['Democratic', 'Democratic', null],
  ['REP', 'Republican', 'REP'],
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
  ['U.S. President and Vice President', 'president'],
  ['Presidential Electors', 'president'],
  ['President, Public Service Commission', 'president-public-service-commission'],
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

it.each([
  ['keeps the order of all ballot styles', 'm g h1 h2', ['g h1 m', 'g h2 m'], 'g h1 h2 m'],
  ['has the order of the feed without styles', 'a b c', [], 'a b c'],
  ['loses nothing if styles contradict each other or name missing contests', 'a b c', ['b a', 'a b', 'z c c'], 'c a b'],
])('orderByStyles %s', (_, contests, styles, ordered) => {
  const split = (text: string) => text.split(' ')
  expect(orderByStyles(split(contests), styles.map(split))).toEqual(split(ordered))
})
