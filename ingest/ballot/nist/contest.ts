// The contests of a ballot definition, in this service's words.

import type { ContestKind } from '../../../data/schema/vocabulary.ts'
import { slug } from '../../engine/identity.ts'
import { readAnswer } from '../feed/answer.ts'
import { plainTitle, toContest } from '../feed/contest.ts'
import type { FeedChoice, FeedContest } from '../feed/feed.ts'
import type { ListedContest } from '../listed.ts'
import { atOf, findAll, type NistBallot, sayOf } from './ballot.ts'
import { countOf, idsOf, listOf, type NistObject, textOf, translated } from './object.ts'
import { type NistOrder, sortById } from './order.ts'
import { districtOf } from './unit.ts'

// The options of a contest to its choices: candidates with their parties, or the answers to a question.

/** Lines for writing in a name are no choices; an option that names nobody is an issue `unnamed-option`, and `complete` is false. */
function readCandidates(
  options: readonly NistObject[],
  ballot: NistBallot,
): { choices: FeedChoice[]; complete: boolean } {
  /** By their candidates: those whom several parties nominate may stand on a line of each. */
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
    const message = 'this option names no candidate of the file, expected one or more; it is left out'
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

/** Version 1.0.0 tells it of the time before the election; the results' format, of the time after it. */
function isWithdrawn(person: NistObject): boolean {
  return ['PreElectionStatus', 'PostElectionStatus'].some((field) => textOf(person, field) === 'withdrawn')
}

/** Each once, in the order of the ids. */
function partyNames(ids: readonly string[], from: NistObject, ballot: NistBallot): string[] {
  const found = findAll(ids, 'parties', from, ballot)
  return [...new Set(found.flatMap((party) => translated(party, 'Name')?.en ?? []))]
}

/** An option that is neither yes nor no is an issue `unknown-answer`. */
function readAnswers(options: readonly NistObject[], { file, sink }: NistBallot): FeedChoice[] {
  return options.map((option) =>
    readAnswer(translated(option, 'Selection') ?? { en: '', es: null }, atOf(file, option), sink),
  )
}

/** Texts that no field of a contest is for. */
const TEXTS_LEFT_OUT = ['ProStatement', 'ConStatement', 'EffectOfAbstain']
/** Votes with weights or shares, which no vote method of ours is. */
const VARIATIONS_LEFT_OUT = /^(borda|cumulative|proportional|range|other)$/

/** Before the office, where a ballot's title says what the vote is for. */
const FOR = /^for (?:the office of )?/i

/**
 * Undefined, and an issue, for a contest in which nobody stands and nothing is asked (`party-contest`), whose votes are of no kind that is
 * served (`unknown-vote-variation`), or whose options are no yes and no (`unanswerable-measure`).
 */
export function listContest(contest: NistObject, order: NistOrder, ballot: NistBallot): ListedContest | undefined {
  const kind = kindOf(contest, ballot)
  if (!kind || !canServe(contest, ballot)) return undefined
  const options = sortById(listOf(contest, 'ContestOption'), order.options.get(contest.id) ?? [])
  const read =
    kind === 'candidate' ? readCandidates(options, ballot) : { choices: readAnswers(options, ballot), complete: true }
  if (kind !== 'candidate' && read.choices.every(({ answer }) => answer === null)) {
    const message = 'has no options that say yes or no, expected one of each; it is left out'
    sayOf(ballot, contest, { code: 'unanswerable-measure', value: nameOf(contest), message, severity: 'refused' })
    return undefined
  }
  const [office] = findAll([...idsOf(contest, 'OfficeIds'), ...idsOf(contest, 'OfficeId')], 'offices', contest, ballot)
  return toContest({ ...recordOf(contest, kind, office, ballot), ...read }, placeOf(ballot), ballot.sink)
}

/** A question whose Yes opens another contest is a question; a vote for a party's whole ticket, or for its primary, is no contest. */
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
      say('party-contest', `is a ${contest.type}, in which nobody stands; it is left out`, 'ignored')
      return undefined
    default:
      say(
        'unknown-contest-type',
        `is a "${contest.type}", which version 1.0.0 does not have; it is left out`,
        'refused',
      )
      return undefined
  }
}

function canServe(contest: NistObject, ballot: NistBallot): boolean {
  const value = textOf(contest, 'VoteVariation')
  if (value !== null && VARIATIONS_LEFT_OUT.test(value)) {
    const message = 'votes are counted in a way that no vote method of this service is; the contest is left out'
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
    const message = 'arguments, and what abstaining does, are not served'
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
  const ranks = countOf(contest, 'RanksAllowed')
  const variation = ranks === null ? textOf(contest, 'VoteVariation') : 'rcv'
  return {
    at: atOf(ballot.file, contest),
    kind,
    title,
    name: kind === 'candidate' ? (officeName ?? name.replace(FOR, '')) : name,
    district: districtOf(contest, ballot),
    party: partyNames(idsOf(contest, 'PrimaryPartyIds'), contest, ballot).join(' / ') || null,
    unexpired: term ? textOf(term, 'Type') === 'unexpired-term' : false,
    seats: countOf(contest, 'NumberElected') ?? 1,
    marks: variation === 'rcv' ? ranks : countOf(contest, 'VotesAllowed'),
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
