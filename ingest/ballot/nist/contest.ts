// Converts the contests of a ballot definition or an election report to this service's vocabulary, with their districts, choices and order.

import type { ContestKind } from '../../../data/schema/vocabulary.ts'
import type { Issue } from '../../../data/store/source-read.ts'
import { slug } from '../../read/identity.ts'
import type { FetchedFile } from '../../read/source.ts'
import { type DivisionIndex, findDivision } from '../division.ts'
import { leaveOutUnread, plainTitle, toContest } from '../feed/contest.ts'
import {
  countyOf,
  type FeedChoice,
  type FeedContest,
  type FeedDistrict,
  orderByStyles,
  plainChoice,
  readAnswer,
  readCount,
} from '../feed/feed.ts'
import type { At, ListedContest } from '../listed.ts'
import { leaveOutWriteIn } from '../no-candidate.ts'
import { titleOffices } from '../office.ts'
import { findOffice } from '../office-rule.ts'
import {
  countOf,
  hasUnknown,
  identifierOf,
  idsOf,
  listOf,
  type NistFile,
  type NistObject,
  textOf,
  translated,
} from './object.ts'

// Converts the options of a contest to choices: candidates with their parties, or the answers to a question.

/**
 * Skips write-in lines and candidates. An option without a candidate gives an issue `unnamed-option`, a candidate of an unknown status
 * `unknown-status`, and `complete` is then false.
 */
function readCandidates(
  options: readonly NistObject[],
  ballot: NistBallot,
): { choices: FeedChoice[]; complete: boolean } {
  /** Options grouped by candidates: a candidate of several parties may have one line for each. */
  const lines = new Map<string, NistObject[]>()
  let complete = options.length > 0
  for (const option of options) {
    if (textOf(option, 'IsWriteIn') === 'true') continue
    const ids = idsOf(option, 'CandidateIds')
    const key = ids.join(' ')
    if (ids.length > 0 && ids.every((id) => isNamed(ballot.candidates.get(id)))) {
      const people = ids.flatMap((id) => ballot.candidates.get(id) ?? [])
      const standing = standingOf(people, ballot)
      if (standing === 'stands') lines.set(key, [...(lines.get(key) ?? []), option])
      if (standing === 'unknown') complete = false
      continue
    }
    complete = false
    const message = 'the option names no candidate of this file; it is left out'
    sayOf(ballot, option, { code: 'unnamed-option', value: key || option.id, message, severity: 'refused' })
  }
  return { choices: [...lines.values()].flatMap((options) => toChoice(options, ballot)), complete }
}

/** Of both formats, before the election and after it. */
const STATUSES: ReadonlySet<string | null> = new Set([
  ...[null, 'advanced-to-runoff', 'defeated', 'filed', 'projected-winner', 'qualified', 'self-declared', 'winner'],
  ...['withdrawn', 'write-in'],
])
const STATUS_FIELDS = ['PreElectionStatus', 'PostElectionStatus'] as const

/** `stands` includes those who withdrew: the ballot may print them. */
function standingOf(people: readonly NistObject[], ballot: NistBallot): 'stands' | 'write-in' | 'unknown' {
  for (const person of people)
    for (const field of STATUS_FIELDS) {
      const value = textOf(person, field)
      if (STATUSES.has(value)) continue
      const message = `got the status "${value}", expected one of the standard; the candidate is left out`
      sayOf(ballot, person, { field, code: 'unknown-status', value, message, severity: 'refused' })
      return 'unknown'
    }
  const writtenIn = people.find((person) => textOf(person, 'PreElectionStatus') === 'write-in')
  if (!writtenIn) return 'stands'
  leaveOutWriteIn(translated(writtenIn, 'BallotName')?.en ?? '', atOf(ballot.file, writtenIn), ballot.sink)
  return 'write-in'
}

function isNamed(candidate: NistObject | undefined): boolean {
  return candidate !== undefined && slug(translated(candidate, 'BallotName')?.en ?? '') !== ''
}

