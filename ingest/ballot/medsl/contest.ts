// Joins the blocks of a state's counties to contests, with their people, seats, area and title.

import { groupBy, valuesByKey } from '../../../data/core/group-by.ts'
import { hasOneSeat } from '../../../data/reference/elections.ts'
import type { ContestDetails } from '../../../data/schema/contest.ts'
import type { MeasureAnswer } from '../../../data/schema/vocabulary.ts'
import type { Sink } from '../../read/source.ts'
import { type DivisionIndex, placeInState } from '../division.ts'
import type { At, ListedChoice, ListedContest } from '../listed.ts'
import type { ListedOffice } from '../office-rule.ts'
import { type County, countiesTitle, indexCounties } from '../office-rules/county.ts'
import { withoutName } from '../office-rules/court.ts'
import { officeTitle } from '../office-rules/office-text.ts'
import { officeRank, readOffice } from '../office-rules/read-office.ts'
import { type Block, isEmpty, mayIncludeWriteIns } from './block.ts'
import { type ExtentOptions, extentOf, findCityWide, findSameVoters, findSpanning, UNKNOWN } from './extent.ts'
import type { Habit } from './habits.ts'
import {
  compareNames,
  isUnexpired,
  joinBlocks,
  leadOf,
  type ReadBlock,
  shareNumbered,
  splitDistricts,
  textOf,
} from './join.ts'
import { personsOf } from './persons.ts'
import { indexJudges, misnumberedCourts, withoutFalseQuestions } from './retention.ts'
import { countTurnout, hasNoParty, isDoubted, leastSeats, type SeatsOptions, seatsOf } from './seats.ts'

/** Share of the counties in which an office and its first name stand, if the whole state votes on it. */
const STATEWIDE_SHARE = 0.8

interface ContestOptions {
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
  const listed = withWholeTerms(given)
  const judges = indexJudges(listed.filter(asksOfJudge).map(({ office }) => office))
  const blocks = withoutFalseQuestions(listed, judges)
  const misnumbered = misnumberedCourts(blocks.filter(asksOfJudge), judges)
  const find = indexCounties(index)
  const statewide = findStatewide(blocks)
  const read = blocks
    .flatMap((block) => readBlock(block, { county: findCounty(block, find), statewide, index, judges, misnumbered }))
    .filter((one) => hasDistrict(one, { index, year, sink }))
  const joined = joinBlocks(shareNumbered(read, index)).filter((group) => namesCity(group, sink))
  const groups = splitDistricts(joined)
  const facts = {
    state: index.state.code,
    unverified: !blocks.some(
      ({ magnitudes, state_level }) => !state_level && [...magnitudes].some((seats) => seats > 1),
    ),
    isShared: sharedTexts(blocks),
    spanning: findSpanning(joined),
    turnout: countTurnout(blocks),
    partisan: partisanBodies(read),
    cityWide: findCityWide(groups),
    sameVoters: findSameVoters(groups),
  }
  const contests = groups.map((group) => ({
    group,
    county: group[0]?.county?.full_name ?? null,
    text: group[0] ? textOf(group[0].block) : '',
    contest: toContest(group, { ...options, ...facts }),
  }))
  for (const { contest } of contests) sayEmpty(contest, sink)
  return withDistricts(withCounties(contests))
    .map(({ group, contest }) => ({ contest, rank: officeRank(group[0]?.office), key: sortable(contest) }))
    .sort((a, b) => a.rank - b.rank || compareNames(a.key, b.key))
    .map(({ contest }) => contest)
}

/** A contest that the lines prove to have no printed name says so itself: `write_in_only`. */
function sayEmpty({ kind, choices, complete = true, title, at }: ListedContest, sink: Pick<Sink, 'issue'>): void {
  if (kind !== 'candidate' || complete || choices.length > 0) return
  const message = 'no candidate could be read, and the lines may lack some; the contest is served without choices'
  sink.issue({ ...at, field: null, code: 'no-candidate', value: title, message, severity: 'mended' })
}

/** All seats of the House are up: where the only lines of a district are marked as special, they are of the whole term. */
function withWholeTerms(blocks: readonly Block[]): Block[] {
  const isHouse = ({ office }: Block): boolean => office === 'US HOUSE'
  const regular = new Set(blocks.filter((one) => isHouse(one) && !one.special).map(({ district }) => district))
  return blocks.map((one) =>
    isHouse(one) && one.special && !regular.has(one.district) ? { ...one, special: false } : one,
  )
}

function sortable({ title, division }: ListedContest): string {
  return `${title} ${division.ocd_id}`.replace(/\d+/g, (digits) => digits.padStart(6, '0'))
}

