// Virginia: the winners of local offices, whose areas the list names in words.

import { groupBy } from '../../../../data/core/group-by.ts'
import { stateOf } from '../../../../data/schema/states.ts'
import { ocdSlug } from '../../../read/identity.ts'
import type { AreaPart, ContestArea, DivisionIndex } from '../../division.ts'
import type { ListedCandidacy, ListReader } from '../../list/built-in.ts'
import type { ListedOffice } from '../../office-rule.ts'
import { numberIn } from '../../office-rules/office-text.ts'
import { titleCase } from '../../printed-name.ts'

const VIRGINIA = stateOf('VA')
const STATE = VIRGINIA.name
/** `Lexington City, Rockbridge County` */
const SHARED = /^[^,]+ City, [^,]+ County$/i

/** Each takes the county or city, the printed office, its area, and the number of seats where it tells two contests apart. */
const ofArea =
  (toArea: (locality: string, area: string) => LocalArea) =>
  (locality = '', office = '', area = '', seats = '') =>
    local(office, toArea(locality, area), seats)

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

/** `DISTRICT 2`, `DISTRICT FOUR`, `FIFTH DISTRICT`, `WARD 3`, `RIO DISTRICT`, `STONEWALL-HAWTHORNE DIST`, `CENTRAL`. */
function partOf(locality: string, area: string): AreaPart {
  const word = /^WARD /.test(area) ? 'ward' : 'district'
  const code = area.replace(/^(?:DISTRICT|WARD) | DIST(?:RICT)?$/g, '')
  const name = titleCase(/^(?:DISTRICT|WARD) /.test(area) ? area : `${code} DISTRICT`)
  return {
    word,
    code: ocdSlug(numberIn(code)),
    name,
    district_name: `${titleCase(locality)} ${name}`,
  }
}

/** `ALEXANDRIA CITY` → `ALEXANDRIA`, `JAMES CITY COUNTY` → `JAMES CITY`. */
function bare(locality: string): string {
  return locality.replace(/ (?:CITY|COUNTY)$/i, '')
}

type Winner = ListedCandidacy['record']

export const va: ListReader = {
  columns: ['Locality', 'District'],
  winners_only: true,
  offices: { locality: ofArea(localityArea), municipality: ofArea(municipalArea), school: ofArea(schoolArea) },
  contest: contestOf,
  candidacies(read, { index }) {
    const vacancies = groupBy(read, ({ record }) => vacancyOf(record))
    return read.map(({ office, rank, ...candidacy }) => {
      const { record, contest, party = null } = candidacy
      const same = vacancies.get(vacancyOf(record)) ?? []
      const isOneOfSeveral = same.some(({ votes_allowed }) => votes_allowed !== candidacy.votes_allowed)
      return {
        ...candidacy,
        party_label: party,
        contest: `${contest}${isOneOfSeveral ? ` #${candidacy.votes_allowed}` : ''}`,
        unexpired: isSpecial(record),
        counties: localitiesOf(record).map((locality) => countyOf(locality, index)),
        ...(/at.large/i.test(record.Office ?? '') && { details: { nonpartisan: true, elected_at_large: true } }),
      }
    })
  },
}

/** Without the area in parentheses, and without the words that mark a special election: `Member Town Council`. */
const OFFICE =
  /^(?:Governor|Lieutenant Governor|Attorney General|Member, House of Delegates|Commonwealth's Attorney|Sheriff|Treasurer|Commissioner of Revenue|Mayor|Recorder|(?:Member|Chairman),? (?:Town Council|City Council|Board of Supervisors|County Board|School Board))\b/

function contestOf({ Locality = '', District = '', Office = '' }: Winner): string {
  const [office = Office] = OFFICE.exec(Office) ?? []
  const isStatewide = Locality === '' && (District === STATE || office === 'Member, House of Delegates')
  return `${isStatewide ? STATE : Locality.trim()}: ${office}: ${District.trim()}`
}

/** Two special elections of one office differ by their seats alone. */
function vacancyOf(record: Winner): string {
  return `${contestOf(record)} ${isSpecial(record)}`
}

/** A special election fills the rest of a term (Va. Code § 24.2-226). */
function isSpecial({ Office = '' }: Winner): boolean {
  return /\bSpecial\b/i.test(Office)
}

function localitiesOf({ Locality = '', District = '' }: Winner): string[] {
  if (Locality.trim() !== '') return [Locality.trim()]
  return SHARED.test(District) ? District.split(',').map((locality) => locality.trim()) : []
}

/** A city that shares its name with a county keeps its word: `FAIRFAX CITY`, `ALEXANDRIA`. */
function countyOf(locality: string, { divisions }: DivisionIndex): string {
  const keeps = / city$/i.test(locality) && divisions.has(`${VIRGINIA.ocd_id}/county:${ocdSlug(locality)}`)
  return keeps ? locality : bare(locality)
}
