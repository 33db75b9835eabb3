// The winners of Virginia's general election of November 2025, as its Department of Elections exports them: CSV, one winner a line.
// It names no other candidate.

import { stateOf } from '../../../../data/schema/states.ts'
import { readCsv } from '../../../read/csv.ts'
import { ocdSlug } from '../../../read/identity.ts'
import { type FetchedFile, type ReadContext, type Sink, type Source, SourceError } from '../../../read/source.ts'
import { type Candidacy, type CandidacyLayout, writeCandidacies } from '../../candidacies.ts'
import { civicMirrorFile } from '../../civic-mirror.ts'
import type { AreaPart, ContestArea } from '../../division.ts'
import { generalElection } from '../../election-days.ts'
import type { ListedOffice } from '../../office.ts'
import { loadOffices } from '../../office-table.ts'
import { leaveOutWriteIn, plainParty, titleCase } from '../../printed-name.ts'

export const vaSources: readonly Source[] = [
  {
    ...civicMirrorFile({
      id: 'va-winners-2025',
      state: 'VA',
      office: 'Virginia Department of Elections',
      vintage: '2025',
      path: 'docs/state-research/VA/Election Winners_cb94cd14-b0b4-48d7-8779-c63b7a5ce6db.csv',
      name: 'va_winners_20251104.csv.gz',
    }),
    lists: { basis: 'returns', kinds: ['candidate'], whole_in: [] },
    needs: ['divisions'],
    read: readVa,
  },
]

const ELECTION = generalElection('VA', 2025)
const VIRGINIA = stateOf('VA')
const STATE = VIRGINIA.name
/** `Lexington City, Rockbridge County` */
const SHARED = /^[^,]+ City, [^,]+ County$/i

/** Each takes the county or city, the printed office, its area, and the number of seats where it tells two contests apart. */
const ofArea =
  (toArea: (locality: string, area: string) => LocalArea) =>
  (locality = '', office = '', area = '', seats = '') =>
    local(office, toArea(locality, area), seats)

/** The table matches `<county or city>: <office>: <area>`. */
const layout: CandidacyLayout = {
  state: 'VA',
  offices: loadOffices('VA', {
    locality: ofArea(localityArea),
    municipality: ofArea(municipalArea),
    school: ofArea(schoolArea),
  }),
  winners_only: true,
}

interface LocalArea {
  area: ContestArea
  /** As the ballot prints it after the office: `District 2`, `Town of Clifton`. */
  words: string
}

/** @param seats set if two contests differ by their number of seats alone */
function local(printed: string, { area, words }: LocalArea, seats: string): ListedOffice {
  const office = printed.replace(/^(Member|Chairman),? /, '$1, ')
  const subject = office.replace(/^Member, /, '')
  const level = /School Board$/.test(office) ? 'school' : area.kind === 'place' ? 'city' : 'county'
  return {
    subject,
    level,
    title: `${office} (${words})`,
    short_title: office,
    area,
    details: { nonpartisan: true },
    ...(seats !== '' && { seat: `${seats}-seats` }),
  }
}

/** A county, an independent city, or the two together that share an officer. */
function localityArea(locality: string, area: string): LocalArea {
  const words = titleCase(area)
  if (SHARED.test(area)) return { area: { kind: 'special', county: null, name: area, word: 'joint_office' }, words }
  const part = area === locality ? null : partOf(locality, area)
  if (locality.endsWith(' CITY')) return { area: { kind: 'place', place: bare(locality), part }, words }
  return { area: { kind: 'county', county: bare(locality), part }, words }
}

function municipalArea(locality: string, area: string): LocalArea {
  if (locality.endsWith(' CITY')) return localityArea(locality, area)
  const [, town = area, ward] = /^(.+) WARD (\d)\w*$/.exec(area) ?? []
  const words = `Town of ${titleCase(town)}`
  if (ward === undefined) return { area: { kind: 'place', place: town, part: null }, words }
  const part: AreaPart = { word: 'ward', code: ward, name: `Ward ${ward}` }
  return { area: { kind: 'place', place: town, part }, words: `${words}, Ward ${ward}` }
}

/** Counties in which a town has its own school division: West Point, Colonial Beach (Va. Code § 22.1-25). */
const DIVIDED_SCHOOLS: readonly string[] = ['KING WILLIAM COUNTY', 'WESTMORELAND COUNTY']

/** A school board is elected from the election districts of its county or city (Va. Code § 22.1-57.3). */
function schoolArea(locality: string, area: string): LocalArea {
  const { area: own, words } = localityArea(locality, area)
  const divided = area === locality && DIVIDED_SCHOOLS.includes(locality)
  return { area: divided ? { kind: 'school', school: locality, part: null } : own, words }
}

const NUMBERS: readonly string[] = [
  ...['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX', 'SEVEN'],
  ...['FIRST', 'SECOND', 'THIRD', 'FOURTH', 'FIFTH', 'SIXTH', 'SEVENTH'],
]

