// North Carolina's candidate listings: elections, contests, their counties and choices.

import { NC_PARTIES } from '../../../data/reference/party-labels.ts'
import type { Issue } from '../../../data/store/source-read.ts'
import { encoder } from '../../read/code-table.ts'
import { electionKey, slug } from '../../read/identity.ts'
import type { FetchedFile, ReadContext, Sink } from '../../read/source.ts'
import type { ContestDivision } from '../contest-division.ts'
import { countyId, type DivisionIndex, findDivision, indexDivisions, isPlace } from '../division.ts'
import type { ListedChoice, ListedContest, ListedElection } from '../listed.ts'
import { titleCase } from '../title-case.ts'
import { writeBallot } from '../write.ts'
import type { NcTitle } from './area.ts'
import { earlierWithoutPrimary, electionOf } from './election.ts'
import { NC_FAMILIES, NC_OFFICE_ORDER } from './family.ts'
import { type ListedCandidate, type NcContest, readListing } from './listing.ts'
import { parseNcTitle } from './title.ts'

// Issues for contests that are used after a correction.

function mended({ contest_name, line }: NcContest, file: string, code: string, message: string): Issue {
  return { file, line, field: 'contest_name', code, value: contest_name, message, severity: 'mended' }
}

const unknownTitle = (listed: NcContest, file: string): Issue =>
  mended(
    listed,
    file,
    'unknown-contest-title',
    'the title matches no pattern; the contest is kept as possible anywhere in its counties',
  )

const flagDisagrees = (listed: NcContest, title: NcTitle, file: string): Issue =>
  mended(
    listed,
    file,
    'unexpired-flag-disagrees',
    `unexpired is ${title.unexpired} by the title and ${listed.unexpired} by is_unexpired; read as unexpired`,
  )

const unlistedDay = (listed: NcContest, file: string, key: string): Issue => ({
  ...mended(
    listed,
    file,
    'unlisted-election-day',
    `data/reference/nc-elections.ts has no ${listed.date}; read as ${key}`,
  ),
  field: 'election_dt',
  value: listed.date,
})

// The ballot position of a contest, as a sortable string.

/** Sorts by the State Board's order of offices, then division, seat, full term first, and party. */
function ballotPlace(title: NcTitle, division: ContestDivision, party: string | null, contestName: string): string {
  const office = NC_OFFICE_ORDER.indexOf(title.office)
  return [
    String(NC_FAMILIES.indexOf(title.family)),
    String(office < 0 ? NC_OFFICE_ORDER.length : office),
    division.within_ocd_id ?? division.ocd_id,
    division.ocd_id,
    title.office,
    title.seat ?? '',
    title.unexpired ? '1' : '0',
    party ?? '',
    contestName,
  ]
    .map((part) => part.replace(/\d+/g, (digits) => digits.padStart(6, '0')))
    .join('\t')
}

const encodeParty = encoder({ field: 'party_candidate', known: NC_PARTIES })
const encodeContestParty = encoder({ field: 'party_contest', known: NC_PARTIES })
/** A line of presidential primaries that is not a candidate. */
const NO_PREFERENCE = 'No Preference'

interface Placed {
  contest: ListedContest
  /** Sorts the contests of one election in ballot order. */
  place: string
}

/** Reads every election of the files. An unknown party code stops the source. No contest is left out. */
export function readNc(files: readonly FetchedFile[], context: ReadContext<'divisions'>, sink: Sink): void {
  const index = indexDivisions('NC', context.divisions)
  for (const file of files) {
    const all = readListing(file, sink)
    const earlier = earlierWithoutPrimary(all)
    const ballots = new Map<string, { election: ListedElection; line: number; contests: Placed[] }>()
    for (const listed of all) {
      const { election: known, isListed } = electionOf(listed, all, earlier)
      const election: ListedElection = { state: 'NC', date: listed.date, ...known }
      const key = electionKey(election)
      const ballot = ballots.get(key) ?? { election, line: listed.line, contests: [] }
      if (!isListed && ballot.contests.length === 0) sink.issue(unlistedDay(listed, file.name, key))
      ballot.contests.push(placeContest(listed, file, index, sink))
      ballots.set(key, ballot)
    }
    for (const { election, line, contests } of ballots.values()) {
      const ordered = contests.toSorted((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : 0))
      writeBallot(
        election,
        { file: file.name, line },
        ordered.map(({ contest }) => contest),
        sink,
      )
    }
  }
}

function placeContest(listed: NcContest, file: FetchedFile, index: DivisionIndex, sink: Sink): Placed {
  const at = { file: file.name, line: listed.line }
  const known = parseNcTitle(listed.contest_name, {
    counties: listed.counties,
    isPlace: (name) => isPlace(index, name),
  })
  if (!known) sink.issue(unknownTitle(listed, file.name))
  const title = known ?? untitled(listed)
  if (title.unexpired !== listed.unexpired) sink.issue(flagDisagrees(listed, title, file.name))
  const division = findDivision(title.area, listed.counties, index)
  const party = listed.party === '' ? null : (encodeContestParty(listed.party, at, sink) ?? null)
  const { term, partisan } = listed
  const contest: ListedContest = {
    at,
    kind: 'candidate',
    title: title.title,
    short_title: title.short_title,
    subject: title.office,
    seat: title.seat,
    party,
    unexpired: title.unexpired || listed.unexpired,
    level: title.level,
    division,
    counties: listed.counties.map((county) => countyId(index, county)),
    votes_allowed: listed.vote_for,
    source_url: file.url,
    details: {
      ...(partisan ? {} : { nonpartisan: true }),
      ...(term === null ? {} : { term: term === 1 ? '1 year' : `${term} years` }),
    },
    choices: listed.candidates.map((candidate) => toChoice(candidate, file.name, sink)),
  }
  return { contest, place: ballotPlace(title, division, party, listed.contest_name) }
}

function toChoice({ name, party, line }: ListedCandidate, file: string, sink: Sink): ListedChoice {
  const at = { file, line }
  const person = name !== NO_PREFERENCE
  return { at, label: name, person, party: party === '' || !person ? null : (encodeParty(party, at, sink) ?? null) }
}

/** The exact area of a contest with an unknown title is unknown: anywhere in the counties that list it. */
function untitled({ contest_name, counties, unexpired }: NcContest): NcTitle {
  const title = titleCase(contest_name)
  const area = { kind: 'special' as const, county: counties[0] ?? null, name: contest_name, word: 'special_district' }
  const office = slug(contest_name)
  return { family: 'unknown', level: 'special', office, seat: null, unexpired, area, title, short_title: title }
}
