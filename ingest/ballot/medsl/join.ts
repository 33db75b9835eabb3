// Decides which blocks of counties are one contest.

import { groupBy, sumBy } from '../../../data/core/group-by.ts'
import { numbersOnce } from '../../../data/reference/measure-rules.ts'
import { countChanges } from '../../../data/schema/edit-distance.ts'
import { slug } from '../../read/identity.ts'
import type { ContestDivision, DivisionIndex } from '../division.ts'
import type { ListedOffice } from '../office-rule.ts'
import type { County } from '../office-rules/county.ts'
import { namesArea, withoutName } from '../office-rules/court.ts'
import { namedDistrict } from '../office-rules/measure-area.ts'
import type { OfficeReading } from '../office-rules/read-office.ts'
import { type Block, votesOf } from './block.ts'
import { inAnyOrder, SPELLING_CHANGES_MAX } from './persons.ts'
import { isBoard } from './seats.ts'

/** A block with the office that its text names. */
export interface ReadBlock extends OfficeReading {
  block: Block
  county: County | null
}

/** Levels of offices whose area may lie in several counties under one name. */
const SPANNING: ReadonlySet<string> = new Set(['city', 'school', 'special', 'state'])

export function textOf({ office, district, special, about }: Block): string {
  return JSON.stringify([office, district, special, about])
}

/** Whether the block's seat is filled for the rest of a term. `2026 TERM` names one of a board's staggered terms, whatever the column says. */
export function isUnexpired({ block, office, unexpired }: ReadBlock): boolean {
  return unexpired || (block.special && !/^20\d\d Term\b/.test(office.seat ?? ''))
}

/** Blocks of one contest: the same office and area; for an area that no division is known for, also the same people. */
export function joinBlocks(read: readonly ReadBlock[]): ReadBlock[][] {
  const groups = new Map<string, ReadBlock[]>()
  const spanning = new Map<string, string>()
  for (const one of read) {
    const key = spanningKey(one, spanning) ?? keyOf(one)
    const held = groups.get(key)
    // Two texts of one county are two contests, unless both name an office that every voter has once.
    const other = held?.find(({ block, county }) => county === one.county && textOf(block) !== textOf(one.block))
    const own = other && !isUnique(one.office) ? `${key} ${textOf(one.block)}` : key
    groups.set(own, [...(groups.get(own) ?? []), one])
  }
  // Groups of neighboring counties whose offices are named in other words, but have the same people, are one contest.
  return joinBodies(joinAlike([...groups.values()], twinKey, isOneArea))
}

function keyOf(one: ReadBlock): string {
  const { office } = one
  const area = office.area.kind === 'found' ? office.area.division.ocd_id : office.area
  return JSON.stringify([
    area,
    slug(office.subject),
    slug(office.seat ?? ''),
    isUnexpired(one),
    office.retention ?? false,
  ])
}

function isUnique({ level, subject }: ListedOffice): boolean {
  return level === 'federal' || /^state-(?:senate|house|assembly)$/.test(subject)
}

/** The key of an earlier block of another county with the same text and one of the same people; this block's people get that key. */
function spanningKey(one: ReadBlock, spanning: Map<string, string>): string | undefined {
  const { block, office, scope } = one
  // Judges and prosecutors of a district that the column names.
  const ofDistrict = block.district !== '' && /judge|magistrate|attorney/.test(office.subject)
  if (scope !== 'county' || !(SPANNING.has(office.level) || ofDistrict)) return undefined
  // The question of a school district, or of a fire district or counties that it names, is one in all counties that ask it.
  const measure = office.measure_code !== undefined
  const named =
    measure &&
    (office.level === 'school' || namedDistrict(block.office) !== undefined || / COUNTIES$/.test(block.office))
  const names = named ? ['measure'] : measure ? [] : [...block.persons.keys()]
  const texts = names.map((name) => JSON.stringify([textOf(block), name]))
  const found = texts.map((text) => spanning.get(text)).find((key) => key !== undefined)
  const key = found ?? keyOf(one)
  for (const text of texts) if (!spanning.has(text)) spanning.set(text, key)
  return found
}

