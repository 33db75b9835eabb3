// An endorsement of a day long after its election, or long after its file was fetched, has a wrong date. All names here are invented.

import { expect, it } from 'vitest'
import { readFeed as read } from '../../../ingest/endorsement/interchange.ts'
import { collectSink } from '../../../ingest/engine/sink.ts'
import { ELECTION, inventedBallots, readFeed } from '../endorsement/ballots.ts'
import { fileOf, toTables } from '../run-reader.ts'

const csv = (published_on: string) =>
  `endorser,endorser_name,endorser_category,endorser_state,election,contest,choice,published_on\nown-paper,Own Paper,newspaper,NC,${ELECTION},Governor,Bob Example,${published_on}\n`

it.each([
  ['2028-10-01', true],
  ['2028-12-08', true],
  ['2028-12-09', false],
  ['2082-10-01', false],
  ['9999-12-31', false],
])(
  'published_on %s of an election on 2028-11-07 stays, or is an issue, and the endorsement has no date',
  async (written, stays) => {
    const { endorsement, issues } = await readFeed({ 'a.csv': csv(written) })
    expect(endorsement).toMatchObject([{ published_on: stays ? written : null }])
    const issue = { code: 'date-ahead', field: 'published_on', value: written, line: 2 }
    expect(issues).toMatchObject(stays ? [] : [issue])
  },
)

it('published_on of a stance and of JSON is held to the same', async () => {
  const item = { endorser: 'known-club', election: ELECTION, contest: 'Governor', published_on: '2030-01-01' }
  const { stance, said } = await readFeed({ 'a.json': { endorsements: [{ ...item, stance: 'no_position' }] } })
  expect(stance).toMatchObject([{ published_on: null }])
  expect(said).toEqual(['date-ahead endorsements[0].published_on'])
})

it.each([
  [true, '2027-10-02', '2028-09-20', null],
  [true, '2027-10-02', '2027-11-02', '2027-11-02'],
  [true, '2028-09-20', '2028-09-20', '2028-09-20'],
  [false, '2027-10-02', '2028-09-20', '2028-09-20'],
])(
  'published_on of a file that is replaced in place (%s) and was fetched on %s is held to that day: %s',
  (living, fetched, written, expected) => {
    const sink = collectSink()
    const file = { ...fileOf('a.csv', csv(written)), retrieved_at: `${fetched}T04:00:00.000Z` }
    read([file], { ballots: inventedBallots, endorsers: [], states: new Set(['NC']) }, sink, { living })
    expect(toTables(sink.rows).endorsement.map(({ published_on }) => published_on)).toEqual([expected])
    const message = 'is more than 31 days after the file, which was retrieved on 2027-10-02; the date is left out'
    expect(sink.issues.map((issue) => issue.message)).toEqual(expected === null ? [message] : [])
  },
)
