// The lines of one office in one county: who stands there, of which party, and what the lines say of the office.

import { MEDSL_PARTIES } from '../../../data/reference/party-labels.ts'
import type { MeasureAnswer } from '../../../data/schema/vocabulary.ts'
import { encoder } from '../../read/field-value.ts'
import { slug } from '../../read/identity.ts'
import type { Sink } from '../../read/source.ts'
import type { At } from '../listed.ts'
import { inReadingOrder, leaveOutMisplacedName, leaveOutWriteIn } from '../printed-name.ts'
import { type Habit, NO_CONTEST } from './habits.ts'
import type { Return } from './rows.ts'

export interface Person {
  name: string
  at: At
  votes: number
  /** Precincts with votes for the person, one for each way of voting. */
  lines: number
  /** Marks of these precincts, which tell those of the county apart (`Return`). */
  precincts: number[]
  parties: PartyLine[]
}

export interface Block {
  office: string
  district: string
  county: string
  town: string
  special: boolean
  state_level: boolean
  at: At
  persons: Map<string, Person>
  answers: Map<MeasureAnswer, { label: string; at: At; lines: number; votes: number }>
  none_of_these: At | null
  /** The file says of a name that voters wrote it: it marks such names. */
  marks_names: boolean
  /** Votes of the lines that the file marks as write-ins, and the precincts that have them. */
  write_ins: { votes: number; lines: number }
  /** Whom an answer names: a judge. */
  about: string
  magnitudes: Set<number>
  nonpartisan: boolean
  /** False if names were left out because they may be names that voters wrote. */
  complete: boolean
}

/** Lines without an office and of another stage are left out. @param habit of the state */
export function toBlocks(returns: readonly Return[], file: string, habit: Habit, sink: Pick<Sink, 'issue'>): Block[] {
  const blocks = new Map<string, Block>()
  const other = new Map<string, { at: At; office: string }>()
  for (const line of returns) {
    const text = line.office.toUpperCase().replace(/\s+/g, ' ').trim()
    const office = habit.offices?.[`${text} ${line.district}`] ?? habit.offices?.[text] ?? text
    if (office === '' || NO_CONTEST.test(office)) continue
    const at = { file, line: line.line }
    if (!/^GEN(?: RECOUNT)?$/i.test(line.stage)) {
      const key = [office, line.stage, line.county_name].join('|')
      if (!other.has(key)) other.set(key, { at, office })
      continue
    }
    addLine(blocks, { ...line, office, district: districtOf(line, office, habit) }, at, habit)
  }
  for (const { at, office } of other.values()) {
    const message = 'the line is of another stage than the general election; the contest is left out there'
    sink.issue({ ...at, field: 'stage', code: 'other-stage', value: office, message, severity: 'ignored' })
  }
  const all = [...blocks.values()]
  const made = withoutCounts(all.filter((block) => !(habit.districts?.[block.office] && isOfDistricts(block, all))))
  for (const block of made) leaveOutUnmarked(block, habit, sink)
  if (!habit.surnames) leaveOutMisplaced(made, sink)
  return made
}

/** A candidate for President stands in no other contest of the county: the file lost the name that belongs there. */
function leaveOutMisplaced(blocks: readonly Block[], sink: Pick<Sink, 'issue'>): void {
  const president = new Map(
    blocks.filter(({ office }) => office === 'US PRESIDENT').map(({ county, persons }) => [county, persons]),
  )
  for (const block of blocks) {
    if (block.office === 'US PRESIDENT') continue
    for (const [id, { name, at }] of block.persons) {
      if (!president.get(block.county)?.has(id)) continue
      block.persons.delete(id)
      // Other counties name the candidates of the whole state.
      if (!block.state_level) block.complete = false
      leaveOutMisplacedName(name, at, sink)
    }
  }
}

/** Write-in lines without a district, of an office whose candidates a table gives theirs, are of no contest of their own. */
function isOfDistricts({ office, district, county, persons, answers }: Block, blocks: readonly Block[]): boolean {
  if (district !== '' || persons.size + answers.size > 0) return false
  return blocks.some((other) => other.office === office && other.county === county && other.district !== '')
}

