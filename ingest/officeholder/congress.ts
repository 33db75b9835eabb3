// Reads members of Congress from the congress-legislators files. Gives each the id of the Open States people.

import { v5 } from 'uuid'
import { z } from 'zod'
import type { OfficeholderRow } from '../../data/core/rows.ts'
import { CONGRESS_PARTIES } from '../../data/reference/party-labels.ts'
import { isStateCode, stateOf } from '../../data/schema/states.ts'
import type { StateCode } from '../../data/schema/vocabulary.ts'
import { type FetchedFile, type Sink, SourceError, type SourceReader } from '../read/source.ts'
import { readTar } from '../read/tar.ts'
import { readYaml } from '../read/yaml.ts'
import { firstPhone, type OfficeContact, reportUrls, toEmail, toSocial, toUrl, toUrls } from './contact.ts'
import { type Person, person, personId } from './person.ts'
import { lastGeneralElection } from './seat.ts'

// The records of the congress-legislators files: members with their terms, their district offices, their accounts.

const text = z.union([z.string(), z.number()]).transform((value) => String(value).trim())
const optional = text.nullish().transform((value) => value || null)
const ids = z.object({ bioguide: z.string().regex(/^[A-Z]\d{6}$/) })

const legislator = z.object({
  id: ids,
  name: z.object({ first: text, last: text, official_full: optional }),
  terms: z
    .array(
      z.object({
        type: z.enum(['rep', 'sen']),
        start: z.iso.date(),
        end: z.iso.date(),
        state: z.string(),
        /** 0 means at large. */
        district: z.int().nonnegative().nullish(),
        party: optional,
        url: optional,
        address: optional,
        phone: optional,
        fax: optional,
      }),
    )
    .min(1),
})
type Legislator = z.output<typeof legislator>
type Term = Legislator['terms'][number]

const districtOffices = z.object({
  id: ids,
  offices: z.array(
    z.object({
      address: optional,
      suite: optional,
      building: optional,
      city: optional,
      state: optional,
      zip: optional,
      phone: optional,
      fax: optional,
    }),
  ),
})
type DistrictOffices = z.output<typeof districtOffices>

const accounts = z.object({ id: ids, social: z.record(z.string(), text) })

/** UUIDv5 of `https://bioguide.congress.gov/` as a URL: the namespace for the ids of members who are not in Open States. */
export const BIOGUIDE_NAMESPACE = '2931e94a-b848-5d90-83a4-38c4676c33cc'

const MEMBER = /(?:^|\/)data\/us\/legislature\/[^/]+\.yml$/

/**
 * Writes `officeholder` rows of the terms held on the source's day. Files in this order: current legislators, district offices,
 * accounts, the Open States people (for ids, photographs and e-mail addresses, joined by Bioguide id).
 */
export const readCongress: SourceReader = async (files, { source, states }, sink) => {
  const [members, homes, social, people] = files
  if (!members || !homes || !social || !people)
    throw new SourceError(`got ${files.length} files, expected legislators, offices, accounts and people`, {
      file: source.id,
    })
  const known = await readKnown(people, sink)
  const offices = byBioguide(readList(homes, districtOffices, sink))
  const names = byBioguide(readList(social, accounts, sink))
  for (const { record, line } of readList(members, legislator, sink)) {
    const { bioguide } = record.id
    const at = { file: members.name, line }
    const term = record.terms.findLast(({ start, end }) => start <= source.published_on && end > source.published_on)
    if (!term) {
      const message = `holds no seat on ${source.published_on}; left out`
      sink.issue({ ...at, field: 'terms', code: 'no-current-role', value: bioguide, message, severity: 'ignored' })
      continue
    }
    if (!isStateCode(term.state))
      throw new SourceError(`got the state "${term.state}", expected a USPS code`, { file: members.name, line })
    if (!states.has(term.state)) continue
    if (!known.has(bioguide)) {
      const message = `Open States has no person with this Bioguide id; the person's id is derived from it`
      sink.issue({ ...at, field: 'id', code: 'unknown-person', value: bioguide, message, severity: 'mended' })
    }
    const row = toRow(
      record,
      { ...term, state: term.state },
      {
        person: known.get(bioguide),
        homes: offices.get(bioguide)?.offices ?? [],
        social: names.get(bioguide)?.social ?? {},
      },
    )
    reportUrls(sink, at, [
      ['url', term.url],
      ['image', known.get(bioguide)?.image ?? null],
    ])
    sink.row('officeholder', row, at)
  }
}

interface Known {
  person: Person | undefined
  homes: DistrictOffices['offices']
  social: Readonly<Record<string, string>>
}