/** A ticket is one choice with all its names. */
function toChoice(options: readonly NistObject[], ballot: NistBallot): FeedChoice[] {
  const [option] = options
  if (!option) return []
  const people = idsOf(option, 'CandidateIds').flatMap((id) => ballot.candidates.get(id) ?? [])
  const own = people.map((person) => idsOf(person, 'PartyId')).find((ids) => ids.length > 0) ?? []
  const lines = options.flatMap((line) => {
    const endorsing = idsOf(line, 'EndorsementPartyIds')
    return endorsing.length > 0 ? endorsing : own
  })
  const printed = people.flatMap((person) => translated(person, 'PartyLabel')?.en ?? []).slice(0, 1)
  const names = people.map((person) => translated(person, 'BallotName')?.en).join(' / ')
  return [
    {
      ...plainChoice(atOf(ballot.file, option), { en: names, es: null }),
      parties: lines.length > 0 ? partyNames(lines, option, ballot) : printed,
      withdrawn: people.every(isWithdrawn),
    },
  ]
}

/** Version 1.0.0 has the status before the election; the results format has the status after it. */
function isWithdrawn(person: NistObject): boolean {
  return STATUS_FIELDS.some((field) => textOf(person, field) === 'withdrawn')
}

/** Without duplicates, in the order of the ids. */
function partyNames(ids: readonly string[], from: NistObject, ballot: NistBallot): string[] {
  const found = findAll(ids, 'parties', from, ballot)
  return [...new Set(found.flatMap((party) => translated(party, 'Name')?.en ?? []))]
}

/** An option that is neither yes nor no gives an issue `unknown-answer`. */
function readAnswers(options: readonly NistObject[], { file, sink }: NistBallot): FeedChoice[] {
  return options.map((option) =>
    readAnswer(translated(option, 'Selection') ?? { en: '', es: null }, atOf(file, option), sink),
  )
}

/** Texts for which a contest has no field. */
const TEXTS_LEFT_OUT = ['ProStatement', 'ConStatement', 'EffectOfAbstain']
/** Weighted or proportional votes, which no vote method of this service covers. */
const VARIATIONS_LEFT_OUT = /^(borda|cumulative|proportional|range|other)$/

/** The phrase before the office in a ballot's title. */
const FOR = /^for (?:the office of )?/i

/**
 * Undefined, with an issue, for a contest without candidates or questions (`party-contest`), with an unsupported kind of vote
 * (`unknown-vote-variation`), or without a yes and a no (`unanswerable-measure`).
 */
export function listContest(contest: NistObject, order: NistOrder, ballot: NistBallot): ListedContest | undefined {
  const kind = kindOf(contest, ballot)
  if (!kind || !canServe(contest, ballot)) return undefined
  const judge = textOf(contest, 'CandidateId')
  if (judge !== null && findAll([judge], 'candidates', contest, ballot).length === 0) return undefined
  const options = sortById(listOf(contest, 'ContestOption'), order.options.get(contest.id) ?? [])
  const read =
    kind === 'candidate' ? readCandidates(options, ballot) : { choices: readAnswers(options, ballot), complete: true }
  if (read.choices.length === 0 && isUnknown(contest, options, ballot)) {
    leaveOutUnread(contestName(contest), atOf(ballot.file, contest), ballot.sink)
    return undefined
  }
  if (kind !== 'candidate' && read.choices.every(({ answer }) => answer === null)) {
    const message = 'the measure lacks a yes or a no option, expected one of each; it is left out'
    sayOf(ballot, contest, { code: 'unanswerable-measure', value: contestName(contest), message, severity: 'refused' })
    return undefined
  }
  const [office] = findAll([...idsOf(contest, 'OfficeIds'), ...idsOf(contest, 'OfficeId')], 'offices', contest, ballot)
  const choices = kind === 'candidate' ? [...read.choices, ...noneOfTheAbove(contest, ballot)] : read.choices
  const record = { ...recordOf(contest, kind, office, ballot), ...read, choices }
  return toContest(record, placeOf(contest, ballot), ballot.sink)
}

