// Counts over the publishers' files themselves; skipped where there is no mirror.

import { beforeAll, describe, expect, it } from 'vitest'
import { boundarySources } from '../../../ingest/boundary/sources.ts'
import { toDivisions } from '../../../ingest/engine/source-dependencies.ts'
import type { Divisions } from '../../../ingest/read/source.ts'
import type { Ran } from '../run-reader.ts'
import { collect, countCodes, divisionsOf, hasMirror, loadSource } from './collect.ts'

describe.skipIf(!hasMirror)('real boundary files', () => {
  let ocd: Ran
  let divisions: Divisions
  const read = (id: string): Promise<Ran> => collect(loadSource(boundarySources, id), { divisions })

  beforeAll(async () => {
    ocd = await collect(loadSource(boundarySources, 'ocd-divisions'))
    divisions = toDivisions(ocd.division)
  })

  it('hold 83,644 divisions', () => {
    expect(ocd.division).toHaveLength(83_644)
    expect(new Set(ocd.division.map(({ ocd_id }) => ocd_id)).size).toBe(83_644)
    expect(countCodes(ocd.issues)).toEqual({ 'incomplete-date': 15, 'repeated-division': 2, 'short-line': 2 })
    expect(divisionsOf([]).has('ocd-division/country:us/state:dc')).toBe(false)
    expect(divisions.has('ocd-division/country:us/state:dc')).toBe(true)
    expect(divisions.under('ocd-division/country:us/state:nc', 'county')).toHaveLength(100)
  })

  it.each([
    ['states', 56, 0, {}],
    ['counties-nc', 100, 0, {}],
    ['counties-ct', 8, 0, {}],
    // Residents of DC have no county, so there is no division for it.
    ['cd118-nc', 14, 0, {}],
    ['cd119', 437, 0, {}],
    ['school-districts-nc', 118, 3, { 'repaired-polygon': 25, 'unknown-division': 3 }],
    ['planning-regions-ct', 9, 0, {}],
    ['cd118-ct', 5, 0, { 'no-district': 1 }],
    ['cd118-ca', 52, 0, {}],
    ['cd118-dc', 1, 0, {}],
    ['sld-upper-2024-nc', 50, 0, {}],
    ['sld-lower-2024-nc', 120, 0, {}],
    ['sld-upper-2024-ma', 40, 0, {}],
    ['sld-lower-2024-ma', 160, 0, { 'no-district': 1 }],
    ['sld-upper-2024-vt', 16, 0, {}],
    ['sld-lower-2024-vt', 109, 0, {}],
    ['sld-lower-2024-nh', 164, 0, { 'no-district': 1 }],
    ['sld-upper-2024-ne', 49, 0, {}],
    // 185 are designated places; Fontana Dam, incorporated in 2011, has no division.
    ['places-nc', 737, 186, { 'unknown-division': 1 }],
    ['places-dc', 1, 1, { 'unknown-division': 1 }],
    // 111 designated places, and Indianapolis without its excluded cities.
    ['places-in', 679, 112, { 'unknown-division': 1 }],
    ['places-pr', 175, 175, { 'no-district': 78 }],
    ['places-2024-in', 566, 2, { 'unknown-division': 2 }],
    ['places-2024-ky', 419, 5, { 'repaired-polygon': 1, 'unknown-division': 5 }],
    ['places-2024-ma', 58, 10, { 'unknown-division': 10 }],
    ['places-2024-mn', 855, 4, { 'unknown-division': 4 }],
    ['places-2024-nv', 19, 0, {}],
    ['big-cities-tx', 10, 0, {}],
    ['big-cities-in', 1, 1, { 'unknown-division': 1 }],
    // Every town of Open Civic Data but Rangeley, Sanford and others without a GEOID in Maine, Massachusetts's Nantucket, which is its county, and five
    // that are cities now, and one or two of Minnesota and Vermont.
    ['towns-ct', 149, 0, { 'no-district': 1 }],
    ['towns-ma', 292, 0, { 'no-district': 1 }],
    ['towns-me', 455, 0, { 'no-district': 1 }],
    ['towns-mn', 1_783, 0, { 'no-district': 1, 'repaired-polygon': 4 }],
    ['towns-nh', 222, 0, { 'no-district': 1 }],
    ['towns-nj', 241, 0, { 'no-district': 1 }],
    ['towns-ri', 31, 0, { 'no-district': 1, 'repaired-polygon': 3 }],
    ['towns-vt', 235, 0, { 'no-district': 1 }],
    ['dc-wards-2012', 8, 0, { 'repaired-polygon': 1 }],
    ['dc-wards-2022', 8, 0, { 'repaired-polygon': 7 }],
    ['dc-ancs-2022', 46, 0, {}],
    ['dc-smds-2022', 345, 0, {}],
    ['school-districts-dc', 1, 0, {}],
    ['school-districts-in', 246, 0, { 'no-district': 1 }],
    ['school-districts-nj', 452, 0, { 'no-district': 1, 'repaired-polygon': 2 }],
    ['school-districts-al', 129, 0, { 'no-district': 1, 'repaired-polygon': 26 }],
    ['school-districts-wv', 55, 0, {}],
    ['nyc-council-2023', 51, 0, { 'repaired-polygon': 2 }],
  ])('%s: %i shapes, %i of them without a division', async (id, shapes, unknown, codes) => {
    const { shape, issues } = await read(id)
    expect(shape).toHaveLength(shapes)
    expect(shape.filter(({ ocd_id }) => ocd_id === null)).toHaveLength(unknown)
    expect(countCodes(issues)).toEqual(codes)
    const found = shape.flatMap(({ ocd_id }) => ocd_id ?? [])
    expect(new Set(found).size).toBe(found.length)
  })

  it('hold 118 school districts of North Carolina: 115 are divisions, three serve bases and a reservation', async () => {
    const { shape } = await read('school-districts-nc')
    const unknown = shape.filter(({ ocd_id }) => ocd_id === null).map(({ name }) => name)
    expect(unknown.sort()).toEqual(['Camp Lejeune Schools', 'Eastern Cherokee Reservation', 'Fort Bragg Schools'])
    const nash = shape.find(({ name }) => name === 'Nash-Rocky Mount Schools')
    expect(nash?.ocd_id).toMatch(/\/county:nash\/school_district:nash-rocky_mount_schools$/)
  })

  it.each([
    ['de', 'dover'],
    ['ky', 'bowling_green'],
    ['mi', 'grand_rapids'],
    ['mn', 'woodbury'],
    ['co', 'aurora'],
  ])('of several files of a city of %s, that of 2024 has the smallest error of one record', async (state, city) => {
    const ids = [`places-2024-${state}`, `places-${state}`, ...(state === 'co' ? ['big-cities-co'] : [])]
    const files = await Promise.all(ids.map(read))
    const drawn = files.flatMap(({ shape }) => shape.filter(({ ocd_id }) => ocd_id?.endsWith(`/place:${city}`)))
    expect(drawn).toHaveLength(ids.length)
    expect(new Set(drawn.map(({ vintage }) => vintage))).toEqual(new Set(['current']))
    const [newest, ...older] = drawn.map(({ error_m }) => error_m)
    expect(newest).toBe(33)
    expect(older.every((error_m) => error_m > 33)).toBe(true)
  })

  it.each([
    ['planning-regions-ct', 0],
    ['dc-smds-2022', 269],
  ])('%s: %i of them are published', async (id, count) => {
    const { shape } = await read(id)
    expect(shape.filter(({ ocd_id }) => ocd_id !== null && divisions.has(ocd_id))).toHaveLength(count)
  })
})