function findCounty({ county }: Block, find: (name: string) => County): County | null {
  return county === '' || /\bFLOATING\b/.test(county) ? null : find(county)
}

/** Whether several counties have a text, which may name its county. */
function sharedTexts(blocks: readonly Block[]): (block: Block) => boolean {
  const keyOf = ({ office, district, county }: Block): string => `${office.replace(county, '')}|${district}`
  const counties = valuesByKey(blocks.map((block) => [keyOf(block), block.county] as const))
  return (block) => (counties.get(keyOf(block))?.size ?? 0) > 1
}

/** The texts on which the whole state votes: nearly all counties list them, with the same choices. */
function findStatewide(blocks: readonly Block[]): Set<string> {
  const counties = new Set(blocks.map(({ county }) => county)).size
  const found = [...groupBy(blocks, textOf)].filter(([, own]) => {
    const listed = valuesByKey(
      own.flatMap(({ persons, answers, county }) =>
        [...persons.keys(), ...answers.keys()].map((name) => [name, county] as const),
      ),
    )
    const most = Math.max(0, ...[...listed.values()].map(({ size }) => size))
    return counties > 2 && most >= counties * STATEWIDE_SHARE
  })
  return new Set(found.map(([text]) => text))
}

/** Lines of a question without answers count ballots. */
const QUESTION = /\b(?:RETENTION|RETAIN(?:ED)?|QUESTION|AMENDMENT|PROPOSITION|MEASURE|REFERENDUM|LEVY|BONDS?|TAX)\b/

/** Names no contest: a count of a question, or of the legislature without a district. */
function isCount(block: Block): boolean {
  const { office, district } = block
  if (!isEmpty(block)) return false
  return QUESTION.test(office) || (district === '' && /^(?:US HOUSE|STATE HOUSE|STATE SENATE)$/.test(office))
}

interface ReadOptions {
  county: County | null
  /** The texts on which the whole state votes. */
  statewide: ReadonlySet<string>
  index: DivisionIndex
  judges: ReturnType<typeof indexJudges>
  misnumbered: ReadonlySet<string>
}

/** None for a count, and for an office that no rule reads. */
function readBlock(block: Block, { county, statewide, index, judges, misnumbered }: ReadOptions): ReadBlock[] {
  if (isCount(block)) return []
  const { about } = block
  const asked = asksOfJudge(block)
  const retention = asked ? judges(block.office) : undefined
  // A line of `RETENTION` with a party is that of a candidate: no ballot has a party for the judge whom voters keep or not.
  const elected = retention !== undefined && asksOfOne(block) && !hasNoParty(block)
  const text = officeText(block, retention?.office)
  const reading = readOffice(
    {
      office: elected ? text.replace(/ RETENTION$/, '') : text,
      district: retention === undefined && about !== '' ? '' : block.district,
      county,
      town: block.town === '' ? null : block.town,
      statewide: statewide.has(textOf(block)),
      measure: asked && !retention,
      judge: retention ? officeTitle(about || retention.judge) : null,
      misnumbered: retention !== undefined && misnumbered.has(retention.office),
    },
    index,
  )
  if (!reading) return []
  const { retention: _, ...candidacy } = reading.office
  return [{ ...reading, block, county, office: elected ? candidacy : reading.office }]
}

/** @param court the text without the judge, if the block asks of one */
function officeText({ office, district, about }: Block, court: string | undefined): string {
  if (court !== undefined) return about === '' ? court : office.replace(/^RETENTION (?:OF )?/, '')
  if (about === '') return office
  // `… TRUSTEE RECALL` of `ZONE 4`
  return `${[office, district].filter((words) => words !== '').join(', ')}: ${about}`
}

const LEGISLATURE: ReadonlySet<string> = new Set(['us-house', 'state-senate', 'state-house', 'state-assembly'])

/** False for lines of a legislature that do not say which of its districts they are of: other lines have the contest. */
function hasDistrict(
  { block, office }: ReadBlock,
  { index, year, sink }: Pick<ContestOptions, 'index' | 'year' | 'sink'>,
): boolean {
  const { subject, area } = office
  if (!LEGISLATURE.has(subject)) return true
  const issue = { ...block.at, field: 'district', value: `${block.office} ${block.district}`.trim() }
  const isNumbered = area.kind === 'numbered' && (area.code !== 'at-large' || hasOneSeat(index.state.code, year))
  if (!isNumbered) {
    const message = 'the lines name no district, and the body has several; they are left out'
    sink.issue({ ...issue, code: 'no-district', message, severity: 'refused' })
    return false
  }
  if (subject === 'us-house' || index.divisions.has(`${index.state.ocd_id}/${area.word}:${area.code}`)) return true
  const isNameless = block.persons.size === 0
  const end = isNameless ? 'no line names a candidate, so they are left out' : 'its id is made from the words'
  const message = `no published division is this district of the legislature; ${end}`
  sink.issue({ ...issue, code: 'unmatched-district', message, severity: isNameless ? 'refused' : 'mended' })
  return !isNameless
}