/** Where choices name judges, the lines of the same office that name none are counts. */
function withoutCounts(blocks: readonly Block[]): Block[] {
  const keyOf = ({ office, district, county, special }: Block): string =>
    JSON.stringify([office, district, county, special])
  const judged = new Set(blocks.flatMap((block) => (block.about === '' ? [] : [keyOf(block)])))
  return blocks.filter(
    (block) => block.about !== '' || block.persons.size + block.answers.size > 0 || !judged.has(keyOf(block)),
  )
}

function districtOf({ district, candidate, magnitude }: Return, office: string, { districts }: Habit): string {
  if (/^(?:US PRESIDENT|US SENATE)$/.test(office)) return ''
  const plain = district
    .toUpperCase()
    .trim()
    .replace(/^(?:STATEWIDE|NA)$/, '')
    // `2 (CLAY, PARKE)`: the counties of a district.
    .replace(/ \([A-Z. ]+(?:, [A-Z. ]+)+\)$/, '')
  // `AT LARGE POSITION 3` of three seats is their number.
  const seats = /^AT LARGE POSITION (\d)$/.exec(plain)?.[1]
  const own = districts?.[office]?.[candidate.toUpperCase()] ?? districts?.[office]?.[plain]
  return own ?? (Number(seats) > 1 && Number(seats) === Number(magnitude) ? 'AT LARGE' : plain)
}

function addLine(blocks: Map<string, Block>, line: Return, at: At, habit: Habit): void {
  const choice = readChoice(line.candidate, saysWriteIn(line.party_detailed) ? 'TRUE' : line.writein)
  const about = choice.kind === 'answer' ? (choice.about ?? '') : ''
  const town = habit.towns && line.dataverse === 'LOCAL' ? line.jurisdiction_name : ''
  const special = /^true$/i.test(line.special) && !habit.regular?.test(line.office)
  const listed = line.county_name.toUpperCase().trim()
  const county = habit.counties?.[listed] ?? listed
  if (choice.kind === 'tally' && / - (?:OVER|UNDER) ?VOTES?$/i.test(line.candidate)) return
  const key = JSON.stringify([line.office, line.district, county, town, special, about])
  const block: Block = blocks.get(key) ?? {
    office: line.office,
    district: line.district,
    county,
    town,
    special,
    about,
    at,
    state_level: line.dataverse.toUpperCase() === 'STATE',
    persons: new Map(),
    answers: new Map(),
    none_of_these: null,
    marks_names: false,
    write_ins: { votes: 0, lines: 0 },
    magnitudes: new Set(),
    nonpartisan: false,
    complete: true,
  }
  blocks.set(key, block)
  const isOfDistrict = habit.magnitude === 'of districts' && /^\d+$/.test(line.district)
  const magnitude = isOfDistrict ? 1 : Number(line.magnitude)
  if (Number.isInteger(magnitude) && magnitude > 0) block.magnitudes.add(magnitude)
  block.nonpartisan ||= isNonpartisan(line.party_detailed)
  if (/^true$/i.test(line.writein)) {
    block.write_ins.votes += line.votes
    block.write_ins.lines += line.lines
  }
  switch (choice.kind) {
    case 'person': {
      const name = habit.names?.[choice.name] ?? choice.name
      const own = slug(name)
      const id = habit.surnames && own !== '' ? `${own}-${slug(line.party_detailed)}` : own
      const person = block.persons.get(id) ?? { name, at, votes: 0, lines: 0, precincts: [], parties: [] }
      if (id !== '') block.persons.set(id, person)
      else block.complete = false
      person.votes += line.votes
      person.lines += line.lines
      person.precincts = person.precincts.concat(line.precincts)
      person.parties.push({ party: line.party_detailed, at, county })
      return
    }
    case 'answer': {
      const answer = block.answers.get(choice.answer) ?? { label: choice.label, at, lines: 0, votes: 0 }
      block.answers.set(choice.answer, answer)
      answer.lines += line.lines
      answer.votes += line.votes
      return
    }
    case 'none_of_these':
      block.none_of_these ??= at
      return
    case 'write-in':
      block.marks_names ||= !WRITE_IN.test(choice.name.toUpperCase())
      return
    case 'nobody':
    case 'tally':
      return
    default:
      choice satisfies never
  }
}

