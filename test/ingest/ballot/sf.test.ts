import { describe, expect, it } from 'vitest'
import { findBondAmount, sfElection } from '../../../ingest/ballot/sf.ts'
import { readText } from './read.ts'

const HEADER =
  'election_date,prop_letter_or_num,prop_title,num_yes_votes,pct_required_to_pass,prop_kind,description,prop_url'
const read = (...lines: string[]) => readText('sf-measures', [[HEADER, ...lines].join('\n')])

it('the measures of San Francisco are in ballot order, with those of larger areas last', async () => {
  const measure = (number: string) => `11/8/2016,${number},About ${number},1,50,Ordinance,Text,https://example.org/m`
  const { contest } = await read(...['RR', 'B', 'AA', 'A', '10', '2', ''].map(measure))
  const ordered = contest.map(({ title }) => title.split(' ').at(-1))
  expect(ordered).toEqual(['2', '10', 'A', 'B', 'AA', 'About', 'RR'])
})

it.each([
  ['a kind', '11/8/2016,A,Title,1,50,Sonnet,Text,https://example.org/m', 'got prop_kind "Sonnet"'],
  ['a share', '11/8/2016,A,Title,1,75,Ordinance,Text,https://example.org/m', 'got pct_required_to_pass "75"'],
])('the measures of San Francisco stop at %s that nobody has decided about', async (_, line, said) => {
  await expect(read(line)).rejects.toThrow(`sf_ballot_measure_history.csv:2: ${said}`)
})

it.each([
  ['2016-06-07', 'primary', 'Primary Election', undefined, 'top_two'],
  ['2008-02-05', 'primary', 'Presidential Primary Election', undefined, undefined],
  ['2016-11-08', 'general', 'General Election', undefined, undefined],
  ['2005-11-08', 'special', 'Special Election', undefined, undefined],
  ['2015-11-03', 'general', 'Municipal Election', 'San Francisco', undefined],
  ['1991-12-10', 'runoff', 'Runoff Election', 'San Francisco', undefined],
  ['1922-11-21', 'special', 'Special Election', 'San Francisco', undefined],
])('the election of a day %s is %s', (date, type, words, place, primary_system) => {
  const { place: said, primary_system: system, ...rest } = sfElection(date)
  expect([rest, said, system]).toEqual([{ state: 'CA', date, type, words }, place, primary_system])
})

describe("a bond's amount", () => {
  it.each([
    ['Water Bonds $115,000,000', 'About water.', 115_000_000],
    ['Museum Bonds $89.9 million', 'To owe $89,900,000.', 89_900_000],
    ['School Bonds', 'To issue $744,250,000 in bonds.', 744_250_000],
    ['School Bonds', 'To issue $1.05 billion in bonds, at $0.05 a month.', 1_050_000_000],
    ['Boat Bonds, $63,000', 'To owe $63, 000 for boats.', 63_000],
    ['Parking Bonds $11,000,000', 'To owe $54,000,000.', null],
    ['Bonds', 'To owe $73,800,000, of which $2,000,000 for homes.', null],
    ['Bonds, $37,826.000', 'For schools.', null],
    ['Bonds, $34,5000,000', 'To owe $34,500,000.', null],
    ['Bonds', 'To owe twelve million dollars.', null],
  ])('of "%s", "%s" is %s', (title, text, amount) => {
    expect(findBondAmount(title, text)).toBe(amount)
  })
})
