import { describe, expect, it } from 'vitest'
import type { StateCode } from '../../../../data/schema/vocabulary.ts'
import { table, textsBeside } from '../../../table.ts'
import { openOffices } from '../published.ts'

const text = textsBeside(import.meta.url)

const PUBLISHED = [
  ['county:adair', 'Adair County'],
  ['county:adair/place:lee', 'Lee township'],
  ['county:adair/school_district:adair', 'Adair'],
  ['place:greenfield', 'Greenfield city'],
  ['place:lee', 'Lee city'],
  ['place:wagener', 'Wagener town'],
] as const

/** Title, level, division and code of a question in Adair County of a state. */
function ask(text: string, state: StateCode = 'IA', district = ''): unknown[] {
  const { read, toId } = openOffices(state, PUBLISHED)
  const reading = read({ office: text, district, county: 'ADAIR', measure: true })
  if (!reading) return []
  const { title, level, area, measure_code } = reading.office
  return [title, level, toId(area), measure_code]
}

describe('A question', () => {
  it.each([
    ['CONSTITUTIONAL AMENDMENT A', 'Constitutional Amendment A'],
    ['QUESTIONS 3', 'Question 3'],
    ['PROPOSITION RELATED TO CONSTITUTIONAL AMENDMENTS', ''],
    ['SEPARATION OF POWER ISSUES UNDER THE CITY CHARTER', ''],
  ])('has the number that stands apart from its words: %s', (text, code) => {
    expect(ask(text, 'ND')[3]).toBe(code)
  })

  it.each(table(text('cities and townships')))('names a city, town or township: %s', (text, title, id) => {
    expect(ask(text)).toEqual([title, 'city', id, expect.anything()])
  })

  it.each(table(text('special districts')))('is of a special district: %s', (text, title, id) => {
    expect(ask(text, 'WA').slice(0, 3)).toEqual([title, 'special', id])
  })

  // A star stands for a value of which the case says nothing.
  it.each(table<[StateCode, ...string[]]>(text('titles, levels, areas and numbers')))(
    'has a title, a level, an area and a number: %s %s %s',
    (state, district, text = '', ...expected) => {
      const said = ask(text, state, district)
      expect(said.map((one, at) => (expected[at] === '*' ? '*' : one))).toEqual(expected)
    },
  )

  it('has no number from the words of its sentence', () => {
    expect(ask('ROAD BONDS : SHALL THE COUNTY ISSUE UP TO $100 IN BONDS')[3]).toBe('')
  })

  it('has one area for the questions of one body', () => {
    const area = (number: number) => ask(`PROPOSITION NO. ${number} BERRYHILL FIRE PROTECTION`, 'OK')[2]
    expect(area(1)).toBe(area(2))
  })
})
