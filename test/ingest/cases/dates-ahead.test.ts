// An endorsement of a day long after its election, or long after its file was fetched, has a wrong date. All names here are invented.

import { expect, it } from 'vitest'
import { readFeed as read } from '../../../ingest/endorsement/interchange.ts'
import { collectSink } from '../../../ingest/engine/sink.ts'
import { ELECTION, inventedBallots, readFeed } from '../endorsement/ballots.ts'

const csv = (published_on: string) =>
  `endorser,endorser_name,endorser_category,endorser_state,election,contest,choice,published_on\nown-paper,Own Paper,newspaper,NC,${ELECTION},Governor,Bob Example,${published_on}\n`

it.each([
  ['2028-10-01', '2028-10-01'],
  ['2028-11-07', '2028-11-07'],
  ['2028-12-08', '2028-12-08'],
])('published_on %s of an election on 2028-11-07 stays', async (written, expected) => {
  const { endorsement, said } = await readFeed({ 'a.csv': csv(written) })
  expect(endorsement).toMatchObject([{ published_on: expected }])
  expect(said).toEqual([])
})

it.each(['2028-12-09', '2029-10-01', '2082-10-01', '9999-12-31'])(
  'published_on %s of an election on 2028-11-07 is an issue, and the endorsement has no date',
  async (written) => {
    const { endorsement, issues } = await readFeed({ 'a.csv': csv(written) })
    expect(endorsement).toMatchObject([{ published_on: null }])
    expect(issues).toMatchObject([{ code: 'date-ahead', field: 'published_on', value: written, line: 2 }])
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
    const file = {
      name: 'a.csv',
      url: '',
      bytes: Buffer.from(csv(written)),
      retrieved_at: `${fetched}T04:00:00.000Z`,
    }
    read([file], { ballots: inventedBallots, endorsers: [], states: new Set(['NC']) }, sink, { living })
    const dates = sink.rows.flatMap((one) => (one.table === 'endorsement' ? [one.row.published_on] : []))
    expect(dates).toEqual([expected])
    expect(sink.issues.map(({ message }) => message)).toEqual(
      expected === null
        ? ['is more than 31 days after the file, which was retrieved on 2027-10-02; the date is left out']
        : [],
    )
  },
)
