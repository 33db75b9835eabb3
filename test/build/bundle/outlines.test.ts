import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toOutline } from '../../../data/geometry/outline.ts'
import { decodeMultiPolygon, encodeMultiPolygon } from '../../../data/geometry/polygon.ts'
import { type OpenPart, openPart } from '../../../data/store/bundle.ts'
import { findNewestBundle, loadManifest } from '../../../data/store/manifest.ts'
import { pathsIn } from '../../../data/store/paths.ts'
import { copySample } from '../../cli/sample.ts'
import { shareFolder } from '../../temporary.ts'

const root = shareFolder()
let places: OpenPart
beforeAll(async () => {
  await copySample(root)
  const paths = pathsIn(join(root, 'sample'))
  const { sha256 } = loadManifest(paths, findNewestBundle(paths) ?? '').parts.places
  places = openPart(join(paths.parts, `${sha256}.sqlite`), sha256)
}, 120_000)
afterAll(() => void places?.close())

test('every district with lines has the outline of these lines', () => {
  const rows = places
    .statement<{ lines: Uint8Array; rings: Uint8Array | null; step: number }>(
      `SELECT boundary.rings AS lines, outline.rings, outline.step
FROM boundary
LEFT JOIN outline USING (district_id)
ORDER BY district_id`,
    )
    .all()
  expect(rows.length).toBeGreaterThan(10)
  for (const { lines, rings, step } of rows) {
    const outline = toOutline(decodeMultiPolygon(lines))
    expect(step).toBe(outline?.step)
    expect(Buffer.from(rings ?? []).equals(encodeMultiPolygon([outline?.rings ?? []]))).toBe(true)
  }
  const [more] = places.statement<{ n: number }>('SELECT count(*) AS n FROM outline').all()
  expect(more?.n).toBe(rows.length)
})

test('every state with lines has an outline on the common grid, of its present lines', () => {
  const drawn = places
    .statement<{ state: string }>(
      "SELECT DISTINCT state FROM district WHERE type = 'state' AND retired = 0 AND has_boundary = 1 ORDER BY state",
    )
    .all()
  const outlined = places
    .statement<{ state: string; step: number; rings: Uint8Array }>('SELECT * FROM state_outline ORDER BY state')
    .all()
  expect(drawn.length).toBeGreaterThan(1)
  expect(outlined.map(({ state }) => state)).toEqual(drawn.map(({ state }) => state))
  expect(new Set(outlined.map(({ step }) => step)).size).toBe(1)
  for (const { rings } of outlined) expect(decodeMultiPolygon(rings).flat().length).toBeGreaterThan(0)
})
