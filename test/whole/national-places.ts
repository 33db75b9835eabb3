// Places whose districts are known, where geometry is awkward or the answer is told elsewhere.

import type { Point } from '../build/cells-brute.ts'
import type { Find } from '../build/cells-proof.ts'
import { textsBeside } from '../table.ts'
import type { ServedLines } from './served-lines.ts'

const text = textsBeside(import.meta.url)

const TYPES = [
  'state',
  'congressional',
  'county',
  'place',
  'school',
  'state_upper',
  'state_lower',
  'ward',
  'anc',
  'smd',
  'council',
  'county_council',
]

// The Census Bureau's GEOIDs, and names where the files have none, in the order of the types; both Congresses agree everywhere here.
const TABLE = text('places')

export interface KnownPlace {
  name: string
  point: Point
  /** By type of district. */
  districts: Record<string, string>
}

export const KNOWN_PLACES: readonly KnownPlace[] = TABLE.split('\n')
  .map((line) => line.split('|').map((column) => column.trim()))
  .filter((columns) => columns.length === 3)
  .map(([name = '', at = '', ids = '']) => {
    const [lat = 0, lng = 0] = at.split(' ').map((degrees) => Math.round(Number(degrees) * 1e6))
    const held = ids.split(' ').map((id, i): [string, string] => [TYPES[i] ?? '', id.replaceAll('_', ' ')])
    return { name, point: [lng, lat], districts: Object.fromEntries(held.filter(([, id]) => id !== '-')) }
  })

/** By type; of several plans or districts of a type all that are not the same. */
export function districtsAt({ layers }: ServedLines, find: Find, point: Point): Record<string, string> {
  const all = layers.flatMap(({ type, districts }) => districts.map((district) => ({ type, district })))
  const found = new Map<string, Set<string>>()
  for (const ordinal of find(point)) {
    const { type = '', district = '' } = all[ordinal - 1] ?? {}
    found.set(type, (found.get(type) ?? new Set()).add(district))
  }
  return Object.fromEntries([...found].map(([type, districts]) => [type, [...districts].join()]))
}
