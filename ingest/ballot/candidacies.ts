// Sources that list one candidate a line: lines to contests, contests to rows. A state's file says what is its own.

import type { ContestDetails } from '../../data/schema/contest.ts'
import type { ChoiceOption, MeasureAnswer, StateCode } from '../../data/schema/vocabulary.ts'
import { slug } from '../engine/identity.ts'
import type { FetchedFile, ReadContext, Sink } from '../engine/source.ts'
import { countyId, type DivisionIndex, findDivision, indexDivisions } from './division.ts'
import type { At, ListedChoice, ListedContest, ListedElection } from './listed.ts'
import { type FoundOffice, findOffice, type OfficeRule } from './office.ts'
import { placeInState } from './part-division.ts'
import { writeBallot } from './write.ts'

/** One line, in this service's words. */
export interface Candidacy {
  at: At
  election: ListedElection
  /** What the rules read: lines of one election whose texts are of one office, district and seat are one contest. */
  contest: string
  /** The name as printed, in reading order. */
  name: string
  party?: string | null
  party_label?: string | null
  option?: ChoiceOption
  /** Of a measure. */
  answer?: MeasureAnswer
  withdrawn?: boolean
  unexpired?: boolean
  /** A party primary's party. */
  party_contest?: string
  /** Default: the office's. */
  votes_allowed?: number
  /** Of the contest. */
  details?: ContestDetails
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
  /** Where each is listed first, by name. */
  counties: Map<string, At>
  /** Whether every line named its candidate. */
  complete: boolean
  /** By name and party: a line that repeats a candidate, in another county or precinct, adds no choice. */
  choices: Map<string, ListedChoice>
}

interface Ballot {
  first: Candidacy
  /** By keys that sort in ballot order. */
  groups: Map<string, Group>
}

/**
 * Writes every election that the candidacies name. A contest that no rule reads is an issue `unknown-contest-title` on its first
 * line, and left out: its district would be a guess.
 */
export function writeCandidacies(
  layout: CandidacyLayout,
  candidacies: Iterable<Candidacy>,
  { files, context, sink }: { files: readonly FetchedFile[]; context: ReadContext; sink: Sink },
): void {
  const index = indexDivisions(layout.state, context.divisions)
  const find = findOffices(layout, sink)
  const ballots = new Map<string, Ballot>()
  for (const candidacy of candidacies) {
    const { election } = candidacy
    const key = `${election.date} ${election.type}`
    const ballot = ballots.get(key) ?? { first: candidacy, groups: new Map() }
    ballots.set(key, ballot)
    const found = find(candidacy)
    if (found) addCandidacy(groupOf(ballot, candidacy, found), candidacy, sink)
  }
  for (const { first, groups } of ballots.values()) {
    const contests = [...groups]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, group]) => toContest(group, layout, index, urlOf(group.first.at.file, files)))
    writeBallot(first.election, first.at, contests, sink)
  }
}

function urlOf(name: string, files: readonly FetchedFile[]): string | null {
  return files.find((file) => file.name === name)?.url ?? null
}

function findOffices({ offices }: CandidacyLayout, sink: Sink): (candidacy: Candidacy) => FoundOffice | undefined {
  const known = new Map<string, FoundOffice | undefined>()
  return ({ contest, at }) => {
    if (known.has(contest)) return known.get(contest)
    const found = findOffice(offices, contest)
    known.set(contest, found)
    if (!found) {
      const message = 'no rule reads this contest, so that its district is not known; it is left out'
      sink.issue({ ...at, field: null, code: 'unknown-contest-title', value: contest, message, severity: 'refused' })
    }
    return found
  }
}

function groupOf({ groups }: Ballot, candidacy: Candidacy, found: FoundOffice): Group {
  const { unexpired = false, party_contest = '' } = candidacy
  const key = JSON.stringify([found.place, unexpired ? 1 : 0, party_contest])
  const group = groups.get(key) ?? {
    first: candidacy,
    found,
    votes_allowed: undefined,
    counties: new Map(),
    complete: true,
    choices: new Map(),
  }
  groups.set(key, group)
  return group
}

function addCandidacy(group: Group, candidacy: Candidacy, sink: Sink): void {
  const { at, name, party = null, party_label = null, option, answer, withdrawn = false, discriminator } = candidacy
  group.votes_allowed ??= candidacy.votes_allowed
  for (const county of candidacy.counties ?? []) if (!group.counties.has(county)) group.counties.set(county, at)
  if (slug(name) === '') {
    group.complete = false
    const message = `got the name "${name}", expected one with a letter or a digit; the line is left out`
    sink.issue({ ...at, field: null, code: 'missing-name', value: name, message, severity: 'refused' })
    return
  }
  const key = JSON.stringify([slug(name), party, discriminator])
  const held = group.choices.get(key)
  if (held) {
    if (held.withdrawn !== withdrawn) {
      held.withdrawn = false
      const message = 'withdrew on one line and stands on another: is taken to stand'
      sink.issue({ ...at, field: null, code: 'withdrawn-and-standing', value: name, message, severity: 'mended' })
    }
    return
  }
  const choice: ListedChoice = { at, label: name, party, party_label, withdrawn }
  if (option) choice.option = option
  if (answer) choice.answer = answer
  if (discriminator !== undefined) choice.discriminator = discriminator
  group.choices.set(key, choice)
}

function toContest(
  { first, found, votes_allowed, counties, complete, choices }: Group,
  layout: CandidacyLayout,
  index: DivisionIndex,
  source_url: string | null,
): ListedContest {
  const { area, measure_code, details, title, short_title, ...office } = found.office
  const sorted = [...counties].sort(([a], [b]) => (a < b ? -1 : 1))
  const listed = sorted.map(([county]) => county)
  const county_at = new Map(sorted.map(([county, at]) => [countyId(index, county), at]))
  const suffix = first.unexpired ? ' (Unexpired)' : ''
  return {
    ...office,
    at: first.at,
    kind: measure_code === undefined ? 'candidate' : 'measure',
    title: title + suffix,
    short_title: short_title + suffix,
    party: first.party_contest ?? null,
    unexpired: first.unexpired ?? false,
    division: placeInState(findDivision(area, listed, index), listed, index.state),
    counties: [...county_at.keys()],
    county_at,
    votes_allowed: votes_allowed ?? office.votes_allowed ?? 1,
    measure_code: measure_code ?? null,
    source_url,
    complete: complete && (layout.complete ?? true),
    details: { ...details, ...first.details },
    choices: [...choices.values()].sort((a, b) => rankOf(a) - rankOf(b)),
  }
}

/** As listed, but Yes before No, and none of these last. */
function rankOf({ answer, option }: ListedChoice): number {
  return option ? 2 : answer === 'no' ? 1 : 0
}
