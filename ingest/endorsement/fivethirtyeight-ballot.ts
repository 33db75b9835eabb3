// The primaries that FiveThirtyEight's files name and no listing holds: their elections, contests and choices.

import { findPrimarySystem, isAllPartyPrimary, isPartyRun, ranksPrimaries } from '../../data/reference/primaries.ts'
import type { ChoiceRow, ContestRow, ElectionRow } from '../../data/schema/core.ts'
import { longDate } from '../ballot/long-date.ts'
import { candidateKey, contestKey, electionKey } from '../identity.ts'
import type { Sink } from '../source.ts'
import type { Candidacy, PrimaryOffice } from './fivethirtyeight-file.ts'

/** In ballot order. */
const OFFICES: readonly PrimaryOffice[] = ['us-senate', 'us-house', 'governor']

export type Stands = ReadonlyMap<Candidacy, { contest: ContestRow; choice: ChoiceRow }>

/** The division that the office is voted in. */
export function ocdIdOf({ state, district }: Pick<Candidacy, 'state' | 'district'>): string {
  return district === null ? state.ocd_id : `${state.ocd_id}/cd:${district}`
}

export type Type = 'primary' | 'special_primary'

/** @param candidacies all of one election, of which there is at least one. */
export function createPrimary(type: Type, candidacies: readonly [Candidacy, ...Candidacy[]], sink: Sink): Stands {
  const [first] = candidacies
  const election = electionRow(type, first)
  sink.row('election', election, first.at)
  const groups = new Map<string, Candidacy[]>()
  for (const candidacy of candidacies) {
    const place = JSON.stringify(ballotPlace(candidacy))
    groups.set(place, [...(groups.get(place) ?? []), candidacy])
  }
  const ordered = [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
  const stands = new Map<Candidacy, { contest: ContestRow; choice: ChoiceRow }>()
  for (const [order, [, group]] of ordered.entries()) {
    const [head] = group
    if (!head) continue
    const contest = contestRow(election, head, group.length, order + 1)
    sink.row('contest', contest, head.at)
    for (const { candidacy, choice } of toChoices(contest, group)) {
      sink.row('choice', choice, candidacy.at)
      stands.set(candidacy, { contest, choice })
    }
  }
  return stands
}

function ballotPlace({ state, date, office, district, special, party }: Candidacy): string[] {
  const number = /^\d+$/.test(district ?? '') ? (district ?? '').padStart(2, '0') : (district ?? '')
  const of = isAllPartyPrimary(state.code, date) ? '' : party
  return [String(OFFICES.indexOf(office)), number, String(special), of]
}

function electionRow(type: Type, { state, date }: Candidacy): ElectionRow {
  const partyRun = isPartyRun(state.code, date)
  const special = type === 'special_primary'
  const name = partyRun ? 'Party Nominating Contests' : special ? 'Special Primary Election' : 'Primary Election'
  return {
    election_key: electionKey({ state: state.code, date, type }),
    state: state.code,
    date,
    type,
    name: `${state.name} ${name}, ${longDate(date)}`,
    name_es: null,
    short_name: `${date.slice(0, 4)} ${name}`,
    primary_system: partyRun ? null : findPrimarySystem(state.code, date),
    info_url: null,
    details: JSON.stringify(ranksPrimaries(state.code, date) ? { ranked_choice: true } : {}),
  }
}

function contestRow(election: ElectionRow, first: Candidacy, candidates: number, ballot_order: number): ContestRow {
  const { state, date, office, district, special, source_url } = first
  const { election_key } = election
  const all = isAllPartyPrimary(state.code, date)
  const party = all ? null : first.party
  const unexpired = special && election.type === 'primary'
  const ocd_id = ocdIdOf(first)
  const ranked = candidates > 2 && ranksPrimaries(state.code, date)
  return {
    contest_key: contestKey({ election_key, ocd_id, subject: office, party, unexpired }),
    election_key,
    ...titlesOf(office, district, unexpired),
    title_es: null,
    short_title_es: null,
    kind: 'candidate',
    vote_method: ranked ? 'ranked_choice' : 'plurality',
    votes_allowed: 1,
    ranks_allowed: ranked ? candidates : null,
    measure_code: null,
    description: null,
    description_es: null,
    level: office === 'governor' ? 'state' : 'federal',
    party,
    ballot_order,
    source_url,
    details: JSON.stringify({
      ...(!all && candidates === 1 ? { uncontested: true } : {}),
      ...(unexpired ? { short_term: true } : {}),
      // The files hold the candidates of two parties alone.
      ...(all ? { choices_incomplete: true } : {}),
      source_url,
    }),
    ocd_id,
    district_type: district === null ? 'state' : 'congressional',
    district_level: district === null ? 'state' : 'federal',
    district_name: districtName(first),
    state: state.code,
    within_ocd_id: district === null ? null : state.ocd_id,
  }
}

function districtName({ state, district }: Candidacy): string {
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

/** Namesakes are told apart by party, and those of one party by their order. */
function toChoices(
  { contest_key }: ContestRow,
  group: readonly Candidacy[],
): { candidacy: Candidacy; choice: ChoiceRow }[] {
  const keys = new Set<string>()
  return group.map((candidacy, order) => {
    const { name, party } = candidacy
    let choice_key = candidateKey(contest_key, name)
    for (let n = 1; keys.has(choice_key); n++)
      choice_key = candidateKey(contest_key, name, n === 1 ? party : `${party} ${n}`)
    keys.add(choice_key)
    const choice: ChoiceRow = {
      choice_key,
      contest_key,
      label: name,
      label_es: null,
      measure_answer: null,
      candidate_name: name,
      party,
      party_label: null,
      option: null,
      withdrawn: false,
      ballot_designation: null,
      ballot_order: order + 1,
    }
    return { candidacy, choice }
  })
}
