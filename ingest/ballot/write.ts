// Listed elections to rows: keys, the orders of the ballot, and what of the details follows from the choices.

import { type ContestDetails, contestDetails } from '../../data/schema/contest.ts'
import type { ChoiceRow, ContestRow } from '../../data/schema/core.ts'
import { stateOf } from '../../data/schema/states.ts'
import type { VoteMethod } from '../../data/schema/vocabulary.ts'
import { answerKey, type ContestIdentity, candidateKey, contestKey, electionKey, noneOfTheseKey } from '../identity.ts'
import type { Sink } from '../source.ts'
import type { At, ListedChoice, ListedContest, ListedElection } from './listed.ts'
import { longDate } from './long-date.ts'

/** What was written of a contest, in the order of the list. */
export interface WrittenContest {
  contest: ContestRow
  choices: ChoiceRow[]
}

type Rows = Pick<Sink, 'row' | 'issue'>

/** Writes an election with its contests, which come in ballot order. */
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
 * Contests in ballot order, of an election that stands already. A second contest of one key is an issue `contest-key-taken`, and
 * its key holds its whole title; a division that is not published is an issue named by `division.unmatched`. None is left out.
 */
export function writeContests(
  election: Pick<ListedElection, 'state' | 'date' | 'type'>,
  contests: readonly ListedContest[],
  sink: Rows,
): WrittenContest[] {
  const election_key = electionKey(election)
  const keys = new Set<string>()
  return contests.map((listed, order) => {
    const contest_key = freeKey(listed, election_key, keys, sink)
    sayUnmatched(listed, sink)
    const contest = contestRow(listed, { contest_key, election_key, order, state: election.state })
    sink.row('contest', contest, listed.at)
    for (const county_ocd_id of listed.counties ?? [])
      sink.row('contest_county', { contest_key, county_ocd_id }, listed.at)
    const taken = new Set<string>()
    const choices = listed.choices.map((choice, place) => {
      const row = choiceRow(choice, contest_key, place, taken)
      sink.row('choice', row, choice.at)
      return row
    })
    return { contest, choices }
  })
}

function writeElection(election: ListedElection, at: At, sink: Pick<Sink, 'row'>): void {
  const { state, date, type, words, words_es } = election
  const place = election.place ?? stateOf(state).name
  sink.row(
    'election',
    {
      election_key: electionKey(election),
      state,
      date,
      type,
      name: `${place} ${words}, ${longDate(date)}`,
      name_es: words_es === undefined ? null : words_es,
      short_name: `${date.slice(0, 4)} ${words}`,
      primary_system: election.primary_system ?? null,
      info_url: election.info_url ?? null,
      details: '{}',
    },
    at,
  )
}

function freeKey(contest: ListedContest, election_key: string, keys: Set<string>, sink: Pick<Sink, 'issue'>): string {
  const { title, at, seat = null } = contest
  const identity = identityOf(contest, election_key)
  let key = contestKey(identity)
  if (keys.has(key)) {
    const message = `another contest has the key ${key} already; this one's holds its whole title`
    sink.issue({ ...at, field: null, code: 'contest-key-taken', value: title, message, severity: 'mended' })
    for (let n = 1; keys.has(key); n++)
      key = contestKey({ ...identity, seat: `${seat ?? ''} ${title}${n > 1 ? ` ${n}` : ''}` })
  }
  keys.add(key)
  return key
}

/** The parts of a contest's key: another source that speaks of it finds it by them. */
export function identityOf(contest: ListedContest, election_key: string): ContestIdentity {
  const { subject, seat = null, party = null, unexpired = false, division } = contest
  return { election_key, ocd_id: division.ocd_id, subject, seat, party, unexpired }
}

function sayUnmatched({ division, title, at }: ListedContest, sink: Pick<Sink, 'issue'>): void {
  if (division.unmatched === null) return
  const message = `Open Civic Data has no division of the name in this title; minted in ${division.ocd_id}`
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
    measure_code: contest.measure_code ?? null,
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
    ...(candidates && complete && stands && people.length <= votes_allowed ? { uncontested: true } : {}),
    ...(unexpired ? { short_term: true } : {}),
    ...(choices.some(({ option }) => option === 'none_of_these') ? { none_of_these: true } : {}),
    ...(candidates && complete && people.length === 0 ? { write_in_only: true } : {}),
    ...(complete ? {} : { choices_incomplete: true }),
  }
}

/** One order of keys for all sources: the schema's, then any others as they come. */
function inOrder(details: ContestDetails): ContestDetails {
  const known = Object.keys(contestDetails.shape).filter((key) => Object.hasOwn(details, key))
  return { ...Object.fromEntries(known.map((key) => [key, details[key]])), ...details }
}

function choiceRow(choice: ListedChoice, contest_key: string, order: number, taken: Set<string>): ChoiceRow {
  const choice_key = choiceKey(choice, contest_key, taken)
  taken.add(choice_key)
  const { label, answer, option, person = true } = choice
  return {
    choice_key,
    contest_key,
    label,
    label_es: choice.label_es ?? null,
    measure_answer: answer ?? null,
    candidate_name: answer || option || !person ? null : label,
    party: choice.party ?? null,
    party_label: choice.party_label ?? null,
    option: option ?? null,
    withdrawn: choice.withdrawn ?? false,
    ballot_designation: choice.ballot_designation ?? null,
    ballot_order: order + 1,
  }
}

/** Namesakes are told apart by party, and those of one party by the publisher's id or their order. */
function choiceKey(choice: ListedChoice, contest_key: string, taken: ReadonlySet<string>): string {
  const { label, answer, option, party = null, discriminator } = choice
  if (answer) return answerKey(contest_key, answer)
  if (option) return noneOfTheseKey(contest_key)
  let key = candidateKey(contest_key, label)
  if (taken.has(key) && party !== null) key = candidateKey(contest_key, label, party)
  if (taken.has(key) && discriminator !== undefined) key = candidateKey(contest_key, label, discriminator)
  for (let n = 2; taken.has(key); n++) key = candidateKey(contest_key, label, `${party ?? ''} ${n}`)
  return key
}
