// Caches values for as long as their part or bundle is open; rarely used values are evicted.

import { LRUCache } from 'lru-cache'
import type { OpenPart } from '../../data/store/bundle.ts'

const ROWS_MAX = 32_768

/** @param load called once per part (or bundle), on first use */
export function memoizePerPart<Source extends object, Whole>(
  load: (source: Source) => Whole,
): (source: Source) => Whole {
  const kept = new WeakMap<Source, { whole: Whole }>()
  return (source) => {
    let found = kept.get(source)
    if (!found) {
      found = { whole: load(source) }
      kept.set(source, found)
    }
    return found.whole
  }
}

/**
 * @param load reads one value from the part; not called again while the value is cached
 * @param max values that are cached
 */
export function cachePerPart<Key extends string | number, Row extends object>(
  load: (part: OpenPart, key: Key) => Row,
  max = ROWS_MAX,
): (part: OpenPart, key: Key) => Row {
  const rowsOf = memoizePerPart((_part: OpenPart) => new LRUCache<Key, Row>({ max }))
  return (part, key) => {
    const rows = rowsOf(part)
    const known = rows.get(key)
    if (known) return known
    const row = load(part, key)
    rows.set(key, row)
    return row
  }
}
