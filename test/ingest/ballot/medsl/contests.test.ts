// The reader makes a contest from the lines of all its counties and precincts.

import { describe, expect, it } from 'vitest'
import type { StateCode } from '../../../../data/schema/vocabulary.ts'
import { textsBeside } from '../../../table.ts'
import { casesOf, expectContests, linesOf, readLines, SHOWN } from './lines.ts'

const text = textsBeside(import.meta.url)

it.each(casesOf(text('seats')))('The seats of a contest %s', (_, one) => expectContests(SHOWN.seats, one))

it.each(casesOf(text('without a district')))('Lines of a legislature without a district %s', (_, one) =>
  expectContests(SHOWN.area, one),
)

it.each(casesOf(text('without a city')))('A council %s', (_, one) => expectContests(SHOWN.people, one))

describe('The area of a contest', () => {
  it.each(casesOf(text('area')))('%s', (_, one) => expectContests(SHOWN.area, one))

  it('is one where two counties name it in other words, with the same people', async () => {
    const lines = `WEIRTON COUNCIL | BO DIAZ, CY FOX
      CITY OF WEIRTON COUNCIL | BO DIAZ, CY FOX | county: BOONE
      OTHER COUNCIL | BO DIAZ JR, CY FOX JR | county: BOONE`
    const { contest_county, contests } = await readLines('wv', linesOf(lines))
    expect([contests.length, contest_county.length]).toEqual([2, 3])
  })
})

// In the text, three dots stand for choices that are not complete, and a question mark for write-in candidates that may be among them.
describe('The people of a contest', () => {
  it.each(casesOf(text('people')))('%s', (_, one) => expectContests(SHOWN.people, one))

  it.each<[Lowercase<StateCode>, boolean[]]>([
    ['ky', [false, true, false, true]],
    ['ia', [false, true, false, true]],
    ['wy', [false, false, false, false]],
  ])(
    'may be some that voters wrote, where the file does not mark these and one has a small share of the votes: %s',
    async (state, flagged) => {
      // Some counties have only a few voters of a city: all of them count.
      const lines = `ASH MAYOR | ANN LEE = 200, BNN LEE = 90, CNN LEE = 40
        BAY MAYOR | ANN LEE = 200, BNN LEE = 90, CNN LEE = 60
        CEDAR MAYOR | ANN LEE = 9
        US HOUSE | ANN LEE = 900, BNN LEE = 100 | district: 1; party: INDEPENDENT`
      const { contests } = await readLines(state, linesOf(lines))
      expect(contests.map(({ details }) => details.may_include_write_ins ?? false)).toEqual(flagged)
    },
  )

  it.each<[Lowercase<StateCode>, string[]]>([
    ['tx', ['DE LA ROE', 'FOX', 'STARCHILD']],
    ['wy', ['FOX']],
  ])(
    'are surnames alone where the file has these, but for President, and words without a space anywhere: %s',
    async (state, incomplete) => {
      const lines = `US PRESIDENT | ANN LEE | party: DEMOCRAT
        OWL MAYOR | DE LA ROE, FOX, STARCHILD
        OWL SCHOOL BOND | FOR`
      const { choice } = await readLines(state, linesOf(lines))
      expect(choice.filter(({ details }) => JSON.parse(details).name_incomplete).map(({ label }) => label)).toEqual(
        incomplete,
      )
    },
  )

  it('have letters in place of garbled ones, and an issue with a digit in a word', async () => {
    const { choice, issues } = await readLines('wy', linesOf('OWL MAYOR | ANN LIMÃ³N, BO GALL0S, CY ROE 3RD, DI ROE 2'))
    expect(choice.map(({ label }) => label)).toEqual(['ANN LIMóN', 'BO GALL0S', 'CY ROE 3RD', 'DI ROE 2'])
    expect(choice[0]?.choice_key.split('/').at(-1)).toBe('ann-limon')
    const told = issues.filter(({ code }) => code === 'mended-encoding' || code === 'digit-in-name')
    expect(told.map(({ code, value }) => `${code} ${value}`)).toEqual([
      ...['mended-encoding ANN LIMÃ³N', 'digit-in-name BO GALL0S'],
    ])
  })
})
