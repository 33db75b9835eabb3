// Stores distinct sets of area ordinals under numbers; 0 is the empty set.

export interface AreaSets {
  /** By set number; ordinals ascending. */
  readonly lists: readonly Uint32Array[]
  intern(rising: readonly number[]): number
  /** The ordinals in exactly one of the two sets. */
  xor(a: number, b: number): number
}

const REMEMBERED = 1_000_000

export function createAreaSets(): AreaSets {
  const empty = new Uint32Array(0)
  const lists = [empty]
  const ids = new Map([['', 0]])
  const known = new Map<number, number>()

  const intern = (rising: readonly number[]): number => {
    const name = rising.join(',')
    let id = ids.get(name)
    if (id === undefined) {
      id = lists.length
      lists.push(Uint32Array.from(rising))
      ids.set(name, id)
    }
    return id
  }

  const xor = (a: number, b: number): number => {
    if (a === 0) return b
    if (b === 0) return a
    if (a === b) return 0
    const pair = Math.min(a, b) * 0x4000000 + Math.max(a, b)
    let id = known.get(pair)
    if (id === undefined) {
      id = intern(difference(lists[a] ?? empty, lists[b] ?? empty))
      if (known.size >= REMEMBERED) known.clear()
      known.set(pair, id)
    }
    return id
  }
  return { lists, intern, xor }
}

function difference(a: Uint32Array, b: Uint32Array): number[] {
  const result: number[] = []
  let j = 0
  for (const value of a) {
    for (; j < b.length && (b[j] ?? 0) < value; j++) result.push(b[j] ?? 0)
    if (j < b.length && b[j] === value) j++
    else result.push(value)
  }
  for (; j < b.length; j++) result.push(b[j] ?? 0)
  return result
}
