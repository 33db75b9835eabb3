// The cache of an open bundle. Each of its parts has one, and the bundle itself one for what is read from several parts; it is dropped with the
// part or bundle. Values that were not used for the longest time leave it at BUNDLE_CACHE_BYTES_MAX; tables, which are read whole, stay.

import type { OpenPart } from '../../data/store/bundle.ts'

/** @setting Most bytes of values in memory that were read from one part of a bundle, and of those from several of its parts. Less computes busy contests and places again. */
export const BUNDLE_CACHE_BYTES_MAX = 32 * 1024 * 1024

type Key = string | number
/** Bytes of a value's key and of its place in a map, beside its own. */
const ENTRY_BYTES = 64

/** Undefined marks a value that is not cached. */
type Value = NonNullable<unknown> | null

interface Lookups {
  hits: number
  misses: number
}
/** By kind of cached values. The metrics name them; docs/operator.md lists them. */
const lookups = new Map<string, Lookups>()

/** The values of one kind. */
interface Shelf {
  bytes(): number
  /** Drops the values that were not used since the last call. */
  age(): void
}

interface Cache {
  shelves: Map<string, Shelf>
  /** Of values that were used since the shelves last aged. At half the budget, all of them age. */
  recentBytes: number
}
const caches = new WeakMap<object, Cache>()

function cacheOf(source: object): Cache {
  const cache = caches.get(source) ?? { shelves: new Map(), recentBytes: 0 }
  caches.set(source, cache)
  return cache
}

const BYTES_RECENT_MAX = BUNDLE_CACHE_BYTES_MAX / 2

/** A kind whose values the caller loads, as one that loads them in steps. @param bytesOf about what a value takes in memory */
export function defineKept<Source extends object, K extends Key, V extends Value>(
  kind: string,
  bytesOf: (value: V) => number,
) {
  const count = lookupsOf(kind)
  const shelves = new WeakMap<Source, ReturnType<typeof createShelf<K, V>>>()
  const open = (source: Source) => {
    const cache = cacheOf(source)
    const shelf = createShelf<K, V>(cache, bytesOf)
    cache.shelves.set(kind, shelf)
    shelves.set(source, shelf)
    return shelf
  }
  return {
    /** Undefined if the value is not cached. */
    find(source: Source, key: K): V | undefined {
      const value = (shelves.get(source) ?? open(source)).find(key)
      if (value === undefined) count.misses += 1
      else count.hits += 1
      return value
    },
    keep: (source: Source, key: K, value: V): void => (shelves.get(source) ?? open(source)).keep(key, value),
  }
}

function createShelf<K extends Key, V extends Value>(cache: Cache, ownBytesOf: (value: V) => number) {
  const bytesOf = (value: V): number => ENTRY_BYTES + ownBytesOf(value)
  let [recent, older] = [new Map<K, V>(), new Map<K, V>()]
  let [recentBytes, olderBytes] = [0, 0]
  const add = (bytes: number): void => {
    recentBytes += bytes
    cache.recentBytes += bytes
  }
  const drop = (key: K): void => {
    const [newer, old] = [recent.get(key), older.get(key)]
    if (newer !== undefined && recent.delete(key)) add(-bytesOf(newer))
    if (old !== undefined && older.delete(key)) olderBytes -= bytesOf(old)
  }
  const keep = (key: K, value: V): void => {
    drop(key)
    const bytes = bytesOf(value)
    if (bytes > BYTES_RECENT_MAX) return
    if (cache.recentBytes + bytes > BYTES_RECENT_MAX) {
      for (const shelf of cache.shelves.values()) shelf.age()
      cache.recentBytes = 0
    }
    recent.set(key, value)
    add(bytes)
  }
  return {
    find(key: K): V | undefined {
      const value = recent.get(key)
      if (value !== undefined) return value
      const old = older.get(key)
      if (old !== undefined) keep(key, old)
      return old
    },
    keep,
    bytes: () => recentBytes + olderBytes,
    age() {
      older = recent
      olderBytes = recentBytes
      recent = new Map()
      recentBytes = 0
    },
  }
}

/** Returns a function that loads each value once while it is cached. */
export function defineCached<Source extends object, K extends Key, V extends Value>(
  kind: string,
  { load, bytesOf }: { load(source: Source, key: K): V; bytesOf(value: V): number },
): (source: Source, key: K) => V {
  const cached = defineKept<Source, K, V>(kind, bytesOf)
  return (source, key) => {
    const known = cached.find(source, key)
    if (known !== undefined) return known
    const value = load(source, key)
    cached.keep(source, key, value)
    return value
  }
}

/** Returns a function that reads a whole table at its first call. @param bytesOf about what it takes now */
export function defineTable<Source extends object, V extends Value>(
  kind: string,
  { load, bytesOf }: { load(source: Source): V; bytesOf(table: V): number },
): (source: Source) => V {
  const count = lookupsOf(kind)
  const tables = new WeakMap<Source, { table: V }>()
  return (source) => {
    const known = tables.get(source)
    if (known) {
      count.hits += 1
      return known.table
    }
    count.misses += 1
    const table = load(source)
    tables.set(source, { table })
    cacheOf(source).shelves.set(kind, { bytes: () => bytesOf(table), age: () => undefined })
    return table
  }
}

function lookupsOf(kind: string): Lookups {
  const count = lookups.get(kind) ?? { hits: 0, misses: 0 }
  lookups.set(kind, count)
  return count
}

interface CacheUse extends Readonly<Lookups> {
  kind: string
  bytes: number
}

/** Lookups of this process in all caches, and bytes in those of these parts and bundles. */
export function readCacheUse(sources: readonly object[]): CacheUse[] {
  return [...lookups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, counts]) => ({
      kind,
      ...counts,
      bytes: sources.reduce((sum, source) => sum + (caches.get(source)?.shelves.get(kind)?.bytes() ?? 0), 0),
    }))
}

// The tables of a part: one of an earlier version may lack some.

const NAME_BYTES = 100

export const loadTables = defineTable('tables', {
  load(part: OpenPart): ReadonlySet<string> {
    const rows = part.statement<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
    return new Set(rows.map(({ name }) => name))
  },
  bytesOf: ({ size }) => size * NAME_BYTES,
})

// Texts that many cached rows have, such as states and types, each once in memory. Every row of SQLite comes with strings of its own.

const texts = new Map<string, string>()

/** An equal text, the same for all callers. Only for texts of which a bundle has few. */
export function share<Text extends string>(text: Text): Text {
  const known = texts.get(text)
  if (known !== undefined) return known as Text
  texts.set(text, text)
  return text
}
