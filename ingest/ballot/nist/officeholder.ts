// Reads the officeholders of an election report, by the roles of the Civics profile.

import { v5 } from 'uuid'
import { z } from 'zod'
import type { OfficeholderRow } from '../../../data/core/rows.ts'
import { STATES, type UsState } from '../../../data/schema/states.ts'
import { OFFICEHOLDER_LEVELS, OFFICES } from '../../../data/schema/vocabulary.ts'
import { reportUrls, toUrl } from '../../officeholder/contact.ts'
import { isCurrent, wholeDay } from '../../officeholder/person.ts'
import { readOwnTable } from '../../read/csv.ts'
import type { Divisions } from '../../read/source.ts'
import { plainParty } from '../printed-name.ts'
import { atOf, sayOf, unitName } from './contest.ts'
import { byId, identifierOf, idsOf, listOf, type NistFile, type NistObject, textOf, translated } from './object.ts'

/** A person in an office: of an OfficeHolderTenure, or of the office itself in reports without tenures. */
interface Tenure {
  /** The object for messages. */
  from: NistObject
  office: NistObject
  personId: string
  unitId: string
  start: string | null
  end: string | null
}

/**
 * Writes `officeholder` rows of the terms held on the source's day. Issues name what is left out: an office whose role this service does not
 * have (`unserved-office`, once for each role), whose district has no known id or is none of its kind (`unplaced-seat`), a person who is missing or without a name.
 */
export function readOfficeholders(report: NistFile): void {
  const { root, file, context, sink } = report
  const [people, parties] = [byId(listOf(root, 'Person')), byId(listOf(root, 'Party'))]
  const unserved = new Map<string, { first: NistObject; count: number }>()
  const written = new Set<string>()
  for (const tenure of tenuresIn(report)) {
    const { from, office, personId, start, end } = tenure
    const term = { type: '', jurisdiction: '', district: null, start_date: start, end_date: end }
    if (!isCurrent(term, context.source.published_on)) continue
    const roles = rolesOf(office)
    const role = roles.find((one) => SEATS.has(one))
    if (role === undefined) {
      const key = roles.join(', ')
      unserved.set(key, { first: office, ...unserved.get(key), count: (unserved.get(key)?.count ?? 0) + 1 })
      continue
    }
    const person = people.get(personId)
    const name = person ? translated(person, 'FullName')?.en : undefined
    if (!person || name === undefined) {
      const message = `its holder "${personId}" ${person ? 'has no FullName' : 'is missing from the file'}; left out`
      const code = person ? 'missing-name' : 'missing-reference'
      sayOf(report, from, { code, value: personId, message, severity: 'refused' })
      continue
    }
    const seat = seatOf(role, tenure, report)
    if (!seat || !context.source.states.includes(seat.state) || !context.states.has(seat.state)) continue
    const person_id = v5(`${context.source.url}#${ownId(person)}`, v5.URL)
    const officeholder_key = `${person_id}/${seat.office}/${seat.ocd_id}`
    if (written.has(officeholder_key)) continue
    written.add(officeholder_key)
    const photo = textOf(person, 'ImageUri')
    const [partyId] = idsOf(person, 'PartyId')
    const party = parties.get(partyId ?? '')
    if (partyId !== undefined && !party) {
      const message = `its party "${partyId}" is missing from the file; served without one`
      const said = { field: 'PartyId', code: 'missing-reference', value: partyId, message } as const
      sayOf(report, person, { ...said, severity: 'refused' })
    }
    reportUrls(sink, atOf(file, person), [['ImageUri', photo]])
    const row: OfficeholderRow = {
      officeholder_key,
      person_id,
      name,
      given_name: textOf(person, 'FirstName'),
      family_name: textOf(person, 'LastName'),
      ...seat,
      party: (party && plainParty(translated(party, 'Name')?.en ?? '')) || null,
      term_start: wholeDay(start),
      term_end: wholeDay(end),
      ...NO_CONTACT,
      photo: toUrl(photo),
      source_urls: JSON.stringify([file.url]),
    }
    sink.row('officeholder', row, atOf(file, from))
  }
  for (const [role, { first, count }] of unserved) {
    const message = `${count} holders of ${role ? `the role ${role}` : 'offices without a role'}, which this service does not have; left out`
    sayOf(report, first, { field: 'Role', code: 'unserved-office', value: role, message, severity: 'ignored' })
  }
}

/** Contact data is blanked: a report does not say which of it is an office's, and which a home's. */
const NO_CONTACT = { phone: null, email: null, website: null, offices: '[]', social: '{}' } as const

