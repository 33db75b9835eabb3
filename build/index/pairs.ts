// Collects (place, edge) pairs in any order, and groups them by place.

const EDGES = 2 ** 26
const PLACES = 2 ** 27

export interface PairGroups {
  /** Distinct places, ascending. */
  readonly places: Float64Array
  /** The edges of `places[i]` are `edges[starts[i]]` to `edges[starts[i + 1]]`, ascending. */
  readonly starts: Uint32Array
  readonly edges: Uint32Array
}

/** Stores each pair as a single number, which sorts natively and takes eight bytes. */
export class Pairs {
  private packed = new Float64Array(1024)
  private length = 0

  /** @throws RangeError beyond 2^27 places or 2^26 edges */
  add(place: number, edge: number): void {
    if (place >= PLACES || edge >= EDGES)
      throw new RangeError(`edge ${edge} in place ${place} does not fit: at most ${EDGES} edges and ${PLACES} places`)
    if (this.length === this.packed.length) {
      const larger = new Float64Array(this.length * 2)
      larger.set(this.packed)
      this.packed = larger
    }
    this.packed[this.length++] = place * EDGES + edge
  }

  /** Returns each pair once, and empties the collection. */
  group(): PairGroups {
    const sorted = this.packed.subarray(0, this.length).sort()
    const edges = new Uint32Array(sorted.length)
    const places: number[] = []
    const starts: number[] = []
    let count = 0
    let last = -1
    for (const pair of sorted) {
      if (pair === last) continue
      const place = Math.floor(pair / EDGES)
      if (places.length === 0 || place !== places[places.length - 1]) {
        places.push(place)
        starts.push(count)
      }
      edges[count++] = pair - place * EDGES
      last = pair
    }
    starts.push(count)
    this.packed = new Float64Array(1024)
    this.length = 0
    return { places: Float64Array.from(places), starts: Uint32Array.from(starts), edges: edges.subarray(0, count) }
  }
}

/** Index of the last value ≤ `key`, or -1. */
export function floorIndex(rising: ArrayLike<number>, key: number): number {
  let low = 0
  let high = rising.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rising[middle] ?? 0) <= key) low = middle + 1
    else high = middle
  }
  return low - 1
}
