// How many a contest elects and how many marks a voter has: never 0, and in every form of a whole number. The contests are invented.

import { describe, expect, it } from 'vitest'
import { contest5, feed3, feed5, mayor3, read, STATE_5 } from '../ballot/vip/read.ts'

describe('the votes that a voter has', () => {
  it.each([
    ['2', '0', 2, ['bad-count 0']],
    ['2', '-1', 2, ['bad-count -1']],
    ['2', 'two', 2, ['bad-count two']],
    ['0', '3', 3, ['bad-count 0']],
    ['0', '0', 1, ['bad-count 0', 'bad-count 0']],
    ['3', '02', 2, []],
    ['2', '', 2, []],
  ])('where %s are elected and VotesAllowed is "%s" are %i', async (elected, votes, expected, codes) => {
    const counts = `<NumberElected>${elected}</NumberElected><VotesAllowed>${votes}</VotesAllowed>`
    expect(await read(feed5(STATE_5 + contest5(counts)))).toMatchObject({
      contest: [{ votes_allowed: expected }],
      codes,
    })
  })

  it.each([
    ['0', 3, ['bad-count 0']],
    ['3.0', 3, []],
    ['many', 3, ['bad-count many']],
  ])('of a contest of version 3 whose number_voting_for is "%s" are %i', async (votes, expected, codes) => {
    const counts = `<number_elected>3</number_elected><number_voting_for>${votes}</number_voting_for>`
    const { contest, codes: said } = await read(feed3(mayor3([], counts)))
    expect(contest).toMatchObject([{ votes_allowed: expected }])
    expect(said).toEqual(codes)
  })
})