/** An office whose holders have tenures is not read by itself. */
function tenuresIn(report: NistFile): Tenure[] {
  const offices = byId(listOf(report.root, 'Office'))
  const tenures = listOf(report.root, 'OfficeHolderTenure').flatMap((from): Tenure[] => {
    const id = textOf(from, 'OfficeId') ?? ''
    const office = offices.get(id)
    if (!office) {
      const message = `its office "${id}" is missing from the file; the tenure is left out`
      sayOf(report, from, { code: 'missing-reference', value: id, message, severity: 'refused' })
      return []
    }
    const personId = textOf(from, 'OfficeHolderPersonId') ?? ''
    return [{ from, office, personId, unitId: textOf(from, 'ElectionDistrictId') ?? '', ...termOf(from) }]
  })
  const told = new Set(tenures.map(({ office }) => office))
  const plain = [...offices.values()].filter((office) => !told.has(office))
  return [
    ...tenures,
    ...plain.flatMap((office) =>
      idsOf(office, 'OfficeHolderPersonIds').map((personId) => ({
        from: office,
        office,
        personId,
        unitId: textOf(office, 'ElectionDistrictId') ?? '',
        ...termOf(listOf(office, 'Term')[0] ?? office),
      })),
    ),
  ]
}

/** Days, months or years, as written. */
function termOf(term: NistObject): Pick<Tenure, 'start' | 'end'> {
  const day = (field: string): string | null => /^\d{4}(?:-\d{2}){0,2}/.exec(textOf(term, field) ?? '')?.[0] ?? null
  return { start: day('StartDate'), end: day('EndDate') }
}

/** In `Role`, or in earlier reports an identifier or additional data of the type `office-role`. */
function rolesOf(office: NistObject): string[] {
  const additional = listOf(office, 'AdditionalData').filter((data) => textOf(data, 'type') === 'office-role')
  const written = [...listOf(office, 'Role'), ...additional].map(({ text }) => text.trim())
  const identified = identifierOf(office, 'office-role')
  return written.length > 0 || identified === null ? written : [identified]
}

/** The publisher's identifier stays when a file numbers its objects anew. */
function ownId(person: NistObject): string {
  return identifierOf(person, 'stable') ?? person.id
}

const seatRow = z.strictObject({
  role: z.string().min(1),
  office: z.enum(OFFICES),
  level: z.enum(OFFICEHOLDER_LEVELS),
  /** The end of the OCD ids of its districts, below the state's. */
  district: z.string().transform((text) => new RegExp(`^${text}$`)),
})
type SeatKind = z.output<typeof seatRow>

/** By the roles of the Civics profile: office_utils.py of its validator. A role below a state, such as a county's treasurer, is another office. */
const SEATS = new Map(readOwnTable(seatRow, 'ingest', 'ballot', 'nist', 'seats.csv').map((seat) => [seat.role, seat]))

type Seat = Pick<OfficeholderRow, 'office' | 'office_title' | 'level' | 'state' | 'ocd_id' | 'district' | 'elected_on'>

function seatOf(role: string, { from, office, unitId }: Tenure, report: NistFile): Seat | undefined {
  const unit = report.units.get(unitId)
  const stated = unit ? report.ocdIdOf(unit) : null
  const state = STATES.find(({ ocd_id }) => stated !== null && `${stated}/`.startsWith(`${ocd_id}/`))
  const kind = state && kindIn(state, role)
  const ocd_id = state && stated !== null ? districtOf(stated, state, role, report.context.divisions) : ''
  if (!unit || !state || !kind?.district.test(ocd_id.slice(state.ocd_id.length))) {
    const where = unit ? `${unitName(unit)} (${stated ?? 'without a known ocd-id or fips'})` : `"${unitId}"`
    const message = `its district ${where} is none of the role "${role}"; the seat is left out`
    const value = translated(office, 'Name')?.en ?? role
    sayOf(report, from, { code: 'unplaced-seat', value, message, severity: 'refused' })
    return undefined
  }
  const code = ocd_id.slice(ocd_id.lastIndexOf(':') + 1)
  const isWhole = ocd_id === state.ocd_id || /\/place:[^/]+$/.test(ocd_id)
  return {
    office: kind.office,
    office_title: translated(office, 'Name')?.en ?? role,
    level: kind.level,
    state: state.code,
    ocd_id,
    district: isWhole
      ? null
      : kind.level === 'city'
        ? unitName(unit)
        : code === 'at-large'
          ? 'At-Large'
          : code.toUpperCase(),
    elected_on: null,
  }
}

/** Nebraska has one chamber. The District of Columbia is a city, whose executive is a mayor. */
function kindIn({ code }: UsState, role: string): SeatKind | undefined {
  const kind = SEATS.get(role)
  if (code === 'NE' && kind?.office === 'state_senator') return { ...kind, office: 'state_legislator' }
  if (code !== 'DC' || !kind) return kind
  if (kind.office === 'city_council') return { ...kind, district: /^(?:\/ward:[1-8])?$/ }
  return kind.office === 'us_representative' ? kind : undefined
}

/** A state with one seat in the House is also named by itself. */
function districtOf(stated: string, { ocd_id }: UsState, role: string, divisions: Divisions): string {
  const atLarge = `${ocd_id}/cd:at-large`
  return role === 'lower house' && stated === ocd_id && divisions.has(atLarge) ? atLarge : stated
}
