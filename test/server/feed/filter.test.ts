import fc from 'fast-check'
import { expect, it } from 'vitest'
import { feedFilter } from '../../../data/schema/subscription.ts'
import { acquireFilter, compileFilter, countFilters, toCanonical } from '../../../server/feed/filter.ts'
import { facetsOf } from './drawn.ts'

const EVENT = facetsOf(0)
/** For each field, a value that the event has and one that it does not have. */
const VALUES = {
  categories: ['newspapers', 'unions'],
  endorsers: ['the-herald', 'local-9'],
  endorser_states: ['NC', 'national'],
  states: ['NC', 'VA'],
  elections: ['nc-2024-11-05-general', 'va-2024-11-05-general'],
  contest_kinds: ['candidate', 'measure'],
  levels: ['federal', 'city'],
  types: ['created', 'deleted'],
}
const fits = (filter: Record<string, string[] | undefined>): boolean => compileFilter(feedFilter.parse(filter))(EVENT)

it('compares every field of the specification with the event', () => {
  expect(Object.keys(VALUES)).toEqual(expect.arrayContaining(Object.keys(feedFilter.shape)))
  for (const [field, [fitting = '', other = '']] of Object.entries(VALUES))
    expect([fits({ [field]: [fitting] }), fits({ [field]: [other] })], field).toEqual([true, false])
})

it('combines fields with AND and values with OR', () => {
  const filters = fc.record(
    Object.fromEntries(Object.entries(VALUES).map(([field, two]) => [field, fc.subarray(two, { minLength: 1 })])),
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(filters, (filter) => {
      const wanted = Object.entries(VALUES).map(([field, [fitting = '']]) => filter[field]?.includes(fitting) ?? true)
      expect(fits(filter)).toBe(wanted.every(Boolean))
    }),
  )
})

it('has one canonical text for any order and repeats of its values', () => {
  expect(toCanonical({ states: ['VA', 'NC', 'VA'], types: ['created'] })).toBe(
    toCanonical({ types: ['created'], states: ['NC', 'VA'] }),
  )
  const single = Object.entries(VALUES).flatMap(([field, two]) => two.map((value) => ({ [field]: [value] })))
  const distinct = [{}, ...single].map((filter) => toCanonical(feedFilter.parse(filter)))
  expect(new Set(distinct).size).toBe(distinct.length)
})

it('is shared by equal filters until the last of its users has released it', () => {
  const before = countFilters()
  const [first, second] = [acquireFilter({ states: ['NC', 'VA'] }), acquireFilter({ states: ['VA', 'NC'] })]
  first.release()
  const third = acquireFilter({ states: ['NC', 'VA'] })
  expect(third.filter).toBe(second.filter)
  for (const one of [second, third]) one.release()
  expect(countFilters()).toBe(before)
})
