import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeMultiPolygon, polygonsContain } from '../../data/geometry/polygon.ts'
import { stateOf } from '../../data/schema/states.ts'
import { STATE_CODES } from '../../data/schema/vocabulary.ts'
import type { OpenPart } from '../../data/store/bundle.ts'
import { pathsIn } from '../../data/store/paths.ts'
import { openWarehouse, type Warehouse } from '../../data/store/warehouse.ts'
import { ingest } from '../../ingest/engine/ingest.ts'
import { sources } from '../../ingest/engine/registry.ts'
import { hasTestData, TEST_DATA } from '../build/cells-layers.ts'
import { ask, loadLabels, openNames, SPELLINGS } from './place-names.ts'

const NAMED =
  /^(states|counties-.*|planning-regions-ct|places-.*|ocd-divisions|geonames-zip|zcta-county-2020|zip-county-2025|civic-data-municipalities)$/
const BUILD_TIMEOUT = 1_800_000
const ASK_TIMEOUT = 900_000

interface District {
  type: 'county' | 'place'
  state: string
  name: string
  area: string
}

// Needs the publishers' files (HUSTINGS_TEST_DATA or ../shared/data).
describe.skipIf(!hasTestData)("the nation's counties and places", () => {
  const folder = mkdtempSync(join(tmpdir(), 'hustings-nation-'))
  let warehouse: Warehouse
  let places: OpenPart
  let districts: District[]

  beforeAll(async () => {
    const paths = pathsIn(folder)
    const named = sources.filter(({ id }) => NAMED.test(id))
    const { totals } = await ingest({ paths, sources: named, states: null, mirror: TEST_DATA, now: new Date(0) })
    expect(totals.status).toMatchObject({ read: named.length, failed: 0 })
    warehouse = await openWarehouse(paths.work, { threads: 1 })
    places = await openNames(warehouse, folder, await meetNamesakes(warehouse))
    districts = await warehouse.all<District>(
      `SELECT type, state, name, 'district:' || id AS area
FROM out.district
WHERE type IN ('county', 'place')
ORDER BY type, state, name, id`,
    )
  }, BUILD_TIMEOUT)
  afterAll(async () => {
    places.close()
    await warehouse.close()
    rmSync(folder, { recursive: true })
  })

  /**
   * How many are answered with themselves, with the town of their name (a census designated place is no city), refused, or taken for
   * another.
   */
  function count(wanted: readonly District[], write: (district: District) => string) {
    const counts = { itself: 0, towns: 0, ambiguous: 0, unknown: 0 }
    const others: string[] = []
    for (const district of wanted) {
      const answer = ask(places, write(district))
      if ('address' in answer) others.push(`${district.type} ${district.name}, ${district.state}: an address`)
      else if ('refused' in answer) counts[answer.refused === 400 ? 'ambiguous' : 'unknown'] += 1
      else if (answer.areas.join() === district.area) counts.itself += 1
      else if (answer.label === full(district) && district.type === 'place') counts.towns += 1
      else others.push(`${district.type} ${district.name}, ${district.state}: ${answer.label}`)
    }
    return { ...counts, others }
  }
  const of = (type: District['type']): District[] => districts.filter((district) => district.type === type)
  const full = ({ name, state }: District): string => `${name}, ${state}`
  // A city outside all counties is published both as a county and as a place, and answers as the place.
  const isIndependent = (other: string): boolean => /^county (Carson City|.+ city), [A-Z]{2}: /.test(other)
  // A dissolved city, a place of another spelling, and names with a comma, which are known by what stands before it.
  const ELSEWHERE =
    /^place (Islamorada, Village of Islands, FL|Roswell, SD|Grand View, WI|Lynchburg, Moore County, TN)/i

  it('each county is answered with itself by its name and state', () => {
    const { others, ...counts } = count(of('county'), full)
    expect(counts).toEqual({ itself: 3_188, towns: 0, ambiguous: 0, unknown: 0 })
    expect(others.filter((other) => !isIndependent(other))).toEqual([])
  })

  it('each place is answered with itself by its name and state, or told from its namesakes', () => {
    const { others, ...counts } = count(of('place'), full)
    expect(counts).toEqual({ itself: 28_843, towns: 538, ambiguous: 350, unknown: 1 })
    expect(others.filter((other) => !ELSEWHERE.test(other))).toEqual([])
  })

  it.each(Object.entries(SPELLINGS))(
    'no spelling makes another of any: %s',
    (_, spell) => {
      const { itself, unknown, others } = count(districts, (district) => spell(full(district)))
      expect(itself).toBeGreaterThan(32_000)
      expect(unknown).toBeLessThanOrEqual(2)
      expect(others.filter((other) => !isIndependent(other) && !ELSEWHERE.test(other))).toEqual([])
    },
    ASK_TIMEOUT,
  )

  it('without a state a name is itself, or asked about, or a state, or the city far larger than its namesakes', () => {
    const { others, unknown } = count(districts, ({ name }) => name)
    // The two whose names have a comma.
    expect(unknown).toBe(2)
    const largest = new Set(
      places
        .statement<{ label: string }>("SELECT DISTINCT label FROM place_name WHERE kind = 'largest'")
        .all()
        .map(({ label }) => label),
    )
    expect(largest.size).toBeGreaterThan(600)
    const isState = (label: string): boolean => STATE_CODES.some((code) => stateOf(code).name === label)
    const labels = others.filter((other) => !isIndependent(other)).map((other) => other.split(': ')[1] ?? '')
    expect(labels.filter((label) => !isState(label) && !largest.has(label))).toEqual([])
  })

  it(
    'each label is that of its place alone',
    () => {
      const labels = loadLabels(places)
      expect(new Set(labels.map(({ kind }) => kind))).toEqual(new Set(['city', 'county', 'state', 'zip']))
      // The town of Seymour and the designated place in another part of its county.
      const two = 'Seymour, Eau Claire County, WI'
      const wrong = labels.filter((one) => !isDeepStrictEqual(ask(places, one.label), one))
      // The list of municipalities has the GEOID before a town became a city, or wrote its name in one word: that record has only its county.
      // A request for the name gets the city's outline alone.
      const before = ['De Motte, Jasper County, IN', 'Easthampton, MA', 'Methuen, MA', 'Watertown, MA']
      expect(wrong.map(({ label }) => label).sort()).toEqual([...before, two].sort())
    },
    ASK_TIMEOUT,
  )
})