function isUnknown(contest: NistObject, options: readonly NistObject[], { standard }: NistBallot): boolean {
  const isOption = (option: NistObject): boolean => hasUnknown(option, 'ContestOption', standard)
  return hasUnknown(contest, 'Contest', standard) || options.some(isOption)
}

/** The line against all candidates, which an election report holds beside the options. */
function noneOfTheAbove(contest: NistObject, { file }: NistBallot): FeedChoice[] {
  return listOf(contest, 'NoneOfTheAboveBallotSelection').flatMap((option) => {
    const label = translated(option, 'Selection')
    return label === null ? [] : [{ ...plainChoice(atOf(file, option), label), none: true }]
  })
}

/**
 * A question whose Yes opens another contest counts as a question. A straight-party vote or a party's primary selection is not a
 * contest: null.
 */
const KINDS: ReadonlyMap<string, ContestKind | null> = new Map([
  ['CandidateContest', 'candidate'],
  ['ActivationContest', 'measure'],
  ['BallotMeasureContest', 'measure'],
  ['RetentionContest', 'retention'],
  ['PartyContest', null],
  ['PartyPreferenceContest', null],
  ['StraightPartyContest', null],
])

function kindOf(contest: NistObject, ballot: NistBallot): ContestKind | undefined {
  const { type } = contest
  const kind = KINDS.get(type)
  if (kind) return kind
  const value = contestName(contest)
  if (kind === null) {
    const message = `a ${type} has no candidates; it is left out`
    sayOf(ballot, contest, { code: 'party-contest', value, message, severity: 'ignored' })
  } else {
    const message = `${ballot.standard.title} has no contest type "${type}"; the contest is left out`
    sayOf(ballot, contest, { code: 'unknown-contest-type', value, message, severity: 'refused' })
  }
  return undefined
}

function canServe(contest: NistObject, ballot: NistBallot): boolean {
  const value = textOf(contest, 'VoteVariation')
  if (value !== null && VARIATIONS_LEFT_OUT.test(value)) {
    const message = 'this service does not support how the votes are counted; the contest is left out'
    const said = { field: 'VoteVariation', code: 'unknown-vote-variation', value, message } as const
    sayOf(ballot, contest, { ...said, severity: 'refused' })
    return false
  }
  for (const field of TEXTS_LEFT_OUT.filter((name) => translated(contest, name) !== null)) {
    const message = 'arguments and effects of abstaining are not served'
    sayOf(ballot, contest, { field, code: 'text-left-out', value: contestName(contest), message, severity: 'ignored' })
  }
  return true
}

function recordOf(
  contest: NistObject,
  kind: ContestKind,
  office: NistObject | undefined,
  ballot: NistBallot,
): Omit<FeedContest, 'choices' | 'complete'> {
  const name = contestName(contest)
  const title = translated(contest, 'BallotTitle') ?? { en: name, es: null }
  const ofState = ` of ${ballot.index.state.name}`
  const written = office ? translated(office, 'Name')?.en : undefined
  const officeName = written?.endsWith(ofState) ? written.slice(0, -ofState.length) : written
  const term = office && listOf(office, 'Term')[0]
  const incumbent = ballot.candidates.get(textOf(contest, 'CandidateId') ?? '')
  const at = atOf(ballot.file, contest)
  const countIn = (field: string) => readCount(textOf(contest, field), field, at, ballot.sink)
  const ranks = countIn('RanksAllowed')
  const variation = ranks === null ? textOf(contest, 'VoteVariation') : 'rcv'
  return {
    at,
    kind,
    title,
    name: kind === 'candidate' ? (officeName ?? name.replace(FOR, '')) : name,
    district: districtOf(contest, ballot),
    party: partyNames(idsOf(contest, 'PrimaryPartyIds'), contest, ballot).join(' / ') || null,
    unexpired: term ? textOf(term, 'Type') === 'unexpired-term' : false,
    seats: countIn('NumberElected') ?? 1,
    marks: variation === 'rcv' ? ranks : countIn('VotesAllowed'),
    variation,
    description:
      ['BallotText', 'FullText', 'SummaryText'].flatMap((field) => translated(contest, field) ?? [])[0] ?? null,
    threshold: translated(contest, 'PassageThreshold')?.en ?? null,
    measure_type: textOf(contest, 'OtherType') ?? textOf(contest, 'Type'),
    incumbent: kind === 'retention' && incumbent ? (translated(incumbent, 'BallotName')?.en ?? null) : null,
    nonpartisan: office ? textOf(office, 'IsPartisan') === 'false' : false,
  }
}

