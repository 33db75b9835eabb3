// Converts listed elections to rows: adds keys, the ballot order and the details that follow from the choices.

import { groupBy } from '../../data/core/group-by.ts'
import type { ChoiceRow, ContestRow } from '../../data/core/rows.ts'
import { WHOLE_ONE_WORD_NAMES } from '../../data/reference/candidate-names.ts'
import { ranksAllowed } from '../../data/reference/ranked-choice.ts'
import type { ChoiceDetails } from '../../data/schema/choice.ts'
import { type ContestDetails, contestDetails } from '../../data/schema/contest.ts'
import { stateOf } from '../../data/schema/states.ts'
import type { VoteMethod } from '../../data/schema/vocabulary.ts'
import { electionKey } from '../read/identity.ts'
import type { KnownElection, Sink } from '../read/source.ts'
import { repairMojibake } from '../read/text.ts'
import { longDate } from './election-days.ts'
import {
  type At,
  choiceKeys,
  contestKeys,
  type ListedChoice,
  type ListedContest,
  type ListedElection,
} from './listed.ts'
import { leaveOutWriteIns } from './no-candidate.ts'
import { readable } from './printed-name.ts'

/** Characters of a title or a name; the longest real one has 100. */
export const NAME_MAX = 1000

/** @param change is told the place of each title and name, but not that of a short title, so that an issue names a title once */
function withNames(
  contest: ListedContest,
  change: (text: string, at: At | null, choice?: ListedChoice) => string,
): ListedContest {
  return {
    ...contest,
    choices: contest.choices.map((choice) => ({ ...choice, label: change(choice.label, choice.at, choice) })),
    title: change(contest.title, contest.at),
    short_title: change(contest.short_title, null),
  }
}

/** The contest with each title and name over 1,000 characters truncated and an issue `long-name`. */
function cutNames(contest: ListedContest, sink: Pick<Sink, 'issue'>): ListedContest {
  return withNames(contest, (text, at) => {
    const message = `got a title or name of ${text.length} characters, expected at most ${NAME_MAX}; the rest is cut off`
    if (at && text.length > NAME_MAX)
      sink.issue({ ...at, field: null, code: 'long-name', value: text, message, severity: 'mended' })
    return cut(text)
  })
}

/** Starts at the first letter or digit, so that the result has some. Never splits a surrogate pair. */
function cut(text: string): string {
  if (text.length <= NAME_MAX) return text
  return text
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, NAME_MAX)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
}

/** `GALL0S`, not `3RD`. */
const DIGIT_IN_WORD = /\p{L}\d|\d(?!(?:st|nd|rd|th)\b)\p{L}/iu

/**
 * The contest with letters in place of bytes that were read in a wrong encoding, each name or title with an issue `mended-encoding`.
 * A digit within a word of a name (`GALL0S`) is an issue `digit-in-name`, and stays: nobody can tell the letter.
 */
function repairNames(contest: ListedContest, sink: Pick<Sink, 'issue'>): ListedContest {
  return withNames(contest, (text, at, choice) => {
    if (at && choice && !choice.answer && !choice.option && DIGIT_IN_WORD.test(text)) {
      const message = 'a word of the name has a digit, perhaps for a letter; served as printed'
      sink.issue({ ...at, field: null, code: 'digit-in-name', value: text, message, severity: 'mended' })
    }
    const repaired = repairMojibake(text)
    const message = `its letters were read in a wrong encoding; served as "${repaired}"`
    if (at && repaired !== text)
      sink.issue({ ...at, field: null, code: 'mended-encoding', value: text, message, severity: 'mended' })
    return repaired
  })
}

/** The rows written for a contest, in list order. */
interface WrittenContest {
  contest: ContestRow
  choices: ChoiceRow[]
}

type Rows = Pick<Sink, 'row' | 'issue'>

/** Writes an election and its contests. The contests must be in ballot order. */
export function writeBallot(
  election: ListedElection,
  at: At,
  contests: readonly ListedContest[],
  sink: Rows,
): WrittenContest[] {
  writeElection(election, at, sink)
  return writeContests(election, contests, sink)
}

/**
 * Writes contests, given in ballot order, of an existing election. Contests with equal keys each give an issue `contest-key-taken`,
 * and their full titles are added to their keys; those of one title and division give an issue `same-title`, and get titles of their own.
 * A write-in line is no choice, and gives an issue `write-in-candidate`. An unpublished division gives an issue named by `division.unmatched`. Names over
 * 1,000 characters are truncated. No contest is left out.
 */