export function joinPersons(
  held: ReadonlyMap<string, Person>,
  others: ReadonlyMap<string, Person>,
): Map<string, Person> {
  const joined = new Map(held)
  for (const [id, other] of others) {
    const person = joined.get(id)
    joined.set(id, {
      ...(person ?? other),
      votes: (person?.votes ?? 0) + other.votes,
      lines: (person?.lines ?? 0) + other.lines,
      precincts: [...(person?.precincts ?? []), ...other.precincts],
      parties: [...(person?.parties ?? []), ...other.parties],
    })
  }
  return joined
}

/** Precincts in which the block's leading choice has votes, one for each way of voting. */
export function linesOf({ persons, answers }: Block): number {
  return Math.max(0, ...[...persons.values(), ...answers.values()].map(({ lines }) => lines))
}

export function votesOf({ persons }: Block): number {
  return [...persons.values()].reduce((sum, { votes }) => sum + votes, 0)
}

/** Of a candidate's contest, or of a question. */
export function allVotesOf(block: Block): number {
  return [...block.answers.values()].reduce((sum, { votes }) => sum + votes, votesOf(block))
}

/** Fewer names are all printed, where any name may be one that voters wrote. */
const UNMARKED_MIN = 8
/** Of the votes of the first name: printed names get more, names that voters write get less. */
const UNMARKED_SHARE = 0.05
/** Of the votes of the first name: where more stand in the lines of write-ins, that name is one of them. */
const WRITE_IN_LINES_SHARE = 0.4
/** Votes of the first name, below which no name is printed. */
const PRINTED_VOTES_MIN = 25

/**
 * A file that names winners among the written has their other votes in the lines of write-ins. In any file, a name of few of the precincts
 * with such votes, and with fewer votes than they, is one of them.
 */
function areWritten(block: Block, most: number, listsWinners: boolean): boolean {
  const { votes, lines } = block.write_ins
  return listsWinners ? votes > most * WRITE_IN_LINES_SHARE : votes > most && lines > 2 * linesOf(block)
}

function isUnmarked({ parties }: Person): boolean {
  return parties.every(({ party }) => /^(?:NA|OTHER|NONPARTISAN|)$/i.test(party.trim()))
}

/** Of the votes of the first name: a printed name may get less, and a write-in candidate who was declared may too. */
const DOUBTED_SHARE = 0.25

/** Whether names without a party that the file does not mark have so few votes that voters may have written them. */
export function mayIncludeWriteIns(blocks: readonly Block[], habit: Habit): boolean {
  const persons = blocks.flatMap((block) => [...block.persons])
  if (!habit.some_unmarked || persons.length === 0 || !persons.every(([, person]) => isUnmarked(person))) return false
  const votes = new Map<string, number>()
  for (const [id, person] of persons) votes.set(id, (votes.get(id) ?? 0) + person.votes)
  const most = Math.max(...votes.values())
  return most < PRINTED_VOTES_MIN || Math.min(...votes.values()) < most * DOUBTED_SHARE
}

function leaveOutUnmarked(block: Block, habit: Habit, sink: Pick<Sink, 'issue'>): void {
  const { unmarked_write_ins: where, some_unmarked = false } = habit
  if (habit.all_written?.includes(`${block.office} ${block.district}`)) {
    for (const { name, at } of block.persons.values()) leaveOutWriteIn(name, at, sink)
    block.persons.clear()
    block.complete = false
    return
  }
  if (block.marks_names && !some_unmarked) return
  const listsAll = where !== undefined && (where === 'all' || where.includes(block.county))
  const unmarked = [...block.persons].filter(([, person]) => isUnmarked(person))
  const most = Math.max(0, ...[...block.persons.values()].map(({ votes }) => votes))
  const isOutvoted = areWritten(block, most, some_unmarked)
  const isPrinted = most >= PRINTED_VOTES_MIN && !isOutvoted
  if (!listsAll && !some_unmarked && !isOutvoted) return
  if (listsAll && !isOutvoted && unmarked.length < (where === 'all' ? UNMARKED_MIN : 2)) return
  if (!listsAll && (unmarked.length < block.persons.size || !(isPrinted || isOutvoted))) return
  for (const [id, { votes, name, at }] of unmarked) {
    if (isPrinted && votes >= most * UNMARKED_SHARE) continue
    block.persons.delete(id)
    if (block.complete) leaveOutWriteIn(name, at, sink)
    block.complete = false
  }
}