function placeOf(contest: NistObject, { index, primary, file }: NistBallot) {
  const seat = textOf(contest, 'Seat')
  return { index, primary, titleOf: (office: string) => ({ ...plainTitle(office), seat }), source_url: file.url }
}

function contestName(contest: NistObject): string {
  return textOf(contest, 'Name') ?? contest.id
}

// One election, with the objects that its contests refer to.

interface NistBallot extends NistFile {
  election: NistObject
  /** True if the election is a primary. */
  primary: boolean
  candidates: ReadonlyMap<string, NistObject>
  offices: ReadonlyMap<string, NistObject>
  parties: ReadonlyMap<string, NistObject>
  /** The parents of each unit, by the unit's id. */
  parents: ReadonlyMap<string, readonly NistObject[]>
  index: DivisionIndex
}

export function atOf({ name }: Pick<FetchedFile, 'name'>, { line }: NistObject): At {
  return { file: name, line }
}

/** Reports a part of an object that is not served, with the reason. */
export function sayOf(
  { file, sink }: Pick<NistBallot, 'file' | 'sink'>,
  object: NistObject,
  said: Pick<Issue, 'code' | 'value' | 'message' | 'severity'> & { field?: string },
): void {
  sink.issue({ ...atOf(file, object), field: null, ...said })
}

/** A reference to a missing object gives an issue `missing-reference`. */
function findAll(
  ids: readonly string[],
  among: 'candidates' | 'offices' | 'parties' | 'units',
  from: NistObject,
  ballot: NistBallot,
): NistObject[] {
  return ids.flatMap((id) => {
    const found = ballot[among].get(id)
    if (found) return [found]
    const message = `refers to one of the ${among} that is missing from the file`
    sayOf(ballot, from, { code: 'missing-reference', value: id, message, severity: 'refused' })
    return []
  })
}

// Converts the unit of a contest to the district that division.ts looks up.

/** Types of units for counting voters and ballots. On a contest they give the location of this ballot, not the electorate. */
const COUNTED_IN =
  /^(ballot-batch|ballot-style-area|combined-precinct|drop-box|other|polling-place|precinct|split-precinct|vote-center)$/

/** Districts that may extend into counties not named on one county's ballot. */
const BEYOND_COUNTIES = /^(state|congressional|state-senate|state-house|judicial)$/

/** For a contest in a precinct, the district of the office in its title, if the title alone determines it. */
function districtOf(contest: NistObject, ballot: NistBallot): FeedDistrict {
  const id = textOf(contest, 'ElectionDistrictId') ?? ''
  const [unit] = findAll([id], 'units', contest, ballot)
  const type = unit ? (textOf(unit, 'OtherType') ?? textOf(unit, 'Type') ?? '').toLowerCase() : ''
  const ocd_id = unit ? ballot.ocdIdOf(unit) : null
  const name = unit ? unitName(unit) : id || contest.id
  const counted = ocd_id === null && (type === '' || COUNTED_IN.test(type))
  const titled = counted ? districtInTitle(textOf(contest, 'Name') ?? '', ballot) : undefined
  return (
    titled ?? {
      name: counted ? `${type.charAt(0).toUpperCase()}${type.slice(1).replaceAll('-', ' ')} ${name}`.trim() : name,
      type,
      number: unit ? numberOf(unit) : null,
      ocd_id,
      counties: BEYOND_COUNTIES.test(type) ? [] : countiesOf(id, ballot),
    }
  )
}

