// The natural key of everything that has an integer id (docs/rules.md#identity). These are pure string functions. The build makes
// the ids from the keys, so a published key never changes its form.

import type { ElectionType, MeasureAnswer, StateCode } from '../../data/schema/vocabulary.ts'

/** Letters that Unicode does not decompose into a base letter and an accent. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ı', 'i'],
])

/**
 * Lower case without accents, apostrophes and characters that only turn the direction of a line; other runs of non-alphanumerics become one `-`: `José O’Neill, Jr.` →
 * `jose-oneill-jr`.
 */
export function slug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Bidi_Control}]/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS.get(letter) ?? letter)
    .replace(/['’‘ʻ`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .normalize('NFC')
}

/** Follows the Open Civic Data project: accents stay, dots go, spaces become `_`, other unusual characters become `~`. */
export function ocdSlug(name: string): string {
  return name
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replaceAll('.', '')
    .replace(/\s+/g, '_')
    .replace(/[^\p{L}\p{N}_~-]/gu, '~')
}

/** `nc-2024-11-05-general`: the election's slug. `date` is YYYY-MM-DD. */
export function electionKey(election: { state: StateCode; date: string; type: ElectionType }): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(election.date))
    throw new RangeError(`an election's date must be YYYY-MM-DD, got "${election.date}"`)
  return `${election.state.toLowerCase()}-${election.date}-${election.type}`
}

export interface ContestIdentity {
  election_key: string
  /** The division that the title names; never a fallback. */
  ocd_id: string
  /** The office, or the measure's code or title, in words. */
  subject: string
  seat?: string | null
  /** Set in a party primary. */
  party?: string | null
  /** True if the winner serves the rest of a term. */
  unexpired?: boolean
}

/** election/ocd_id/office-or-measure[/seat][/party][/unexpired] */
export function contestKey(contest: ContestIdentity): string {
  const parts = [contest.election_key, contest.ocd_id.normalize('NFC'), segment('subject', contest.subject)]
  if (contest.seat) parts.push(segment('seat', contest.seat))
  if (contest.party) parts.push(segment('party', contest.party))
  if (contest.unexpired) parts.push('unexpired')
  return parts.join('/')
}

/** contest/name-slug. @param discriminator tells candidates of the same name apart: the publisher's id, or the party. */
export function candidateKey(contest_key: string, name: string, discriminator?: string): string {
  const key = `${contest_key}/${segment('name', name)}`
  return discriminator === undefined ? key : `${key}/${segment('discriminator', discriminator)}`
}

/** contest/yes or contest/no */
export function answerKey(contest_key: string, answer: MeasureAnswer): string {
  return `${contest_key}/${answer}`
}

/** contest/none-of-these */
export function noneOfTheseKey(contest_key: string): string {
  return `${contest_key}/none-of-these`
}

/** Throws for an empty segment: different things would share one key. */
function segment(part: string, text: string): string {
  const made = slug(text)
  if (made === '') throw new RangeError(`a key's ${part} must hold a letter or a digit, got "${text}"`)
  return made
}
