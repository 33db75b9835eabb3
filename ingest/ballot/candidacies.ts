// Reads sources with one candidate per line: groups lines into contests and writes their rows. A state's file gives only its rules.

import type { ContestDetails } from '../../data/schema/contest.ts'
import type { ChoiceOption, MeasureAnswer, StateCode } from '../../data/schema/vocabulary.ts'
import { slug } from '../read/identity.ts'
import type { FetchedFile, ReadContext, Sink } from '../read/source.ts'
import { countyId, type DivisionIndex, findDivision, indexDivisions, placeInState } from './division.ts'
import type { At, ListedChoice, ListedContest, ListedElection } from './listed.ts'
import { type FoundOffice, findOffice, type ListedOffice, type OfficeRule, placeOffice } from './office-rule.ts'
import { writeBallot } from './write.ts'

/** One line of a source, in this service's vocabulary. */
export interface Candidacy {
  at: At
  election: ListedElection
  /** The text that the rules match. Lines of one election with the same office, district and seat form one contest. */
  contest: string
  /** The office, if it is already read; the layout's rules are then not asked. */
  office?: ListedOffice
  /** Of that office on a ballot. Default: by its level. */
  rank?: number | undefined
  /** The printed name, in reading order. */
  name: string
  party?: string | null
  party_label?: string | null
  option?: ChoiceOption
  /** Set for a choice of a measure. */
  answer?: MeasureAnswer
  withdrawn?: boolean
  unexpired?: boolean
  /** The party of a party primary. */
  party_contest?: string
  /** Default: the office's `votes_allowed`. */
  votes_allowed?: number
  /** Details of the contest. */
  details?: ContestDetails
  /** Names of the counties that list the candidacy. */
  counties?: readonly string[]
  discriminator?: string
  /** The line names a candidacy that cannot be used, so the contests of its office may lack a candidate. */
  unusable?: boolean
}

export interface CandidacyLayout {
  state: StateCode
  /** In ballot order. */
  offices: readonly OfficeRule[]
  /** False if the source may lack some of the candidates. Default: true. */
  complete?: boolean | undefined
  /** True if the source names the winners alone. */
  winners_only?: boolean | undefined
}

interface Group {
  first: Candidacy
  found: FoundOffice
  votes_allowed: number | undefined
  /** The first line of each county, by name. */
  counties: Map<string, At>
  /** True if every line has a valid name. */
  complete: boolean
  /** Keyed by name and party, so that a candidate repeated for another county or precinct adds no choice. */
  choices: Map<string, ListedChoice>
}

interface Ballot {
  first: Candidacy
  /** The places of offices of which a line cannot be used. */
  incomplete: Set<string>
  /** The keys sort in ballot order. */
  groups: Map<string, Group>
}

/**
 * Writes every election that the candidacies name. A contest that matches no rule gives an issue `unknown-contest-title` on its
 * first line and is left out, because its district is unknown.
 */
export function writeCandidacies(
  layout: CandidacyLayout,
  candidacies: Iterable<Candidacy>,
  {
    files,
    context,
    sink,
  }: { files: readonly FetchedFile[]; context: Pick<ReadContext<'divisions'>, 'divisions'>; sink: Sink },
): void {
  const index = indexDivisions(layout.state, context.divisions)
  const find = findOffices(layout, sink)
  const ballots = new Map<string, Ballot>()
  for (const candidacy of candidacies) {
    const { election } = candidacy
    const key = `${election.date} ${election.type}`
    const ballot = ballots.get(key) ?? { first: candidacy, incomplete: new Set<string>(), groups: new Map() }
    ballots.set(key, ballot)
    const found = find(candidacy)
    if (found && candidacy.unusable) ballot.incomplete.add(found.place)
    else if (found) addCandidacy(groupOf(ballot, candidacy, found), candidacy, sink)
  }
  for (const { first, incomplete, groups } of ballots.values()) {
    for (const group of groups.values()) if (incomplete.has(group.found.place)) group.complete = false
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
  return ({ contest, office, rank, at }) => {
    if (office) return placeOffice(office, rank)
    if (known.has(contest)) return known.get(contest)
    const found = findOffice(offices, contest)
    known.set(contest, found)
    if (!found) {
      const message = 'no rule matches this contest, so its district is unknown; it is left out'
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
      const message = 'withdrawn on one line and standing on another; kept as standing'
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
  const { area, measure_code, retention, details, title, short_title, ...office } = found.office
  const sorted = [...counties].sort(([a], [b]) => (a < b ? -1 : 1))
  const listed = sorted.map(([county]) => county)
  const county_at = new Map(sorted.map(([county, at]) => [countyId(index, county), at]))
  const suffix = first.unexpired && !/\bunexpired\b/i.test(title) ? ' (Unexpired)' : ''
  return {
    ...office,
    at: first.at,
    kind: retention ? 'retention' : measure_code === undefined ? 'candidate' : 'measure',
    title: title + suffix,
    short_title: short_title + suffix,
    party: first.party_contest ?? null,
    unexpired: first.unexpired ?? false,
    division: placeInState(findDivision(area, listed, index), listed, index.state),
    counties: [...county_at.keys()],
    county_at,
    votes_allowed: votes_allowed ?? office.votes_allowed ?? 1,
    measure_code: measure_code || null,
    source_url,
    complete: complete && (layout.complete ?? true) && !layout.winners_only,
    details: { ...details, ...first.details, ...(layout.winners_only && { winners_only: true }) },
    choices: [...choices.values()].sort((a, b) => rankOf(a) - rankOf(b)),
  }
}

/** Keeps the list order, but puts Yes before No and none of these last. */
function rankOf({ answer, option }: ListedChoice): number {
  return option ? 2 : answer === 'no' ? 1 : 0
}
