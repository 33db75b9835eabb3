// ZIP codes: their areas, their counties, and their places with points.

import { findStateByFips, isStateCode, stateOf } from '../../data/schema/states.ts'
import { STATE_CODES, type StateCode } from '../../data/schema/vocabulary.ts'
import * as layouts from '../boundary/layout.ts'
import { CENSUS, OPEN, rawUrl, TERRITORIES } from '../boundary/publisher.ts'
import type { BoundaryPlan } from '../boundary/shape.ts'
import { readTiger } from '../boundary/tiger.ts'
import { readCsv } from '../read/csv.ts'
import { readParquet } from '../read/parquet.ts'
import {
  type FetchedFile,
  type ReadContext,
  type Sink,
  type Source,
  SourceError,
  type SourceReader,
} from '../read/source.ts'
import { readZip } from '../read/zip.ts'

// Sources of areas: exact ones of 2010 for six states, simplified ones of 2020 for the others.

/** The states whose exact files are available. */
const ZIP_AREA_STATES = [
  ['DC', 'district_of_columbia'],
  ['DE', 'delaware'],
  ['HI', 'hawaii'],
  ['NH', 'new_hampshire'],
  ['RI', 'rhode_island'],
  ['CT', 'connecticut'],
] as const

const ZCTA_2010: BoundaryPlan = {
  layer: 'zcta',
  vintage: '2010',
  valid_from: null,
  valid_to: null,
  lines_precision: 'exact',
  error_m: 50,
}

const ZCTA_2020: BoundaryPlan = {
  layer: 'zcta',
  vintage: 'current',
  ...OPEN,
  lines_precision: 'generalised',
  // Simplified to 15 % of the vertices. Of random points of DC, CT, DE, NH and RI in the exact areas of 2010, 5 % lie in another area here.
  // At 500 m and more from these borders, 0.2 % to 1.3 % do that do not at 1,000 m, where only areas that changed since 2010 are left.
  error_m: 500,
}

export const zipAreaSources: readonly Source[] = [
  ...ZIP_AREA_STATES.map(toZipAreas2010),
  ...STATE_CODES.filter(isSimplified).map(toZipAreas2020),
]

function isSimplified(code: StateCode): boolean {
  return !TERRITORIES.includes(code) && !ZIP_AREA_STATES.some(([exact]) => exact === code)
}

function toZipAreas2010([code, name]: (typeof ZIP_AREA_STATES)[number]): Source {
  const file = `${code.toLowerCase()}_${name}_zip_codes_geo.min.json`
  return {
    ...CENSUS,
    id: `zcta-${code.toLowerCase()}`,
    vintage: ZCTA_2010.vintage,
    published_on: '2016-11-01',
    replacedBy: ['tiger-zcta'],
    states: [code],
    files: [
      {
        url: rawUrl('OpenDataDE/State-zip-code-GeoJSON', '4cc2657044efd08477465aed1912dca30198d441', file),
        mirror: `boundaries/zcta_tiger2010/${file}.gz`,
      },
    ],
    needs: ['divisions'],
    read: readTiger(ZCTA_2010, layouts.ZCTA),
  }
}

function toZipAreas2020(code: StateCode): Source {
  return {
    ...CENSUS,
    id: `zcta-${code.toLowerCase()}`,
    publisher: 'Housing Affordability, from the U.S. Census Bureau',
    url: 'https://github.com/NC1107/housing-affordability',
    vintage: '2020',
    // The file gives no date of its own, so this is the date of its lines.
    published_on: '2020-01-01',
    replacedBy: ['tiger-zcta'],
    states: [code],
    files: [
      {
        url: rawUrl(
          'NC1107/housing-affordability',
          'bc162a3c4691d114eb31b8ac34550fc5d95f78f9',
          `public/data/zcta/${code}.json`,
        ),
        mirror: `boundaries/zcta2020_simplified/${code}.json.gz`,
      },
    ],
    needs: ['divisions'],
    read: readTiger(ZCTA_2020, layouts.zipOnly(code)),
  }
}

// Reads the counties of each ZIP code from the Census relationship file of ZIP areas and from TIGER/Line's address ranges.

interface Pair {
  zip: string
  county_geoid: string
  range_count: number | null
}

/** The Census Bureau's columns; one line per part of an area. */
const CENSUS_COLUMNS = ['GEOID_ZCTA5_20', 'GEOID_COUNTY_20'] as const
/** The mirror's columns; one line per pair. */
const PAIR_COLUMNS = ['zcta', 'county_fips'] as const

/** Writes `zip_county` rows of ZIP areas (ZCTAs): every county that an area touches, without a count of ranges. */
export const readZctaCounties: SourceReader = (files, context, sink) => {
  for (const file of files)
    addPairs(
      [...readPairs(file, sink)].filter(({ zip }) => zip !== ''),
      { file, context, sink },
    )
}

/** In the Census file, a county without a ZIP area has a line with an empty area. */
function* readPairs(file: FetchedFile, sink: Sink): Generator<Pair & { line: number }> {
  const options = { allowExtra: true } as const
  if (isCensusLayout(file))
    for (const { line, record } of readCsv(file, { ...options, columns: CENSUS_COLUMNS, delimiter: '|' }, sink))
      yield { line, zip: record.GEOID_ZCTA5_20, county_geoid: record.GEOID_COUNTY_20, range_count: null }
  else
    for (const { line, record } of readCsv(file, { ...options, columns: PAIR_COLUMNS }, sink))
      yield { line, zip: record.zcta, county_geoid: record.county_fips, range_count: null }
}

