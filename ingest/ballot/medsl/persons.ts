// The people of a contest: lines of several counties, spellings and parties join to one person; names that voters wrote are left out.

import { countChanges } from '../../../data/schema/edit-distance.ts'
import type { Sink } from '../../read/source.ts'
import type { ListedChoice } from '../listed.ts'
import { leaveOutMisplacedName, leaveOutWriteIn } from '../no-candidate.ts'
import { addPerson, type Block, isNonpartisan, isParty, joinParties, joinPerson, type Person } from './block.ts'
import type { Habit } from './habits.ts'

export interface PersonsOptions {
  /** Seats as the file states them. */
  seats: number | undefined
  /** The whole state votes. */
  statewide: boolean
  habit: Habit
  sink: Pick<Sink, 'issue'>
}

/** In the order of the file. */
export function personsOf(blocks: readonly Block[], { seats, statewide, habit, sink }: PersonsOptions): ListedChoice[] {
  const counties = new Set(blocks.map(({ county }) => county)).size
  const joined = withoutMisplaced(joinSpellings(joinCounties(blocks), counties), statewide ? counties : 0, sink)
  const marked = blocks.every(({ marks_names }) => marks_names)
  const written = new Set(marked ? [] : findWritten(joined, { seats, counties: statewide ? counties : 0, habit }))
  for (const { name, at } of written) leaveOutWriteIn(name, at, sink)
  // The whole state's ballot names its candidates for President in full, even in a file of surnames.
  const isIncomplete = habit.surnames === true && !blocks.some(({ office }) => office === 'US PRESIDENT')
  const none = blocks.map(({ none_of_these }) => none_of_these).find((at) => at !== null)
  return [
    ...joined
      .filter((person) => !written.has(person))
      .map(({ name, at, parties }) => ({
        at,
        label: name,
        ...joinParties(withOwn(parties, habit.party_of?.[name.toUpperCase()]), sink, habit),
        ...(isIncomplete && { name_incomplete: true }),
      })),
    ...(none ? [{ at: none, label: 'None of These Candidates', option: 'none_of_these' as const }] : []),
  ]
}

function withOwn(parties: Person['parties'], own: string | undefined): Person['parties'] {
  return own === undefined ? parties : parties.map((line) => ({ ...line, party: own }))
}

/** One person a name, whatever the order of its words: some counties write `LEE ANN`. The more common spelling stays. */
function joinCounties(blocks: readonly Block[]): Person[] {
  const persons = new Map<string, Person>()
  for (const block of blocks) for (const [id, person] of block.persons) addPerson(persons, inAnyOrder(id), person)
  return [...persons.values()]
}

/** Of the slug of a name: the same for all orders of its words. */
export function inAnyOrder(id: string): string {
  return id.split('-').sort().join('-')
}

/** Letters by which two spellings of one long name may differ. */
export const SPELLING_CHANGES_MAX = 2
const SPELLING_LENGTH_MIN = 10

/** Names a letter or two apart, never in one precinct, and of no two parties, are one person's. */
function joinSpellings(persons: readonly Person[], counties: number): Person[] {
  const joined: Person[] = []
  const most = counties === 1 ? Math.max(0, ...persons.map(({ lines }) => lines)) : 0
  for (const person of persons) {
    const at = joined.findIndex((held) => isSpelling(held, person, most))
    const held = joined[at]
    if (held) joined[at] = joinPerson(held, person)
    else joined.push(person)
  }
  return joined
}

/** @param most precincts of the name that has the most, in a contest of one county */
function isSpelling(held: Person, other: Person, most: number): boolean {
  if (Math.min(held.name.length, other.name.length) < SPELLING_LENGTH_MIN) return false
  const counties = new Set(held.parties.map(({ county }) => county))
  const isApart = !other.parties.some(({ county }) => counties.has(county))
  // A county that writes a name in two ways does so in other precincts.
  if (!isApart && held.lines + other.lines > most) return false
  const [first, second] = [partiesOf(held), partiesOf(other)]
  if (first.size > 0 && second.size > 0 && ![...first].some((party) => second.has(party))) return false
  return countChanges(held.name, other.name) <= (isApart ? SPELLING_CHANGES_MAX : 1)
}

