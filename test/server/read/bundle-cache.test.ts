import { expect, it } from 'vitest'
import {
  BUNDLE_CACHE_BYTES_MAX,
  defineCached,
  defineKept,
  defineTable,
  readCacheUse,
} from '../../../server/read/bundle-cache.ts'

/** So many values fill a cache, and half as many were used lately at most. */
const VALUES = 16
const BYTES = BUNDLE_CACHE_BYTES_MAX / VALUES - 64

function countLoads() {
  const loaded: number[] = []
  const load = defineCached('district', {
    load(_source: object, key: number) {
      loaded.push(key)
      return { key }
    },
    bytesOf: () => BYTES,
  })
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
  const lists = defineKept<object, string, string>('point', () => BYTES)
  let read = 0
  const table = defineTable('states', { load: () => ++read, bytesOf: () => 2 * BUNDLE_CACHE_BYTES_MAX })
  const source = {}
  expect(table(source)).toBe(1)
  load(source, 1)
  for (let key = 0; key < VALUES; key++) lists.keep(source, `${key}`, `${key}`)
  load(source, 1)
  expect(loaded).toEqual([1, 1])
  expect(table(source)).toBe(1)
  expect(read).toBe(1)
})

it('counts a value that is replaced once, and does not keep one that is larger than half of the budget', () => {
  const texts = defineKept<object, number, string>('point', ({ length }) => length)
  const source = {}
  texts.keep(source, 1, 'a'.repeat(1000))
  texts.keep(source, 1, 'b')
  expect(texts.find(source, 1)).toBe('b')
  expect(bytesIn(source)).toBe(65)
  texts.keep(source, 2, 'c'.repeat(BUNDLE_CACHE_BYTES_MAX / 2))
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
