// North Carolina's candidate listings: elections, contests, their counties and choices.

import { NC_PARTIES } from '../../data/reference/party-labels.ts'
import type { ChoiceRow, ContestRow } from '../../data/schema/core.ts'
import { stateOf } from '../../data/schema/states.ts'
import { encoder } from '../encoder.ts'
import { candidateKey, contestKey, electionKey, slug } from '../identity.ts'
import type { FetchedFile, ReadContext, Sink } from '../source.ts'
import { countyId, type DivisionIndex, findDivision, indexDivisions, isPlace } from './division.ts'
import { longDate } from './long-date.ts'
import type { NcTitle } from './nc-area.ts'
import { earlierWithoutPrimary, electionOf } from './nc-election.ts'
import { flagDisagrees, keyTaken, unknownTitle, unlistedDay, unmatched } from './nc-issue.ts'
import { type ListedContest, readListing } from './nc-listing.ts'
import { ballotPlace } from './nc-order.ts'
import { parseNcTitle } from './nc-title.ts'
import type { ContestDivision } from './part-division.ts'
import { titleCase } from './title-case.ts'

const NC = stateOf('NC')
const encodeParty = encoder({ field: 'party_candidate', known: NC_PARTIES })
const encodeContestParty = encoder({ field: 'party_contest', known: NC_PARTIES })
/** A line of presidential primaries that stands for no candidate. */
const NO_PREFERENCE = 'No Preference'

interface Placed {
  listed: ListedContest
  row: ContestRow
  /** Sorts contests of one election in ballot order. */
  place: string
}

/** Reads every election of the files. An unknown party code stops the source; no contest is ever left out. */
export function readNc(files: readonly FetchedFile[], context: ReadContext, sink: Sink): void {
  const index = indexDivisions('NC', context.divisions)
  for (const file of files) {
    const all = readListing(file, sink)
    const earlier = earlierWithoutPrimary(all)
    const elections = new Map<string, Placed[]>()
    const keys = new Set<string>()
    for (const listed of all) {
      const { election, known } = electionOf(listed, all, earlier)
      const election_key = electionKey({ state: 'NC', date: listed.date, type: election.type })
      const contests = elections.get(election_key) ?? []
      if (contests.length === 0) {
        if (!known) sink.issue(unlistedDay(listed, file.name, election_key))
        sink.row('election', electionRow(election_key, listed.date, election), { file: file.name, line: listed.line })
      }
      contests.push(placeContest(listed, election_key, file, index, keys, sink))
      elections.set(election_key, contests)
    }
    for (const contests of elections.values()) emit(contests, file.name, sink)
  }
}

function electionRow(election_key: string, date: string, election: ReturnType<typeof electionOf>['election']) {
  const { type, name, primary_system } = election
  return {
    election_key,
    state: 'NC' as const,
    date,
    type,
    name: `${name}, ${longDate(date)}`,
    name_es: null,
    short_name: `${date.slice(0, 4)} ${name.replace('North Carolina ', '')}`,
    primary_system,
    info_url: null,
    details: '{}',
  }
}

function placeContest(
  listed: ListedContest,
  election_key: string,
  file: FetchedFile,
  index: DivisionIndex,
  keys: Set<string>,
  sink: Sink,
): Placed {
  const at = { file: file.name, line: listed.line }
  const known = parseNcTitle(listed.contest_name, {
    counties: listed.counties,
    isPlace: (name) => isPlace(index, name),
  })
  if (!known) sink.issue(unknownTitle(listed, file.name))
  const title = known ?? untitled(listed)
  const division = findDivision(title.area, listed.counties, index)
  if (division.unmatched) sink.issue(unmatched(listed, division, division.unmatched, file.name))
  if (title.unexpired !== listed.unexpired) sink.issue(flagDisagrees(listed, title, file.name))
  const party = listed.party === '' ? null : (encodeContestParty(listed.party, at, sink) ?? null)
  const identity = {
    election_key,
    ocd_id: division.ocd_id,
    subject: title.office,
    seat: title.seat,
    party,
    unexpired: title.unexpired || listed.unexpired,
  }
  let contest_key = contestKey(identity)
  if (keys.has(contest_key)) {
    sink.issue(keyTaken(listed, contest_key, file.name))
    contest_key = contestKey({ ...identity, seat: `${title.seat ?? ''} ${listed.contest_name}` })
  }
  keys.add(contest_key)
  const row = contestRow(listed, title, division, { contest_key, election_key, party, source_url: file.url })
  return { listed, row, place: ballotPlace(title, division, party, listed.contest_name) }
}