/** False for `WOOD COUNTY CITY COUNCIL`: the lines do not say which of the county's cities elects, or whether several do. */
function namesCity(group: readonly ReadBlock[], sink: Pick<Sink, 'issue'>): boolean {
  const [first] = group
  if (!first) return false
  const { block, office } = first
  const { level, measure_code, area } = office
  if (level !== 'city' || measure_code !== undefined || area.kind !== 'found') return true
  if (!area.division.ocd_id.includes(`/${UNKNOWN}`)) return true
  const message = 'the lines name no city, so the names may be of any in the county; they are left out'
  const value = `${block.office} ${block.district}`.trim()
  sink.issue({ ...block.at, field: 'office', code: 'no-city', value, message, severity: 'refused' })
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

/** Houses of the legislature for which any candidate has a party: one without opponents may have none. */
function partisanBodies(read: readonly ReadBlock[]): ReadonlySet<string> {
  const bodies = read.filter(({ block, office }) => LEGISLATURE.has(office.subject) && !hasNoParty(block))
  return new Set(bodies.map(({ office }) => office.subject))
}

interface Facts extends ExtentOptions, SeatsOptions {
  partisan: ReadonlySet<string>
}

function toContest(group: readonly ReadBlock[], options: ContestOptions & Facts): ListedContest {
  const { index, habit, source_url, sink } = options
  const lead = leadOf(group)
  if (!lead) throw new RangeError('a contest needs at least one block')
  const { office } = lead
  const { area: _, measure_code, retention, details: __, ...rest } = office
  const blocks = group.map(({ block }) => block)
  const yesNo = retention || measure_code !== undefined
  const special = !yesNo && isUnexpired(lead)
  const { division, level, ...extent } = extentOf(group, lead, options)
  const whole = division.ocd_id === index.state.ocd_id
  const sorted = [...group].sort((a, b) => compareNames(a.county?.name ?? '', b.county?.name ?? ''))
  const county_at = new Map(
    whole ? [] : sorted.flatMap(({ county, block }): [string, At][] => (county ? [[county.ocd_id, block.at]] : [])),
  )
  const stated = seatsOf(blocks, office, { ...options, unexpired: special })
  // Two commissioners who live in two districts: the file gives both the number 2.
  const seats = extent.seat !== undefined && stated !== 1 ? undefined : stated
  const choices = yesNo ? answersOf(blocks, sink) : personsOf(blocks, { seats, statewide: whole, habit, sink })
  const doubted = !yesNo && isDoubted(seats, { office, choices, blocks }, options)
  const isNonpartisan = !options.partisan.has(office.subject) && blocks.some(({ nonpartisan }) => nonpartisan)
  const details: ContestDetails = yesNo
    ? {}
    : {
        ...(extent.seat !== undefined && { elected_at_large: true }),
        ...(isNonpartisan && blocks.every(hasNoParty) && { nonpartisan: true }),
        ...(doubted && { votes_allowed_is_minimum: true }),
        ...(mayIncludeWriteIns(blocks, habit) && { may_include_write_ins: true }),
      }
  const suffix = (extent.by_district ? ', by District' : '') + (special ? ' (Unexpired)' : '')
  const titles = titlesOf(lead, {
    together: extent.together,
    several: county_at.size > 1,
    ofCounty: yesNo && county_at.size === 1 && division.ocd_id === lead.county?.ocd_id,
  })
  return {
    ...rest,
    ...(extent.seat !== undefined && { seat: extent.seat }),
    level,
    at: group.map(({ block }) => block.at).sort((a, b) => (a.line ?? 0) - (b.line ?? 0))[0] ?? lead.block.at,
    kind: retention ? 'retention' : measure_code === undefined ? 'candidate' : 'measure',
    title: titles.title + suffix,
    short_title: titles.short_title + suffix,
    unexpired: special,
    division: placeInState(division, [...county_at.keys()], index.state),
    counties: [...county_at.keys()],
    county_at,
    votes_allowed: yesNo ? 1 : Math.max(seats ?? 1, doubted ? leastSeats(blocks, office, options) : 1),
    measure_code: measure_code || null,
    source_url,
    complete: blocks.every(({ complete }) => complete) && !(habit.incomplete && !whole && !yesNo),
    details,
    choices,
  }
}

/** Without the first county's name, if there are several; a question of the whole county has it once. */
function titlesOf(
  lead: ReadBlock,
  { together, several, ofCounty }: { together: readonly County[] | undefined; several: boolean; ofCounty: boolean },
): Titles {
  const { title, short_title } = lead.office
  if (ofCounty) return withNameOnce(lead)
  if (!lead.county || !several) return { title, short_title }
  const { name, full_name } = lead.county
  // `Benton and Franklin Counties Superior Court`
  if (together && !title.startsWith(`${full_name}: `))
    return { title: title.replace(full_name, countiesTitle(together)), short_title: withoutName(short_title, name) }
  const prefix = [`${full_name}: `, `${full_name} `].find((one) => title.startsWith(one))
  const isPart = prefix !== undefined && !short_title.startsWith(full_name)
  return { title: isPart ? title.slice(prefix.length) : title, short_title }
}

type Titles = Pick<ListedOffice, 'title' | 'short_title'>

/** `Union County: Union Cannabis Question` */
function withNameOnce({ county, office }: ReadBlock): Titles {
  const [prefix, name] = [`${county?.full_name}: `, `${county?.name} `]
  const isTwice = office.title.startsWith(prefix + name) && !office.short_title.startsWith(`${county?.full_name} `)
  const short_title = isTwice ? office.short_title.slice(name.length) : office.short_title
  return isTwice ? { title: prefix + short_title, short_title } : office
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
  const [{ at, office } = { at: { file: '', line: null }, office: null }] = blocks
  const find = (answer: MeasureAnswer) => blocks.find(({ answers }) => answers.has(answer))?.answers.get(answer)
  return (['yes', 'no'] as const).map((answer) => {
    const named = find(answer)
    if (named) return { at: named.at, label: officeTitle(named.label), answer }
    const message = `no line names the answer "${answer}", which the question has; it was added`
    sink.issue({ ...at, field: 'candidate', code: 'missing-answer', value: office, message, severity: 'mended' })
    const other = officeTitle(find(answer === 'yes' ? 'no' : 'yes')?.label ?? '')
    return { at, label: COUNTERPARTS[other] ?? LABELS[answer], answer }
  })
}

// Titles of contests that only their county, or a district without a name, tells apart.

/** `Garrison Diversion Conservancy Director` of fifteen counties: each title names its county. */
function withCounties<Row extends { contest: ListedContest; county: string | null }>(rows: readonly Row[]): Row[] {
  const divisions = valuesByKey(rows.map(({ contest }) => [contest.title, contest.division.ocd_id] as const))
  return rows.map((row) => {
    const { contest, county } = row
    const isShared = (divisions.get(contest.title)?.size ?? 0) > 1 && contest.counties?.length === 1
    if (!isShared || county === null || contest.title.includes(county)) return row
    return { ...row, contest: { ...contest, title: extended(contest.title, county) } }
  })
}

/** Of a body that numbers no districts in the file, and elects its members by them. */
const BY_DISTRICT: Readonly<Partial<Record<ListedContest['level'], string>>> = {
  county: 'by District',
  school: 'by District',
  special: 'by Subdistrict',
}

/** `Educational Service Unit 13` of five contests of one text and area: each title says that it is of one district. */
function withDistricts<Row extends { contest: ListedContest; text: string }>(rows: readonly Row[]): Row[] {
  const keyOf = ({ contest: { title, division }, text }: Row): string => JSON.stringify([title, division.ocd_id, text])
  const alike = groupBy(rows, keyOf)
  return rows.map((row) => {
    const { contest } = row
    const words = BY_DISTRICT[contest.level]
    // `DIRECTOR, ZONE 2` of two counties names its district.
    const isNamed = contest.division.ocd_id.includes('/district:')
    if (alike.get(keyOf(row))?.length === 1 || words === undefined || isNamed || contest.kind !== 'candidate')
      return row
    const withWords = (name: string): string => (name.includes(words) ? name : extended(name, words))
    const [title, short_title] = [withWords(contest.title), withWords(contest.short_title)]
    return { ...row, contest: { ...contest, title, short_title } }
  })
}

/** `Mayor, Lee County (Unexpired)` */
function extended(title: string, words: string): string {
  const [, name = '', suffix = ''] = /^(.+?)( \(Unexpired\))?$/.exec(title) ?? []
  return `${name}, ${words}${suffix}`
}