function districtInTitle(title: string, { index }: NistBallot): FeedDistrict | undefined {
  const found = findOffice(titleOffices(index.state), title)
  if (!found) return undefined
  const { ocd_id, district_name } = findDivision(found.office.area, [], index)
  return { name: district_name, type: '', number: null, ocd_id, counties: [] }
}

export function unitName(unit: NistObject): string {
  return translated(unit, 'Name')?.en ?? textOf(unit, 'Number') ?? identifierOf(unit, 'local-level') ?? unit.id
}

/** `District 07` gives `7`. */
function numberOf(unit: NistObject): string | null {
  const number = textOf(unit, 'Number') ?? /(?<!\d)\d+$/.exec(translated(unit, 'Name')?.en ?? '')?.[0]
  return number?.replace(/^0+(?=.)/, '') ?? null
}

/** The counties that contain the unit, else the county of the whole election. */
function countiesOf(id: string, ballot: NistBallot): string[] {
  const countyIn = (unit: NistObject): string[] => {
    const name = translated(unit, 'Name')?.en ?? null
    return [countyOf({ type: textOf(unit, 'Type'), name, ocd_id: ballot.ocdIdOf(unit) }) ?? []].flat()
  }
  const above = unitsAbove(id, ballot).flatMap(countyIn)
  const scope = ballot.units.get(textOf(ballot.election, 'ElectionScopeId') ?? '')
  return above.length > 0 ? above : scope ? countyIn(scope) : []
}

/** Nearest first. */
function unitsAbove(id: string, { parents }: NistBallot): NistObject[] {
  const above = new Set(parents.get(id))
  for (const unit of above) for (const next of parents.get(unit.id) ?? []) above.add(next)
  return [...above]
}

export function parentsOf(units: Iterable<NistObject>): Map<string, NistObject[]> {
  const parents = new Map<string, NistObject[]>()
  for (const unit of units)
    for (const id of idsOf(unit, 'ComposingGpUnitIds')) {
      const held = parents.get(id) ?? []
      parents.set(id, held)
      held.push(unit)
    }
  return parents
}

// The order of contests and options: that of the ballot styles, then the numbers in the file, then file order.

interface NistOrder {
  contests: readonly NistObject[]
  /** Option ids by contest id, from the first ballot style that orders them. */
  options: ReadonlyMap<string, readonly string[]>
}

export function orderElection(election: NistObject): NistOrder {
  const styles = listOf(election, 'BallotStyle').map(orderedContests)
  const options = new Map<string, readonly string[]>()
  for (const ordered of styles.flat()) {
    const given = idsOf(ordered, 'OrderedContestOptionIds')
    if (given.length > 0 && !options.has(contestId(ordered))) options.set(contestId(ordered), given)
  }
  const numbered = sortById(listOf(election, 'Contest'), [])
  const order = orderByStyles(
    numbered.map(({ id }) => id),
    styles.map((style) => style.map(contestId)),
  )
  return { contests: sortById(numbered, order), options }
}

/** Sorts by the ids in `order`; objects without an id there follow, by their numbers. */
function sortById(objects: readonly NistObject[], order: readonly string[]): NistObject[] {
  const places = new Map(order.map((id, place) => [id, place]))
  const ranked = objects.map((object) => ({
    object,
    place: places.get(object.id) ?? order.length,
    number: countOf(object, 'SequenceOrder') ?? Number.MAX_SAFE_INTEGER,
  }))
  return ranked.sort((a, b) => a.place - b.place || a.number - b.number).map(({ object }) => object)
}

/** A style lists contests under headers or directly. */
function orderedContests(content: NistObject): NistObject[] {
  return listOf(content, 'OrderedContent').flatMap((ordered) =>
    textOf(ordered, 'ContestId') === null ? orderedContests(ordered) : [ordered],
  )
}

function contestId(ordered: NistObject): string {
  return textOf(ordered, 'ContestId') ?? ''
}