/** Joins each group to an earlier one of the same key, if both are one contest. A group without a key stays alone. */
function joinAlike(
  groups: readonly ReadBlock[][],
  keyOf: (group: readonly ReadBlock[]) => string | undefined,
  isOne: (held: readonly ReadBlock[], group: readonly ReadBlock[]) => boolean,
): ReadBlock[][] {
  const joined: ReadBlock[][] = []
  const known = new Map<string, ReadBlock[][]>()
  for (const group of groups) {
    const key = keyOf(group)
    const same = known.get(key ?? '') ?? []
    const held = same.find((one) => isOne(one, group))
    if (held) held.push(...group)
    else joined.push(group)
    if (!held && key !== undefined) known.set(key, [...same, group])
  }
  return joined
}

/** People of whom two contests of one level may have all. */
const TWINS_MIN = 2

/** Undefined for a contest that may have a namesake: of the whole state or of a county's officer. One name needs one title, whatever its county. */
function twinKey(group: readonly ReadBlock[]): string | undefined {
  const [first] = group
  if (!first || !SPANNING.has(first.office.level) || first.office.area.kind !== 'found') return undefined
  const { level, retention, measure_code, short_title, seat = '' } = first.office
  const division = divisionOf(first)
  // `EARLHAM SCHOOL - PUBLIC MEASURE A` and `EARLHAM COMMUNITY SCHOOL DISTRICT - PUBLIC MEASURE A`
  if (level === 'school' && measure_code && division?.unmatched === null)
    return JSON.stringify([division.ocd_id, measure_code])
  if (retention || measure_code !== undefined) return undefined
  const people = peopleOf(group)
  if (people.length === 0) return undefined
  const title = people.length < TWINS_MIN ? withoutName(short_title, first.county?.name ?? '') : ''
  return JSON.stringify([level, people, seat, isUnexpired(first), title])
}

/** In whatever order a county writes the words of a name. */
function peopleOf(group: readonly ReadBlock[]): string[] {
  return [...new Set(idsOf(group).map(inAnyOrder))].sort()
}

/** Groups of one seat of a special district that lies in several counties, which list nobody there, or one person in two spellings. */
function joinBodies(groups: readonly ReadBlock[][]): ReadBlock[][] {
  const spanning = new Set(groups.filter((group) => countiesOf(group).size > 1).flatMap((group) => bodyOf(group) ?? []))
  return joinAlike(groups, bodyKey, (held, group) => {
    const body = bodyOf(group) ?? ''
    const isNamed = countiesOf([...held, ...group]).has(body.split(':')[1] ?? '')
    const isKnown = isNamed || spanning.has(body) || peopleOf(group).length > 0
    return isKnown && isOneArea(held, group) && isOnePerson(held, group)
  })
}

/** `soil_and_water_conservation_district:west_multnomah` */
function bodyOf([first]: readonly ReadBlock[]): string | undefined {
  if (first?.office.level !== 'special' || first.office.measure_code !== undefined) return undefined
  return tailOf(first)?.split('/')[0]
}

function bodyKey([first]: readonly ReadBlock[]): string | undefined {
  if (!first || bodyOf([first]) === undefined) return undefined
  return JSON.stringify([tailOf(first), first.office.subject, first.office.seat, isUnexpired(first)])
}

/** The last parts of the counties' ids: a district without a name of its own has that of the county which lists it. */
function countiesOf(group: readonly ReadBlock[]): Set<string | undefined> {
  return new Set(group.map(({ county }) => county?.ocd_id.split(':').at(-1)))
}

function isOnePerson(held: readonly ReadBlock[], group: readonly ReadBlock[]): boolean {
  const [[first = '', ...others], [second = '', ...more]] = [idsOf(held), idsOf(group)]
  if (others.length + more.length > 0) return false
  return areSpellings(first, second)
}

/** @param first slug of a name @param second another one */
function areSpellings(first: string, second: string): boolean {
  return inAnyOrder(first) === inAnyOrder(second) || countChanges(first, second) <= SPELLING_CHANGES_MAX
}

function idsOf(group: readonly ReadBlock[]): string[] {
  return [...new Set(group.flatMap(({ block }) => [...block.persons.keys()]))]
}