function toRow(
  { id: { bioguide }, name }: Legislator,
  term: Term & { state: StateCode },
  { person: found, homes, social }: Known,
): OfficeholderRow {
  const person_id = found ? personId(found) : v5(bioguide, BIOGUIDE_NAMESPACE)
  const seat = toSeat(term)
  const offices: OfficeContact[] = [
    { classification: 'capitol', address: term.address, phone: term.phone, fax: term.fax },
    ...homes.map(toOffice),
  ].filter(({ address, phone, fax }) => address !== null || phone !== null || fax !== null)
  return {
    officeholder_key: `${person_id}/${seat.office}/${seat.ocd_id}`,
    person_id,
    name: name.official_full ?? `${name.first} ${name.last}`,
    given_name: name.first,
    family_name: name.last,
    ...seat,
    level: 'federal',
    state: term.state,
    party: term.party === null ? null : (CONGRESS_PARTIES[term.party] ?? term.party),
    term_start: term.start,
    term_end: term.end,
    phone: firstPhone(offices),
    email: toEmail(found?.email ?? null),
    website: toUrl(term.url),
    photo: toUrl(found?.image ?? null),
    offices: JSON.stringify(offices),
    social: JSON.stringify(toSocial({ ...social, youtube: social.youtube ?? social.youtube_id ?? '' })),
    source_urls: JSON.stringify(toUrls([{ url: `https://bioguide.congress.gov/search/bio/${bioguide}` }])),
  }
}

type FederalSeat = Pick<OfficeholderRow, 'office' | 'office_title' | 'ocd_id' | 'district' | 'elected_on'>

/**
 * A member who took office during a Congress was elected under the boundaries of its general election, even if elected in the November of
 * its end. Source: 2 U.S. Code 7 and 48 U.S. Code 1711, 1731, 1751, 891: the members of states, the District and the territories.
 */
function toSeat({ type, state, district, start }: Term & { state: StateCode }): FederalSeat {
  const { ocd_id } = stateOf(state)
  const elected_on = lastGeneralElection(start.slice(5) < '01-31' ? start : `${start.slice(0, 4)}-10-31`)
  if (type === 'sen')
    return { office: 'us_senator', office_title: 'United States Senator', ocd_id, district: null, elected_on }
  const number = district || 'at-large'
  return {
    office: 'us_representative',
    office_title: representativeTitle(state),
    ocd_id: `${ocd_id}/cd:${number}`,
    district: district ? String(district) : 'At-Large',
    elected_on,
  }
}

function representativeTitle(state: StateCode): string {
  switch (state) {
    case 'PR':
      return 'Resident Commissioner'
    case 'AS':
    case 'DC':
    case 'GU':
    case 'MP':
    case 'VI':
      return 'Delegate'
    default:
      return 'United States Representative'
  }
}

function toOffice(home: DistrictOffices['offices'][number]): OfficeContact {
  const place = [home.state, home.zip].filter((part) => part !== null).join(' ')
  const parts = [home.address, home.suite, home.building, home.city, place].filter((part) => part)
  return { classification: 'district', address: parts.join(', ') || null, phone: home.phone, fax: home.fax }
}

/** Yields each record with its line. A record of another layout gives an issue and is left out. */
function readList<Row>(file: FetchedFile, layout: z.ZodType<Row>, sink: Sink): { record: Row; line: number | null }[] {
  const { value, lineOf } = readYaml(file)
  if (!Array.isArray(value)) throw new SourceError('expected a list of records', { file: file.name })
  return value.flatMap((item: unknown, index) => {
    const line = lineOf(index)
    const parsed = layout.safeParse(item)
    if (parsed.success) return [{ record: parsed.data, line }]
    const [issue] = parsed.error.issues
    const where = issue?.path.join('.') || 'the record'
    const message = `at ${where}: ${issue?.message}; the record is left out`
    const severity = 'refused'
    sink.issue({ file: file.name, line, field: where, code: 'invalid-record', value: null, message, severity })
    return []
  })
}

function byBioguide<Row extends { id: { bioguide: string } }>(rows: readonly { record: Row }[]): Map<string, Row> {
  return new Map(rows.map(({ record }) => [record.id.bioguide, record]))
}

/** Open States' people by Bioguide id. An unusable file only costs its person the id, so it gives an issue. */
async function readKnown(archive: FetchedFile, sink: Sink): Promise<Map<string, Person>> {
  const known = new Map<string, Person>()
  for (const [path, bytes] of await readTar(archive, (name) => MEMBER.test(name))) {
    const file = `${archive.name}/${path}`
    const parsed = person.safeParse(readYaml({ name: file, bytes }).value)
    if (!parsed.success) {
      const message = `at ${parsed.error.issues[0]?.path.join('.')}: ${parsed.error.issues[0]?.message}; not joined`
      sink.issue({ file, line: null, field: null, code: 'invalid-person', value: null, message, severity: 'refused' })
      continue
    }
    for (const { scheme, identifier } of parsed.data.other_identifiers)
      if (scheme === 'bioguide') known.set(identifier, parsed.data)
  }
  return known
}
