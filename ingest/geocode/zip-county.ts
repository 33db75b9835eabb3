// Reads the counties of each ZIP code from the Census relationship file of ZIP areas and from TIGER/Line's address ranges.

import { findStateByFips } from '../../data/schema/states.ts'
import { readCsv } from '../read/csv.ts'
import { readParquet } from '../read/parquet.ts'
import type { FetchedFile, ReadContext, Sink, SourceReader } from '../read/source.ts'

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
        ...{ file: file.name, line, field: null, code: 'invalid-zip-county', severity: 'refused' },
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
