// The area of a contest, where its lines tell more than its words: which counties list it, and in how many precincts it has votes.

import { groupBy, sumBy } from '../../../data/core/group-by.ts'
import { ocdSlug } from '../../read/identity.ts'
import { type ContestDivision, type DivisionIndex, findDivision } from '../division.ts'
import type { ListedOffice } from '../office-rule.ts'
import { type County, countiesTitle } from '../office-rules/county.ts'
import { officeTitle } from '../office-rules/office-text.ts'
import { codeOf, countyDivision } from '../office-rules/reading.ts'
import { allVotesOf, linesOf, votesOf } from './block.ts'
import { countShared, divisionOf, isCountys, type ReadBlock, sortedCounties, tailOf } from './join.ts'
import { isBoard, type Turnout } from './seats.ts'

export interface Extent {
  division: ContestDivision
  level: ListedOffice['level']
  /** Set if all voters of the county elect the member of a district: the district is the seat. */
  seat?: string
  /** Set if the board is elected by districts that the file does not tell apart. */
  by_district?: true
  /** The counties that have one office together. */
  together?: readonly County[]
}

export interface ExtentOptions {
  index: DivisionIndex
  /** Bodies of several counties (`findSpanning`). */
  spanning: ReadonlySet<string>
  turnout: ReadonlyMap<string, Turnout>
  /** Of the council's districts, by their ids: the city, where each member is elected by all of it (`findCityWide`). */
  cityWide: ReadonlyMap<string, ContestDivision>
  /** Ids of the school boards' districts whose voters vote in another of the board, too (`findSameVoters`). */
  sameVoters: ReadonlySet<string>
}

/** Precincts of a county from which on a share of them says something. */
const PRECINCTS_MIN = 5
/** Share of the votes for President that says the same in a county of fewer. */
const VOTES_SHARE = 0.9
/** Share of a county's precincts that a contest of the whole county has. */
const WHOLE_SHARE = 0.95
/** Share that no contest of the whole county has. */
const PART_SHARE = 0.7
/** Shares of the precincts and the votes that no contest of one of a county's districts has. */
const AT_LARGE_SHARES = { lines: 0.9, votes: 0.6 }
/** The same for boards of the county itself, and for that of its schools, which cities may not belong to. */
const COUNTY_SHARES = { lines: 0.9, votes: 0.45 }
const SCHOOLS_SHARES = { lines: 0.55, votes: 0.5 }
/** Of the votes for President: more are an error of the file. */
const VOTES_MAX = 1.1

/** Shares of the votes for the mayor that no district of a city has: with others, of all that stand on the ballot, and alone. */
const CITY_SHARES = { own: 0.6, all: 1.55, alone: 0.8, max: 1.3 }

/** The begin of an id that is made from the words of an office, and names no body. */
export const UNKNOWN = 'special:'

/** A question of a district or city is not the county's, even if every precinct votes on it: `COQUILLE SCHOOL DISTRICT 8 BONDS`. */
const OF_DISTRICT =
  /\b(?:SCHOOLS?|COLLEGE|FIRE|HOSPITAL|LIBRARY DISTRICT|CEMETERY|CORPORATE (?:BOUNDARIES|LIMITS)|CITY LIMITS)\b/

/** @param lead the block that names the contest */
export function extentOf(group: readonly ReadBlock[], lead: ReadBlock, options: ExtentOptions): Extent {
  const extent = partOf(group, lead, options)
  const turnout = shareOf(group, options.turnout)
  const seat = seatIn(lead.office)
  const isAll = turnout !== undefined && isAtLarge(turnout, AT_LARGE_SHARES)
  const whole = isAll ? withoutZone(extent.division, seat) : votedWith(lead, extent.division, options)
  return whole ? { ...extent, division: whole, seat } : extent
}

