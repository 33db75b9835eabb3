import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { feedFilter } from '../../../data/schema/subscription.ts'
import { acquireFilter, compileFilter, countFilters, toCanonical } from '../../../server/feed/filter.ts'
import { facetsOf } from './drawn.ts'

/** For each field, a value that the event has and one that it does not have. */
const EVENT = facetsOf(0)
const FITTING = {
  categories: ['newspapers'],
  endorsers: ['the-herald'],
  endorser_states: ['NC'],
  states: ['NC'],
  elections: ['nc-2024-11-05-general'],
  contest_kinds: ['candidate'],
  levels: ['federal'],
  types: ['created'],
}
const OTHER = {
  categories: ['unions'],
  endorsers: ['local-9'],
  endorser_states: ['national'],
  states: ['VA'],
  elections: ['va-2024-11-05-general'],
  contest_kinds: ['measure'],
  levels: ['city'],
  types: ['deleted'],
}
const FIELDS = Object.keys(feedFilter.shape)

describe('a filter', () => {
  it('matches everything if it is empty', () => {
    expect(compileFilter({})(EVENT)).toBe(true)
  })

  it('compares every field of the specification with the event', () => {
    expect(FIELDS).toHaveLength(8)
    for (const [field, values] of Object.entries(FITTING))
      expect(compileFilter(feedFilter.parse({ [field]: values }))(EVENT), field).toBe(true)
    for (const [field, values] of Object.entries(OTHER))
      expect(compileFilter(feedFilter.parse({ [field]: values }))(EVENT), field).toBe(false)
  })

  it('combines fields with AND and values with OR', () => {
    const choice = fc.constantFrom('none', 'fitting', 'other', 'both')
    fc.assert(
      fc.property(fc.record(Object.fromEntries(FIELDS.map((field) => [field, choice]))), (choices) => {
        const filter: Record<string, string[]> = {}
        for (const [field, chosen] of Object.entries(choices)) {
          const [fitting = [], other = []] = [FITTING, OTHER].map((values) =>
            new Map(Object.entries(values)).get(field),
          )
          if (chosen === 'fitting') filter[field] = fitting
          if (chosen === 'other') filter[field] = other
          if (chosen === 'both') filter[field] = [...other, ...fitting]
        }
        const expected = !Object.values(choices).includes('other')
        expect(compileFilter(feedFilter.parse(filter))(EVENT)).toBe(expected)
      }),
    )
  })

  it('has one canonical text for any order and repeats of its values', () => {
    expect(toCanonical({ states: ['VA', 'NC', 'VA'], types: ['created'] })).toBe(
      toCanonical({ types: ['created'], states: ['NC', 'VA'] }),
    )
    const distinct = [{}, ...Object.entries(FITTING), ...Object.entries(OTHER)].map((one) =>
      toCanonical(Array.isArray(one) ? feedFilter.parse({ [one[0]]: one[1] }) : {}),
    )
    expect(new Set(distinct).size).toBe(distinct.length)
  })

  it('is compiled once for all users, and dropped with the last of them', () => {
    const before = countFilters()
    const first = acquireFilter({ states: ['VA', 'NC'] })
    const second = acquireFilter({ states: ['NC', 'VA'] })
    const third = acquireFilter({ states: ['NC'] })
    expect(second.filter).toBe(first.filter)
    expect(third.filter).not.toBe(first.filter)
    expect(countFilters()).toBe(before + 2)
    first.release()
    expect(countFilters()).toBe(before + 2)
    second.release()
    third.release()
    expect(countFilters()).toBe(before)
  })
})
