// Converts data/sample/officeholders.csv to rows: one row per person and seat.

import { z } from 'zod'
import type { OfficeholderRow } from '../../data/core/rows.ts'
import { OFFICES, type Office, type OfficeholderLevel } from '../../data/schema/vocabulary.ts'
import { firstPhone, type OfficeContact } from '../officeholder/contact.ts'
import { type FetchedFile, type ReadContext, type Sink, SourceError } from '../read/source.ts'
import {
  fileNamed,
  optional,
  optionalDate,
  readDistricts,
  readRows,
  type SampleDistrict,
  state,
  text,
} from './district.ts'

const optionalUrl = z.union([z.literal('').transform(() => null), z.url()])

const holderFields = z.object({
  /** UUIDv5 of the person's page, `https://example.org/sample/people/<name>`, as a URL. */
  person_id: z.uuid({ version: 'v5' }),
  given_name: text,
  family_name: text,
  office: z.enum(OFFICES),
  office_title: text,
  state,
  party: optional,
  term_start: optionalDate,
  term_end: optionalDate,
  ocd_id: text,
  district: optional,
  elected_on: optionalDate,
  capitol_address: optional,
  capitol_phone: optional,
  district_address: optional,
  district_phone: optional,
  email: z.union([z.literal('').transform(() => null), z.email()]),
  website: optionalUrl,
  photo: optionalUrl,
  /** `network=name; network=name` */
  social: z.string().regex(/^(\w+=[^;=]+(; \w+=[^;=]+)*)?$/, 'expected `network=name; network=name`, or nothing'),
  source_url: z.url(),
})
type SampleHolder = z.output<typeof holderFields>

/** Writes officeholder rows of the selected states. Throws SourceError for a seat in a district that the sample does not define. */
export function readSampleOfficeholders(files: readonly FetchedFile[], context: ReadContext, sink: Sink): void {
  const districts = readDistricts(fileNamed(files, 'districts.csv'), sink)
  const file = fileNamed(files, 'officeholders.csv')
  for (const { line, row } of readRows(file, holderFields, sink)) {
    const at = { file: file.name, line }
    const holder = toHolder(row, districts, at)
    if (context.states.has(row.state)) sink.row('officeholder', holder, at)
  }
}

function toHolder(
  row: SampleHolder,
  districts: readonly SampleDistrict[],
  at: { file: string; line: number },
): OfficeholderRow {
  if (!districts.some(({ ocd_id, state }) => ocd_id === row.ocd_id && state === row.state))
    throw new SourceError(`ocd_id: expected a division of districts.csv in ${row.state}, got ${row.ocd_id}`, at)
  const { capitol_address, capitol_phone, district_address, district_phone, source_url, social, ...fields } = row
  const offices: OfficeContact[] = [
    { classification: 'capitol', address: capitol_address, phone: capitol_phone, fax: null },
    { classification: 'district', address: district_address, phone: district_phone, fax: null },
  ].filter(({ address, phone }) => address !== null || phone !== null)
  return {
    ...fields,
    officeholder_key: `${row.person_id}/${row.office}/${row.ocd_id}`,
    name: `${row.given_name} ${row.family_name}`,
    level: levelOf(row.office),
    phone: firstPhone(offices),
    offices: JSON.stringify(offices),
    social: JSON.stringify(
      Object.fromEntries(
        social
          .split('; ')
          .filter(Boolean)
          .map((pair) => pair.split('=')),
      ),
    ),
    source_urls: JSON.stringify([source_url]),
  }
}

function levelOf(office: Office): OfficeholderLevel {
  switch (office) {
    case 'us_senator':
    case 'us_representative':
      return 'federal'
    case 'city_council':
      return 'city'
    case 'governor':
    case 'lieutenant_governor':
    case 'attorney_general':
    case 'secretary_of_state':
    case 'chief_election_officer':
    case 'treasurer':
    case 'auditor':
    case 'state_senator':
    case 'state_representative':
    case 'state_legislator':
      return 'state'
    default:
      return office satisfies never
  }
}
