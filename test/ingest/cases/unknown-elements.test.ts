// What a feed has and its standard does not, and what nothing refers to, is said. All names and people here are invented.

import { describe, expect, it } from 'vitest'
import { nistSource } from '../../../ingest/ballot/nist/nist.ts'
import { contest3, contest5, feed3, feed5, person5, read, STATE_5 } from '../ballot/vip/read.ts'
import { ENTRY, EVERY_KIND, filesAt } from '../entry.ts'
import { fileOf, runReader } from '../run-reader.ts'

const ADA = STATE_5 + person5('a', 'Ada Sample')
const BOTH = ADA + person5('b', 'Ben Example')
const selection = (body: string) => `<CandidateSelection id="s">${body}</CandidateSelection>`
const listed = contest5('<BallotSelectionIds>s</BallotSelectionIds>')
const CANDIDATE_3 = '<candidate id="31"><name>Ada Sample</name></candidate>'

it('an element that its version does not have gives one issue with its name and its count, and the rest is read', async () => {
  const drones = '<Drone id="x"/><Drone id="y"><Model/></Drone>'
  const colour = selection('<CandidateIds>a b</CandidateIds><Colour>red</Colour>')
  const { contest, choice, codes } = await read(feed5(BOTH + drones + colour + listed))
  expect(contest).toHaveLength(1)
  expect(choice).toMatchObject([{ label: 'Ada Sample / Ben Example' }])
  expect(codes).toEqual(['unknown-element Drone', 'unknown-element CandidateSelection/Colour'])
})

/** Contests are never given without their choices. Issues of elements: `unknown-element`, `unreferenced-element`. */
it.each([
  [
    'a contest whose references have another name',
    feed5(ADA + selection('<CandidateIds>a</CandidateIds>') + contest5('<SelectionRefs>s</SelectionRefs>')),
    [
      'unknown CandidateContest/SelectionRefs',
      'unread-choices Clerk',
      'unreferenced CandidateSelection',
      'unreferenced Candidate',
    ],
  ],
  [
    'a contest whose selections name their candidates in another way',
    feed5(ADA + selection('<CandidateRef>a</CandidateRef>') + listed),
    ['unknown CandidateSelection/CandidateRef', 'unnamed-option s', 'unread-choices Clerk', 'unreferenced Candidate'],
  ],
  [
    'a measure whose answers have another name',
    feed5(ADA + contest5('<Answers>x</Answers>', 'Question 1', 'BallotMeasureContest')),
    ['unknown BallotMeasureContest/Answers', 'unread-choices Question 1', 'unreferenced Candidate'],
  ],
  [
    'a contest of version 3 whose candidates another element may hold',
    feed3(`${contest3('<ballot_id>11</ballot_id>')}<ballot id="11"><person_id>31</person_id></ballot>${CANDIDATE_3}`),
    ['unknown ballot/person_id', 'unread-choices Mayor', 'unreferenced candidate'],
  ],
  [
    'nothing, but tells of a precinct, and of the abstract contest of the schema',
    feed5('<Precinct id="p"><Name>1</Name><Beacon/></Precinct><Contest id="c"><Name>Clerk</Name></Contest>'),
    ['unknown Precinct/Beacon', 'unknown Contest'],
  ],
  [
    'nothing, but tells of ballots and candidates of version 3 that nothing refers to',
    feed3(`<ballot id="11"/>${CANDIDATE_3}<candidate id="32"/>`),
    ['unreferenced ballot', 'unreferenced candidate'],
  ],
  [
    'nothing of offices, parties and districts, which a feed may list whole',
    feed5(`${STATE_5}<Party id="p"><Name><Text language="en">Party P</Text></Name></Party><Office id="o"/>`),
    [],
  ],
])('a feed leaves out %s', async (_, feed, said) => {
  const { contest, choice, codes } = await read(feed)
  expect([...contest, ...choice]).toEqual([])
  expect(codes.map((code) => code.replace(/^(unknown|unreferenced)-element /, '$1 '))).toEqual(said)
})

it('a feed in which nothing refers to its candidates says so, once', async () => {
  const { contest, codes } = await read(feed5(BOTH + contest5()))
  expect(contest).toMatchObject([{ details: '{"choices_incomplete":true}' }])
  expect(codes).toEqual(['unreferenced-element Candidate'])
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

async function readNist(from = '', to = '') {
  const source = nistSource({
    ...ENTRY,
    id: 'made-up',
    states: ['ME'],
    lists: EVERY_KIND,
    files: filesAt(ENTRY.url, 'a.json'),
  })
  const { choice, contest, codes } = await runReader(source, [
    fileOf('a.json', JSON.stringify(DEFINITION).replaceAll(from, to)),
  ])
  return { labels: choice.map(({ label }) => label), contests: contest.length, codes }
}

describe('a field that a ballot definition of NIST does not have', () => {
  it('is absent from a sound one', async () => {
    expect(await readNist()).toEqual({ labels: ['Ada Sample'], contests: 1, codes: [] })
  })

  it.each([
    ['CandidateIds', 'CandidateRefs', ['unknown-element ContestOption/CandidateRefs', 'unnamed-option o']],
    ['ContestOption', 'Options', ['unknown-element Contest/Options']],
  ])('in place of %s leaves out the contest, with issues', async (from, to, expected) => {
    const { contests, codes } = await readNist(`"${from}"`, `"${to}"`)
    expect(contests).toBe(0)
    expect(codes).toEqual([...expected, 'unread-choices Clerk', 'unreferenced-element Candidate'])
  })

  it('at the root gives an issue', async () => {
    expect((await readNist('"Version"', '"Parties":[],"Version"')).codes).toEqual(['unknown-element Parties'])
  })
})
