// The options of a contest to its choices: candidates with their parties, or the answers to a question.

import { slug } from '../../identity.ts'
import { readAnswer } from '../feed/answer.ts'
import type { FeedChoice } from '../feed/feed.ts'
import { atOf, findAll, type NistBallot, sayOf } from './ballot.ts'
import { idsOf, type NistObject, textOf, translated } from './object.ts'

/** Lines for writing in a name are no choices; an option that names nobody is an issue `unnamed-option`, and `complete` is false. */
export function readCandidates(
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
export function partyNames(ids: readonly string[], from: NistObject, ballot: NistBallot): string[] {
  const found = findAll(ids, 'parties', from, ballot)
  return [...new Set(found.flatMap((party) => translated(party, 'Name')?.en ?? []))]
}

/** An option that is neither yes nor no is an issue `unknown-answer`. */
export function readAnswers(options: readonly NistObject[], { file, sink }: NistBallot): FeedChoice[] {
  return options.map((option) =>
    readAnswer(translated(option, 'Selection') ?? { en: '', es: null }, atOf(file, option), sink),
  )
}
