// Makes the keys of listed contests and choices (identity.ts). They are unique in an election and independent of list order.

import { answerKey, type ContestIdentity, candidateKey, contestKey, noneOfTheseKey, slug } from '../read/identity.ts'
import type { Sink } from '../read/source.ts'
import type { ListedChoice, ListedContest } from './listed.ts'

/** The parts of a contest's key. Another source can find the contest by them. */
export function identityOf(contest: ListedContest, election_key: string): ContestIdentity {
  const { subject, seat = null, party = null, unexpired = false, division } = contest
  return { election_key, ocd_id: division.ocd_id, subject, seat, party, unexpired }
}

/** Contests with equal keys each give an issue `contest-key-taken`; their full titles are then added to their keys. */
export function contestKeys(
  contests: readonly ListedContest[],
  election_key: string,
  sink: Pick<Sink, 'issue'>,
): string[] {
  const plain = contests.map((contest) => contestKey(identityOf(contest, election_key)))
  const counts = countOf(plain)
  const taken = new Set<string>()
  return contests.map((contest, order) => {
    let key = plain[order] ?? ''
    if (counts.get(key) === 1) return key
    const { title, at, seat = null } = contest
    const message = `several contests have the key ${key}; their full titles were added to their keys`
    sink.issue({ ...at, field: null, code: 'contest-key-taken', value: title, message, severity: 'mended' })
    const identity = identityOf(contest, election_key)
    for (let n = 1; n === 1 || taken.has(key); n++)
      key = contestKey({ ...identity, seat: `${seat ?? ''} ${title}${n > 1 ? ` ${n}` : ''}` })
    taken.add(key)
    return key
  })
}

function countOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

/**
 * Adds a discriminator to every candidate of a shared name: the party, else the publisher's id, else the position. The first one in
 * the file gets one too, so that keys do not depend on the order of the file.
 */
export function choiceKeys(choices: readonly ListedChoice[], contest_key: string): string[] {
  const named = new Map<string, ListedChoice[]>()
  for (const choice of choices) {
    if (choice.answer || choice.option) continue
    const name = slug(choice.label)
    named.set(name, [...(named.get(name) ?? []), choice])
  }
  return choices.map((choice) => {
    if (choice.answer) return answerKey(contest_key, choice.answer)
    if (choice.option) return noneOfTheseKey(contest_key)
    const namesakes = named.get(slug(choice.label)) ?? []
    if (namesakes.length < 2) return candidateKey(contest_key, choice.label)
    return candidateKey(contest_key, choice.label, discriminatorOf(choice, namesakes))
  })
}

function discriminatorOf(choice: ListedChoice, namesakes: readonly ListedChoice[]): string {
  const { party = null, discriminator } = choice
  const isAlone = (same: (other: ListedChoice) => boolean): boolean => namesakes.filter(same).length === 1
  if (party !== null && isAlone((other) => other.party === party)) return party
  if (discriminator !== undefined && isAlone((other) => other.discriminator === discriminator)) return discriminator
  const alike = namesakes.filter((other) => (other.party ?? null) === party)
  return `${party ?? ''} ${alike.indexOf(choice) + 1}`
}
