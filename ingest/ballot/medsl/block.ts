// The lines of one office in one county: who stands there, and what the lines say of the office.

import type { MeasureAnswer } from '../../../data/schema/vocabulary.ts'
import { slug } from '../../read/identity.ts'
import type { Sink } from '../../read/source.ts'
import type { At } from '../listed.ts'
import { leaveOutMisplacedName, leaveOutWriteIn } from '../write-in.ts'
import { readChoice, WRITE_IN } from './choice.ts'
import { type Habit, NO_CONTEST } from './habits.ts'
import { isNonpartisan, type PartyLine, saysWriteIn } from './party.ts'
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
    ...{ office: line.office, district: line.district, county, town, special, about, at },
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
