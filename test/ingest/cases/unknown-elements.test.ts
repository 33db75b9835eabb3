// What a feed has and its standard does not, and what nothing refers to, is said. All names and people here are invented.

import { describe, expect, it } from 'vitest'
import { nistSource } from '../../../ingest/ballot/nist/nist.ts'
import { collectSink } from '../../../ingest/engine/sink.ts'
import { toDivisions } from '../../../ingest/engine/source-dependencies.ts'
import { contest3, contest5, feed3, feed5, person5, read, STATE_5 } from '../ballot/vip/read.ts'
import { noBallots } from '../no-ballots.ts'

describe('an element that its version does not have', () => {
  it('of version 5 gives one issue with its name and its count, and the rest is read', async () => {
    const { contest, choice, codes } = await read(
      feed5(
        `${STATE_5}${person5('a', 'Ada Sample')}${person5('b', 'Ben Example')}<Drone id="x"/><Drone id="y"><Model/></Drone>
        <CandidateSelection id="s"><CandidateIds>a b</CandidateIds><Colour>red</Colour></CandidateSelection>
        ${contest5('<BallotSelectionIds>s</BallotSelectionIds>')}`,
      ),
    )
    expect(contest).toHaveLength(1)
    expect(choice).toMatchObject([{ label: 'Ada Sample / Ben Example' }])
    expect(codes).toEqual(['unknown-element Drone', 'unknown-element CandidateSelection/Colour'])
  })

  it.each([
    [
      'a contest whose references have another name',
      `<CandidateSelection id="s"><CandidateIds>a</CandidateIds></CandidateSelection>${contest5('<SelectionRefs>s</SelectionRefs>')}`,
      [
        'unknown-element CandidateContest/SelectionRefs',
        'unread-choices Clerk',
        'unreferenced-element CandidateSelection',
        'unreferenced-element Candidate',
      ],
    ],
    [
      'a contest whose selections name their candidates in another way',
      `<CandidateSelection id="s"><CandidateRef>a</CandidateRef></CandidateSelection>${contest5('<BallotSelectionIds>s</BallotSelectionIds>')}`,
      [
        'unknown-element CandidateSelection/CandidateRef',
        'unnamed-option s',
        'unread-choices Clerk',
        'unreferenced-element Candidate',
      ],
    ],
    [
      'a measure whose answers have another name',
      '<BallotMeasureContest id="m"><ElectoralDistrictId>d</ElectoralDistrictId><Name>Question 1</Name><Answers>x</Answers></BallotMeasureContest>',
      ['unknown-element BallotMeasureContest/Answers', 'unread-choices Question 1', 'unreferenced-element Candidate'],
    ],
  ])('leaves out %s: it never gives a contest without its choices', async (_, body, expected) => {
    const { contest, choice, codes } = await read(feed5(STATE_5 + person5('a', 'Ada Sample') + body))
    expect(contest).toEqual([])
    expect(choice).toEqual([])
    expect(codes).toEqual(expected)
  })

  it('of version 3 gives an issue, and leaves out the contest whose candidates it may hold', async () => {
    const { contest, codes } = await read(
      feed3(
        `${contest3('<ballot_id>11</ballot_id>')}<ballot id="11"><person_id>31</person_id><person_id>32</person_id></ballot>
        <candidate id="31"><name>Ada Sample</name></candidate>`,
      ),
    )
    expect(contest).toEqual([])
    expect(codes).toEqual([
      'unknown-element ballot/person_id',
      'unread-choices Mayor',
      'unreferenced-element candidate',
    ])
  })

  it('of a precinct, and the abstract contest of the schema, give an issue too', async () => {
    const { codes } = await read(
      feed5('<Precinct id="p"><Name>1</Name><Beacon/></Precinct><Contest id="c"><Name>Clerk</Name></Contest>'),
    )
    expect(codes).toEqual(['unknown-element Precinct/Beacon', 'unknown-element Contest'])
  })
})