export function writeContests(
  election: Pick<ListedElection, 'state' | 'date' | 'type'>,
  contests: readonly ListedContest[],
  sink: Rows,
): WrittenContest[] {
  const election_key = electionKey(election)
  const listedContests = contests.map((contest) => {
    const named = cutNames(repairNames(contest, sink), sink)
    return { ...named, choices: leaveOutWriteIns(named.choices, sink) }
  })
  const keys = contestKeys(listedContests, election_key, sink)
  return withOwnTitles(listedContests, sink).map((listed, order) => {
    const contest_key = keys[order] ?? ''
    sayUnmatched(listed, sink)
    const ranked = withRanks(listed, election)
    const contest = contestRow(ranked, { contest_key, election_key, order, state: election.state })
    sink.row('contest', contest, listed.at)
    for (const county_ocd_id of listed.counties ?? [])
      sink.row('contest_county', { contest_key, county_ocd_id }, listed.county_at?.get(county_ocd_id) ?? listed.at)
    return { contest, choices: writeChoices(listed, contest_key, sink) }
  })
}

/** Writes an election that another source gives too. Both sources must give equal rows. */
export function repeatElection({ id: _, ...row }: KnownElection, at: At, sink: Pick<Sink, 'row'>): void {
  sink.row('election', row, at)
}

function writeElection(election: ListedElection, at: At, sink: Pick<Sink, 'row'>): void {
  const { state, date, type, words, words_es = null, primary_system = null, info_url = null } = election
  const election_key = electionKey(election)
  const name = `${election.place ?? stateOf(state).name} ${words}, ${longDate(date)}`
  const names = { name, name_es: words_es, short_name: `${date.slice(0, 4)} ${words}` }
  sink.row('election', { election_key, state, date, type, ...names, primary_system, info_url, details: '{}' }, at)
}

function sayUnmatched({ division, title, at }: ListedContest, sink: Pick<Sink, 'issue'>): void {
  if (division.unmatched === null) return
  const message = `Open Civic Data has no division of the name in this title; minted the id ${division.ocd_id}`
  sink.issue({ ...at, field: null, code: division.unmatched, value: title, message, severity: 'mended' })
}

function contestRow(
  contest: ListedContest,
  place: Pick<ContestRow, 'contest_key' | 'election_key' | 'state'> & { order: number },
): ContestRow {
  const { contest_key, election_key, state, order } = place
  const { unmatched: _, ...division } = contest.division
  return {
    contest_key,
    election_key,
    title: contest.title,
    title_es: contest.title_es ?? null,
    short_title: contest.short_title,
    short_title_es: contest.short_title_es ?? null,
    kind: contest.kind,
    vote_method: voteMethod(contest),
    votes_allowed: contest.votes_allowed ?? 1,
    ranks_allowed: contest.ranks_allowed ?? null,
    measure_code: contest.measure_code || null,
    description: contest.description ?? null,
    description_es: contest.description_es ?? null,
    level: contest.level,
    party: contest.party ?? null,
    ballot_order: contest.ballot_order ?? order + 1,
    source_url: contest.source_url ?? null,
    details: JSON.stringify(inOrder({ ...derivedDetails(contest), ...contest.details })),
    ...division,
    state,
  }
}

/** A source that says how many ranks a ballot has is right; where it says nothing, the law is. */
function withRanks(contest: ListedContest, election: Pick<ListedElection, 'state' | 'date' | 'type'>): ListedContest {
  const { kind, subject, division, choices, ranks_allowed = null } = contest
  if (kind !== 'candidate' || ranks_allowed !== null) return contest
  const candidates = choices.filter(({ option, withdrawn = false }) => option === undefined && !withdrawn).length
  return { ...contest, ranks_allowed: ranksAllowed(election, { subject, ocd_id: division.ocd_id, candidates }) }
}

function voteMethod({ kind, votes_allowed = 1, ranks_allowed = null, approval = false }: ListedContest): VoteMethod {
  if (kind !== 'candidate') return 'yes_no'
  if (ranks_allowed !== null) return 'ranked_choice'
  if (approval) return 'approval'
  return votes_allowed > 1 ? 'multi_seat' : 'plurality'
}

function derivedDetails({ kind, votes_allowed = 1, complete = true, unexpired = false, choices }: ListedContest) {
  const people = choices.filter(({ option, answer }) => option === undefined && answer === undefined)
  const candidates = kind === 'candidate'
  const stands = people.some(({ withdrawn = false }) => !withdrawn)
  return {
    ...(candidates && complete && stands && people.length === votes_allowed ? { uncontested: true } : {}),
    ...(unexpired ? { short_term: true } : {}),
    ...(choices.some(({ option }) => option === 'none_of_these') ? { none_of_these: true } : {}),
    ...(candidates && complete && people.length === 0 ? { write_in_only: true } : {}),
    ...(complete ? {} : { choices_incomplete: true }),
  }
}

/** Orders the keys equally for all sources: the schema's order, then any others as they come. */
function inOrder(details: ContestDetails): ContestDetails {
  const known = Object.keys(contestDetails.shape).filter((key) => Object.hasOwn(details, key))
  return { ...Object.fromEntries(known.map((key) => [key, details[key]])), ...details }
}

