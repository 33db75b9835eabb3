// How many a contest elects and how many marks a voter has: never 0, and in every form of a whole number. The contests are invented.

import { describe, expect, it } from 'vitest'
import { feed3, feed5, read } from '../ballot/vip/read.ts'

const DISTRICT = '<ElectoralDistrict id="d"><Name>Maine</Name><Type>state</Type></ElectoralDistrict>'

async function voted(body: string) {
  const { contest, codes } = await read(
    feed5(
      `${DISTRICT}<CandidateContest id="c"><ElectoralDistrictId>d</ElectoralDistrictId><Name>Clerk</Name>${body}</CandidateContest>`,
    ),
  )
  return { votes: contest.map((row) => ('votes_allowed' in row ? row.votes_allowed : null)), codes }
}
const counts = (elected: string, votes: string) =>
  `<NumberElected>${elected}</NumberElected><VotesAllowed>${votes}</VotesAllowed>`

describe('the votes that a voter has', () => {
  it.each([
    ['2', '0', 2, ['bad-count 0']],
    ['2', '0.0', 2, ['bad-count 0.0']],
    ['2', '-1', 2, ['bad-count -1']],
    ['2', 'two', 2, ['bad-count two']],
    ['2', '1.5', 2, ['bad-count 1.5']],
    ['0', '3', 3, ['bad-count 0']],
    ['0', '0', 1, ['bad-count 0', 'bad-count 0']],
    ['2.0', '2.0', 2, []],
    ['3', '02', 2, []],
    ['2', '', 2, []],
  ])('where %s are elected and VotesAllowed is "%s" are %i', async (elected, votes, expected, codes) => {
    expect(await voted(counts(elected, votes))).toEqual({ votes: [expected], codes })
  })

  it.each([
    ['0', 3, ['bad-count 0']],
    ['3.0', 3, []],
    ['many', 3, ['bad-count many']],
  ])('of a contest of version 3 whose number_voting_for is "%s" are %i', async (votes, expected, codes) => {
    const read3 = await read(
      feed3(
        `<contest id="1"><electoral_district_id>5</electoral_district_id><office>Mayor</office><number_elected>3</number_elected>
        <number_voting_for>${votes}</number_voting_for><ballot_id>11</ballot_id></contest><ballot id="11"/>`,
      ),
      ['place:biddeford'],
    )
    expect(read3.contest).toMatchObject([{ votes_allowed: expected }])
    expect(read3.codes).toEqual(codes)
  })
})
