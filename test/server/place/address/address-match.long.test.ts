// Looks up every address of three counties' real files by its own text and by other spellings.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Bundle } from '../../../../data/store/bundle.ts'
import { parseAddress } from '../../../../data/street/address-text.ts'
import { findLocalAddress } from '../../../../server/place/address.ts'
import { FILES, type FileRow, hasAddressFiles, openAddressBundle, readRows } from './address-files.ts'
import { SPELLINGS } from './address-spellings.ts'

/** For each spelling, one in this many rows. */
const NTH = process.env.PROOF === '1' ? 1 : 10
const METRES_A_DEGREE = 111_320
/** Several points of one address, such as two flats of a house, count as one. */
const NEAR_M = 100

interface Counted {
  right: number
  wrong: string[]
  tied: number
  unknown: number
}

function metres(a: { lng: number; lat: number }, { LON, LAT }: FileRow): number {
  return Math.hypot((a.lng - LON) * Math.cos((LAT * Math.PI) / 180), a.lat - LAT) * METRES_A_DEGREE
}

function createRandom(): () => number {
  let seed = 7
  return () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return seed / 2 ** 32
  }
}

describe.skipIf(!hasAddressFiles)('addresses of real files', () => {
  let opened: Awaited<ReturnType<typeof openAddressBundle>>
  beforeAll(async () => {
    opened = await openAddressBundle()
  }, 300_000)
  afterAll(() => opened.close())

  test.each(FILES)('$name: no address is found at a wrong point', { timeout: 600_000 }, async ({ name, state }) => {
    const rows = await readRows(name)
    const houses = new Map<string, FileRow[]>()
    const houseOf = (row: FileRow): string => [row.NUMBER, row.STREET, row.CITY, row.POSTCODE.slice(0, 5)].join('|')
    for (const row of rows) houses.set(houseOf(row), [...(houses.get(houseOf(row)) ?? []), row])
    const shares: Record<string, Record<string, number>> = {}
    const wrong: string[] = []
    for (const [spelling, spell] of Object.entries(SPELLINGS)) {
      const random = createRandom()
      const counted: Counted = { right: 0, wrong: [], tied: 0, unknown: 0 }
      const asked = rows.filter((_, at) => at % NTH === 0)
      for (const row of asked)
        count(opened.bundle, spell({ ...row, state }, random), houses.get(houseOf(row)) ?? [], counted)
      const share = (part: number): number => Number((part / asked.length).toFixed(4))
      shares[spelling] = {
        ...{ asked: asked.length, right: share(counted.right), wrong: counted.wrong.length },
        ...{ tied: share(counted.tied), unknown: share(counted.unknown) },
      }
      wrong.push(...counted.wrong.map((text) => `${spelling}: ${text}`))
    }
    if (process.env.PROOF === '1') console.table(shares)
    expect(wrong).toEqual([])
    for (const [spelling, { right = 0 }] of Object.entries(shares)) expect(right, spelling).toBeGreaterThan(LEAST)
  })
})
const LEAST = 0.9

function count(bundle: Bundle, text: string, house: readonly FileRow[], counted: Counted): void {
  const parsed = parseAddress(text)
  const found = parsed.kind === 'address' ? findLocalAddress(bundle, parsed) : undefined
  if (!found) counted.unknown++
  else if ('ambiguous' in found) counted.tied++
  else if (house.some((row) => metres(found, row) <= NEAR_M)) counted.right++
  else counted.wrong.push(text)
}
