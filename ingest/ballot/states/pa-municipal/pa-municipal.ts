// Pennsylvania's municipal election of November 2025: the results of its 67 counties, as the OpenElections project publishes them. No file
// says how many places an office has.

import { PA_RETENTIONS_2025 } from '../../../../data/reference/courts.ts'
import { LEVELS } from '../../../../data/schema/vocabulary.ts'
import { slug } from '../../../read/identity.ts'
import type { FetchedFile, ReadContext, Sink } from '../../../read/source.ts'
import { type DivisionIndex, findDivision, indexDivisions } from '../../division.ts'
import { generalElection } from '../../election-days.ts'
import type { ListReader } from '../../list/built-in.ts'
import type { ListedChoice, ListedContest } from '../../listed.ts'
import { statewide } from '../../office.ts'
import type { ListedOffice } from '../../office-rule.ts'
import { type County, type FindCounty, indexCounties } from '../../office-rules/county.ts'
import { officeTitle, plain } from '../../office-rules/office-text.ts'
import { readOffice } from '../../office-rules/read-office.ts'
import { writeBallot } from '../../write.ts'
import { answersOf, candidatesOf, type PaLine, readLines, statewideCandidates } from './line.ts'
import { commonPleas, findTypes, type PaLeftOut, type PaOffice, readPaOffice, toPaOffice } from './office.ts'

const ELECTION = generalElection('PA', 2025)

/** All lines of one contest of one county. */
interface CountyContest {
  county: County
  first: PaLine
  lines: PaLine[]
}

interface Contest extends PaOffice {
  first: PaLine
  counties: Map<string, PaLine>
  lines: PaLine[]
}

function readPaMunicipal(files: readonly FetchedFile[], context: ReadContext<'divisions'>, sink: Sink): void {
  const index = indexDivisions('PA', context.divisions)
  const findCounty = indexCounties(index)
  const contests = new Map<string, Contest>()
  for (const file of files) {
    let [precincts, line]: [number, PaLine | undefined] = [0, undefined]
    const lines = readLines(file, sink)
    const types = findTypes(lines)
    for (const listed of contestsOf(lines, findCounty)) {
      const read = readContest(listed, index, types)
      if (typeof read !== 'string') addContest(contests, read, listed)
      else if (read !== 'precinct-office') reportLeftOut(listed.first, read, sink)
      else {
        precincts++
        line ??= listed.first
      }
    }
    if (line) reportPrecincts(line, precincts, sink)
  }
  const joined = joinCounties(contests)
  const [first] = [...joined.values()]
  if (!first) return
  const sorted = [...joined]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, contest]) => toContest(contest, { index, files, sink }))
  writeBallot(ELECTION, first.first.at, sorted, sink)
}

function contestsOf(lines: readonly PaLine[], findCounty: FindCounty): CountyContest[] {
  const contests = new Map<string, CountyContest>()
  for (const line of lines) {
    const key = JSON.stringify([line.county, line.office, line.district])
    const contest = contests.get(key) ?? { county: findCounty(line.county), first: line, lines: [] }
    contest.lines.push(line)
    contests.set(key, contest)
  }
  return [...contests.values()]
}

