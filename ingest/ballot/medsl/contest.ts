// Joins the blocks of a state's counties to contests.

import { hasOneSeat } from '../../../data/reference/house-elections.ts'
import type { ContestDetails } from '../../../data/schema/contest.ts'
import type { MeasureAnswer } from '../../../data/schema/vocabulary.ts'
import { slug } from '../../read/identity.ts'
import type { Sink } from '../../read/source.ts'
import { type DivisionIndex, findDivision } from '../division.ts'
import type { At, ListedChoice, ListedContest } from '../listed.ts'
import type { ListedOffice } from '../office.ts'
import { type County, indexCounties } from '../office-rules/county.ts'
import { namedDistrict } from '../office-rules/measure-area.ts'
import { officeRank } from '../office-rules/rank.ts'
import { type OfficeReading, readOffice } from '../office-rules/read-office.ts'
import { officeTitle } from '../office-rules/title.ts'
import { placeInState } from '../part-division.ts'
import type { Block, Person } from './block.ts'
import type { Habit } from './habits.ts'
import { misnumberedCourts, withoutFalseQuestions } from './judge-districts.ts'
import { shareNumbered } from './numbered-measures.ts'
import { joinParties } from './party.ts'
import { indexJudges } from './retention.ts'

/** A block with the office that its text names. */
interface ReadBlock {
  block: Block
  county: County | null
  reading: OfficeReading
}

/** Share of the counties in which an office and its first name stand, if the whole state votes on it. */
const STATEWIDE_SHARE = 0.8
/** Levels of offices whose area may lie in several counties under one name. */
const SPANNING = new Set(['city', 'school', 'special', 'state'])

export interface ContestOptions {
  index: DivisionIndex
  habit: Habit
  /** Of the election. */
  year: number
  /** The address of the file. */
  source_url: string | null
  sink: Pick<Sink, 'issue'>
}

/** In ballot order. */
export function toContests(given: readonly Block[], options: ContestOptions): ListedContest[] {
  const { index, year, sink } = options
  const judges = indexJudges(given.filter(asksOfJudge).map(({ office }) => office))
  const blocks = withoutFalseQuestions(given, judges)
  const misnumbered = misnumberedCourts(blocks.filter(asksOfJudge), judges)
  const find = indexCounties(index)
  const whole = findStatewide(blocks)
  const read = shareNumbered(
    blocks.flatMap((block) =>
      readBlock(block, {
        county: findCounty(block, find),
        statewide: whole.has(textOf(block)),
        index,
        judges,
        misnumbered,
      }).filter((one) => hasDistrict(one, { index, year, sink })),
    ),
    index,
  )
  const unverified = !blocks.some(
    ({ magnitudes, state_level }) => !state_level && [...magnitudes].some((seats) => seats > 1),
  )
  const contests = join(read).map((group) => ({ group, contest: toContest(group, { ...options, unverified }) }))
  return contests
    .map(({ group, contest }) => ({ contest, rank: officeRank(group[0]?.reading.office) }))
    .sort((a, b) => a.rank - b.rank || compare(a.contest, b.contest))
    .map(({ contest }) => contest)
}

function compare(a: ListedContest, b: ListedContest): number {
  const [first, second] = [sortable(a), sortable(b)]
  return first < second ? -1 : first > second ? 1 : 0
}

function sortable({ title, division }: ListedContest): string {
  return `${title} ${division.ocd_id}`.replace(/\d+/g, (digits) => digits.padStart(6, '0'))
}

function findCounty({ county }: Block, find: (name: string) => County): County | null {
  return county === '' || /\bFLOATING\b/.test(county) ? null : find(county)
}

function textOf({ office, district, special, about }: Block): string {
  return JSON.stringify([office, district, special, about])
}

/** The texts on which the whole state votes: nearly all counties list them, with the same choices. */
function findStatewide(blocks: readonly Block[]): Set<string> {
  const counties = new Set(blocks.map(({ county }) => county)).size
  const counts = new Map<string, Map<string, Set<string>>>()
  for (const block of blocks) {
    const names = counts.get(textOf(block)) ?? new Map<string, Set<string>>()
    counts.set(textOf(block), names)
    for (const name of [...block.persons.keys(), ...block.answers.keys()])
      names.set(name, (names.get(name) ?? new Set()).add(block.county))
  }
  const found = new Set<string>()
  for (const [text, names] of counts) {
    const most = Math.max(0, ...[...names.values()].map(({ size }) => size))
    if (counties > 2 && most >= counties * STATEWIDE_SHARE) found.add(text)
  }
  return found
}