/** A label without a party's name is a ballot's all the same: `PARTY`. */
function isLabelled({ parties }: Person): boolean {
  return parties.some(({ party }) => /^PARTY$/i.test(party.trim()))
}

function partiesOf({ parties }: Person): Set<string> {
  return new Set(parties.map(({ party }) => party.toUpperCase()).filter(isParty))
}

/** Counties of a state from which on a share of them says something. */
const COUNTIES_MIN = 10
/** Share of the counties that each candidate of the whole state has. */
const MISPLACED_SHARE = 0.1

/** In a contest of the whole state, a name of hardly any county is a slip of that county's. */
function withoutMisplaced(persons: readonly Person[], counties: number, sink: Pick<Sink, 'issue'>): Person[] {
  if (counties < COUNTIES_MIN) return [...persons]
  return persons.filter(({ name, at, parties }) => {
    const isKept = new Set(parties.map(({ county }) => county)).size >= counties * MISPLACED_SHARE
    if (!isKept) leaveOutMisplacedName(name, at, sink)
    return isKept
  })
}

/** Votes of the leader below which shares say nothing. */
const LEADER_VOTES_MIN = 1000
/** Of the leader's votes: a printed name gets more. */
const WRITTEN_SHARE = 0.01
/** The same for a name without a party in a file that leaves only the parties of written names blank. */
const BLANK_SHARE = 0.05
/** The same for any name: of the whole state, whose ballots print presidential candidates of the smallest parties, and of an area. */
const STATE_SHARE = 0.0002
const AREA_SHARE = 0.001
/** Labels of names that no party nominated: several may stand for one seat. */
const ALONE: ReadonlySet<string> = new Set(['INDEPENDENT', 'NO PARTY AFFILIATION'])
/** The same for a name that some counties do not have, in a contest of the whole state. */
const ABSENT_SHARE = 0.002
const PRESENT_SHARE = 0.98

/** In a contest that the file calls nonpartisan: among more names, a printed one may get as little. */
const PLAIN_NAMES_MAX = 7

/**
 * Names that the file does not mark, and no ballot prints: one without a party, or the second of a party for one seat, with hardly a
 * vote, and so an independent one, in a contest of the whole state if some counties do not list it; there any name that they do not list; any with next to no vote. @param counties of the state, else 0
 */
function findWritten(
  persons: readonly Person[],
  { seats, counties, habit }: Pick<PersonsOptions, 'seats' | 'habit'> & { counties: number },
): Person[] {
  const most = Math.max(0, ...persons.map(({ votes }) => votes))
  if (most < LEADER_VOTES_MIN) return []
  const few =
    persons.length <= PLAIN_NAMES_MAX &&
    persons.every(({ parties }) => parties.every(({ party }) => isNonpartisan(party)))
  return persons.filter((person) => {
    const own = partiesOf(person)
    const others = persons.filter((other) => other !== person && other.votes > person.votes)
    const partisan = others.some((other) => other.votes === most && partiesOf(other).size > 0)
    const alone = [...own].some((party) => ALONE.has(party))
    const second = seats === 1 && others.some((other) => [...partiesOf(other)].some((party) => own.has(party)))
    const listed = new Set(person.parties.map(({ county }) => county)).size
    const absent = listed < counties * PRESENT_SHARE
    const blank = habit.blank_party === 'write-in' && person.parties.every(({ party }) => party.trim() === '')
    const nominee = !second && (own.has('DEMOCRAT') || own.has('REPUBLICAN'))
    const unlabelled = own.size === 0 && !isLabelled(person)
    // The whole state's ballot prints independent candidates for President who get as little, but in every county.
    const independent = alone && (counties === 0 || absent)
    const suspect = few || (partisan && (unlabelled || independent)) || (second && !alone)
    const share = Math.max(
      nominee || habit.printed ? 0 : counties > 0 ? STATE_SHARE : AREA_SHARE,
      absent ? ABSENT_SHARE : 0,
      suspect && !habit.printed ? WRITTEN_SHARE : 0,
      partisan && blank ? BLANK_SHARE : 0,
    )
    return person.votes < most * share
  })
}