/** `DISTRICT 2`, `DISTRICT FOUR`, `FIFTH DISTRICT`, `WARD 3`, `RIO DISTRICT`, `STONEWALL-HAWTHORNE DIST`, `CENTRAL`. */
function partOf(locality: string, area: string): AreaPart {
  const word = /^WARD /.test(area) ? 'ward' : 'district'
  const code = area.replace(/^(?:DISTRICT|WARD) | DIST(?:RICT)?$/g, '')
  const number = NUMBERS.indexOf(code)
  const name = titleCase(/^(?:DISTRICT|WARD) /.test(area) ? area : `${code} DISTRICT`)
  return {
    word,
    code: number < 0 ? ocdSlug(code) : String((number % 7) + 1),
    name,
    district_name: `${titleCase(locality)} ${name}`,
  }
}

/** `ALEXANDRIA CITY` → `ALEXANDRIA`, `JAMES CITY COUNTY` → `JAMES CITY`. */
function bare(locality: string): string {
  return locality.replace(/ (?:CITY|COUNTY)$/i, '')
}

const COLUMNS = ['Locality', 'District', 'Office', 'PoliticalParty', 'BallotName', 'Seats', 'CandidateId'] as const
type Winner = Record<(typeof COLUMNS)[number], string>
const WRITE_IN = 'Write-In'

function readVa(files: readonly FetchedFile[], context: ReadContext<'divisions'>, sink: Sink): void {
  for (const file of files) writeCandidacies(layout, candidacies(file, context, sink), { files, context, sink })
}

function* candidacies(file: FetchedFile, context: ReadContext<'divisions'>, sink: Sink): Generator<Candidacy> {
  const winners = [...readCsv(file, { columns: COLUMNS }, sink)]
  const seats = new Map<string, Set<string>>()
  for (const { record } of winners)
    seats.set(vacancyOf(record), (seats.get(vacancyOf(record)) ?? new Set()).add(record.Seats))
  for (const { line, record } of winners) {
    const at = { file: file.name, line }
    const name = record.BallotName.trim().replace(/\s+/g, ' ')
    if (!/^[1-9]\d?$/.test(record.Seats))
      throw new SourceError(`got Seats "${record.Seats.slice(0, 20)}", expected a number from 1 to 99`, at)
    if (record.PoliticalParty === WRITE_IN) {
      leaveOutWriteIn(name, at, sink)
      continue
    }
    const party = record.PoliticalParty.trim() === '' ? null : plainParty(record.PoliticalParty)
    const isOneOfSeveral = (seats.get(vacancyOf(record))?.size ?? 0) > 1
    yield {
      at,
      election: ELECTION,
      name,
      party,
      party_label: party,
      contest: `${contestOf(record)}${isOneOfSeveral ? ` #${record.Seats}` : ''}`,
      unexpired: isSpecial(record),
      votes_allowed: Number(record.Seats),
      counties: localitiesOf(record).map((locality) => countyOf(locality, context)),
      ...(/at.large/i.test(record.Office) && { details: { nonpartisan: true, elected_at_large: true } }),
      discriminator: record.CandidateId,
    }
  }
}

/** Without the area in parentheses, and without the words that mark a special election: `Member Town Council`. */
const OFFICE =
  /^(?:Governor|Lieutenant Governor|Attorney General|Member, House of Delegates|Commonwealth's Attorney|Sheriff|Treasurer|Commissioner of Revenue|Mayor|Recorder|(?:Member|Chairman),? (?:Town Council|City Council|Board of Supervisors|County Board|School Board))\b/

function contestOf({ Locality, District, Office }: Winner): string {
  const [office = Office] = OFFICE.exec(Office) ?? []
  const isStatewide = Locality === '' && (District === STATE || office === 'Member, House of Delegates')
  return `${isStatewide ? STATE : Locality.trim()}: ${office}: ${District.trim()}`
}

/** Two special elections of one office differ by their seats alone. */
function vacancyOf(record: Winner): string {
  return `${contestOf(record)} ${isSpecial(record)}`
}

/** A special election fills the rest of a term (Va. Code § 24.2-226). */
function isSpecial({ Office }: Winner): boolean {
  return /\bSpecial\b/i.test(Office)
}

function localitiesOf({ Locality, District }: Winner): string[] {
  if (Locality.trim() !== '') return [Locality.trim()]
  return SHARED.test(District) ? District.split(',').map((locality) => locality.trim()) : []
}

/** A city that shares its name with a county keeps its word: `FAIRFAX CITY`, `ALEXANDRIA`. */
function countyOf(locality: string, { divisions }: ReadContext<'divisions'>): string {
  const keeps = / city$/i.test(locality) && divisions.has(`${VIRGINIA.ocd_id}/county:${ocdSlug(locality)}`)
  return keeps ? locality : bare(locality)
}