/** The division that a district is a part of, if the same voters vote in another district of the body. */
function votedWith(lead: ReadBlock, division: ContestDivision, options: ExtentOptions): ContestDivision | undefined {
  if (!options.sameVoters.has(divisionOf(lead)?.ocd_id ?? '')) return undefined
  return division.district_type === 'school_board' ? wholeOfSchools(division, options.index) : undefined
}

/** The special district of whose zone a member is: all its voters elect the member. */
function withoutZone(division: ContestDivision, zone: string): ContestDivision | undefined {
  const { ocd_id, district_name } = division
  const end = ocd_id.lastIndexOf('/district:')
  if (division.district_type !== 'special' || end < 0 || zone === '') return undefined
  const name = district_name.endsWith(` ${zone}`) ? district_name.slice(0, -zone.length - 1) : district_name
  return { ...division, ocd_id: ocd_id.slice(0, end), district_name: name }
}

function partOf(group: readonly ReadBlock[], lead: ReadBlock, options: ExtentOptions): Extent {
  const { office, county } = lead
  const { index } = options
  const { level } = office
  const division = findDivision(office.area, [], index)
  const city = options.cityWide.get(division.ocd_id)
  if (city) return { division: city, level, seat: seatIn(office) }
  const counties = sortedCounties(group)
  const tail = tailOf(lead)
  const isUnknown = tail?.startsWith(UNKNOWN) ?? false
  if (counties.length > 1 && (isUnknown || isCountys(lead)))
    return { division: togetherOf(office, counties, { division, index }), level, together: counties }
  if (tail !== undefined && !isUnknown && options.spanning.has(bodyOf(tail)))
    return { division: { ...division, ocd_id: `${index.state.ocd_id}/${tail}`, within_ocd_id: null }, level }
  if (!county || counties.length > 1) return { division, level }
  const turnout = shareOf(group, options.turnout)
  const hasPrecincts = (options.turnout.get(lead.block.county)?.lines ?? 0) >= PRECINCTS_MIN
  const share = hasPrecincts || (turnout && turnout.votes >= VOTES_SHARE) ? turnout?.lines : undefined
  if (isUnknown && !OF_DISTRICT.test(lead.block.office) && share !== undefined && share >= WHOLE_SHARE) {
    const whole = countyDivision(county)
    return { division: { ...whole, unmatched: null }, level: whole.district_level }
  }
  const isPart = isCountys(lead) && share !== undefined && share < PART_SHARE
  if (isPart && (level === 'state' || office.subject.endsWith('court-judge')) && !office.retention)
    return { division: partOfCourt(office, county), level }
  const isQuestion = office.measure_code !== undefined
  if (isPart && office.seat !== 'At Large' && (isQuestion || isBoard(office))) {
    const ocd_id = `${county.ocd_id}/${UNKNOWN}${office.subject.replaceAll('-', '_')}`
    const part = isQuestion ? 'part' : 'districts'
    const district_name = `${office.short_title}, ${part} of ${county.full_name}`
    return {
      division: { ...division, ocd_id, district_name, within_ocd_id: county.ocd_id, unmatched: 'unmatched-division' },
      level,
      ...(!isQuestion && !office.subject.startsWith('superintendent') && { by_district: true }),
    }
  }
  const [ofCounty, ofSchools] = ['council', 'school_board'].map((board) =>
    division.ocd_id.startsWith(`${county.ocd_id}/${board}_district:`),
  )
  const isPublished = division.unmatched === null
  const shares = [
    AT_LARGE_SHARES,
    ...(isPublished && (ofCounty || ofSchools) ? [COUNTY_SHARES] : []),
    ...(isPublished && ofSchools ? [SCHOOLS_SHARES] : []),
  ]
  const atLarge = turnout && shares.some((least) => isAtLarge(turnout, least))
  const whole = atLarge ? wholeOf(division, county, index) : undefined
  return whole ? { division: whole, level, seat: seatIn(office) } : { division, level }
}

