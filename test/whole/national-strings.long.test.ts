// Location strings over the whole nation, and every ZIP code of the publishers' lists, against the places part made by the build.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildBoundaries } from '../../build/boundaries/boundaries.ts'
import { loadReference } from '../../build/bundle/reference-tables.ts'
import { copyTables } from '../../build/bundle/row-part.ts'
import { runSql } from '../../build/sql/run-sql.ts'
import { ApiError } from '../../data/schema/api-error.ts'
import { COUNTY_GEOID, type OpenPart, openPart } from '../../data/store/bundle.ts'
import { openDraft } from '../../data/store/part.ts'
import { pathsIn, projectFile } from '../../data/store/paths.ts'
import { openWarehouse, type Warehouse } from '../../data/store/warehouse.ts'
import { boundarySources } from '../../ingest/boundary/sources.ts'
import { ingest } from '../../ingest/engine/ingest.ts'
import { geocodeSources } from '../../ingest/geocode/sources.ts'
import { findNames } from '../../server/place/location-text.ts'
import { findArea } from '../../server/place/place.ts'
import { hasTestData, TEST_DATA } from '../build/cells-layers.ts'
import { shareFolder } from '../temporary.ts'

/** A string, and the label of its answer, or the status of its refusal. */
interface AskedString {
  text: string
  answer: string
  basis: string
  counties: string
}
const STRINGS: readonly AskedString[] = parse(
  readFileSync(projectFile('test', 'whole', 'national-strings.csv'), 'utf8'),
  { columns: true, comment: '#', comment_no_infix: true },
)
const TIMEOUT = 3_600_000
/** Without contests, and without the cell index that points are looked up in. */
const STEPS = ['12_ballot', '20_contest_district', '30_contest_extent', '40_district', '41_district_body'] as const
const NAME_STEPS = ['84_zip_county', '85_overlap', '88_city_county', '90_place_name'] as const
const TABLES = {
  district: [
    ...['id', 'ocd_id', 'vintage', 'state', 'level', 'level_rank', 'type', 'name', 'name_folded', 'census_geoid'],
    ...['retired', 'valid_from', 'valid_to', 'has_boundary', 'summary', 'body'],
  ],
  overlap: ['area_key', 'district_id', 'role', 'covers', 'size'],
  area_size: ['area_key', 'size'],
  place_name: ['kind', 'name_folded', 'state', 'area_key', 'label', 'basis'],
} as const

