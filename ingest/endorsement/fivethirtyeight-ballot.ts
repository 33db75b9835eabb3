// Creates the primary contests in FiveThirtyEight's files that no listing has, with their elections and choices.

import type { ChoiceRow, ContestRow } from '../../data/core/rows.ts'
import { findPrimarySystem, isAllPartyPrimary, isPartyRun } from '../../data/reference/primaries.ts'
import type { ListedContest, ListedElection } from '../ballot/listed.ts'
import { repeatElection, writeBallot, writeContests } from '../ballot/write.ts'
import type { KnownElection, Sink } from '../read/source.ts'
import type { EndorsedCandidacy, PrimaryOffice } from './fivethirtyeight-file.ts'

/** In ballot order. */
const OFFICES: readonly PrimaryOffice[] = ['us-senate', 'us-house', 'governor']

export type Stands = ReadonlyMap<EndorsedCandidacy, { contest: ContestRow; choice: ChoiceRow }>

/** The division that elects the office. */
export function ocdIdOf({ state, district }: Pick<EndorsedCandidacy, 'state' | 'district'>): string {
  return district === null ? state.ocd_id : `${state.ocd_id}/cd:${district}`
}

export type Type = 'primary' | 'special_primary'

/**
 * @param candidacies of one election
 * @param held the election, if another source has other contests of it
 */
export function createContests(
  candidacies: readonly EndorsedCandidacy[],
  { type, held }: { type: Type; held: KnownElection | undefined },
  sink: Sink,
): Stands {
  const [first] = candidacies
  if (!first) return new Map()
  const groups = groupByContest(candidacies)
  const ordered = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group)
  const contests = ordered.map((group) => toContest(group, type))
  const stands = new Map<EndorsedCandidacy, { contest: ContestRow; choice: ChoiceRow }>()
  if (held) repeatElection(held, first.at, sink)
  const written = held
    ? writeContests(held, contests, sink)
    : writeBallot(toElection(type, first), first.at, contests, sink)
  for (const [order, { contest, choices }] of written.entries())
    for (const [place, choice] of choices.entries()) {
      const candidacy = ordered[order]?.[place]
      if (candidacy) stands.set(candidacy, { contest, choice })
    }
  return stands
}

/**
 * The only candidates of their party's primary, for whom the file counts no votes. Many states hold no such primary (New York), others
 * do (Georgia); the file does not say which.
 */
export function findUnopposed(candidacies: readonly EndorsedCandidacy[]): ReadonlySet<EndorsedCandidacy> {
  return new Set(
    [...groupByContest(candidacies).values()].flatMap(([first, ...others]) =>
      others.length > 0 || first.counted || isAllPartyPrimary(first.state.code, first.date) ? [] : [first],
    ),
  )
}

type Group = [EndorsedCandidacy, ...EndorsedCandidacy[]]

function groupByContest(candidacies: readonly EndorsedCandidacy[]): Map<string, Group> {
  const groups = new Map<string, Group>()
  for (const candidacy of candidacies) {
    const place = JSON.stringify(ballotPlace(candidacy))
    const group = groups.get(place)
    if (group) group.push(candidacy)
    else groups.set(place, [candidacy])
  }
  return groups
}

function ballotPlace({ state, date, office, district, special, party }: EndorsedCandidacy): string[] {
  const number = /^\d+$/.test(district ?? '') ? (district ?? '').padStart(2, '0') : (district ?? '')
  const of = isAllPartyPrimary(state.code, date) ? '' : party
  return [String(OFFICES.indexOf(office)), number, String(special), of]
}

function toElection(type: Type, { state, date }: EndorsedCandidacy): ListedElection {
  const partyRun = isPartyRun(state.code, date)
  return {
    state: state.code,
    date,
    type,
    words: partyRun
      ? 'Party Nominating Contests'
      : type === 'special_primary'
        ? 'Special Primary Election'
        : 'Primary Election',
    primary_system: partyRun ? null : findPrimarySystem(state.code, date),
  }
}

export function levelOf(office: PrimaryOffice): 'federal' | 'state' {
  return office === 'governor' ? 'state' : 'federal'
}

/** Converts the candidacies of one contest. */
function toContest(group: Readonly<Group>, type: Type): ListedContest {
  const [first] = group
  const { at, state, date, office, district, special, source_url } = first
  const all = isAllPartyPrimary(state.code, date)
  const unexpired = special && type === 'primary'
  return {
    at,
    kind: 'candidate',
    ...titlesOf(office, district, unexpired),
    subject: office,
    party: all ? null : first.party,
    unexpired,
    level: levelOf(office),
    division: {
      ocd_id: ocdIdOf(first),
      district_type: district === null ? 'state' : 'congressional',
      district_level: district === null ? 'state' : 'federal',
      district_name: districtName(first),
      within_ocd_id: district === null ? null : state.ocd_id,
      unmatched: null,
    },
    source_url,
    // For a primary of all parties, the files have only the candidates of two parties.
    complete: !all,
    details: { source_url },
    choices: group.map(({ name, party, at }) => ({ at, label: name, party })),
  }
}

function districtName({ state, district }: EndorsedCandidacy): string {
  if (district === null) return state.name
  return district === 'at-large' ? 'Congressional District (at Large)' : `Congressional District ${district}`
}

function titlesOf(office: PrimaryOffice, district: string | null, unexpired: boolean) {
  const suffix = unexpired ? ' (Unexpired)' : ''
  switch (office) {
    case 'us-senate':
      return { title: `US Senate${suffix}`, short_title: `US Senate${suffix}` }
    case 'governor':
      return { title: `Governor${suffix}`, short_title: `Governor${suffix}` }
    case 'us-house': {
      const of = district === 'at-large' ? 'At Large' : `District ${district}`
      return { title: `US House of Representatives ${of}${suffix}`, short_title: `US House ${of}${suffix}` }
    }
    default:
      return office satisfies never
  }
}