/** False if both have a published division and these differ, or if a county lists both. Counties may share a court. */
function isOneArea(held: readonly ReadBlock[], group: readonly ReadBlock[]): boolean {
  const listed = new Set(held.map(({ county }) => county?.ocd_id))
  if (group.some(({ county }) => listed.has(county?.ocd_id))) return false
  if ([...held, ...group].every((one) => isCountys(one) && one.office.level === 'state')) return true
  const published = [held, group].map((blocks) =>
    blocks.map(divisionOf).find((area) => area && area.unmatched === null),
  )
  const [first, second] = published
  return !(first && second && first.ocd_id !== second.ocd_id)
}

/** The whole county votes, as far as its own words say. */
export function isCountys(one: ReadBlock): boolean {
  return one.county !== null && divisionOf(one)?.ocd_id === one.county.ocd_id
}

/** Of a group, in the order of their names. */
export function sortedCounties(group: readonly ReadBlock[]): County[] {
  const counties = new Map(group.flatMap(({ county }) => (county ? [[county.ocd_id, county]] : [])))
  return [...counties.values()].sort((a, b) => compareNames(a.name, b.name))
}

export function divisionOf({ office }: Pick<ReadBlock, 'office'>): ContestDivision | undefined {
  return office.area.kind === 'found' ? office.area.division : undefined
}

/** Divisions of a county that are no bodies of their own. */
const PART = /^(?:council|executive|school_board|constable|registry)_district:/

/** The end of a minted id that lies under the block's county: of a body that may reach into another one. */
export function tailOf({ county, office }: ReadBlock): string | undefined {
  const { ocd_id, unmatched = null } = divisionOf({ office }) ?? {}
  if (!county || !ocd_id || unmatched === null) return undefined
  const tail = ocd_id.startsWith(`${county.ocd_id}/`) ? ocd_id.slice(county.ocd_id.length + 1) : ''
  return tail === '' || PART.test(tail) ? undefined : tail
}

/** The block that names the contest: one with a published division whose name it has in full, then that of the county with the most votes. */
export function leadOf(group: readonly ReadBlock[]): ReadBlock | undefined {
  const rank = (one: ReadBlock): number => {
    const { unmatched = null, district_type, district_name = '' } = divisionOf(one) ?? {}
    const isCity = district_type === 'place' || district_type === 'council'
    const city = district_name.replace(/ (?:Ward|Council) \S+$/, '')
    return unmatched !== null ? 2 : isCity && !namesArea(one.block.office, city) ? 1 : 0
  }
  return [...group].sort(
    (a, b) =>
      rank(a) - rank(b) ||
      votesOf(b.block) - votesOf(a.block) ||
      compareNames(a.county?.name ?? '', b.county?.name ?? ''),
  )[0]
}

