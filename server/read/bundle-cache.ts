// The cache of an open bundle. Each of its parts has one, and the bundle itself one for what is read from several parts; it is dropped with the
// part or bundle. Values that were not used for the longest time leave it at BUNDLE_CACHE_BYTES_MAX; tables, which are read whole, stay.

/** @setting Most bytes of values in memory that were read from one part of a bundle, and of those from several of its parts. Less computes busy contests and places again. */
export const BUNDLE_CACHE_BYTES_MAX = 32 * 1024 * 1024

type Key = string | number
/** Bytes of a value's key and of its entry in a map, beside its own. */
const ENTRY_BYTES = 96

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

/**
 * A kind of values. The caller loads a value that is missing, and keeps it: `values.find(part, key) ?? values.keep(part, key, load(), bytes)`.
 */
export function defineKept<Source extends object, K extends Key, V extends Value>(kind: string) {
  const count = lookupsOf(kind)
  const shelves = new WeakMap<Source, ReturnType<typeof createShelf<K, V>>>()
  const open = (source: Source) => {
    const cache = cacheOf(source)
    const shelf = createShelf<K, V>(cache)
    cache.shelves.set(kind, shelf)
    shelves.set(source, shelf)
    return shelf
  }
  return {
    /** Undefined if the value is not cached. */
    find(source: Source, key: K): V | undefined {
      const entry = (shelves.get(source) ?? open(source)).find(key)
      if (entry === undefined) count.misses += 1
      else count.hits += 1
      return entry?.value
    },
    /** Returns the value. @param bytes about what it takes in memory */
    keep(source: Source, key: K, value: V, bytes: number): V {
      const shelf = shelves.get(source) ?? open(source)
      shelf.keep(key, { value, bytes: ENTRY_BYTES + bytes })
      return value
    },
  }
}

interface Entry<V> {
  readonly value: V
  readonly bytes: number
}

function createShelf<K extends Key, V extends Value>(cache: Cache) {
  let [recent, older] = [new Map<K, Entry<V>>(), new Map<K, Entry<V>>()]
  let [recentBytes, olderBytes] = [0, 0]
  const add = (bytes: number): void => {
    recentBytes += bytes
    cache.recentBytes += bytes
  }
  const drop = (key: K): void => {
    const [newer, old] = [recent.get(key), older.get(key)]
    if (newer && recent.delete(key)) add(-newer.bytes)
    if (old && older.delete(key)) olderBytes -= old.bytes
  }
  const keep = (key: K, entry: Entry<V>): void => {
    drop(key)
    const { bytes } = entry
    if (bytes > BYTES_RECENT_MAX) return
    if (cache.recentBytes + bytes > BYTES_RECENT_MAX) {
      for (const shelf of cache.shelves.values()) shelf.age()
      cache.recentBytes = 0
    }
    recent.set(key, entry)
    add(bytes)
  }
  return {
    find(key: K): Entry<V> | undefined {
      const entry = recent.get(key)
      if (entry) return entry
      const old = older.get(key)
      if (old) keep(key, old)
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

/** A table that is read whole, once for each part. @param bytesOf about what it takes now */
export function defineTable<Source extends object, V extends Value>(kind: string, bytesOf: (table: V) => number) {
  const count = lookupsOf(kind)
  const tables = new WeakMap<Source, { table: V }>()
  return {
    /** Undefined if the table has not been read. */
    find(source: Source): V | undefined {
      const known = tables.get(source)
      if (known) count.hits += 1
      else count.misses += 1
      return known?.table
    },
    /** Returns the table. */
    keep(source: Source, table: V): V {
      tables.set(source, { table })
      cacheOf(source).shelves.set(kind, { bytes: () => bytesOf(table), age: () => undefined })
      return table
    },
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

// Texts that many cached rows have, such as states and types, each once in memory. Every row of SQLite comes with strings of its own.

const texts = new Map<string, string>()

/** An equal text, the same for all callers. Only for texts of which a bundle has few. */
export function share<Text extends string>(text: Text): Text {
  const known = texts.get(text)
  if (known !== undefined) return known as Text
  texts.set(text, text)
  return text
}