function contestRow(
  listed: ListedContest,
  title: NcTitle,
  { unmatched: _, ...division }: ContestDivision,
  key: Pick<ContestRow, 'contest_key' | 'election_key' | 'party' | 'source_url'>,
): ContestRow {
  const { vote_for, term, partisan, candidates } = listed
  return {
    ...key,
    ...division,
    title: title.title,
    title_es: null,
    short_title: title.short_title,
    short_title_es: null,
    kind: 'candidate',
    vote_method: vote_for === 1 ? 'plurality' : 'multi_seat',
    votes_allowed: vote_for,
    ranks_allowed: null,
    measure_code: null,
    description: null,
    description_es: null,
    level: title.level,
    ballot_order: 0,
    state: 'NC',
    details: JSON.stringify({
      ...(candidates.length <= vote_for ? { uncontested: true } : {}),
      ...(partisan ? {} : { nonpartisan: true }),
      ...(title.unexpired || listed.unexpired ? { short_term: true } : {}),
      ...(term === null ? {} : { term: term === 1 ? '1 year' : `${term} years` }),
    }),
  }
}

function emit(contests: Placed[], file: string, sink: Sink): void {
  const ordered = contests.toSorted((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : 0))
  for (const [order, { listed, row }] of ordered.entries()) {
    const at = { file, line: listed.line }
    sink.row('contest', { ...row, ballot_order: order + 1 }, at)
    for (const county of listed.counties)
      sink.row('contest_county', { contest_key: row.contest_key, county_ocd_id: countyId(NC, county) }, at)
    emitChoices(listed, row.contest_key, file, sink)
  }
}

/** Namesakes are told apart by party, and those of one party by their order. */
function emitChoices({ candidates }: ListedContest, contest_key: string, file: string, sink: Sink): void {
  const keys = new Set<string>()
  for (const [order, { name, party: code, line }] of candidates.entries()) {
    const at = { file, line }
    const person = name !== NO_PREFERENCE
    const party = code === '' || !person ? null : (encodeParty(code, at, sink) ?? null)
    let choice_key = candidateKey(contest_key, name)
    if (keys.has(choice_key) && party !== null) choice_key = candidateKey(contest_key, name, party)
    for (let n = 2; keys.has(choice_key); n++) choice_key = candidateKey(contest_key, name, `${party ?? ''} ${n}`)
    keys.add(choice_key)
    const row: ChoiceRow = {
      choice_key,
      contest_key,
      label: name,
      label_es: null,
      measure_answer: null,
      candidate_name: person ? name : null,
      party,
      party_label: null,
      option: null,
      withdrawn: false,
      ballot_designation: null,
      ballot_order: order + 1,
    }
    sink.row('choice', row, at)
  }
}

/** A contest whose title no pattern knows is voted, as far as is known, somewhere in the counties that list it. */
function untitled({ contest_name, counties, unexpired }: ListedContest): NcTitle {
  const title = titleCase(contest_name)
  const area = { kind: 'special' as const, county: counties[0] ?? null, name: contest_name, word: 'special_district' }
  const office = slug(contest_name)
  return { family: 'unknown', level: 'special', office, seat: null, unexpired, area, title, short_title: title }
}
