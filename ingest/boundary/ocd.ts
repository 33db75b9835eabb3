import type { DivisionRow } from '../../data/core/rows.ts'
import { STATE_CODES } from '../../data/schema/vocabulary.ts'
import { readCsv } from '../read/csv.ts'
import {
  type FetchedFile,
  type Sink,
  type Source,
  SourceError,
  type SourceFile,
  type SourceReader,
} from '../read/source.ts'
import { decodeText } from '../read/text.ts'
import { OCD, rawUrl } from './publisher.ts'

// The division ids of the Open Civic Data project: many CSV files of three layouts, some with a header, some without.

/** An id with its first definition. Later files fill missing values. */
interface Found {
  row: DivisionRow
  at: { file: string; line: number }
}

const ID = /^ocd-division\/country:us(\/[a-z_]+:[^/,\s]+)*$/

/**
 * Writes `division` rows of the whole country, even if only some states are selected, because other readers match names against
 * them. The first definition of an id applies. Later files add missing values (a GEOID, an alias, an end). Repeated definitions
 * give one issue per file with their count. For school districts the project publishes the bare NCES number as GEOID; it gets the
 * prefix `school-`.
 */
const readOcd: SourceReader = (files, _context, sink) => {
  const divisions = new Map<string, Found>()
  for (const file of files) {
    let repeated = 0
    for (const { line, record } of readLines(file, sink)) {
      const { id = '' } = record
      if (!ID.test(id)) {
        reportId(sink, file.name, line, id)
        continue
      }
      const row = toDivision(id, record)
      const { validThrough = '' } = record
      if (validThrough !== '' && row.valid_through !== validThrough)
        reportDate(sink, { file: file.name, line }, validThrough, row.valid_through)
      const known = divisions.get(id)
      if (!known) divisions.set(id, { row, at: { file: file.name, line } })
      else {
        if (record.name && known.row.name !== '') repeated++
        complete(known.row, row)
      }
    }
    if (repeated > 0) reportRepeated(sink, file.name, repeated)
  }
  for (const { row, at } of divisions.values()) {
    const name =
      row.name || divisions.get(row.same_as ?? '')?.row.name || row.ocd_id.slice(row.ocd_id.lastIndexOf(':') + 1)
    sink.row('division', { ...row, name }, at)
  }
}

const HEADERLESS = ['id', 'name'] as const
const KNOWN = ['id', 'name', 'sameAs', 'validThrough', 'census_geoid']
type OcdRecord = Partial<Record<string, string>>

/** A few files have lines without the header's last columns. Only the id and name of such a line are read. */
function* readLines(file: FetchedFile, sink: Sink): Generator<{ line: number; record: OcdRecord }> {
  const header = (decodeText(file).split('\n', 1)[0] ?? '').trim().split(',')
  const short = { columns: HEADERLESS, header: false, allowExtra: true }
  if (header[0] !== 'id') return yield* readCsv(file, short, sink)
  const columns = KNOWN.filter((column) => header.includes(column))
  if (columns.length < 2)
    throw new SourceError(`its header has ${header.join(', ')}, expected id and one of ${KNOWN.slice(1).join(', ')}`, {
      file: file.name,
      line: 1,
    })
  const ragged = new Set<number>()
  const notice: Pick<Sink, 'issue'> = {
    issue: (issue) =>
      issue.code === 'ragged-line' && issue.line !== null ? ragged.add(issue.line) : sink.issue(issue),
  }
  yield* readCsv(file, { columns, allowExtra: true }, notice)
  if (ragged.size === 0) return
  reportShort(sink, file.name, ragged.size)
  for (const { line, record } of header[1] === 'name' ? readCsv(file, short, sink) : [])
    if (ragged.has(line)) yield { line, record }
}

