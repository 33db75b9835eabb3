// Reads versions 5 and 6 of the specification: CamelCase names, texts in several languages, contests by kind. Ignores the additions
// of 6.0 (district boundaries, ballot tracking, drop boxes, party leaders), which are not part of the ballot.

import type { ContestKind } from '../../../data/schema/vocabulary.ts'
import { parseWholeNumber } from '../../read/field-value.ts'
import { type FetchedFile, type Sink, SourceError } from '../../read/source.ts'
import { childrenOf, findChild, textOf, type XmlElement } from '../../read/xml.ts'
import { leaveOutUnread } from '../feed/contest.ts'
import {
  type FeedChoice,
  type FeedContest,
  type FeedText,
  orderByStyles,
  plainChoice,
  readAnswer,
  readCount,
} from '../feed/feed.ts'
import {
  districtOf,
  idsOf,
  indexVip,
  specificationOf,
  type VipElection,
  type VipFeed,
  type VipIndex,
  type VipLayout,
} from './elements.ts'

// Element values in versions 5 and 6.

/** A child's text in English, else in its first language; null if there is none. */
function translated(element: XmlElement, name: string): FeedText | null {
  const child = findChild(element, name)
  const texts = child ? childrenOf(child, 'Text') : []
  const inLanguage = (language: string) =>
    texts.find(({ attributes }) => attributes.language?.split('-')[0]?.toLowerCase() === language)
  const en = plain(inLanguage('en') ?? texts[0])
  return en === null ? null : { en, es: plain(inLanguage('es')) }
}

function plain(text: XmlElement | undefined): string | null {
  return text?.text.replace(/\s+/g, ' ') || null
}

function wholeNumber(element: XmlElement, name: string): number | null {
  const text = textOf(element, name)
  return text === null ? null : (parseWholeNumber(text) ?? null)
}

// Choices of a contest in versions 5 and 6.

type Choices = Pick<FeedContest, 'choices' | 'complete'>

/**
 * Sorted by the selections' SequenceOrder, else in the contest's order; rotations of single ballot styles are ignored. A selection
 * without a candidate gives an issue `unnamed-option`. Such a selection, or one that refers to a missing element, makes the list
 * incomplete. Undefined, with an issue, if there is no choice and the contest or a selection has an unknown element.
 */
function readChoices(contest: XmlElement, kind: ContestKind, index: VipIndex, sink: Sink): Choices | undefined {
  const name = kind === 'candidate' ? 'CandidateSelection' : 'BallotMeasureSelection'
  const ids = idsOf(contest, 'BallotSelectionIds')
  const selections = ids.flatMap((id) => index.find(name, id, contest) ?? [])
  const ordered = selections
    .map((selection) => ({ selection, order: wholeNumber(selection, 'SequenceOrder') ?? 0 }))
    .sort((a, b) => a.order - b.order)
    .map(({ selection }) => selection)
  const read = toChoices(ordered, kind, index, sink)
  if (read.choices.length === 0 && [contest, ...selections].some((one) => index.hasUnknown(one))) {
    leaveOutUnread(textOf(contest, 'Name'), index.at(contest), sink)
    return undefined
  }
  return { ...read, complete: read.complete && ids.length === selections.length }
}

function toChoices(ordered: readonly XmlElement[], kind: ContestKind, index: VipIndex, sink: Sink): Choices {
  if (kind !== 'candidate') return { choices: ordered.map((one) => answerOf(one, index, sink)), complete: true }
  const lines = ordered.filter((selection) => textOf(selection, 'IsWriteIn') !== 'true')
  const candidacies = lines.map((selection) => candidacyOf(selection, index, sink))
  return {
    choices: candidacies.flatMap(({ choices }) => choices),
    complete: ordered.length > 0 && candidacies.every(({ complete }) => complete),
  }
}

function answerOf(selection: XmlElement, index: VipIndex, sink: Sink): FeedChoice {
  return readAnswer(translated(selection, 'Selection') ?? { en: '', es: null }, index.at(selection), sink)
}

/** A ticket is one choice with all its names. Write-in candidates are not choices. */
function candidacyOf(selection: XmlElement, index: VipIndex, sink: Sink): Choices {
  const ids = idsOf(selection, 'CandidateIds')
  const candidates = ids.flatMap((id) => index.find('Candidate', id, selection) ?? [])
  const [first] = candidates
  if (ids.length === 0) {
    const message = 'the selection names no candidate, expected at least one; it is left out'
    const value = selection.attributes.id ?? null
    const at = index.at(selection)
    sink.issue({ ...at, field: 'CandidateIds', code: 'unnamed-option', value, message, severity: 'refused' })
  }
  if (!first) return { choices: [], complete: false }
  const complete = candidates.length === ids.length
  const statuses = candidates.map((candidate) => textOf(candidate, 'PreElectionStatus'))
  if (statuses.includes('write-in')) return { choices: [], complete }
  const names = candidates.map((candidate) => translated(candidate, 'BallotName')?.en ?? '')
  const endorsing = idsOf(selection, 'EndorsementPartyIds')
  const partyIds = endorsing.length > 0 ? endorsing : idsOf(first, 'PartyId')
  const choice: FeedChoice = {
    ...plainChoice(index.at(selection), { en: names.join(' / '), es: null }),
    parties: partyIds.flatMap((id) => {
      const party = index.find('Party', id, selection)
      return (party && translated(party, 'Name')?.en) ?? []
    }),
    withdrawn: statuses.every((status) => status === 'withdrawn'),
  }
  return { choices: [choice], complete }
}