/** Places of one name in one state, each with the counties that hold a vertex of its outline. */
async function meetNamesakes(warehouse: Warehouse): Promise<[place: string, county: string][]> {
  const rows = await warehouse.all<{ layer: string; state: string; geoid: string; rings: Uint8Array }>(`
    WITH namesake AS (
      SELECT state, place_key(name) AS key
      FROM core.shape
      WHERE layer = 'place'
      GROUP BY ALL
      HAVING count(DISTINCT census_geoid) > 1
    )
    SELECT layer, state, census_geoid AS geoid, rings
    FROM core.shape
    WHERE (layer = 'place' AND (state, place_key(name)) IN (SELECT (state, key) FROM namesake))
      OR (layer = 'county' AND state IN (SELECT state FROM namesake))
    ORDER BY layer, geoid`)
  const shapes = rows.map(({ rings, ...row }) => ({ ...row, polygons: decodeMultiPolygon(rings) }))
  const counties = shapes.filter(({ layer }) => layer === 'county')
  return shapes
    .filter(({ layer }) => layer === 'place')
    .flatMap(({ geoid, state, polygons }) => {
      const [ring = new Int32Array()] = polygons[0] ?? []
      const vertices = Array.from(
        { length: ring.length / 2 },
        (_, at) => [ring[2 * at] ?? 0, ring[2 * at + 1] ?? 0] as const,
      )
      return counties
        .filter((county) => county.state === state && vertices.some(([x, y]) => polygonsContain(county.polygons, x, y)))
        .map((county): [string, string] => [geoid, county.geoid])
    })
}