// Needs the publishers' files (HUSTINGS_TEST_DATA or ../shared/data), and `make proof`: the lines of the nation take a quarter of an hour.
describe.skipIf(!hasTestData || process.env.PROOF !== '1')('location strings over the nation', () => {
  const folder = shareFolder()
  let warehouse: Warehouse | undefined
  let places: OpenPart
  let geoids: Map<string, string>

  beforeAll(async () => {
    const paths = pathsIn(folder)
    const sources = [...boundarySources, ...geocodeSources.filter(({ id }) => !/^(openaddresses|addrfeat)-/.test(id))]
    const { totals } = await ingest({ paths, sources, states: null, mirror: TEST_DATA, now: new Date(0) })
    expect(totals.status).toMatchObject({ read: sources.length, failed: 0 })
    const work = await openWarehouse(paths.work, { threads: 1 })
    warehouse = work
    await loadReference(work)
    await runSql(work, '00_macro')
    await buildBoundaries(work, 'nation', () => {})
    for (const step of [...STEPS, ...NAME_STEPS]) await runSql(work, step)
    const tables = Object.entries(TABLES).map(([table, columns]) => ({
      table,
      from: table === 'district' ? 'out.district_body' : `out.${table}`,
      columns: columns.join(' '),
      order: columns.slice(0, 5).join(', '),
    }))
    const draft = openDraft(folder, 'places')
    await copyTables(work, tables, draft.writer)
    const { sha256 } = draft.seal()
    places = openPart(join(folder, `${sha256}.sqlite`), sha256)
    geoids = new Map(
      places
        .statement<{ key: string; geoid: string }>(
          `SELECT 'district:' || id AS key, ${COUNTY_GEOID} AS geoid FROM district WHERE ${COUNTY_GEOID} IS NOT NULL`,
        )
        .all()
        .map(({ key, geoid }) => [key, geoid]),
    )
  }, TIMEOUT)
  afterAll(async () => {
    places?.close()
    await warehouse?.close()
  })

  /** As a row of the table. */
  function ask(text: string): AskedString {
    try {
      const place = findArea({ places }, text)
      if (!place) return { text, answer: 'an address', basis: '', counties: '' }
      const keys = place.kind === 'city' ? (findNames({ places }, text) ?? []).map(({ area_key }) => area_key) : []
      const counties =
        place.basis === 'county'
          ? [...keys, ...(place.kind === 'zip' ? place.areas.map(({ district_id }) => `district:${district_id}`) : [])]
          : []
      const held = new Set(counties.flatMap((key) => geoids.get(key) ?? []))
      return { text, answer: place.label ?? '', basis: place.basis, counties: [...held].sort().join(' ') }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { text, answer: String(error.status), basis: '', counties: '' }
    }
  }

  it('are of every state and territory, and more than 300', () => {
    expect(STRINGS.length).toBeGreaterThan(300)
    const states = new Set(
      STRINGS.flatMap(({ text }) => {
        try {
          return findArea({ places }, text)?.state ?? []
        } catch (error) {
          if (error instanceof ApiError) return []
          throw error
        }
      }),
    )
    expect(states.size).toBe(56)
  })

  it('are answered as other sources tell', () => {
    // A box of Puerto Rico lies somewhere in it: all its counties answer.
    const shown = STRINGS.map(({ text, counties }) => {
      const said = ask(text)
      return counties === '' && /^ZIP 00/.test(said.answer) ? { ...said, counties } : said
    })
    expect(shown).toEqual(STRINGS)
  })

  it('a city by its counties has no shares, and is covered by its state', () => {
    for (const { text } of STRINGS.filter(({ basis, text }) => basis === 'county' && !/\d/.test(text))) {
      const place = findArea({ places }, text)
      expect(place?.areas.filter(({ share }) => share !== null)).toEqual([])
      const statewide = places
        .statement<{ id: number }>("SELECT id FROM district WHERE type = 'state' AND state = $state")
        .get({ state: place?.state ?? '' })
      expect(place?.areas.find(({ district_id }) => district_id === statewide?.id)?.covers).toBe(true)
    }
  })

  describe('every ZIP code', () => {
    /** Read by DuckDB itself from the publishers' files. */
    async function loadListed() {
      if (!warehouse) throw new Error('the build has failed')
      const file = (name: string): string => join(TEST_DATA, 'geocode', name)
      await warehouse.run(`
        CREATE OR REPLACE TABLE out.listed AS
        SELECT zcta AS zip, county_fips AS county, 'area' AS list, NULL::INTEGER AS ranges
        FROM read_csv('${file('zip_crosswalks/zcta_crosswalk_2020.csv.gz')}', all_varchar = true)
        UNION ALL
        SELECT ZIP, county_fips, 'ranges', n_ranges
        FROM read_parquet('${file('zip_crosswalks/tiger2025_addrfeat_county_zip.parquet')}')
        UNION ALL
        SELECT column01, state.fips || column06, 'post', NULL
        FROM read_csv('${file('geonames_us_zip/US.txt.gz')}', delim = '\\t', header = false, quote = '', all_varchar = true) AS post
        JOIN out.state AS state ON state.code = post.column04
        WHERE column06 IS NOT NULL`)
      await warehouse.run('CREATE OR REPLACE TABLE out.served (zip VARCHAR, county VARCHAR)')
      await warehouse.append(
        'out.served',
        places
          .statement<{ zip: string; county: string }>(
            `SELECT substr(area_key, 5) AS zip, census_geoid AS county
FROM overlap
JOIN district ON district.id = overlap.district_id
WHERE area_key LIKE 'zip:%' AND type IN ('county', 'state')`,
          )
          .all()
          .map(({ zip, county }) => [zip, county]),
      )
      await warehouse.run('CREATE OR REPLACE TABLE out.named (zip VARCHAR, basis VARCHAR)')
      await warehouse.append(
        'out.named',
        places
          .statement<{ zip: string; basis: string }>(
            "SELECT name_folded AS zip, basis FROM place_name WHERE kind = 'zip'",
          )
          .all()
          .map(({ zip, basis }) => [zip, basis]),
      )
      return warehouse
    }

    it('of a list of areas or of the post office answers, with each county and state of it', async () => {
      const listed = await loadListed()
      const [counts] = await listed.all(`
        SELECT count(DISTINCT zip) AS zips, count(DISTINCT zip || county) AS pairs
        FROM out.listed
        WHERE list <> 'ranges'`)
      expect(counts).toEqual({ zips: 41_126, pairs: 54_646 })
      expect(
        await listed.all(`
          SELECT DISTINCT zip, county
          FROM out.listed
          WHERE list <> 'ranges' AND zip NOT IN (SELECT zip FROM out.named)
          UNION
          SELECT zip, county
          FROM out.listed
          WHERE list <> 'ranges' AND (zip, county[1:2]) NOT IN (SELECT (zip, county) FROM out.served)
          UNION
          -- Of a ZIP area that is drawn, and of a county without lines, the lists tell the state alone.
          SELECT zip, county
          FROM out.listed
          WHERE list <> 'ranges' AND zip NOT IN (SELECT name FROM out.line WHERE layer = 'zcta')
            AND county IN (SELECT county FROM out.served) AND (zip, county) NOT IN (SELECT (zip, county) FROM out.served)`),
      ).toEqual([])
    })

    it('of address ranges answers, except mistyped ones', async () => {
      const listed = await loadListed()
      const left = await listed.all<{
        zip: string
        county: string
        ranges: number
        known: boolean
        km: number | null
      }>(`
        WITH post AS (
          SELECT zip, lat, lng, county_geoid AS county FROM core.zip
        )
        SELECT pair.zip, pair.county, any_value(pair.ranges) AS ranges,
          pair.zip IN (SELECT zip FROM out.listed WHERE list <> 'ranges') AS known,
          min(2 * 6371 * asin(sqrt(
            pow(sin(radians(other.lat - own.lat) / 2), 2)
              + cos(radians(own.lat)) * cos(radians(other.lat)) * pow(sin(radians(other.lng - own.lng) / 2), 2)
          ))) AS km
        FROM out.listed AS pair
        LEFT JOIN post AS own ON own.zip = pair.zip
        LEFT JOIN post AS other ON other.county = pair.county
        WHERE pair.list = 'ranges' AND pair.county IN (SELECT county FROM out.served)
          AND (pair.zip, pair.county) NOT IN (SELECT (zip, county) FROM out.served)
          AND pair.zip NOT IN (SELECT zip FROM out.named WHERE basis = 'area')
        GROUP BY pair.zip, pair.county`)
      // Far away from a ZIP code that others know, or of one that nobody else knows; never of many ranges.
      expect(left.filter(({ known, km }) => known && km !== null && km <= 149)).toEqual([])
      expect(left.length).toBeLessThan(1_200)
      expect(Math.max(...left.map(({ ranges }) => ranges))).toBeLessThan(20)
      const unanswered = await listed.all(
        'SELECT DISTINCT zip FROM out.listed WHERE zip NOT IN (SELECT zip FROM out.named)',
      )
      expect(unanswered.length).toBeLessThan(420)
    })
  })
})