function isCensusLayout(file: FetchedFile): boolean {
  return new TextDecoder().decode(file.bytes.subarray(0, 1000)).includes('GEOID_ZCTA5_20|')
}

/**
 * Writes `zip_county` rows of mail ZIP codes: each county with its number of address ranges that have the ZIP code. A range's ZIP
 * code may be mistyped; build/sql/84_zip_county.sql decides which pairs count.
 */
export const readRangeCounties: SourceReader = async (files, context, sink) => {
  for (const file of files) {
    const rows = await readParquet(file, ['county_fips', 'ZIP', 'n_ranges'], sink)
    const pairs = rows.map((row, index) => ({
      line: index + 1,
      zip: String(row.ZIP),
      county_geoid: String(row.county_fips),
      range_count: Number(row.n_ranges),
    }))
    addPairs(pairs, { file, context, sink })
  }
}

function addPairs(
  pairs: readonly (Pair & { line: number })[],
  { file, context, sink }: { file: FetchedFile; context: Pick<ReadContext, 'states'>; sink: Sink },
): void {
  for (const { line, zip, county_geoid, range_count } of pairs) {
    const state = findStateByFips(county_geoid.slice(0, 2))
    const counted = range_count === null || (Number.isSafeInteger(range_count) && range_count > 0)
    if (!/^\d{5}$/.test(zip) || !/^\d{5}$/.test(county_geoid) || !state || !counted) {
      sink.issue({
        file: file.name,
        line,
        field: null,
        code: 'invalid-zip-county',
        severity: 'refused',
        value: `${zip} ${county_geoid}`.slice(0, 40),
        message:
          'expected a ZIP code and a county of five digits each, and a count of ranges above 0; the line is left out',
      })
      continue
    }
    if (context.states.has(state.code))
      sink.row('zip_county', { zip, state: state.code, county_geoid, range_count }, { file: file.name, line })
  }
}

// Reads ZIP codes with place, county and point from GeoNames' tab-delimited postal code file.

const MEMBER = 'US.txt'

/** From GeoNames' readme, because the file has no header. */
const COLUMNS = [
  'country',
  'zip',
  'place_name',
  'state_name',
  'state',
  'county_name',
  'county_fips',
  'community_name',
  'community_code',
  'lat',
  'lng',
  'accuracy',
] as const

/**
 * Writes `zip` rows. Counts and leaves out military post offices, which are in no state, and places outside the U.S. territories
 * (the Marshall Islands). A repeated ZIP code is read once.
 */
export const readGeonames: SourceReader = async (files, { states }, sink) => {
  for (const given of files) {
    const file = await unpack(given)
    const seen = new Set<string>()
    const outside = new Map<string, number>()
    for (const { line, record } of readCsv(
      file,
      { columns: COLUMNS, delimiter: '\t', header: false, quotes: false },
      sink,
    )) {
      const { zip, state, place_name, county_fips } = record
      if (!isStateCode(state)) {
        outside.set(state, (outside.get(state) ?? 0) + 1)
        continue
      }
      if (!states.has(state)) continue
      const at = { file: file.name, line }
      const [lat, lng] = [parseDegrees(record.lat, 90), parseDegrees(record.lng, 180)]
      if (!/^\d{5}$/.test(zip) || lat === null || lng === null) {
        const message = 'expected five digits, a latitude and a longitude; the line is left out'
        sink.issue({ ...at, field: 'zip', code: 'invalid-zip', value: zip.slice(0, 20), message, severity: 'refused' })
        continue
      }
      if (seen.has(zip)) {
        const message = `ZIP ${zip} is repeated; the first line is used`
        sink.issue({ ...at, field: 'zip', code: 'repeated-zip', value: zip, message, severity: 'ignored' })
        continue
      }
      seen.add(zip)
      const county_geoid = /^\d{3}$/.test(county_fips) ? stateOf(state).fips + county_fips : null
      sink.row('zip', { zip, state, place_name, county_geoid, lat, lng }, at)
    }
    reportOutside(sink, file.name, outside)
  }
}

/** GeoNames publishes a zip with the file and a readme; a mirror may hold the file alone. */
async function unpack(file: FetchedFile): Promise<FetchedFile> {
  if (file.bytes[0] !== 0x50 || file.bytes[1] !== 0x4b) return file
  const bytes = (await readZip(file)).get(MEMBER)
  if (!bytes) throw new SourceError(`holds no ${MEMBER}`, { file: file.name })
  return { ...file, bytes }
}

function parseDegrees(text: string, limit: number): number | null {
  const degrees = Number(text)
  return text.trim() !== '' && Math.abs(degrees) <= limit ? degrees : null
}

function reportOutside(sink: Sink, file: string, outside: ReadonlyMap<string, number>): void {
  for (const [code, count] of outside) {
    const where = code === '' ? 'are military post offices' : `are in ${code}`
    sink.issue({
      file,
      line: null,
      field: 'state',
      code: 'no-state',
      value: code,
      message: `${count} ZIP codes ${where}, outside all states and territories; left out`,
      severity: 'ignored',
    })
  }
}