describe('a feed in which nothing refers to anything', () => {
  it('of version 5 says so, with the number of its candidates', async () => {
    const { contest, codes } = await read(
      feed5(`${STATE_5}${person5('a', 'Ada Sample')}${person5('b', 'Ben Example')}${contest5()}`),
    )
    expect(contest).toMatchObject([{ details: '{"choices_incomplete":true}' }])
    expect(codes).toEqual(['unreferenced-element Candidate'])
  })

  it('of version 3 says so of its ballots and candidates', async () => {
    const { codes } = await read(
      feed3('<ballot id="11"/><candidate id="31"><name>Ada Sample</name></candidate><candidate id="32"/>'),
    )
    expect(codes).toEqual(['unreferenced-element ballot', 'unreferenced-element candidate'])
  })

  it('says nothing of offices, parties and districts, which a feed may list whole', async () => {
    const { codes } = await read(
      feed5(`${STATE_5}<Party id="p"><Name><Text language="en">Party P</Text></Name></Party><Office id="o"/>`),
    )
    expect(codes).toEqual([])
  })
})

const text = (content: string) => ({ Text: [{ Language: 'en', Content: content }] })
const DEFINITION = {
  '@type': 'BallotDefinition.BallotDefinition',
  Version: '1.0.0',
  GpUnit: [
    { '@id': 'u', Type: 'state', ExternalIdentifier: [{ Type: 'ocd-id', Value: 'ocd-division/country:us/state:me' }] },
  ],
  Election: [
    {
      StartDate: '2031-11-04',
      Type: 'general',
      Candidate: [{ '@id': 'c1', BallotName: text('Ada Sample') }],
      Contest: [
        {
          ...{ '@id': 'k', '@type': 'BallotDefinition.CandidateContest', ElectionDistrictId: 'u', Name: 'Clerk' },
          ContestOption: [{ '@id': 'o', CandidateIds: ['c1'] }],
        },
      ],
    },
  ],
}

async function readNist(replace: readonly [string, string][]) {
  const source = nistSource({
    ...{ id: 'made-up', publisher: 'Nobody', url: 'https://example.org', licence: 'CC0-1.0', vintage: '2031' },
    ...{ published_on: '2031-10-01', states: ['ME'], lists: { kinds: ['candidate'], whole_in: [] } },
    files: [{ url: 'https://example.org/a.json', mirror: 'a.json' }],
  })
  const sink = collectSink()
  const written = replace.reduce((json, [from, to]) => json.replaceAll(from, to), JSON.stringify(DEFINITION))
  const context = {
    source,
    states: new Set(source.states),
    divisions: toDivisions([]),
    ballots: noBallots,
    endorsers: [],
  }
  await source.read([{ name: 'a.json', url: '', bytes: Buffer.from(written) }], context, sink)
  return {
    labels: sink.rows.flatMap(({ table, row }) => (table === 'choice' && 'label' in row ? [row.label] : [])),
    contests: sink.rows.filter(({ table }) => table === 'contest').length,
    codes: sink.issues.map(({ code, value }) => `${code} ${value}`),
  }
}

describe('a field that a ballot definition of NIST does not have', () => {
  it('is absent from a sound one', async () => {
    expect(await readNist([])).toEqual({ labels: ['Ada Sample'], contests: 1, codes: [] })
  })

  it.each([
    [
      'CandidateIds',
      'CandidateRefs',
      ['unknown-element ContestOption/CandidateRefs', 'unnamed-option o', 'unread-choices Clerk'],
    ],
    ['ContestOption', 'Options', ['unknown-element Contest/Options', 'unread-choices Clerk']],
  ])('in place of %s leaves out the contest, with issues', async (from, to, expected) => {
    const { contests, codes } = await readNist([[`"${from}"`, `"${to}"`]])
    expect(contests).toBe(0)
    expect(codes).toEqual([...expected, 'unreferenced-element Candidate'])
  })

  it('at the root gives an issue', async () => {
    expect((await readNist([['"Version"', '"Parties":[],"Version"']])).codes).toEqual(['unknown-element Parties'])
  })
})
