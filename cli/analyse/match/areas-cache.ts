// Values by the areas at a point. Nearly all points share their areas with others, and joining the numbers to a key takes longer than
// finding them.

export interface AreasCache<Value> {
  find(areas: readonly number[]): Value | undefined
  /** Replaces the value of any areas with the same slot. */
  set(areas: readonly number[], value: Value): void
}

/** About eight times the combinations of areas in the nation, so that few share a slot. */
const SLOTS = 1 << 18

export function createAreasCache<Value>(): AreasCache<Value> {
  const entries = new Array<{ areas: readonly number[]; value: Value } | undefined>(SLOTS).fill(undefined)
  return {
    find(areas) {
      const entry = entries[slotOf(areas)]
      if (entry?.areas.length !== areas.length) return undefined
      for (let at = 0; at < areas.length; at++) if (entry.areas[at] !== areas[at]) return undefined
      return entry.value
    },
    set(areas, value) {
      entries[slotOf(areas)] = { areas, value }
    },
  }
}

function slotOf(areas: readonly number[]): number {
  let hash = areas.length
  for (const area of areas) hash = Math.imul(hash ^ area, 0x9e3779b1)
  return hash >>> 14
}