export function compareNames(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

// Joins the lines of a question whose number a state gives once: counties list it in words of their own.

/** Gives all lines of one number the office of the line that names a published area, and else one area of the state. */
export function shareNumbered(lines: readonly ReadBlock[], { state }: Pick<DivisionIndex, 'state'>): ReadBlock[] {
  if (!numbersOnce(state.code)) return [...lines]
  const shared = new Map<string, OfficeReading>()
  for (const [number, group] of groupBy(lines, ({ office }) => numberOf(office))) {
    if (number === undefined || group.length < 2) continue
    const [first, ...others] = group.filter((one) => divisionOf(one)?.unmatched === null)
    const isOne = first && others.every((one) => divisionOf(one)?.ocd_id === divisionOf(first)?.ocd_id)
    const { office, unexpired, scope } = isOne ? first : withUnknownArea(longest(group), state.ocd_id)
    shared.set(number, { office, unexpired, scope })
  }
  return lines.map((line) => ({ ...line, ...shared.get(numberOf(line.office) ?? '') }))
}

/** `measure-26-249`, which office-rules/measure.ts gives as the subject. */
function numberOf({ subject, measure_code }: ListedOffice): string | undefined {
  return measure_code !== undefined && /^measure-\d+-\d+$/.test(subject) ? subject : undefined
}

/** The line that says most: `Sauvie Island Fire District Local Option Levy`, not `Question 26-257`. */
function longest(readings: readonly OfficeReading[]): OfficeReading {
  return readings.reduce((most, one) => (one.office.short_title.length > most.office.short_title.length ? one : most))
}

function withUnknownArea(reading: OfficeReading, state: string): OfficeReading {
  const { office } = reading
  const own = divisionOf(reading)
  if (!own) return reading
  // The id of a board that the line names stays.
  const ocd_id = own.ocd_id.includes('/special:')
    ? `${state}/special:${office.subject.replaceAll('-', '_')}`
    : own.ocd_id
  const division = { ...own, ocd_id, within_ocd_id: null }
  const area = { kind: 'found' as const, division }
  return { ...reading, office: { ...office, title: office.short_title, area }, scope: 'state' }
}

// Boards elected by districts that the file does not name: people who stand in the same precincts are one contest, others another.

/** Share of the precincts of the person with more: people of two districts have less in common, the precincts that the line between them cuts. */
const SAME_SHARE = 0.4
/** Share of the precincts of the person with fewer: someone with few votes has none in many precincts of the contest. */
const WITHIN_SHARE = 0.9
/** With fewer votes, a person's precincts say nothing. */
const VOTES_MIN = 25

export function splitDistricts(groups: readonly ReadBlock[][]): ReadBlock[][] {
  return joinShared(groups).flatMap(split)
}

/** Blocks of one text that share a person, over any number of counties, are those of one body. */
function joinShared(groups: readonly ReadBlock[][]): ReadBlock[][] {
  const joined = new Set<ReadBlock[]>()
  const known = new Map<string, ReadBlock[]>()
  for (const group of groups) {
    const held = new Set(keysOf(group).flatMap((key) => known.get(key) ?? []))
    const whole = held.size === 0 ? group : [...held, ...group]
    for (const key of keysOf(whole)) {
      joined.delete(known.get(key) ?? group)
      known.set(key, whole)
    }
    joined.add(whole)
  }
  return [...joined]
}

function keysOf(group: readonly ReadBlock[]): string[] {
  return group.flatMap(({ block, office, scope }) =>
    scope === 'county' && SPANNING.has(office.level) && !isQuestion(office)
      ? [...block.persons.keys()].map((id) => JSON.stringify([textOf(block), id]))
      : [],
  )
}

function isQuestion({ measure_code, retention }: ListedOffice): boolean {
  return measure_code !== undefined || retention === true
}

/** One group for each district, as far as the precincts leave no doubt. */
function split(group: ReadBlock[]): ReadBlock[][] {
  if (group.some(({ office }) => isQuestion(office) || !isBoard(office))) return [group]
  const ids = idsOf(group)
  if (ids.length < 2 || ids.some((id) => votesFor(group, id) < VOTES_MIN)) return [group]
  const isSame = comparePrecincts(group)
  let districts: string[][] = []
  for (const id of ids) {
    const own = districts.filter((others) => others.some((other) => isSame(id, other)))
    districts = [...districts.filter((others) => !own.includes(others)), [...own.flat(), id]]
  }
  return districts.length < 2 ? [group] : districts.map((district) => withPeople(group, new Set(district)))
}

function votesFor(group: readonly ReadBlock[], id: string): number {
  return sumBy(group, ({ block }) => block.persons.get(id)?.votes ?? 0)
}

/** Whether two people may stand in one district. */
function comparePrecincts(group: readonly ReadBlock[]): (first: string, second: string) => boolean {
  const counties = group.map(
    ({ block }) => new Map([...block.persons].map(([id, person]) => [id, new Set(person.precincts)])),
  )
  const sizeOf = (id: string): number => sumBy(counties, (county) => county.get(id)?.size ?? 0)
  return (first, second) => {
    if (areSpellings(first, second)) return true
    const shared = sumBy(counties, (county) => countShared(county.get(first) ?? [], county.get(second)))
    const sizes = [sizeOf(first), sizeOf(second)]
    return shared >= SAME_SHARE * Math.max(...sizes) || shared >= WITHIN_SHARE * Math.min(...sizes)
  }
}

/** How many of the items are among the others. */
export function countShared<Item>(items: Iterable<Item>, others: ReadonlySet<Item> | undefined): number {
  return [...items].filter((item) => others?.has(item)).length
}

function withPeople(group: readonly ReadBlock[], ids: ReadonlySet<string>): ReadBlock[] {
  return group.flatMap((one) => {
    const persons = new Map([...one.block.persons].filter(([id]) => ids.has(id)))
    return persons.size === 0 ? [] : [{ ...one, block: { ...one.block, persons } }]
  })
}