// Reads the candidate column of a returns file: a person, an answer, a judge with an answer, or nobody.

type NamedChoice =
  | { kind: 'person'; name: string }
  /** `about`: the judge whom voters keep or not, or the officer whom they recall, in capitals. */
  | { kind: 'answer'; answer: MeasureAnswer; label: string; about: string | null }
  | { kind: 'none_of_these' }
  /** Written in, not printed. */
  | { kind: 'write-in'; name: string }
  /** The contest has no candidate: `NO PETITION FILED`. */
  | { kind: 'nobody' }
  /** A count and no choice: `UNDERVOTES`. */
  | { kind: 'tally' }

const TALLY =
  /^(?:(?:UNDER|OVER|BLANK|INVALID|SPECIAL|SCATTERED|TOTAL|REJECTED) ?-?VOTES?(?: CAST)?|BLANKS?|SPOILED|VOID|BLANK ?\/ ?VOID|VOID ?\/ ?BLANK|ALL OTHERS|OTHERS?|SCATTERING|SCATTER|CONTEST TOTALS?|TOTAL|TOTAL BALLOTS CAST|TOTAL VOTES CAST|VOTES CAST|CAST VOTES|AFFIDAVIT|PUBLIC COUNTER|ABSENTEE ?\/ ?MILITARY|FEDERAL|MANUALLY COUNTED EMERGENCY|EMERGENCY|NOT QUALIFIED|INVALID|NA|N\/A|NONE|NO PREFERENCE|(?:PAPER )?(?:BALLOTS|CARDS) CAST(?: ?- ?(?:TOTAL|BLANK))?|REGISTERED VOTERS(?: ?- ?TOTAL)?|TIMES (?:OVER|BLANK) ?VOTED|NUMBER OF (?:OVER|UNDER)VOTES)$/
const OF_TALLY = / - (?:OVER|UNDER) ?VOTES?$/
const WRITE_IN = /\bWRITE-? ?INS?\b| W$| \(W\)$/
const NOBODY =
  /^(?:NO CANDIDATE(?:S|\(S\))?(?: (?:FILED|NOMINATED))?|NO PETITION FILED|NO NOMINATION|NO ONE(?: FILED| AGAIN)?|NO BODY|NOBODY|NO VOTE|(?:NOT |UN)ASSIGNED|IMEGNED|REMOVE CANDIDATE|VACANT|VACANCY|.*\bBOARD DISTRICT \d+)$/
const NONE_OF_THESE = /^NONE OF THESE CANDIDATES$/
const YES =
  /^(?:YES|FOR|APPROVED?|ACCEPT|IN FAVOR(?: OF)?|SI|YES ?\/ ?SI|YES TO APPROVE|YES FOR \w+|YES (?:BOND|BUDGET|JOIN)\b.*|FOR (?:THE|RECALLING|ISSUANCE)\b.*|.+ YES|BONDS? ?-? ?YES)$/
const NO =
  /^(?:NO|AGAINST|REJECT(?:ED)?|OPPOSED?|NO ?\/ ?NO|NO TO REJECT|NO FOR \w+|NO (?:BOND|BUDGET|JOIN)\b.*|AGAINST (?:THE|RECALLING|ISSUANCE)\b.*|.+ NO|BONDS? ?-? ?NO)$/
/** Marks of the publisher or the state that are no part of a name: `(I)`, `(REP)`, `*`. */
const MARKS = /\((?:I|INC|INCUMBENT|REP|DEM|LIB|GRN|CON|NP|NPA|NON|IND|R|D|L|G)\)|\*/g

/** @param writein the column of that name */
export function readChoice(text: string, writein: string): NamedChoice {
  const words = text.toUpperCase().replace(MARKS, ' ').replace(/\s+/g, ' ').trim()
  if (words === '' || TALLY.test(words) || OF_TALLY.test(words)) return { kind: 'tally' }
  if (NOBODY.test(words)) return { kind: 'nobody' }
  if (NONE_OF_THESE.test(words)) return { kind: 'none_of_these' }
  const name = text.replace(MARKS, ' ').replace(/\s+/g, ' ').trim()
  if (/^true$/i.test(writein) || WRITE_IN.test(words)) return { kind: 'write-in', name }
  return readAnswer(words) ?? { kind: 'person', name: inReadingOrder(name) }
}

