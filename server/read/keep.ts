// What places ask for again and again, kept while its part or bundle is open; what is not asked for falls out.

import { LRUCache } from 'lru-cache'
import type { Bundle, Part } from '../../data/store/bundle.ts'

const ROWS_MAX = 65_536
const FRAGMENT_BYTES_MAX = 64 * 1024 * 1024

/** @param load reads the whole from a part (or bundle) on first need; it is not asked again while that is open */
export function keepWhole<Source extends object, Whole>(load: (source: Source) => Whole): (source: Source) => Whole {
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

/** @param load reads one value from the part; it is not asked for a key again while the value is kept */
export function keepRows<Key extends string | number, Row extends object>(
  load: (part: Part, key: Key) => Row,
): (part: Part, key: Key) => Row {
  const rowsOf = keepWhole((_part: Part) => new LRUCache<Key, Row>({ max: ROWS_MAX }))
  return (part, key) => {
    const rows = rowsOf(part)
    const known = rows.get(key)
    if (known) return known
    const row = load(part, key)
    rows.set(key, row)
    return row
  }
}

/** A piece of a reply that says nothing of who asked, nor of where. */
export interface Fragment {
  bytes: Buffer
}

/** @returns a finder of fragments by contest, in the order asked; @param make those that are missing, together */
export function keepFragments<One extends { id: number }, Made extends Fragment>(): (
  bundle: Bundle,
  variant: string,
  contests: readonly One[],
  make: (missing: readonly One[]) => ReadonlyMap<number, Made>,
) => Made[] {
  const fragmentsOf = keepWhole(
    (_bundle: Bundle) =>
      new LRUCache<string, Made>({
        maxSize: FRAGMENT_BYTES_MAX,
        sizeCalculation: ({ bytes }, key) => bytes.length + key.length,
      }),
  )
  return (bundle, variant, contests, make) => {
    const fragments = fragmentsOf(bundle)
    const known = contests.map(({ id }) => fragments.get(`${variant}${id}`))
    const missing = contests.filter((_, at) => !known[at])
    if (missing.length === 0) return known.filter((one) => one !== undefined)
    const made = make(missing)
    for (const [id, fragment] of made) fragments.set(`${variant}${id}`, fragment)
    return contests.flatMap(({ id }, at) => known[at] ?? made.get(id) ?? [])
  }
}

/** One Buffer of them all, each copied once. */
export function joinPieces(pieces: readonly (string | Buffer)[]): Buffer {
  let length = 0
  for (const piece of pieces) length += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length
  const joined = Buffer.allocUnsafe(length)
  let at = 0
  for (const piece of pieces) at += typeof piece === 'string' ? joined.write(piece, at) : piece.copy(joined, at)
  return joined
}

/** Between the members of a list. */
export function joinList(lists: readonly (readonly (string | Buffer)[])[]): (string | Buffer)[] {
  return lists.flatMap((pieces, at) => (at === 0 ? [...pieces] : [',', ...pieces]))
}
