// Reads versions 2 and 3 of the specification: snake_case names, numeric ids, and a contest's choices in a separate ballot element.

import { parseWholeNumber } from '../../read/field-value.ts'
import { type FetchedFile, type Sink, SourceError } from '../../read/source.ts'
import { childrenOf, textOf, type XmlElement } from '../../read/xml.ts'
import { leaveOutUnread } from '../feed/contest.ts'
import { type FeedChoice, type FeedContest, type FeedText, plainChoice, readAnswer, readCount } from '../feed/feed.ts'
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

const LAYOUT: VipLayout = {
  root: 'vip_object',
  ...specificationOf('3'),
  // `ElectoralDistrict` is `electoral_district`.
  written: (name) => name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase(),
  districts: 'electoral_district_id',
  referred: ['ballot', 'candidate', 'referendum', 'custom_ballot', 'ballot_response'],
}

/**
 * Each contest belongs to the election that it names. A contest without a ballot or a district, or of an election that the feed does not
 * have, gives an issue `missing-reference` and is left out. Throws SourceError for a feed without an election or a state.
 */
export function readVip3(file: FetchedFile, sink: Sink): VipFeed[] {
  const index = indexVip(file, LAYOUT, sink)
  const elections = index.all('election')
  const [first] = elections
  if (!first) throw new SourceError('the election element is missing', { file: file.name })
  const contests = [...index.all('contest')]
    .sort((a, b) => number(a, 'ballot_placement', Infinity) - number(b, 'ballot_placement', Infinity))
    .flatMap((contest) => {
      const [id] = idsOf(contest, 'election_id')
      const election = id === undefined && elections.length === 1 ? first : index.find('election', id ?? '', contest)
      return election ? contestsOf(contest, index, sink).map((read) => ({ election, read })) : []
    })
  index.sayUnreferenced()
  return elections.map((element) => ({
    election: electionOf(element, index, file),
    contests: contests.flatMap(({ election, read }) => (election === element ? [read] : [])),
  }))
}

function electionOf(election: XmlElement, index: VipIndex, { name: file }: FetchedFile): VipElection {
  const [state] = index.all('state')
  if (!state) throw new SourceError('the state element is missing', { file })
  const type = textOf(election, 'election_type')
  const localities = index.all('locality')
  const [locality] = localities.length === 1 ? localities : []
  const administered = [locality, state].flatMap((one) => (one ? idsOf(one, 'election_administration_id') : []))
  const administration = administered[0] && index.find('election_administration', administered[0], locality ?? state)
  return {
    at: index.at(election),
    state: textOf(state, 'name') ?? '',
    date: textOf(election, 'date') ?? '',
    type: type === null ? null : { en: type, es: null },
    name_es: null,
    locality: locality && textOf(election, 'statewide')?.toLowerCase() !== 'yes' ? textOf(locality, 'name') : null,
    info_url: administration ? textOf(administration, 'elections_url') : null,
  }
}

/** A ballot with several referendums gives one contest for each. */
function contestsOf(contest: XmlElement, index: VipIndex, sink: Sink): FeedContest[] {
  const ballot = index.find('ballot', textOf(contest, 'ballot_id') ?? '', contest)
  const district = districtOf(contest, index)
  if (!ballot || !district) return []
  const office = textOf(contest, 'office') ?? ''
  const at = index.at(contest)
  const shared = {
    at,
    district,
    party: textOf(contest, 'primary_party'),
    unexpired: /unexpired/i.test(textOf(contest, 'type') ?? ''),
    seats: readCount(textOf(contest, 'number_elected'), 'number_elected', at, sink) ?? 1,
    marks: readCount(textOf(contest, 'number_voting_for'), 'number_voting_for', at, sink),
    variation: null,
    incumbent: null,
    nonpartisan: false,
  }
  const measures = [
    ...idsOf(ballot, 'referendum_id').flatMap((id) => index.find('referendum', id, ballot) ?? []),
    ...idsOf(ballot, 'custom_ballot_id').flatMap((id) => index.find('custom_ballot', id, ballot) ?? []),
  ]
  if (measures.length > 0)
    return measures.map((measure) => ({ ...shared, ...measureOf(measure, index, sink), complete: true }))
  const nothing = { description: null, threshold: null, measure_type: null }
  const references = childrenOf(ballot, 'candidate_id')
  const choices = inOrder(references, ballot, index)
  const complete = choices.length > 0 && choices.length === references.length
  if (choices.length === 0 && [contest, ballot].some((one) => index.hasUnknown(one))) {
    leaveOutUnread(office, at, sink)
    return []
  }
  return [{ ...shared, ...nothing, kind: 'candidate', title: plain(office), name: office, choices, complete }]
}

/** A custom ballot asks a question. It is a retention if its heading says so. */
function measureOf(measure: XmlElement, index: VipIndex, sink: Sink) {
  const heading = textOf(measure, 'heading')
  const title = textOf(measure, 'title') ?? heading ?? ''
  const subtitle = textOf(measure, 'subtitle')
  const text = textOf(measure, 'text') ?? textOf(measure, 'brief')
  const responses = childrenOf(measure, 'ballot_response_id').flatMap((reference) => {
    const response = index.find('ballot_response', reference.text, measure)
    return response ? [{ response, order: order(reference, response) }] : []
  })
  const choices = responses
    .sort((a, b) => a.order - b.order)
    .map(({ response }) => readAnswer(plain(textOf(response, 'text') ?? ''), index.at(response), sink))
  return {
    kind: /\bretain|\bretention/i.test(heading ?? '') ? ('retention' as const) : ('measure' as const),
    title: plain(subtitle === null ? title : `${title}: ${subtitle}`),
    name: title,
    description: text === null ? null : plain(text),
    threshold: textOf(measure, 'passage_threshold'),
    measure_type: null,
    choices,
  }
}

function inOrder(references: readonly XmlElement[], ballot: XmlElement, index: VipIndex): FeedChoice[] {
  return references
    .flatMap((reference) => {
      const candidate = index.find('candidate', reference.text, ballot)
      return candidate ? [{ candidate, order: order(reference, candidate) }] : []
    })
    .sort((a, b) => a.order - b.order)
    .map(({ candidate }) => candidateOf(candidate, index))
}

function candidateOf(candidate: XmlElement, index: VipIndex): FeedChoice {
  const party = textOf(candidate, 'party')
  const choice = plainChoice(index.at(candidate), plain(textOf(candidate, 'name') ?? ''))
  return { ...choice, parties: party === null ? [] : [party], designation: textOf(candidate, 'biography') }
}

/** The position of a candidate or response: the reference's attribute, else the element's own value, else feed order. */
function order(reference: XmlElement, element: XmlElement): number {
  return Number(reference.attributes.sort_order ?? textOf(element, 'sort_order') ?? 0)
}

function number(element: XmlElement, name: string, none: number): number {
  return parseWholeNumber(textOf(element, name) ?? '') ?? none
}

function plain(text: string): FeedText {
  return { en: text, es: null }
}
