// Sources that list one candidate a line: lines to contests, contests to rows. A state's file says what is its own.

import type { ChoiceOption, StateCode } from '../../data/schema/vocabulary.ts'
import type { FetchedFile, ReadContext, Sink } from '../source.ts'
import { countyId, type DivisionIndex, findDivision, indexDivisions } from './division.ts'
import type { At, ListedChoice, ListedContest, ListedElection } from './listed.ts'
import { type FoundOffice, findOffice, type OfficeRule } from './office.ts'
import { writeBallot } from './write.ts'

/** One line, in this service's words. */
export interface Candidacy {
  at: At
  election: ListedElection
  /** What the rules read: lines of one election with the same text (and party contest) are one contest. */
  contest: string
  /** The name as printed, in reading order. */
  name: string
  party?: string | null
  party_label?: string | null
  option?: ChoiceOption
  withdrawn?: boolean
  unexpired?: boolean
  /** A party primary's party. */
  party_contest?: string
  /** Default: the office's. */
  votes_allowed?: number
  /** The counties in which it is listed, by name. */
  counties?: readonly string[]
  discriminator?: string
}

export interface CandidacyLayout {
  state: StateCode
  /** In ballot order. */
  offices: readonly OfficeRule[]
  /** False where the source names some of the candidates alone; default true. */
  complete?: boolean
}

interface Group {
  first: Candidacy
  found: FoundOffice
  votes_allowed: number | undefined
  counties: Set<string>
  /** By name and party: a line that repeats a candidate, in another county say, adds no choice. */
  choices: Map<string, ListedChoice>
}

/**
 * Writes every election that the candidacies name. A contest that no rule reads is an issue `unknown-contest-title` on its first
 * line, and left out: its district would be a guess.
 */
export function writeCandidacies(
  layout: CandidacyLayout,
  candidacies: Iterable<Candidacy>,
  { file, context, sink }: { file: FetchedFile; context: ReadContext; sink: Sink },
): void {
  const index = indexDivisions(layout.state, context.divisions)
  const elections = new Map<string, { first: Candidacy; groups: Map<string, Group | null> }>()
  for (const candidacy of candidacies) {
    const { election } = candidacy
    const key = `${election.date} ${election.type}`
    const held = elections.get(key) ?? { first: candidacy, groups: new Map<string, Group | null>() }
    elections.set(key, held)
    const contest = JSON.stringify([candidacy.contest, candidacy.party_contest ?? null, candidacy.unexpired ?? false])
    let group = held.groups.get(contest)
    if (group === undefined) {
      group = openGroup(candidacy, layout, sink)
      held.groups.set(contest, group)
    }
    if (group) addCandidacy(group, candidacy)
  }
  for (const { first, groups } of elections.values()) {
    const contests = [...groups.values()]
      .filter((group) => group !== null)
      .sort((a, b) => (a.found.place < b.found.place ? -1 : a.found.place > b.found.place ? 1 : 0))
      .map((group) => toContest(group, layout, index, file.url))
    writeBallot(first.election, first.at, contests, sink)
  }
}

function openGroup(candidacy: Candidacy, { offices }: CandidacyLayout, sink: Sink): Group | null {
  const found = findOffice(offices, candidacy.contest)
  if (found) return { first: candidacy, found, votes_allowed: undefined, counties: new Set(), choices: new Map() }
  const message = 'no rule reads this contest, so that its district is not known; it is left out'
  const { contest: value, at } = candidacy
  sink.issue({ ...at, field: null, code: 'unknown-contest-title', value, message, severity: 'refused' })
  return null
}

function addCandidacy(group: Group, candidacy: Candidacy): void {
  const { at, name, party = null, party_label = null, option, withdrawn = false, discriminator } = candidacy
  group.votes_allowed ??= candidacy.votes_allowed
  for (const county of candidacy.counties ?? []) group.counties.add(county)
  const key = JSON.stringify([name, party, discriminator ?? null])
  if (group.choices.has(key)) return
  const choice: ListedChoice = { at, label: name, party, party_label, withdrawn }
  if (option) choice.option = option
  if (discriminator !== undefined) choice.discriminator = discriminator
  group.choices.set(key, choice)
}

function toContest(
  { first, found, votes_allowed, counties, choices }: Group,
  { state: _, complete = true }: CandidacyLayout,
  index: DivisionIndex,
  source_url: string,
): ListedContest {
  const { office } = found
  const listed = [...counties].sort()
  const division = findDivision(office.area, listed, index)
  const suffix = first.unexpired ? ' (Unexpired)' : ''
  return {
    at: first.at,
    kind: 'candidate',
    title: office.title + suffix,
    short_title: office.short_title + suffix,
    subject: office.subject,
    seat: office.seat ?? null,
    party: first.party_contest ?? null,
    unexpired: first.unexpired ?? false,
    level: office.level,
    division,
    counties: listed.map((county) => countyId(index.state, county)),
    votes_allowed: votes_allowed ?? office.votes_allowed ?? 1,
    source_url,
    complete,
    ...(office.details ? { details: office.details } : {}),
    choices: [...choices.values()],
  }
}