/** Lines of a question without answers count ballots. */
const QUESTION = /\b(?:RETENTION|RETAIN(?:ED)?|QUESTION|AMENDMENT|PROPOSITION|MEASURE|REFERENDUM|LEVY|BONDS?|TAX)\b/

/** Names no contest: a count of a question, or of the legislature without a district. */
function isEmpty({ office, district, persons, answers }: Block): boolean {
  if (persons.size + answers.size > 0) return false
  return QUESTION.test(office) || (district === '' && /^(?:US HOUSE|STATE HOUSE|STATE SENATE)$/.test(office))
}

function readBlock(
  block: Block,
  {
    county,
    statewide,
    index,
    judges,
    misnumbered,
  }: {
    county: County | null
    statewide: boolean
    index: DivisionIndex
    judges: ReturnType<typeof indexJudges>
    misnumbered: ReadonlySet<string>
  },
): ReadBlock[] {
  const asked = asksOfJudge(block)
  const retention = asked ? judges(block.office) : undefined
  if (isEmpty(block)) return []
  const judge = retention ? officeTitle(block.about || retention.judge) : null
  const text =
    retention && block.about === ''
      ? retention.office
      : retention
        ? block.office.replace(/^RETENTION (?:OF )?/, '')
        : block.about === ''
          ? block.office
          : `${block.office}: ${block.about}`
  const reading = readOffice(
    {
      office: text,
      district: block.district,
      county: county ?? null,
      town: block.town === '' ? null : block.town,
      statewide,
      measure: asked && !retention,
      judge,
      misnumbered: retention !== undefined && misnumbered.has(retention.office),
    },
    index,
  )
  return reading ? [{ block, county, reading }] : []
}

const LEGISLATURE: ReadonlySet<string> = new Set(['us-house', 'state-senate', 'state-house', 'state-assembly'])

/** False for lines of a legislature that do not say which of its districts they are of: other lines have the contest. */
function hasDistrict(
  { block, reading: { office } }: ReadBlock,
  { index, year, sink }: Pick<ContestOptions, 'index' | 'year' | 'sink'>,
): boolean {
  const { subject, area } = office
  const state = index.state.code
  if (!LEGISLATURE.has(subject)) return true
  const id = area.kind === 'numbered' ? `${index.state.ocd_id}/${area.word}:${area.code}` : undefined
  if (id !== undefined && subject !== 'us-house' && !index.divisions.has(id)) {
    const message = 'no published division is this district of the legislature; its id is made from the words'
    const value = `${block.office} ${block.district}`
    sink.issue({ ...block.at, field: 'district', code: 'unmatched-district', value, message, severity: 'mended' })
  }
  if (area.kind === 'numbered' && (area.code !== 'at-large' || hasOneSeat(state, year))) return true
  const message = 'the lines name no district, and the body has several; they are left out'
  sink.issue({ ...block.at, field: 'district', code: 'no-district', value: block.office, message, severity: 'refused' })
  return false
}

/** Lines of yes and no: a measure, or a judge. */
function asksOfJudge(block: Block): boolean {
  return (block.answers.size > 0 && block.persons.size === 0) || asksOfOne(block)
}

/** A judge whose line stands for both answers. */
function asksOfOne({ office, persons }: Block): boolean {
  return persons.size === 1 && /\bRETENTION\b/.test(office)
}

/** Blocks of one contest: the same office and area; for an area that no division is known for, also the same people. */
function join(read: readonly ReadBlock[]): ReadBlock[][] {
  const groups = new Map<string, ReadBlock[]>()
  const spanning = new Map<string, string>()
  for (const one of read) {
    const key = spanningKey(one, spanning) ?? keyOf(one)
    const held = groups.get(key)
    // Two texts of one county are two contests, unless both name an office that every voter has once.
    const other = held?.find(({ block, county }) => county === one.county && textOf(block) !== textOf(one.block))
    const own = other && !isUnique(one.reading.office) ? `${key} ${textOf(one.block)}` : key
    groups.set(own, [...(groups.get(own) ?? []), one])
  }
  return [...groups.values()]
}