function readContest(
  { county, first, lines }: CountyContest,
  index: DivisionIndex,
  types: ReadonlyMap<string, string | null>,
): PaOffice | PaLeftOut | 'merged-contests' | 'no-judge' {
  const { office, district } = first
  // `Controller`, `, 4 YEAR TERM`: the candidates of several offices are under one.
  if (district.startsWith(',')) return 'merged-contests'
  if (!isQuestion(lines)) return readPaOffice(office, district, { county, index, types })
  const text = plain(`${office} ${district}`)
    .replace(/[^A-Z0-9']+/g, ' ')
    .trim()
  if (/\bRETEN|\bRETAIN|\b(?:SUPREME|SUPERIOR|COMMONWEALTH|COMMON PLEAS)\b/.test(text)) {
    const judge = readRetention(text, county)
    return judge ? toPaOffice(QUESTION, judge) : 'no-judge'
  }
  const read = readOffice({ office: `${office} ${district}`.trim(), county, measure: true }, index)
  return read ? toPaOffice(QUESTION, read.office) : 'unknown-contest-title'
}

const QUESTION = { unexpired: false, votes: null }

/** Undefined if the text does not name the judge in full. */
function readRetention(text: string, county: County): ListedOffice | undefined {
  const known = PA_RETENTIONS_2025.find(({ printed }) => printed.test(text)) ?? onlyOne(text)
  if (known && !/COMMON PLEAS|MUNICIPAL|MAGISTERIAL/.test(text))
    return retained(known.name, statewide(slug(`${known.court} judge`), title(known.court)))
  const name = text.replace(RETENTION_WORDS, ' ').replace(/\s+/g, ' ').trim()
  const isMunicipal = /\bMUNICIPAL COURT\b/.test(text)
  if (!(isMunicipal || /\bCOMMON PLEAS\b/.test(text)) || name.split(' ').length < 2) return undefined
  const judge = isMunicipal
    ? statewide('municipal-judge', 'Judge of the Municipal Court')
    : statewide('common-pleas-judge', 'Judge of the Court of Common Pleas')
  return retained(officeTitle(name), { ...judge, level: 'county', area: commonPleas(county) })
}

/** A line of one answer alone is a mark of a county that says so where nobody stands. */
function isQuestion(lines: readonly PaLine[]): boolean {
  const choices = lines.flatMap(({ choice }) => choice ?? [])
  const answers = new Set(choices.map(({ answer }) => answer))
  return answers.has('yes') && answers.has('no') && !answers.has(undefined)
}

function title(court: string): string {
  return court === 'Supreme Court' ? 'Justice of the Supreme Court' : `Judge of the ${court}`
}

/** The only judge of this court. */
function onlyOne(text: string) {
  const judges = PA_RETENTIONS_2025.filter(({ court }) => text.includes(court.toUpperCase()))
  return judges.length === 1 ? judges[0] : undefined
}

const RETENTION_WORDS =
  /\b(?:RETENTION|RETAIN|ELECTION|QUESTION|JUDGES?|COURT|COMMON|PLEAS|MUNICIPAL|OF|THE|COUNTY|PENNSYLVANIA|VOTE|FOR|\d+(?:ST|ND|RD|TH)?|JUDICIAL|DISTRICT|FOR THE)\b/g

function retained(name: string, office: ListedOffice): ListedOffice {
  const words = `Retain ${name} as ${office.title}`
  return {
    ...office,
    title: words,
    short_title: words,
    seat: slug(name),
    retention: true,
    details: { nonpartisan: true },
  }
}

function addContest(contests: Map<string, Contest>, read: PaOffice, listed: CountyContest): void {
  const key = placeOf(read.office) + JSON.stringify([read.office.seat ?? '', read.unexpired])
  const contest: Contest = contests.get(key) ?? { ...read, first: listed.first, counties: new Map(), lines: [] }
  contest.lines.push(...listed.lines)
  if (!contest.counties.has(listed.county.ocd_id)) contest.counties.set(listed.county.ocd_id, listed.first)
  contests.set(key, contest)
}

/** One county names an office with its term or as at large, and another does not: the same people in the same division are one contest. */
function joinCounties(contests: ReadonlyMap<string, Contest>): Map<string, Contest> {
  const joined = new Map<string, Contest>()
  const places = new Map<string, Contest[]>()
  // The text with the most words says the most of the seat.
  const fullest = [...contests].sort(([, a], [, b]) => b.office.title.length - a.office.title.length)
  for (const [key, contest] of fullest) {
    const place = placeOf(contest.office)
    const others = places.get(place) ?? []
    places.set(place, others)
    const held = others.find((other) => isSameContest(other, contest))
    if (held) {
      held.lines.push(...contest.lines)
      held.counties = new Map([...held.counties, ...contest.counties])
    } else {
      others.push(contest)
      joined.set(key, contest)
    }
  }
  return joined
}

/** Of the same place. */
function isSameContest(one: Contest, other: Contest): boolean {
  if ([...other.counties.keys()].some((county) => one.counties.has(county))) return false
  const people = candidatesOf(one.lines).length
  return (
    people > 0 &&
    people === candidatesOf(other.lines).length &&
    people === candidatesOf([...one.lines, ...other.lines]).length
  )
}

/** Of an office, whatever its seat is called. */
function placeOf({ level, area, subject, measure_code }: ListedOffice): string {
  const where = area.kind === 'found' ? area.division.ocd_id : area.kind
  return JSON.stringify([LEVELS.indexOf(level), where, subject, measure_code])
}

function toContest(
  contest: Contest,
  { index, files, sink }: { index: DivisionIndex; files: readonly FetchedFile[]; sink: Sink },
): ListedContest {
  const { area, measure_code, retention, details, title, short_title, ...office } = contest.office
  const { first, unexpired, votes, several, counties } = contest
  const suffix = unexpired ? ' (Unexpired)' : ''
  const nameless = contest.lines.filter((line) => line.nameless)
  for (const { at } of nameless) {
    const message = `gives a candidate's party without a name; the line is left out`
    sink.issue({ ...at, field: 'candidate', code: 'missing-name', value: title, message, severity: 'refused' })
  }
  const is_minimum = several && votes === null && measure_code === undefined
  return {
    ...office,
    at: first.at,
    kind: retention ? 'retention' : measure_code === undefined ? 'candidate' : 'measure',
    title: title + suffix,
    short_title: short_title + suffix,
    unexpired,
    division: findDivision(area, [], index),
    counties: [...counties.keys()].sort(),
    county_at: new Map([...counties].map(([id, { at }]) => [id, at])),
    votes_allowed: votes ?? 1,
    measure_code: measure_code ?? null,
    source_url: files.find(({ name }) => name === first.at.file)?.url ?? null,
    complete: nameless.length === 0,
    details: { ...details, ...(is_minimum && { votes_allowed_is_minimum: true }) },
    choices: choicesOf(contest, sink),
  }
}

function choicesOf({ office, statewide, lines, counties }: Contest, sink: Sink): ListedChoice[] {
  if (office.retention || office.measure_code !== undefined) return answersOf(lines)
  return statewide ? statewideCandidates(lines, counties.size, sink) : candidatesOf(lines)
}

const REASONS: Readonly<Record<Exclude<PaLeftOut, 'precinct-office'> | 'merged-contests' | 'no-judge', string>> = {
  'no-place': 'no city, borough, township or school district is named; the contest is left out',
  'unknown-contest-title': 'no rule matches this contest, so its district is unknown; it is left out',
  'merged-contests': 'the candidates of several offices stand under one; the contest is left out',
  'no-judge': 'the judge is not named in full; the contest is left out',
}

function reportLeftOut({ at, office, district }: PaLine, code: keyof typeof REASONS, sink: Sink): void {
  const value = `${office} ${district}`.trim()
  sink.issue({ ...at, field: null, code, value, message: REASONS[code], severity: 'refused' })
}

/** A county has up to 2,600 of them, one of two for each precinct; without boundaries, each would be possible in the whole county. */
function reportPrecincts({ at }: PaLine, count: number, sink: Sink): void {
  const message = `${count} contests for judge or inspector of elections in a precinct are left out: no lines of precincts are held`
  sink.issue({ ...at, field: null, code: 'precinct-office', value: null, message, severity: 'ignored' })
}

export const municipal: ListReader = { read: readPaMunicipal }