/** The area of an office that several counties have together: a court's or a prosecutor's. */
function togetherOf(
  { subject }: ListedOffice,
  counties: readonly County[],
  { division, index }: { division: ContestDivision; index: DivisionIndex },
): ContestDivision {
  const state = index.state.ocd_id
  const code = counties.map(({ name }) => ocdSlug(name)).join('_')
  if (division.unmatched !== null) {
    const end = division.ocd_id.slice(division.ocd_id.lastIndexOf('/'))
    return { ...division, ocd_id: `${state}${end}_${code}`, within_ocd_id: null }
  }
  const kind = /\battorney$/.test(subject) ? 'prosecutorial-district' : subject.replace(/-judge$/, '')
  return {
    ...division,
    ocd_id: `${state}/${kind.replaceAll('-', '_')}:${code}`,
    district_type: 'court',
    district_name: `${countiesTitle(counties)} ${officeTitle(kind.replaceAll('-', ' ').toUpperCase())}`,
  }
}

/** The voters of one of a county's courts: `NORTHEAST DISTRICT COURT JUDGE` */
function partOfCourt({ short_title }: ListedOffice, county: County): ContestDivision {
  const [court = ''] = short_title.split(', ')
  return {
    ...countyDivision(county),
    ocd_id: `${county.ocd_id}/${UNKNOWN}${ocdSlug(court)}`,
    district_type: 'court',
    district_name: `${court}, part of ${county.full_name}`,
    within_ocd_id: county.ocd_id,
    unmatched: 'unmatched-division',
  }
}

function isAtLarge({ lines, votes }: Turnout, least: Turnout): boolean {
  return lines >= least.lines && votes >= least.votes && votes <= VOTES_MAX
}

/** The division that a district of a county's board is a part of: the county, or the school district. */
function wholeOf(division: ContestDivision, county: County, index: DivisionIndex): ContestDivision | undefined {
  const { district_type, within_ocd_id } = division
  if (district_type === 'county_council') return within_ocd_id === county.ocd_id ? countyDivision(county) : undefined
  return district_type === 'school_board' && within_ocd_id !== null ? wholeOfSchools(division, index) : undefined
}

/** The school district of a board's district. */
function wholeOfSchools(division: ContestDivision, index: DivisionIndex): ContestDivision | undefined {
  const { district_name, within_ocd_id } = division
  const end = district_name.lastIndexOf(' Board ')
  if (end < 0) return undefined
  const ocd_id = within_ocd_id ?? division.ocd_id.slice(0, division.ocd_id.lastIndexOf('/'))
  return {
    ...division,
    ocd_id,
    district_type: 'school',
    district_name: district_name.slice(0, end),
    within_ocd_id: null,
    unmatched: index.divisions.has(ocd_id) ? null : division.unmatched,
  }
}

/** The part of a title that names the district, and what follows: `District 2` of `Member, Board of Education, District 2`. */
function seatIn({ short_title, area }: ListedOffice): string {
  const code = area.kind === 'found' ? area.division.ocd_id.slice(area.division.ocd_id.lastIndexOf(':') + 1) : ''
  const parts = short_title.split(', ')
  const at = parts.findIndex((part) => [codeOf(part), codeOf(part).split('_').at(-1)].includes(code))
  return parts.slice(Math.max(1, at)).join(' ')
}

/** `…/place:imbler` of `…/place:imbler/council_district:1` */
function parentOf(ocd_id: string): string {
  return ocd_id.slice(0, ocd_id.lastIndexOf('/'))
}

/** The groups that have a division, with it. */
function withDivision(groups: readonly ReadBlock[][]) {
  return groups.flatMap((group) => {
    const [first] = group
    const division = first && divisionOf(first)
    return division ? [{ group, division, subject: first.office.subject }] : []
  })
}