function keyOf({ block, reading: { office, unexpired } }: ReadBlock): string {
  const area = office.area.kind === 'found' ? office.area.division.ocd_id : office.area
  return JSON.stringify([
    area,
    slug(office.subject),
    slug(office.seat ?? ''),
    unexpired || block.special,
    office.retention ?? false,
  ])
}

function isUnique({ level, subject }: ListedOffice): boolean {
  return level === 'federal' || /^state-(?:senate|house|assembly)$/.test(subject)
}

/** The key of an earlier block of another county with the same text and one of the same people; this block's people get that key. */
function spanningKey(one: ReadBlock, spanning: Map<string, string>): string | undefined {
  const { block, reading } = one
  const { office, scope } = reading
  // Judges and prosecutors of a district that the column names.
  const ofDistrict = block.district !== '' && /judge|magistrate|attorney/.test(office.subject)
  if (scope !== 'county' || !(SPANNING.has(office.level) || ofDistrict)) return undefined
  // The question of a school district, or of a fire district that it names, is one in all counties that ask it.
  const measure = office.measure_code !== undefined
  const named = measure && (office.level === 'school' || namedDistrict(block.office) !== undefined)
  const names = named ? ['measure'] : measure ? [] : [...block.persons.keys()]
  const texts = names.map((name) => JSON.stringify([textOf(block), name]))
  const found = texts.map((text) => spanning.get(text)).find((key) => key !== undefined)
  const key = found ?? keyOf(one)
  for (const text of texts) if (!spanning.has(text)) spanning.set(text, key)
  return found
}

function toContest(
  group: readonly ReadBlock[],
  { index, habit, source_url, sink, unverified }: ContestOptions & { unverified: boolean },
): ListedContest {
  const sorted = [...group].sort((a, b) => compareNames(a.county?.name ?? '', b.county?.name ?? ''))
  const [first] = sorted
  if (!first) throw new RangeError('a contest needs at least one block')
  const { office, unexpired } = first.reading
  const { area, measure_code, retention, title, short_title, details: _, ...rest } = office
  const blocks = group.map(({ block }) => block)
  const yesNo = retention || measure_code !== undefined
  const special = !yesNo && (unexpired || first.block.special)
  const division = findDivision(area, [], index)
  const whole = division.ocd_id === index.state.ocd_id
  const county_at = new Map(
    whole ? [] : sorted.flatMap(({ county, block }): [string, At][] => (county ? [[county.ocd_id, block.at]] : [])),
  )
  const choices = yesNo ? answersOf(blocks, sink) : personsOf(blocks, sink)
  const seats = seatsOf(blocks, office, habit)
  const people = choices.filter(({ option, answer }) => !option && !answer).length
  const several = (unverified && isBoard(office)) || (!habit.party_rivals && nominatesTwo(choices, office))
  const doubted = !yesNo && people > 1 && (seats === undefined || (seats === 1 && several))
  const suffix = special ? ' (Unexpired)' : ''
  return {
    ...rest,
    at: group.map(({ block }) => block.at).sort((a, b) => (a.line ?? 0) - (b.line ?? 0))[0] ?? first.block.at,
    kind: retention ? 'retention' : measure_code === undefined ? 'candidate' : 'measure',
    title: title + suffix,
    short_title: short_title + suffix,
    unexpired: special,
    division: placeInState(division, [...county_at.keys()], index.state),
    counties: [...county_at.keys()],
    county_at,
    votes_allowed: yesNo ? 1 : (seats ?? 1),
    ...(isRanked(office, habit) && !yesNo && { ranks_allowed: people + 1 }),
    measure_code: measure_code || null,
    source_url,
    complete: blocks.every(({ complete }) => complete),
    details: yesNo ? {} : detailsOf(blocks, doubted && !isRanked(office, habit)),
    choices,
  }
}

/** A party names one candidate a seat: two of one party show that the file joins seats, or does not know how many there are. */
function nominatesTwo(choices: readonly ListedChoice[], { level }: ListedOffice): boolean {
  const of = (name: string): number => choices.filter(({ party }) => party === name).length
  return level !== 'federal' && (of('Democratic') > 1 || of('Republican') > 1)
}

