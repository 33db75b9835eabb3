// Counts over the publishers' files themselves; skipped where there is no mirror.

import { beforeAll, describe, expect, it } from 'vitest'
import { boundarySources } from '../../../ingest/boundary/sources.ts'
import { toDivisions } from '../../../ingest/engine/source-dependencies.ts'
import type { Divisions } from '../../../ingest/read/source.ts'
import { table, textsBeside } from '../../table.ts'
import type { Ran } from '../run-reader.ts'
import { collect, countCodes, divisionsOf, hasMirror, loadSource } from './collect.ts'

const text = textsBeside(import.meta.url)

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

  it.each(table(text('shapes')))(
    '%s: %s shapes, %s of them without a division, issues %s',
    async (id = '', shapes, unknown, codes) => {
      const { shape, issues } = await read(id)
      expect(shape).toHaveLength(Number(shapes))
      expect(shape.filter(({ ocd_id }) => ocd_id === null)).toHaveLength(Number(unknown))
      const counted = Object.entries(countCodes(issues)).map(([code, count]) => `${code} ${count}`)
      expect(counted.sort().join(', ')).toBe(codes)
      const found = shape.flatMap(({ ocd_id }) => ocd_id ?? [])
      expect(new Set(found).size).toBe(found.length)
    },
  )

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