/** The districts of councils that have more votes than a part of the city can have, with the city. */
export function findCityWide(groups: readonly ReadBlock[][]): Map<string, ContestDivision> {
  const counted = withDivision(groups).map((one) => ({
    ...one,
    votes: sumBy(one.group, ({ block }) => votesOf(block)),
  }))
  const mayors = counted.filter(({ subject, division }) => subject === 'mayor' && division.district_type === 'place')
  const cities = new Map(mayors.map(({ division, votes }) => [division.ocd_id, { division, votes }]))
  const councils = counted
    .filter(({ division }) => division.district_type === 'council')
    .map(({ group, division, votes }) => ({ id: division.ocd_id, share: votes / seatsOf(group) }))
  const found = new Map<string, ContestDivision>()
  for (const [city, contests] of groupBy(councils, ({ id }) => parentOf(id))) {
    const { division, votes = 0 } = cities.get(city) ?? {}
    if (division === undefined || votes === 0) continue
    const districts = [...groupBy(contests, ({ id }) => id)].map(([id, own]) => {
      return { id, share: Math.max(...own.map(({ share }) => share)) / votes }
    })
    const all = sumBy(districts, ({ share }) => share)
    for (const { id, share } of districts) {
      const isWhole = share >= CITY_SHARES.alone || (share >= CITY_SHARES.own && all >= CITY_SHARES.all)
      if (isWhole && share <= CITY_SHARES.max) found.set(id, division)
    }
  }
  return found
}

/** As the file states them; at least 1. */
function seatsOf(group: readonly ReadBlock[]): number {
  return Math.max(1, ...group.flatMap(({ block }) => [...block.magnitudes]))
}

/** Precincts from which on the same ones in two districts are no chance. */
const SAME_PRECINCTS_MIN = 5
const SAME_PRECINCTS_SHARE = 0.9

/** The districts of school boards in which the same precincts vote as in another district of the board. */
export function findSameVoters(groups: readonly ReadBlock[][]): Set<string> {
  const boards = withDivision(groups).filter(({ division }) => division.district_type === 'school_board')
  const districts = [...groupBy(boards, ({ division }) => division.ocd_id)].map(([id, own]) => {
    return { id, precincts: new Set(own.flatMap(({ group }) => precinctsOf(group))) }
  })
  const same = [...groupBy(districts, ({ id }) => parentOf(id)).values()].flatMap((board) =>
    board.filter((one) => board.some((other) => other !== one && isSame(one.precincts, other.precincts))),
  )
  return new Set(same.map(({ id }) => id))
}

function precinctsOf(group: readonly ReadBlock[]): string[] {
  return group.flatMap(({ block }) =>
    [...block.persons.values()].flatMap(({ precincts }) => precincts.map((precinct) => `${block.county} ${precinct}`)),
  )
}

function isSame(precincts: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const shared = countShared(precincts, others)
  return shared >= SAME_PRECINCTS_MIN && shared >= SAME_PRECINCTS_SHARE * Math.max(precincts.size, others.size)
}

/** The bodies of which a contest lies in several counties, as the ends of their ids: `utility_district:nebraska_public_power_district`. */
export function findSpanning(groups: readonly ReadBlock[][]): Set<string> {
  const several = groups.filter((group) => sortedCounties(group).length > 1)
  const tails = several.flat().flatMap((one) => tailOf(one) ?? [])
  return new Set(tails.map(bodyOf))
}

/** `transportation_district:regional_transportation_district/district:f` without its part */
function bodyOf(tail: string): string {
  return tail.replace(/\/.*/, '')
}

/** Of the counties that list it. */
function shareOf(group: readonly ReadBlock[], turnout: ReadonlyMap<string, Turnout>): Turnout | undefined {
  const counties = new Set(group.map(({ block }) => block.county))
  const all = [...counties].flatMap((county) => turnout.get(county) ?? [])
  const votes = sumBy(group, ({ block }) => allVotesOf(block) / Math.max(1, ...block.magnitudes))
  const [lines, allVotes] = [sumBy(group, ({ block }) => linesOf(block)), sumBy(all, (one) => one.votes)]
  if (lines === 0 || allVotes === 0) return undefined
  return { lines: lines / sumBy(all, (one) => one.lines), votes: votes / allVotes }
}
