// Finds the contests of a race (office, state, year, round) among the available ballots, and the one candidate of a name in them.

import type { StateCode } from '../../data/schema/vocabulary.ts'
import { slug } from '../read/identity.ts'
import type { Ballots, KnownChoice, KnownContest } from '../read/source.ts'
import type { Matcher } from './match.ts'
import { fitsParty, type Problem, type ResolvedReference } from './reference.ts'

export type RaceOffice = 'president' | 'us-senate' | 'us-house' | 'governor'
export type Round = 'primary' | 'runoff' | 'general'

export interface Race {
  state: StateCode
  year: number
  office: RaceOffice
  round: Round
  /** Of a primary, if the source states one. */
  party: string | null
  /** Of the House: `12` or `at-large`; null if the source does not say. */
  district: string | null
  /** True if the winner serves the rest of a term; null if the source does not say. */
  special: boolean | null
}

const TITLES: Readonly<Record<RaceOffice, RegExp>> = {
  president: /^(?:u\.?s\.? |united states )?president\b/i,
  'us-senate': /^(?:u\.?s\.?|united states) senat/i,
  'us-house': /\b(?:representative|house|congress)/i,
  governor: /^(?:[a-z]{2} )?governor\b/i,
}

const TYPES: Readonly<Record<Round, readonly string[]>> = {
  primary: ['primary', 'special_primary'],
  runoff: ['runoff'],
  general: ['general', 'special'],
}

/** The contests that may be meant, in ballot order. */
export function findRaces(ballots: Ballots, race: Race): readonly KnownContest[] {
  return ballots
    .elections()
    .filter(
      ({ state, date, type }) =>
        state === race.state && date.startsWith(`${race.year}-`) && TYPES[race.round].includes(type),
    )
    .flatMap(({ election_key }) => ballots.contests(election_key))
    .filter((contest) => isOfRace(contest, race))
}

function isOfRace({ kind, title, ocd_id, party, contest_key }: KnownContest, race: Race): boolean {
  if (kind !== 'candidate' || !TITLES[race.office].test(title)) return false
  const [, district] = /\/cd:([^/]+)$/.exec(ocd_id) ?? []
  const isWide = /\/(?:state|district):[a-z]{2}$/.test(ocd_id)
  if (race.office === 'us-house' ? district === undefined && !isAtLarge(contest_key) : !isWide) return false
  if (race.district !== null && race.office === 'us-house' && (district ?? 'at-large') !== race.district) return false
  if (race.special !== null && contest_key.endsWith('/unexpired') !== race.special) return false
  return race.party === null || fitsParty(party, race.party)
}

function isAtLarge(contestKey: string): boolean {
  return contestKey.includes('/us-house')
}

/** `Ann B. Example, Jr.` → `ann-example`. */
function withoutInitials(name: string): string {
  const words = slug(name.replace(/["“(][^"“”()]*["”)]/g, ' ')).split('-')
  return words.filter((word, at) => at === 0 || (word.length > 1 && !/^(?:jr|sr|ii|iii|iv)$/.test(word))).join('-')
}

function ignoringInitials(name: string, label: string): Problem {
  const message = `matched "${label.slice(0, 100)}" ignoring initials; no other candidate of the race fits`
  return { code: 'mended-name', field: 'candidate', value: name, message }
}

export interface RaceCandidate {
  contest: KnownContest
  choice: KnownChoice
}

/** The candidate of this name, if the contests have exactly one. @param party of the candidate, if the source states it */
export function findCandidate(
  contests: readonly KnownContest[],
  { name, party }: { name: string; party: string | null },
  matcher: Matcher,
): ResolvedReference<RaceCandidate> {
  const found = contests.flatMap((contest) => {
    const [same, ...others] = contest.choices.filter(({ label }) => slug(label) === slug(name))
    if (same && others.length === 0) return [{ contest, choice: same, exact: true, repaired: undefined }]
    const match = matcher.choice(contest, name, party)
    if ('found' in match) return [{ contest, choice: match.found, exact: !match.repaired, repaired: match.repaired }]
    const alike = contest.choices.filter(({ label }) => withoutInitials(label) === withoutInitials(name))
    return alike.map((choice) => ({ contest, choice, exact: false, repaired: ignoringInitials(name, choice.label) }))
  })
  const exact = found.filter((one) => one.exact)
  const [only, ...others] = exact.length > 0 ? exact : found
  const problem = { field: 'candidate', value: name }
  if (!only) {
    const message = `no held ballot has a candidate of this name in the ${contests.length} contests of the race; left out`
    return { problem: { ...problem, code: contests.length === 0 ? 'ballot-not-held' : 'unmatched-choice', message } }
  }
  if (others.length > 0) {
    const message = `${others.length + 1} contests of the race have a candidate of this name; left out`
    return { problem: { ...problem, code: 'ambiguous-choice', message } }
  }
  const { contest, choice, repaired } = only
  return { found: { contest, choice }, ...(repaired && { repaired: { ...repaired, field: 'candidate' } }) }
}

/**
 * A candidate for the House in November whose primaries of that year were all in other districts: another person of this name, or a name that
 * the returns put into a wrong district. Undefined if no available primary of the race has the name, or one of the same district does.
 */
export function findPrimaryElsewhere(
  ballots: Ballots,
  race: Race,
  { contest, choice }: RaceCandidate,
): Problem | undefined {
  if (race.office !== 'us-house' || race.round !== 'general') return undefined
  const primaries = findRaces(ballots, { ...race, round: 'primary', party: null, district: null, special: null })
  const own = primaries.filter(({ choices }) => choices.some(({ label }) => slug(label) === slug(choice.label)))
  const [elsewhere] = own
  if (!elsewhere || own.some(({ ocd_id }) => ocd_id === contest.ocd_id)) return undefined
  const message = `the primary of this name is "${elsewhere.title}", and the contest of November "${contest.title}"; left out`
  return { code: 'primary-elsewhere', field: 'candidate', value: choice.label, message }
}
