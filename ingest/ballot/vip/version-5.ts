// Versions 5 and 6 of the specification: CamelCase, texts in several languages, contests by their kinds. What 6.0 adds (lines of
// districts, ballot tracking, drop boxes, leaders of parties) is not of the ballot.

import type { ContestKind } from '../../../data/schema/vocabulary.ts'
import { childrenOf, findChild, textOf, type XmlElement } from '../../read/xml.ts'
import { type FetchedFile, type Sink, SourceError } from '../../source.ts'
import { countyOf, type FeedContest, type FeedDistrict } from '../feed/feed.ts'
import { orderByStyles } from '../feed/order.ts'
import { idsOf, indexVip, type VipIndex, type VipLayout } from './element-index.ts'
import type { VipElection, VipFeed } from './feed.ts'
import { readChoices } from './version-5-choice.ts'
import { translated, wholeNumber } from './version-5-text.ts'

const KINDS: readonly (readonly [string, ContestKind])[] = [
  ['CandidateContest', 'candidate'],
  ['BallotMeasureContest', 'measure'],
  ['RetentionContest', 'retention'],
]
const LAYOUT: VipLayout = {
  root: 'VipObject',
  kept: [
    ...KINDS.map(([name]) => name),
    'BallotMeasureSelection',
    'BallotStyle',
    'Candidate',
    'CandidateSelection',
    'Election',
    'ElectionAdministration',
    'ElectoralDistrict',
    'Locality',
    'Office',
    'OrderedContest',
    'Party',
    'PartyContest',
    'State',
  ],
  precinct: 'Precinct',
  locality: 'LocalityId',
  districts: 'ElectoralDistrictIds',
}

/** A contest without a district is an issue `missing-reference`, one for a party's whole ticket an issue `party-contest`; both are left out. */
export function readVip5(file: FetchedFile, sink: Sink): VipFeed {
  const index = indexVip(file, LAYOUT, sink)
  for (const contest of index.all('PartyContest')) {
    const message = 'a vote for a whole ticket of a party stands in other contests too; it is left out'
    const value = textOf(contest, 'Name')
    sink.issue({ ...index.at(contest), field: null, code: 'party-contest', value, message, severity: 'ignored' })
  }
  const contests = KINDS.flatMap(([name, kind]) =>
    index.all(name).flatMap((element) => {
      const contest = contestOf(element, kind, index, sink)
      return contest ? [{ id: element.attributes.id ?? '', sequence: sequenceOf(element), contest }] : []
    }),
  )
  // Contests of two kinds may have one id.
  const order = orderByStyles([...new Set(contests.map(({ id }) => id))], stylesOf(index))
  const places = new Map(order.map((id, place) => [id, place]))
  const placeOf = (id: string): number => places.get(id) ?? order.length
  return {
    election: electionOf(index, file),
    contests: contests
      .sort((a, b) => a.sequence - b.sequence || placeOf(a.id) - placeOf(b.id))
      .map(({ contest }) => contest),
  }
}

/** Contests that have a SequenceOrder come first, by it; all others follow in the order of the ballot styles. */
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

function electionOf(index: VipIndex, { name: file }: FetchedFile): VipElection {
  const [election] = index.all('Election')
  const [state] = index.all('State')
  if (!election || !state) throw new SourceError('has no Election or no State, expected one of each', { file })
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
  const name = textOf(contest, 'Name') ?? ''
  const title = translated(contest, 'BallotTitle') ?? { en: name, es: null }
  const [partyId] = idsOf(contest, 'PrimaryPartyIds')
  const party = partyId === undefined ? undefined : index.find('Party', partyId, contest)
  const [incumbent] = idsOf(contest, 'CandidateId').flatMap((id) => index.find('Candidate', id, contest) ?? [])
  const term = office && findChild(office, 'Term')
  return {
    at: index.at(contest),
    kind,
    title,
    name: kind === 'candidate' && office ? (translated(office, 'Name')?.en ?? name) : name,
    district,
    party: party ? (translated(party, 'Name')?.en ?? null) : null,
    unexpired: term ? textOf(term, 'Type') === 'unexpired-term' : false,
    seats: wholeNumber(contest, 'NumberElected') ?? 1,
    marks: wholeNumber(contest, 'VotesAllowed'),
    variation: textOf(contest, 'VoteVariation'),
    description: translated(contest, 'FullText') ?? translated(contest, 'SummaryText'),
    threshold: translated(contest, 'PassageThreshold')?.en ?? null,
    measure_type: textOf(contest, 'OtherType') ?? textOf(contest, 'Type'),
    incumbent: incumbent ? (translated(incumbent, 'BallotName')?.en ?? null) : null,
    // IsPartisan is false of partisan offices too: the specification's own sample has it so of the Governor.
    nonpartisan: false,
    ...readChoices(contest, kind, index, sink),
  }
}

function districtOf(contest: XmlElement, index: VipIndex): FeedDistrict | undefined {
  const id = textOf(contest, 'ElectoralDistrictId') ?? ''
  const district = index.find('ElectoralDistrict', id, contest)
  if (!district) return undefined
  const listed = index.localitiesOf(id)
  const within = listed.length > 0 ? listed.flatMap((one) => index.find('Locality', one, district) ?? []) : null
  return {
    name: textOf(district, 'Name') ?? '',
    type: textOf(district, 'Type') ?? '',
    number: textOf(district, 'Number'),
    ocd_id: ocdIdOf(district),
    counties: (within ?? index.all('Locality')).flatMap(
      (locality) =>
        countyOf({
          type: textOf(locality, 'Type'),
          name: textOf(locality, 'Name'),
          ocd_id: ocdIdOf(locality),
        }) ?? [],
    ),
  }
}

function ocdIdOf(element: XmlElement): string | null {
  const identifiers = findChild(element, 'ExternalIdentifiers')
  const found =
    identifiers && childrenOf(identifiers, 'ExternalIdentifier').find((one) => textOf(one, 'Type') === 'ocd-id')
  return found ? textOf(found, 'Value') : null
}
