// How much of a place lies in a district.

export interface Sizes {
  /** Of the place's part inside the district, and of the whole place, in one unit; null where it is not known. */
  size: number | null
  whole: number | null
}

/** Shares have four decimals. */
const PARTS = 10_000

/**
 * 1 exactly where the district covers the place: what may then lie outside is a sliver between two sources' lines
 * (build/overlap.ts), and nobody's. Else the share of the area, never 0 and never 1.
 */
export function toShare({ size, whole }: Sizes, covers: boolean): number | null {
  if (size === null || whole === null) return null
  if (covers) return 1
  return Math.min(PARTS - 1, Math.max(1, Math.round((size / whole) * PARTS))) / PARTS
}
