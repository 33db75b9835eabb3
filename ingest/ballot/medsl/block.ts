// The lines of one office in one county: who stands there, of which party, and what the lines say of the office.

import { z } from 'zod'
import { groupBy, sumBy } from '../../../data/core/group-by.ts'
import { MEDSL_PARTIES } from '../../../data/reference/party-labels.ts'
import type { MeasureAnswer } from '../../../data/schema/vocabulary.ts'
import { readOwnTable } from '../../read/csv.ts'
import { encoder } from '../../read/field-value.ts'
import { slug } from '../../read/identity.ts'
import type { Sink } from '../../read/source.ts'
import type { At } from '../listed.ts'
import { leaveOutMisplacedName, leaveOutWriteIn } from '../no-candidate.ts'
import { inReadingOrder } from '../printed-name.ts'
import type { Habit } from './habits.ts'
import type { Return } from './rows.ts'

export interface Person {
  name: string
  at: At
  votes: number
  /** Precincts with votes for the person, one for each way of voting. */
  lines: number
  /** Numbers of these precincts, which tell those of the county apart (`Return`). */
  precincts: number[]
  parties: PartyLine[]
}

export interface Block {
  office: string
  district: string
  county: string
  town: string
  special: boolean
  /** Whom an answer names: a judge. */
  about: string
  at: At
  state_level: boolean
  persons: Map<string, Person>
  answers: Map<MeasureAnswer, { label: string; at: At; lines: number; votes: number }>
  none_of_these: At | null
  /** The file says of a name that voters wrote it: it marks such names. */
  marks_names: boolean
  /** Votes of the lines that the file marks as write-ins, and the precincts that have them. */
  write_ins: { votes: number; lines: number }
  magnitudes: Set<number>
  nonpartisan: boolean
  /** False if names were left out because they may be names that voters wrote. */
  complete: boolean
}

type BlockIdentity = Pick<Block, 'office' | 'district' | 'county' | 'town' | 'special' | 'about'>

/** No two blocks of a file have the same. */
export function blockKey({ office, district, county, town, special, about }: BlockIdentity): string {
  return JSON.stringify([office, district, county, town, special, about])
}