function readAnswer(words: string): NamedChoice | undefined {
  const dash = words.lastIndexOf(' - ')
  const after = words.slice(dash + 3)
  const before = words.slice(0, dash)
  if (dash > 0) {
    const answer = answerOf(after)
    // `FOR THE PROPOSITION - YES` names no judge.
    if (answer) {
      const about = /^(?:FOR|AGAINST) (?:THE )?\w+$|^(?:BONDS?|LEVY|TAX)$/.test(before) ? null : before
      return { kind: 'answer', answer, label: about === null ? words : after, about }
    }
  }
  const answer = answerOf(words)
  return answer && { kind: 'answer', answer, label: words, about: null }
}

function answerOf(words: string): MeasureAnswer | undefined {
  // `LEASE OR EXCHANGE OF REAL PROPERTY NO`; a person may be called Ann No, so the words before must be many.
  if (/ (?:YES|NO)$/.test(words) && words.split(' ').length < 4) return undefined
  if (YES.test(words)) return 'yes'
  return NO.test(words) ? 'no' : undefined
}

// Party names of returns. A candidate of several parties has one line a party, or one line with all of them.

const encode = encoder({ field: 'party_detailed', known: MEDSL_PARTIES })
/** The main parties come before those that a county lists beside them. */
const FIRST: readonly string[] = ['Democratic', 'Republican']
const WRITE_IN_PARTY = /^\(?W(?:RITE[- ]?IN|\/?I)\)?$|\(WRITE-IN\)$|^INDEPENDENT \(W\/I\)$/

/** The party column of a candidate's line. */
interface PartyLine {
  party: string
  at: At
  county: string
}

interface Parties {
  party: string | null
  party_label: string | null
}

/** True if the column says that the name was written in. */
export function saysWriteIn(party: string): boolean {
  return WRITE_IN_PARTY.test(party.trim().toUpperCase())
}

/** Whether a label names a party: some stand for none. */
export function isParty(label: string): boolean {
  return (MEDSL_PARTIES[label.trim()] ?? null) !== null
}

/**
 * All parties of one candidate that at least half of the candidate's counties list: a single county may be wrong. Which of both main parties is
 * first, only the order of a cell or of the state's ballots says.
 */
export function joinParties(
  lines: readonly PartyLine[],
  sink: Pick<Sink, 'issue'>,
  {
    parties_as_printed: printed,
    first_line,
    parties = {},
  }: Pick<Habit, 'parties_as_printed' | 'first_line' | 'parties'> = {},
): Parties {
  const labels = new Map<string, string>()
  const counties = new Map<string, Set<string>>()
  let cell: readonly string[] = []
  for (const { party, at, county } of lines) {
    const plain = party
      .toUpperCase()
      .split('/')
      .flatMap((said) => {
        const label = parties[said.trim()] ?? said
        const name = encode(label, at, sink)
        if (name === undefined || name === null) return []
        if (!labels.has(name)) labels.set(name, label.trim())
        counties.set(name, (counties.get(name) ?? new Set()).add(county))
        return [name]
      })
    if (plain.length > cell.length) cell = plain
  }
  const most = Math.max(0, ...[...counties.values()].map(({ size }) => size))
  const kept = [...labels.keys()].filter((name) => (counties.get(name)?.size ?? 0) * 2 >= most)
  const rank = (name: string): number =>
    name === first_line ? -1 : printed && cell.includes(name) ? cell.indexOf(name) : placeOf(name)
  const names = kept.sort((a, b) => rank(a) - rank(b))
  const isOrdered = (printed && FIRST.every((name) => cell.includes(name))) || names[0] === first_line
  const undecided = FIRST.every((name) => names.includes(name)) && !isOrdered
  return {
    party: undecided ? null : (names[0] ?? null),
    party_label: names.length === 0 ? null : names.map((name) => labels.get(name) ?? name).join(' / '),
  }
}

function placeOf(party: string): number {
  return FIRST.includes(party) ? 0 : 1
}

/** True if a line says that its office has no parties. */
export function isNonpartisan(party: string): boolean {
  return party.trim().toUpperCase() === 'NONPARTISAN'
}
