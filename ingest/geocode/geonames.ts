// Reads ZIP codes with place, county and point from GeoNames' tab-delimited postal code file.

import { isStateCode, stateOf } from '../../data/schema/states.ts'
import { readCsv } from '../read/csv.ts'
import { type FetchedFile, type Sink, SourceError, type SourceReader } from '../read/source.ts'
import { readZip } from '../read/zip.ts'

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