/** Lines without an office and of another stage are left out. @param habit of the state */
export function toBlocks(returns: readonly Return[], file: string, habit: Habit, sink: Pick<Sink, 'issue'>): Block[] {
  const blocks = new Map<string, Block>()
  const others = new Set<string>()
  for (const line of returns) {
    const text = line.office.toUpperCase().replace(/\s+/g, ' ').trim()
    const office = habit.offices?.[`${text} ${line.district}`] ?? habit.offices?.[text] ?? text
    if (office === '' || says('no contest', office)) continue
    const at = { file, line: line.line }
    if (/^GEN(?: RECOUNT)?$/i.test(line.stage)) {
      addLine(blocks, { ...line, office, district: districtOf(line, office, habit) }, at, habit)
      continue
    }
    const other = [office, line.stage, line.county_name].join('|')
    if (others.has(other)) continue
    others.add(other)
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
  const isPresident = ({ office }: Block): boolean => office === 'US PRESIDENT'
  const president = new Map(blocks.filter(isPresident).map(({ county, persons }) => [county, persons]))
  for (const block of blocks) {
    if (isPresident(block)) continue
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
function isOfDistricts(block: Block, blocks: readonly Block[]): boolean {
  const { office, district, county } = block
  if (district !== '' || !isEmpty(block)) return false
  return blocks.some((other) => other.office === office && other.county === county && other.district !== '')
}

/** Where choices name judges, the lines of the same office that name none are counts. */
function withoutCounts(blocks: readonly Block[]): Block[] {
  const keyOf = (block: Block): string => blockKey({ ...block, town: '', about: '' })
  const judged = new Set(blocks.filter(({ about }) => about !== '').map(keyOf))
  return blocks.filter((block) => block.about !== '' || !isEmpty(block) || !judged.has(keyOf(block)))
}

/** No line names a choice. */
export function isEmpty({ persons, answers }: Block): boolean {
  return persons.size + answers.size === 0
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
  const seats = Number(/^AT LARGE POSITION (\d)$/.exec(plain)?.[1])
  const own = districts?.[office]?.[candidate.toUpperCase()] ?? districts?.[office]?.[plain]
  return own ?? (seats > 1 && seats === Number(magnitude) ? 'AT LARGE' : plain)
}

function addLine(blocks: Map<string, Block>, line: Return, at: At, habit: Habit): void {
  if (says('tally of a choice', line.candidate.toUpperCase())) return
  const choice = readChoice(line.candidate, saysWriteIn(line.party_detailed) ? 'TRUE' : line.writein)
  const { office, district, votes, lines, precincts, party_detailed: party } = line
  const listed = line.county_name.toUpperCase().trim()
  const identity = {
    office,
    district,
    county: habit.counties?.[listed] ?? listed,
    town: habit.towns && line.dataverse === 'LOCAL' ? line.jurisdiction_name : '',
    special: /^true$/i.test(line.special) && !habit.regular?.some((pattern) => pattern.test(office)),
    about: choice.kind === 'answer' ? (choice.about ?? '') : '',
  }
  const key = blockKey(identity)
  const block: Block = blocks.get(key) ?? {
    ...identity,
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
  const isOfDistrict = habit.magnitude === 'of districts' && /^\d+$/.test(district)
  const magnitude = isOfDistrict ? 1 : Number(line.magnitude)
  if (Number.isInteger(magnitude) && magnitude > 0) block.magnitudes.add(magnitude)
  block.nonpartisan ||= isNonpartisan(party)
  if (/^true$/i.test(line.writein)) {
    block.write_ins.votes += votes
    block.write_ins.lines += lines
  }
  switch (choice.kind) {
    case 'person': {
      const name = habit.names?.[choice.name] ?? choice.name
      const id = slug(name)
      const person = { name, at, votes, lines, precincts, parties: [{ party, at, county: block.county }] }
      if (id === '') block.complete = false
      else addPerson(block.persons, habit.surnames ? `${id}-${slug(party)}` : id, person)
      return
    }
    case 'answer': {
      const held = block.answers.get(choice.answer) ?? { label: choice.label, at, lines: 0, votes: 0 }
      block.answers.set(choice.answer, { ...held, lines: held.lines + lines, votes: held.votes + votes })
      return
    }
    case 'none_of_these':
      block.none_of_these ??= at
      return
    case 'write-in':
      block.marks_names ||= !says('write-in', choice.name.toUpperCase())
      return
    case 'nobody':
    case 'tally':
      return
    default:
      choice satisfies never
  }
}

/** Joins the person to the one whom the list has under this key. Of two spellings, the more common one stays. */
export function addPerson(persons: Map<string, Person>, key: string, person: Person): void {
  const held = persons.get(key)
  persons.set(key, held ? joinPerson(held, person) : person)
}

export function joinPerson(held: Person, other: Person): Person {
  const isCommoner = other.votes > held.votes && slug(other.name) !== slug(held.name)
  return {
    name: isCommoner ? other.name : held.name,
    at: held.at,
    votes: held.votes + other.votes,
    lines: held.lines + other.lines,
    precincts: [...held.precincts, ...other.precincts],
    parties: [...held.parties, ...other.parties],
  }
}

/** Precincts in which the block's leading choice has votes, one for each way of voting. */
export function linesOf({ persons, answers }: Block): number {
  return Math.max(0, ...[...persons.values(), ...answers.values()].map(({ lines }) => lines))
}

export function votesOf({ persons }: Pick<Block, 'persons'>): number {
  return sumBy(persons.values(), ({ votes }) => votes)
}

/** Of a candidate's contest, or of a question. */
export function allVotesOf(block: Block): number {
  return votesOf(block) + sumBy(block.answers.values(), ({ votes }) => votes)
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
  const votes = [...groupBy(persons, ([id]) => id).values()].map((own) => sumBy(own, ([, person]) => person.votes))
  const most = Math.max(...votes)
  return most < PRINTED_VOTES_MIN || Math.min(...votes) < most * DOUBTED_SHARE
}

function leaveOutUnmarked(block: Block, habit: Habit, sink: Pick<Sink, 'issue'>): void {
  const { unmarked_write_ins: counties = [], some_unmarked = false } = habit
  if (habit.all_written?.includes(`${block.office} ${block.district}`)) {
    for (const { name, at } of block.persons.values()) leaveOutWriteIn(name, at, sink)
    block.persons.clear()
    block.complete = false
    return
  }
  if (block.marks_names && !some_unmarked) return
  const isAny = counties.includes('all')
  const listsAll = isAny || counties.includes(block.county)
  const unmarked = [...block.persons].filter(([, person]) => isUnmarked(person))
  const most = Math.max(0, ...[...block.persons.values()].map(({ votes }) => votes))
  const isOutvoted = areWritten(block, most, some_unmarked)
  const isPrinted = most >= PRINTED_VOTES_MIN && !isOutvoted
  if (!listsAll && !some_unmarked && !isOutvoted) return
  if (listsAll && !isOutvoted && unmarked.length < (isAny ? UNMARKED_MIN : 2)) return
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

/** What words in capitals mean: of an office, a candidate or a party. The table has an example of each pattern. */
const MEANINGS = [
  ...(['tally', 'tally of a choice', 'nobody', 'none_of_these', 'write-in', 'yes', 'no'] as const),
  ...(['no contest', 'write-in party'] as const),
] as const
const wordsRow = z
  .strictObject({
    means: z.enum(MEANINGS),
    pattern: z.string().transform((pattern) => new RegExp(pattern)),
    example: z.string(),
  })
  .refine(({ pattern, example }) => pattern.test(example), 'expected an example that the pattern matches')
const WORDS = groupBy(readOwnTable(wordsRow, 'ingest', 'ballot', 'medsl', 'words.csv'), ({ means }) => means)

function says(means: (typeof MEANINGS)[number], words: string): boolean {
  return WORDS.get(means)?.some(({ pattern }) => pattern.test(words)) ?? false
}

/** Marks of the publisher or the state that are no part of a name: `(I)`, `(REP)`, `*`. */
const MARKS = /\((?:I|INC|INCUMBENT|REP|DEM|LIB|GRN|CON|NP|NPA|NON|IND|R|D|L|G)\)|\*/g

/** @param writein the column of that name */
export function readChoice(text: string, writein: string): NamedChoice {
  const words = text.toUpperCase().replace(MARKS, ' ').replace(/\s+/g, ' ').trim()
  if (says('tally', words) || says('tally of a choice', words)) return { kind: 'tally' }
  for (const kind of ['nobody', 'none_of_these'] as const) if (says(kind, words)) return { kind }
  const name = text.replace(MARKS, ' ').replace(/\s+/g, ' ').trim()
  if (/^true$/i.test(writein) || says('write-in', words)) return { kind: 'write-in', name }
  return readAnswer(words) ?? { kind: 'person', name: inReadingOrder(name) }
}

function readAnswer(words: string): NamedChoice | undefined {
  const dash = words.lastIndexOf(' - ')
  const [before, after] = dash > 0 ? [words.slice(0, dash), words.slice(dash + 3)] : ['', '']
  const ofOne = answerOf(after)
  // `FOR THE PROPOSITION - YES` names no judge.
  if (ofOne && !/^(?:FOR|AGAINST) (?:THE )?\w+$|^(?:BONDS?|LEVY|TAX)$/.test(before))
    return { kind: 'answer', answer: ofOne, label: after, about: before }
  const answer = ofOne ?? answerOf(words)
  return answer && { kind: 'answer', answer, label: words, about: null }
}

function answerOf(words: string): MeasureAnswer | undefined {
  // `LEASE OR EXCHANGE OF REAL PROPERTY NO`; a person may be called Ann No, so the words before must be many.
  if (/ (?:YES|NO)$/.test(words) && words.split(' ').length < 4) return undefined
  return (['yes', 'no'] as const).find((answer) => says(answer, words))
}

// Party names of returns. A candidate of several parties has one line a party, or one line with all of them.

const encode = encoder({ field: 'party_detailed', known: MEDSL_PARTIES })
/** The main parties come before those that a county lists beside them. */
const FIRST: readonly string[] = ['Democratic', 'Republican']

/** The party column of a candidate's line. */
interface PartyLine {
  party: string
  at: At
  county: string
}

/** True if the column says that the name was written in. */
export function saysWriteIn(party: string): boolean {
  return says('write-in party', party.trim().toUpperCase())
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
  habit: Pick<Habit, 'parties_as_printed' | 'first_line' | 'parties'> = {},
): { party: string | null; party_label: string | null } {
  const { parties_as_printed: printed, first_line, parties = {} } = habit
  const cells = lines.map(({ party, at, county }) =>
    party
      .toUpperCase()
      .split('/')
      .flatMap((said) => {
        const label = parties[said.trim()] ?? said
        const name = encode(label, at, sink)
        return typeof name === 'string' ? [{ name, label: label.trim(), county }] : []
      }),
  )
  const longest = cells.reduce((most, one) => (one.length > most.length ? one : most), [])
  const cell = longest.map(({ name }) => name)
  const named = [...groupBy(cells.flat(), ({ name }) => name)].map(([name, own]) => {
    return { name, label: own[0]?.label ?? name, counties: new Set(own.map(({ county }) => county)).size }
  })
  const most = Math.max(0, ...named.map(({ counties }) => counties))
  const rank = (name: string): number =>
    name === first_line ? -1 : printed && cell.includes(name) ? cell.indexOf(name) : FIRST.includes(name) ? 0 : 1
  const kept = named.filter(({ counties }) => counties * 2 >= most).sort((a, b) => rank(a.name) - rank(b.name))
  const names = kept.map(({ name }) => name)
  const isOrdered = (printed && FIRST.every((name) => cell.includes(name))) || names[0] === first_line
  const undecided = FIRST.every((name) => names.includes(name)) && !isOrdered
  return {
    party: undecided ? null : (names[0] ?? null),
    party_label: kept.map(({ label }) => label).join(' / ') || null,
  }
}

/** True if a line says that its office has no parties. */
export function isNonpartisan(party: string): boolean {
  return party.trim().toUpperCase() === 'NONPARTISAN'
}
