// Converts the contests of a ballot definition to this service's vocabulary.

import type { ContestKind } from '../../../data/schema/vocabulary.ts'
import { slug } from '../../read/identity.ts'
import { readAnswer } from '../feed/answer.ts'
import { leaveOutUnread, plainTitle, toContest } from '../feed/contest.ts'
import { readCount } from '../feed/count.ts'
import type { FeedChoice, FeedContest } from '../feed/feed.ts'
import type { ListedContest } from '../listed.ts'
import { atOf, findAll, type NistBallot, sayOf } from './ballot.ts'
import { hasUnknown } from './fields.ts'
import { idsOf, listOf, type NistObject, textOf, translated } from './object.ts'
import { type NistOrder, sortById } from './order.ts'
import { districtOf } from './unit.ts'

// Converts the options of a contest to choices: candidates with their parties, or the answers to a question.

/** Skips write-in lines. An option without a candidate gives an issue `unnamed-option`, and `complete` is then false. */
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
      lines.set(key, [...(lines.get(key) ?? []), option])
      continue
    }
    complete = false
    const message = 'the option names no candidate of this file; it is left out'
    sayOf(ballot, option, { code: 'unnamed-option', value: key || option.id, message, severity: 'refused' })
  }
  return { choices: [...lines.values()].flatMap((options) => toChoice(options, ballot)), complete }
}

function isNamed(candidate: NistObject | undefined): boolean {
  return candidate !== undefined && slug(translated(candidate, 'BallotName')?.en ?? '') !== ''
}

/** A ticket is one choice with all its names. */
function toChoice(options: readonly NistObject[], ballot: NistBallot): FeedChoice[] {
  const [option] = options
  if (!option) return []
  const people = idsOf(option, 'CandidateIds').flatMap((id) => ballot.candidates.get(id) ?? [])
  const own = people.flatMap((person) => idsOf(person, 'PartyId')).slice(0, 1)
  const lines = options.flatMap((line) => {
    const endorsing = idsOf(line, 'EndorsementPartyIds')
    return endorsing.length > 0 ? endorsing : own
  })
  return [
    {
      at: atOf(ballot.file, option),
      label: { en: people.map((person) => translated(person, 'BallotName')?.en).join(' / '), es: null },
      answer: null,
      parties: partyNames(lines, option, ballot),
      withdrawn: people.every(isWithdrawn),
      designation: null,
    },
  ]
}

/** Version 1.0.0 has the status before the election; the results format has the status after it. */
function isWithdrawn(person: NistObject): boolean {
  return ['PreElectionStatus', 'PostElectionStatus'].some((field) => textOf(person, field) === 'withdrawn')
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
  const options = sortById(listOf(contest, 'ContestOption'), order.options.get(contest.id) ?? [])
  const read =
    kind === 'candidate' ? readCandidates(options, ballot) : { choices: readAnswers(options, ballot), complete: true }
  if (read.choices.length === 0 && isUnknown(contest, options)) {
    leaveOutUnread(nameOf(contest), atOf(ballot.file, contest), ballot.sink)
    return undefined
  }
  if (kind !== 'candidate' && read.choices.every(({ answer }) => answer === null)) {
    const message = 'the measure lacks a yes or a no option, expected one of each; it is left out'
    sayOf(ballot, contest, { code: 'unanswerable-measure', value: nameOf(contest), message, severity: 'refused' })
    return undefined
  }
  const [office] = findAll([...idsOf(contest, 'OfficeIds'), ...idsOf(contest, 'OfficeId')], 'offices', contest, ballot)
  return toContest({ ...recordOf(contest, kind, office, ballot), ...read }, placeOf(ballot), ballot.sink)
}

function isUnknown(contest: NistObject, options: readonly NistObject[]): boolean {
  return hasUnknown(contest, 'Contest') || options.some((option) => hasUnknown(option, 'ContestOption'))
}

/**
 * A question whose Yes opens another contest counts as a question. A straight-party vote or a party's primary selection is not a
 * contest.
 */
function kindOf(contest: NistObject, ballot: NistBallot): ContestKind | undefined {
  const say = (code: string, message: string, severity: 'ignored' | 'refused') =>
    sayOf(ballot, contest, { code, value: nameOf(contest), message, severity })
  switch (contest.type) {
    case 'CandidateContest':
      return 'candidate'
    case 'ActivationContest':
    case 'BallotMeasureContest':
      return 'measure'
    case 'RetentionContest':
      return 'retention'
    case 'PartyContest':
    case 'PartyPreferenceContest':
    case 'StraightPartyContest':
      say('party-contest', `a ${contest.type} has no candidates; it is left out`, 'ignored')
      return undefined
    default:
      say(
        'unknown-contest-type',
        `version 1.0.0 has no contest type "${contest.type}"; the contest is left out`,
        'refused',
      )
      return undefined
  }
}

function canServe(contest: NistObject, ballot: NistBallot): boolean {
  const value = textOf(contest, 'VoteVariation')
  if (value !== null && VARIATIONS_LEFT_OUT.test(value)) {
    const message = 'this service does not support how the votes are counted; the contest is left out'
    sayOf(ballot, contest, {
      field: 'VoteVariation',
      code: 'unknown-vote-variation',
      value,
      message,
      severity: 'refused',
    })
    return false
  }
  for (const field of TEXTS_LEFT_OUT.filter((name) => translated(contest, name) !== null)) {
    const message = 'arguments and effects of abstaining are not served'
    sayOf(ballot, contest, { field, code: 'text-left-out', value: nameOf(contest), message, severity: 'ignored' })
  }
  return true
}

function recordOf(
  contest: NistObject,
  kind: ContestKind,
  office: NistObject | undefined,
  ballot: NistBallot,
): Omit<FeedContest, 'choices' | 'complete'> {
  const name = nameOf(contest)
  const title = translated(contest, 'BallotTitle') ?? { en: name, es: null }
  const officeName = office ? translated(office, 'Name')?.en : undefined
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
    description: translated(contest, 'FullText') ?? translated(contest, 'SummaryText'),
    threshold: translated(contest, 'PassageThreshold')?.en ?? null,
    measure_type: textOf(contest, 'OtherType') ?? textOf(contest, 'Type'),
    incumbent: kind === 'retention' && incumbent ? (translated(incumbent, 'BallotName')?.en ?? null) : null,
    nonpartisan: office ? textOf(office, 'IsPartisan') === 'false' : false,
  }
}

function placeOf({ index, election, file }: NistBallot) {
  const primary = /primary/.test(textOf(election, 'Type') ?? '')
  return { index, primary, titleOf: plainTitle, source_url: file.url }
}

function nameOf(contest: NistObject): string {
  return textOf(contest, 'Name') ?? contest.id
}
