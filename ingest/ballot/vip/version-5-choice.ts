// The choices of a contest in versions 5 and 6.

import type { ContestKind } from '../../../data/schema/vocabulary.ts'
import { textOf, type XmlElement } from '../../read/xml.ts'
import type { Sink } from '../../source.ts'
import { readAnswer } from '../feed/answer.ts'
import type { FeedChoice } from '../feed/feed.ts'
import { idsOf, type VipIndex } from './element-index.ts'
import { translated, wholeNumber } from './version-5-text.ts'

/** In the order of the selections' SequenceOrder, else in the contest's own: rotations of single ballot styles are not followed. */
export function readChoices(contest: XmlElement, kind: ContestKind, index: VipIndex, sink: Sink): FeedChoice[] {
  const name = kind === 'candidate' ? 'CandidateSelection' : 'BallotMeasureSelection'
  const read = kind === 'candidate' ? candidacyOf : answerOf
  return idsOf(contest, 'BallotSelectionIds')
    .flatMap((id) => index.find(name, id, contest) ?? [])
    .map((selection) => ({ selection, order: wholeNumber(selection, 'SequenceOrder') ?? 0 }))
    .sort((a, b) => a.order - b.order)
    .flatMap(({ selection }) => read(selection, index, sink) ?? [])
}

function answerOf(selection: XmlElement, index: VipIndex, sink: Sink): FeedChoice {
  return readAnswer(translated(selection, 'Selection') ?? { en: '', es: null }, index.at(selection), sink)
}

/** A ticket is one choice with all its names. Lines for writing in a name, and those who ask for that, are no choices. */
function candidacyOf(selection: XmlElement, index: VipIndex): FeedChoice | undefined {
  const candidates = idsOf(selection, 'CandidateIds').flatMap((id) => index.find('Candidate', id, selection) ?? [])
  const [first] = candidates
  if (!first || textOf(selection, 'IsWriteIn') === 'true') return undefined
  const statuses = candidates.map((candidate) => textOf(candidate, 'PreElectionStatus'))
  if (statuses.includes('write-in')) return undefined
  const names = candidates.map((candidate) => translated(candidate, 'BallotName')?.en ?? '')
  const endorsing = idsOf(selection, 'EndorsementPartyIds')
  const partyIds = endorsing.length > 0 ? endorsing : idsOf(first, 'PartyId')
  return {
    at: index.at(selection),
    label: { en: names.join(' / '), es: null },
    answer: null,
    parties: partyIds.flatMap((id) => {
      const party = index.find('Party', id, selection)
      return (party && translated(party, 'Name')?.en) ?? []
    }),
    withdrawn: statuses.every((status) => status === 'withdrawn'),
    designation: null,
  }
}
