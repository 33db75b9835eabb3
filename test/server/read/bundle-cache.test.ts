import { expect, it } from 'vitest'
import { BUNDLE_CACHE_BYTES_MAX, defineKept, defineTable, readCacheUse } from '../../../server/read/bundle-cache.ts'

/** So many values fill a cache, and half as many were used lately at most. */
const VALUES = 16
const BYTES = BUNDLE_CACHE_BYTES_MAX / VALUES - 96

function countLoads() {
  const loaded: number[] = []
  const values = defineKept<object, number, { key: number }>('district')
  const load = (source: object, key: number): { key: number } => {
    const known = values.find(source, key)
    if (known) return known
    loaded.push(key)
    return values.keep(source, key, { key }, BYTES)
  }
  return { load, loaded }
}

const bytesIn = (source: object): number => readCacheUse([source]).reduce((sum, { bytes }) => sum + bytes, 0)

it('loads a value once for each part while it is used', () => {
  const { load, loaded } = countLoads()
  const [one, other] = [{}, {}]
  const value = load(one, 1)
  for (let key = 2; key < 10 * VALUES; key++) {
    load(one, key)
    expect(load(one, 1)).toBe(value)
  }
  expect(loaded.filter((key) => key === 1)).toEqual([1])
  expect(load(other, 1)).toEqual(value)
  expect(loaded.filter((key) => key === 1)).toEqual([1, 1])
})

it('keeps at least the last half of its budget, and never more than the budget', () => {
  const { load, loaded } = countLoads()
  const source = {}
  for (let key = 0; key < 3 * VALUES + 5; key++) {
    load(source, key)
    for (let back = 0; back < VALUES / 2 && back <= key; back++) load(source, key - back)
    expect(bytesIn(source)).toBeLessThanOrEqual(BUNDLE_CACHE_BYTES_MAX)
  }
  expect(loaded).toEqual([...loaded].sort((a, b) => a - b))
  load(source, 0)
  expect(loaded.at(-1)).toBe(0)
})

it('shares its budget among all kinds, but never drops a table', () => {
  const { load, loaded } = countLoads()
  const lists = defineKept<object, string, string>('point')
  const table = defineTable<object, number>('states', () => 2 * BUNDLE_CACHE_BYTES_MAX)
  const source = {}
  expect(table.keep(source, 1)).toBe(1)
  load(source, 1)
  for (let key = 0; key < VALUES; key++) lists.keep(source, `${key}`, `${key}`, BYTES)
  load(source, 1)
  expect(loaded).toEqual([1, 1])
  expect(table.find(source)).toBe(1)
})

it('counts a value that is replaced once, and does not keep one that is larger than half of the budget', () => {
  const texts = defineKept<object, number, string>('point')
  const source = {}
  texts.keep(source, 1, 'a'.repeat(1000), 1000)
  texts.keep(source, 1, 'b', 1)
  expect(texts.find(source, 1)).toBe('b')
  expect(bytesIn(source)).toBe(97)
  texts.keep(source, 2, 'c', BUNDLE_CACHE_BYTES_MAX / 2)
  expect(texts.find(source, 2)).toBeUndefined()
  expect(texts.find(source, 1)).toBe('b')
})

it('counts hits and misses by kind', () => {
  const { load } = countLoads()
  const use = () => readCacheUse([]).find(({ kind }) => kind === 'district') ?? expect.fail()
  const before = use()
  const source = {}
  for (const key of [1, 1, 2, 1]) load(source, key)
  expect(use()).toEqual({ ...before, hits: before.hits + 2, misses: before.misses + 2 })
})
