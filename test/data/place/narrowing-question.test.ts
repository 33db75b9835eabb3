import { expect, test } from 'vitest'
import {
  chooseQuestion,
  NARROWING_DISTRICTS_MAX,
  NARROWING_OPTIONS_MAX,
  type Part,
} from '../../../data/place/narrowing-question.ts'
import type { DistrictType, Match } from '../../../data/schema/vocabulary.ts'

type Drawn = readonly [share: number, ballot: string, districts: Partial<Record<DistrictType, string>>]

const MATCHES: Readonly<Record<string, Match>> = { c: 'certain', p: 'possible' }

/** @param drawn a ballot has a letter for each contest: c, p, or - where it is not voted */
function partsOf(drawn: readonly Drawn[]): Part[] {
  return drawn.map(([share, ballot, districts]) => {
    const own = new Map<DistrictType, string>()
    for (const type of ['council', 'place', 'school', 'state_lower'] as const) {
      const text = districts[type]
      if (text !== undefined) own.set(type, text)
    }
    return { share, matches: [...ballot].map((letter) => MATCHES[letter]), districts: own }
  })
}

const ask = (...drawn: Drawn[]) => {
  const found = chooseQuestion(partsOf(drawn))
  const settles = Math.round((found?.settles ?? 0) * 1e6) / 1e6
  return found && [found.kind, found.type, found.options.map(({ share }) => share), settles]
}

// biome-ignore format: a part a line
test.each<[what: string, parts: Drawn[], asked: unknown[] | undefined]>([
  ['is none if all parts have one ballot', [
    [0.6, 'c-', { council: '1' }],
    [0.4, 'c-', { council: '2' }],
  ], undefined],
  ['names the type of districts that settles all of it', [
    [0.3, 'c-', { council: '1', place: 'a' }],
    [0.7, '-c', { council: '2', place: 'a' }],
  ], ['district', 'council', [0.7, 0.3], 1]],
  ['asks for a part with one ballot if two lines cross', [
    [0.4, 'c-c-', { council: '1', school: 'a' }],
    [0.3, 'c--c', { council: '1', school: 'b' }],
    [0.2, '-cc-', { council: '2', school: 'a' }],
    [0.1, '-c-c', { council: '2', school: 'b' }],
  ], ['ballot', null, [0.4, 0.3, 0.2, 0.1], 1]],
  ['prefers one type of districts that settles nearly as much', [
    [0.595, 'c--', { council: '1', place: 'in' }],
    [0.4, '-c-', { council: '2', place: 'out' }],
    [0.005, '-cc', { council: '3', place: 'out' }],
  ], ['district', 'council', [0.595, 0.4, 0.005], 1]],
  ['prefers, of two types that settle the same, the one with fewer answers', [
    [0.5, 'c-', { council: '1', state_lower: '1' }],
    [0.3, '-c', { council: '2', state_lower: '2' }],
    [0.2, '-c', { council: '2', state_lower: '3' }],
  ], ['district', 'council', [0.5, 0.5], 1]],
  ['takes a possible contest as a ballot of its own: a band along a generalised line has an answer', [
    [0.5, 'c-', { council: '1' }],
    [0.1, 'pp', { council: '1? 2?' }],
    [0.4, '-c', { council: '2' }],
  ], ['district', 'council', [0.5, 0.4, 0.1], 1]],
])('the question %s', (_what, parts, asked) => expect(ask(...parts)).toEqual(asked))

test('of a city with many ballots, the question after which most contests are decided', () => {
  // Ten wards, each with ten areas of one contest. Each ward has its answer.
  const parts = Array.from({ length: 100 }, (_, at): Drawn => {
    const ward = Math.floor(at / 10)
    const wards = Array.from({ length: 10 }, (__, nth) => (nth === ward ? 'c' : '-')).join('')
    const own = Array.from({ length: 100 }, (__, nth) => (nth === at ? 'c' : '-')).join('')
    return [0.01, wards + own, { council: `${ward}`, school: `${at}` }]
  })
  const [kind, type, shares, settles] = ask(...parts) ?? []
  expect([kind, type, settles]).toEqual(['district', 'council', 0])
  expect(shares).toHaveLength(10)
})

test('of many districts, each has an answer up to the most; a small band along a border has none', () => {
  const districts = (count: number, more: Drawn[] = []): Drawn[] => [
    ...Array.from({ length: count }, (_, at): Drawn => {
      const ballot = Array.from({ length: count }, (__, nth) => (nth === at ? 'c' : '-')).join('')
      return [(0.99 - at / 1000) / count, ballot, { council: ` ${at} certain` }]
    }),
    ...more,
  ]
  const answersOf = (parts: Drawn[]) => chooseQuestion(partsOf(parts))?.options.length
  expect(answersOf(districts(12))).toBe(12)
  expect(answersOf(districts(NARROWING_DISTRICTS_MAX + 4))).toBe(NARROWING_DISTRICTS_MAX)
  const band: Drawn = [0.01, 'pp----------', { council: ' 0 possible 1 possible' }]
  expect(answersOf(districts(12, [band]))).toBe(12)
  expect(answersOf(districts(NARROWING_OPTIONS_MAX - 1, [[0.01, 'pp-----', band[2]]]))).toBe(NARROWING_OPTIONS_MAX)
})