const KINDS: readonly (readonly [string, ContestKind])[] = [
  ['CandidateContest', 'candidate'],
  ['BallotMeasureContest', 'measure'],
  ['RetentionContest', 'retention'],
]
const LAYOUT: VipLayout = {
  root: 'VipObject',
  ...specificationOf('5'),
  written: (name) => name,
  districts: 'ElectoralDistrictIds',
  referred: ['CandidateSelection', 'BallotMeasureSelection', 'Candidate'],
}

/** Leaves out a contest without a district (issue `missing-reference`) and a straight-party contest (issue `party-contest`). */
export function readVip5(file: FetchedFile, sink: Sink): VipFeed {
  const index = indexVip(file, LAYOUT, sink)
  for (const contest of index.all('PartyContest')) {
    const message = 'a straight-party vote only repeats other contests; it is left out'
    const value = textOf(contest, 'Name')
    sink.issue({ ...index.at(contest), field: null, code: 'party-contest', value, message, severity: 'ignored' })
  }
  const contests = KINDS.flatMap(([name, kind]) =>
    index.all(name).flatMap((element) => {
      const contest = contestOf(element, kind, index, sink)
      return contest ? [{ id: element.attributes.id ?? '', sequence: sequenceOf(element), contest }] : []
    }),
  )
  // Contests of different kinds may have the same id.
  const order = orderByStyles([...new Set(contests.map(({ id }) => id))], stylesOf(index))
  const places = new Map(order.map((id, place) => [id, place]))
  const placeOf = (id: string): number => places.get(id) ?? order.length
  index.sayUnreferenced()
  return {
    election: electionOf(index, file, sink),
    contests: contests
      .sort((a, b) => a.sequence - b.sequence || placeOf(a.id) - placeOf(b.id))
      .map(({ contest }) => contest),
  }
}

/** Contests with a SequenceOrder come first, sorted by it; the others follow in the order of the ballot styles. */
function sequenceOf(element: XmlElement): number {
  return wholeNumber(element, 'SequenceOrder') ?? Number.MAX_SAFE_INTEGER
}

/** The contests of each ballot style, in its order. */
function* stylesOf(index: VipIndex): Generator<string[]> {
  for (const style of index.all('BallotStyle'))
    yield idsOf(style, 'OrderedContestIds').flatMap((id) => {
      const ordered = index.find('OrderedContest', id, style)
      return ordered ? idsOf(ordered, 'ContestId') : []
    })
}

/** Nothing says which contests are of another election of the feed: it gives an issue `second-election`. */
function electionOf(index: VipIndex, { name: file }: FetchedFile, sink: Sink): VipElection {
  const [election, ...others] = index.all('Election')
  const [state] = index.all('State')
  if (!election || !state) throw new SourceError('the Election or State element is missing', { file })
  for (const other of others) {
    const value = textOf(other, 'Date')
    const message = `the feed has another Election, of ${value ?? 'no date'}, expected one: no contest names its election, so all are read as of the first, of ${textOf(election, 'Date')}`
    sink.issue({ ...index.at(other), field: null, code: 'second-election', value, message, severity: 'refused' })
  }
  const localities = index.all('Locality')
  const [locality] = localities.length === 1 && textOf(election, 'IsStatewide') !== 'true' ? localities : []
  const [id] = [locality, state].flatMap((one) => (one ? idsOf(one, 'ElectionAdministrationId') : []))
  const administration = id === undefined ? undefined : index.find('ElectionAdministration', id, locality ?? state)
  return {
    at: index.at(election),
    state: textOf(state, 'Name') ?? '',
    date: textOf(election, 'Date') ?? '',
    type: translated(election, 'ElectionType'),
    name_es: translated(election, 'Name')?.es ?? null,
    locality: locality ? textOf(locality, 'Name') : null,
    info_url: administration ? textOf(administration, 'ElectionsUri') : null,
  }
}

function contestOf(contest: XmlElement, kind: ContestKind, index: VipIndex, sink: Sink): FeedContest | undefined {
  const district = districtOf(contest, index)
  if (!district) return undefined
  const offices = [...idsOf(contest, 'OfficeIds'), ...idsOf(contest, 'OfficeId')]
  const [office] = offices.flatMap((id) => index.find('Office', id, contest) ?? [])
  const read = readChoices(contest, kind, index, sink)
  if (!read) return undefined
  const at = index.at(contest)
  const name = textOf(contest, 'Name') ?? ''
  const title = translated(contest, 'BallotTitle') ?? { en: name, es: null }
  const [partyId] = idsOf(contest, 'PrimaryPartyIds')
  const party = partyId === undefined ? undefined : index.find('Party', partyId, contest)
  const [incumbent] = idsOf(contest, 'CandidateId').flatMap((id) => index.find('Candidate', id, contest) ?? [])
  const term = office && findChild(office, 'Term')
  return {
    at,
    kind,
    title,
    name: kind === 'candidate' && office ? (translated(office, 'Name')?.en ?? name) : name,
    district,
    party: party ? (translated(party, 'Name')?.en ?? null) : null,
    unexpired: term ? textOf(term, 'Type') === 'unexpired-term' : false,
    seats: readCount(textOf(contest, 'NumberElected'), 'NumberElected', at, sink) ?? 1,
    marks: readCount(textOf(contest, 'VotesAllowed'), 'VotesAllowed', at, sink),
    variation: textOf(contest, 'VoteVariation'),
    description: translated(contest, 'FullText') ?? translated(contest, 'SummaryText'),
    threshold: translated(contest, 'PassageThreshold')?.en ?? null,
    measure_type: textOf(contest, 'OtherType') ?? textOf(contest, 'Type'),
    incumbent: incumbent ? (translated(incumbent, 'BallotName')?.en ?? null) : null,
    // IsPartisan is unreliable: the specification's own sample sets it to false for the Governor.
    nonpartisan: false,
    ...read,
  }
}