function compareNames(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function detailsOf(blocks: readonly Block[], doubted: boolean): ContestDetails {
  return {
    ...(blocks.some(({ nonpartisan }) => nonpartisan) && blocks.every(hasNoParty) ? { nonpartisan: true } : {}),
    ...(doubted ? { votes_allowed_is_minimum: true } : {}),
  }
}

function hasNoParty({ persons }: Block): boolean {
  return [...persons.values()].every(({ parties }) =>
    parties.every(({ party }) => /^(?:NONPARTISAN|NA|)$/i.test(party.trim())),
  )
}

function isRanked({ level, retention, measure_code }: ListedOffice, { ranked }: Habit): boolean {
  if (retention || measure_code !== undefined) return false
  return ranked === 'all' || (ranked === 'federal' && level === 'federal')
}

/** Undefined if the file does not say. */
function seatsOf(blocks: readonly Block[], { subject }: ListedOffice, { house_seats }: Habit): number | undefined {
  if (house_seats !== undefined && subject === 'state-house') return house_seats
  const seats = blocks.flatMap(({ magnitudes }) => [...magnitudes])
  return seats.length === 0 ? undefined : Math.max(...seats)
}

/** Bodies of which a ballot fills several seats at once. */
function isBoard({ level, subject, seat, area }: ListedOffice): boolean {
  const part = area.kind === 'found' && /^(?:council|county_council|school_board)$/.test(area.division.district_type)
  const one = /\b(?:mayor|chair|chairman|president|clerk|treasurer|attorney)\b/
  const board =
    /\b(?:council|councilmember|councilors?|board|trustees?|commissioners?|aldermen|alderman|committee|directors?|supervisors?|selectmen|regents?|members?)\b/
  const words = subject.replaceAll('-', ' ')
  return (
    level !== 'state' &&
    !part &&
    (seat === undefined || /^at large$/i.test(seat)) &&
    (level === 'special' || board.test(words)) &&
    !one.test(words)
  )
}

/** A person of several parties, or listed by several counties, is one choice. */
function personsOf(blocks: readonly Block[], sink: Pick<Sink, 'issue'>): ListedChoice[] {
  const persons = new Map<string, Person>()
  for (const block of blocks)
    for (const [id, person] of block.persons) {
      const held = persons.get(id)
      if (held) held.parties.push(...person.parties)
      else persons.set(id, { ...person, parties: [...person.parties] })
    }
  const none = blocks.map(({ none_of_these }) => none_of_these).find((at) => at !== null)
  return [
    ...[...persons.values()].map(({ name, at, parties }) => ({ at, label: name, ...joinParties(parties, sink) })),
    ...(none ? [{ at: none, label: 'None of These Candidates', option: 'none_of_these' as const }] : []),
  ]
}

const LABELS = { yes: 'Yes', no: 'No' } as const
/** The words of the other answer. */
const COUNTERPARTS: Readonly<Record<string, string>> = {
  Against: 'For',
  Approve: 'Reject',
  For: 'Against',
  Reject: 'Approve',
}

/** Yes before no. A question has both: one that no line names got no vote. */
function answersOf(blocks: readonly Block[], sink: Pick<Sink, 'issue'>): ListedChoice[] {
  const answers = new Map<MeasureAnswer, ListedChoice>()
  for (const block of blocks)
    for (const [answer, { label, at }] of block.answers)
      if (!answers.has(answer)) answers.set(answer, { at, label: officeTitle(label), answer })
  const at = blocks[0]?.at ?? { file: '', line: null }
  for (const answer of ['yes', 'no'] as const) {
    if (answers.has(answer)) continue
    const message = `no line names the answer "${answer}", which the question has; it was added`
    sink.issue({
      ...at,
      field: 'candidate',
      code: 'missing-answer',
      value: blocks[0]?.office ?? null,
      message,
      severity: 'mended',
    })
    const other = answers.get(answer === 'yes' ? 'no' : 'yes')
    answers.set(answer, { at, label: COUNTERPARTS[other?.label ?? ''] ?? LABELS[answer], answer })
  }
  const ordered = [answers.get('yes'), answers.get('no')]
  return ordered.filter((choice) => choice !== undefined)
}