function toDivision(id: string, record: OcdRecord): DivisionRow {
  const geoid = record.census_geoid || null
  return {
    ocd_id: id,
    // One file appends a note to the name.
    name: (record.name ?? '').split(' -- ')[0]?.trim() ?? '',
    census_geoid: geoid !== null && /^\d+$/.test(geoid) ? `school-${geoid}` : geoid,
    same_as: record.sameAs || null,
    valid_through: toLastDay(record.validThrough ?? ''),
  }
}

/** A year alone becomes its last day; a calendar date stays; anything else gives null. */
function toLastDay(text: string): string | null {
  const day = /^\d{4}$/.test(text) ? `${text}-12-31` : text
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === day ? day : null
}

function complete(row: DivisionRow, later: DivisionRow): void {
  row.name ||= later.name
  row.census_geoid ??= later.census_geoid
  row.same_as ??= later.same_as
  row.valid_through ??= later.valid_through
}

function reportId(sink: Sink, file: string, line: number, id: string): void {
  sink.issue({
    file,
    line,
    field: 'id',
    code: 'invalid-ocd-id',
    value: id.slice(0, 100),
    message: 'expected ocd-division/country:us with parts type:id; the line is left out',
    severity: 'refused',
  })
}

function reportDate(sink: Sink, at: { file: string; line: number }, got: string, used: string | null): void {
  sink.issue({
    ...at,
    field: 'validThrough',
    code: 'incomplete-date',
    value: got.slice(0, 40),
    message: `expected a date, YYYY-MM-DD; ${used === null ? 'no date' : used} is used`,
    severity: used === null ? 'refused' : 'mended',
  })
}

function reportShort(sink: Sink, file: string, short: number): void {
  sink.issue({
    file,
    line: null,
    field: null,
    code: 'short-line',
    value: String(short),
    message: `${short} lines lack the last columns of the header; only their ids and names are used`,
    severity: 'mended',
  })
}

function reportRepeated(sink: Sink, file: string, repeated: number): void {
  sink.issue({
    file,
    line: null,
    field: 'id',
    code: 'repeated-division',
    value: String(repeated),
    message: `${repeated} ids are already defined in an earlier file or line; the first definition is used`,
    severity: 'ignored',
  })
}

const TERRITORIES = ['AS', 'GU', 'MP', 'PR', 'VI']

/**
 * Definitions come before the files that complete them; aliases come last. The GEOIDs of 2014 are left out because later plans
 * reuse the codes.
 */
const PATHS = [
  'states.csv',
  'us_territories.csv',
  'us_territories_places.csv',
  'census_autogenerated/us_census_places.csv',
  'census_autogenerated/us_congressional_districts.csv',
  'census_autogenerated/us_sldu.csv',
  'census_autogenerated/us_sldl.csv',
  'us_sldl_whitelist.csv',
  'state-ca-assigned-sldu.csv',
  'us_school_districts.csv',
  'us_school_district_nces_mapping.csv',
  'us_state_courts.csv',
  'us_territories_local_gov.csv',
  ...STATE_CODES.filter((code) => !TERRITORIES.includes(code)).map(
    (code) => `state-${code.toLowerCase()}-local_gov.csv`,
  ),
  'census_whitelist.csv',
  'aliases.csv',
  'state-in-aliases.csv',
  'state-mi-aliases.csv',
]
/** Compressed only in the mirror. */
const PACKED = ['us_census_places', 'us_sldl.csv', 'us_school_district']

export const ocdSources: readonly Source[] = [
  {
    ...OCD,
    id: 'ocd-divisions',
    vintage: '2026',
    published_on: '2026-03-19',
    living: true,
    states: STATE_CODES,
    files: PATHS.map(toFile),
    read: readOcd,
  },
]

function toFile(path: string): SourceFile {
  const packed = PACKED.some((name) => path.includes(name)) ? '.gz' : ''
  return {
    url: rawUrl('opencivicdata/ocd-division-ids', 'master', `identifiers/country-us/${path}`),
    mirror: `ocd/country-us/${path}${packed}`,
  }
}
