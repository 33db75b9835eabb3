import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { encodeMultiPolygon } from '../../../data/geometry/polygon.ts'
import { type OpenPart, openPart } from '../../../data/store/bundle.ts'
import { loadOutline, loadStateOutlines } from '../../../data/store/map-reads.ts'
import { type PartWriter, writePart } from '../../../data/store/part.ts'
import { polygonOf } from '../../server/box.ts'
import { DISTRICTS, districtId, fillPlaces } from '../../server/geography.ts'
import { withoutTables } from '../../server/without-tables.ts'
import { shareFolder } from '../../temporary.ts'

const folder = shareFolder()
const opened: OpenPart[] = []
afterAll(() => {
  for (const part of opened) part.close()
})

function openPlaces(fill: (writer: PartWriter) => void, without: readonly string[] = []): { places: OpenPart } {
  const { sha256 } = writePart(folder, 'places', fill)
  const file = join(folder, `${sha256}.sqlite`)
  const places = openPart(without.length > 0 ? withoutTables(file, without) : file, sha256)
  opened.push(places)
  return { places }
}

describe('outlines', () => {
  const built = openPlaces(fillPlaces)
  const older = openPlaces(fillPlaces, ['outline', 'state_outline'])

  test('are read from the part, not made of the exact lines', () => {
    const alder = districtId('alder')
    const stored = Int32Array.from([1, 2, 3, 2, 3, 5])
    const other = openPlaces((writer) => {
      writer.insert('boundary', ['district_id', 'rings'], [[alder, encodeMultiPolygon(polygonOf([-79, 35, -78, 36]))]])
      const columns = ['district_id', 'step', 'west', 'south', 'east', 'north', 'rings']
      writer.insert('outline', columns, [[alder, 9, 9, 18, 27, 45, encodeMultiPolygon([[stored]])]])
    })
    expect(loadOutline(other.places, alder)).toEqual({
      ...{ step: 9, rings: [stored], box: { west: 9, south: 18, east: 27, north: 45 } },
    })
  })

  test('of a bundle of 0.1.0 are the same, and the states have none', () => {
    for (const name of ['nc', 'alder', 'cd1'] as const) {
      const outline = loadOutline(built.places, districtId(name))
      expect(outline?.rings.length, name).toBe(1)
      expect(loadOutline(older.places, districtId(name)), name).toEqual(outline)
    }
    expect(loadStateOutlines(older.places)).toEqual([])
  })

  test('of all drawn states are on one grid', () => {
    const states = loadStateOutlines(built.places)
    expect(states.map(({ state }) => state)).toEqual(['DC', 'NC'])
    expect(new Set(states.map(({ step }) => step)).size).toBe(1)
    const [west, south] = DISTRICTS.nc.box
    const [, nc] = states
    const corner = [0, 1].map((axis) => Math.min(...(nc?.rings[0] ?? []).filter((_, at) => at % 2 === axis)))
    expect(corner.map((value) => (value * (nc?.step ?? 0)) / 1_000_000)).toEqual([west, south])
  })

  test('of a district without lines are undefined', () => {
    expect(loadOutline(built.places, districtId('board'))).toBeNull()
  })
})