/** A second yes, no or none of these gives an issue `repeated-choice` and is left out. */
function writeChoices({ choices }: ListedContest, contest_key: string, sink: Rows): ChoiceRow[] {
  const keys = choiceKeys(choices, contest_key)
  const written = new Set<string>()
  return choices.flatMap((choice, order) => {
    const choice_key = keys[order] ?? ''
    if (written.has(choice_key)) {
      const { at, label: value, answer, option } = choice
      const message = `the contest has a second "${answer ?? option}"; it is left out`
      sink.issue({ ...at, field: null, code: 'repeated-choice', value, message, severity: 'refused' })
      return []
    }
    written.add(choice_key)
    const row = choiceRow(choice, { choice_key, contest_key, order })
    sink.row('choice', row, choice.at)
    return [row]
  })
}

function choiceRow(
  choice: ListedChoice,
  { choice_key, contest_key, order }: Pick<ChoiceRow, 'choice_key' | 'contest_key'> & { order: number },
): ChoiceRow {
  const { label, answer, option, person = true, name_incomplete = false } = choice
  const isPerson = !answer && !option && person
  const ticket = isPerson && OF_TICKET.test(contest_key) ? splitTicket(label) : undefined
  const details: ChoiceDetails = {
    ...(isPerson && (name_incomplete || isOneWord(label)) && { name_incomplete: true }),
    ...(ticket && { running_mate: ticket.running_mate }),
  }
  return {
    choice_key,
    contest_key,
    label,
    label_es: choice.label_es ?? null,
    measure_answer: answer ?? null,
    candidate_name: isPerson ? (ticket?.candidate ?? label) : null,
    party: choice.party ?? null,
    party_label: choice.party_label ?? null,
    option: option ?? null,
    withdrawn: choice.withdrawn ?? false,
    ballot_designation: choice.ballot_designation ?? null,
    details: JSON.stringify(details),
    ballot_order: order + 1,
  }
}

/** Contests in which a choice may be two people: for President and for Governor. */
const OF_TICKET = /\/(?:president|governor)(?:\/[a-z-]+)?$/

/** A person has a given name and a surname; a source that has one word lost the rest, or the space between them. */
function isOneWord(name: string): boolean {
  return !/[\s.]/.test(name.trim()) && !WHOLE_ONE_WORD_NAMES.has(name.toLowerCase())
}

// Contests that only their candidates tell apart, such as those of a board's districts of which the source gives no number.

/** Longer lists of names make no title; the contests are numbered. */
const WORDS_MAX = 200

/**
 * Contests of one title, division and party each get the names of their candidates added to their titles, else a number, and an issue
 * `same-title`: `Adair County Board of Supervisors, by District: Ann Lee / Bo Diaz`.
 */
export function withOwnTitles(contests: readonly ListedContest[], sink: Pick<Sink, 'issue'>): ListedContest[] {
  const same = groupBy(contests, ({ title, division, party = null }) => JSON.stringify([title, division.ocd_id, party]))
  const words = new Map<ListedContest, string>()
  for (const group of same.values()) {
    if (group.length < 2) continue
    const named = groupBy(group, namesOf)
    for (const [names, alike] of named)
      for (const [at, contest] of alike.entries()) {
        const number = `${group.indexOf(contest) + 1} of ${group.length}`
        words.set(contest, names === '' ? number : alike.length > 1 ? `${names}, ${at + 1}` : names)
      }
  }
  return contests.map((contest) => {
    const own = words.get(contest)
    if (own === undefined) return contest
    const { at, title, short_title, title_es = null, short_title_es = null } = contest
    const message =
      'other contests have this title and this area; the names of the candidates were added to their titles'
    sink.issue({ ...at, field: null, code: 'same-title', value: title, message, severity: 'mended' })
    return {
      ...contest,
      title: `${title}: ${own}`,
      short_title: `${short_title}: ${own}`,
      title_es: title_es === null ? null : `${title_es}: ${own}`,
      short_title_es: short_title_es === null ? null : `${short_title_es}: ${own}`,
    }
  })
}

function namesOf({ choices }: ListedContest): string {
  const names = choices.flatMap(({ label, option, answer }) => (option || answer ? [] : [readable(label)])).join(' / ')
  return names.length > WORDS_MAX ? '' : names
}

// The two people of a ticket whom a source prints as one name.

/** ` / `, ` and `, ` & `, ` - `, and a dash after a suffix: `Robert F. Sample Jr.- Bo Example`. A hyphen within a name has no spaces. */
const BETWEEN = /\/| and |&| [-–—] |(?<=\.)[-–—] /i

/** `Ann Sample and Bo Example`. Undefined unless there are two names, each of two words or more. */
export function splitTicket(printed: string): { candidate: string; running_mate: string } | undefined {
  const [candidate = '', running_mate = '', ...others] = printed
    .replace(/\s+/g, ' ')
    .split(BETWEEN)
    .map((name) => name.trim())
  const areNames = [candidate, running_mate].every((name) => /\S \S/.test(name))
  return areNames && others.length === 0 ? { candidate, running_mate } : undefined
}
