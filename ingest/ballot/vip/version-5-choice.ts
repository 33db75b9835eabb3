// The choices of a contest in versions 5 and 6.

import type { ContestKind } from '../../../data/schema/vocabulary.ts'
import { textOf, type XmlElement } from '../../read/xml.ts'
import type { Sink } from '../../source.ts'
import { readAnswer } from '../feed/answer.ts'
import type { FeedChoice, FeedContest } from '../feed/feed.ts'
import { idsOf, type VipIndex } from './element-index.ts'
import { translated, wholeNumber } from './version-5-text.ts'

type Choices = Pick<FeedContest, 'choices' | 'complete'>

/**
 * In the order of the selections' SequenceOrder, else in the contest's own: rotations of single ballot styles are not followed. A
 * selection that names nobody is an issue `unnamed-option`, and the list then not complete; nor is one that refers to what the feed lacks.
 */
export function readChoices(contest: XmlElement, kind: ContestKind, index: VipIndex, sink: Sink): Choices {
  const name = kind === 'candidate' ? 'CandidateSelection' : 'BallotMeasureSelection'
  const ids = idsOf(contest, 'BallotSelectionIds')
  const selections = ids.flatMap((id) => index.find(name, id, contest) ?? [])
  const ordered = selections
    .map((selection) => ({ selection, order: wholeNumber(selection, 'SequenceOrder') ?? 0 }))
    .sort((a, b) => a.order - b.order)
    .map(({ selection }) => selection)
  if (kind !== 'candidate') return { choices: ordered.map((one) => answerOf(one, index, sink)), complete: true }
  const lines = ordered.filter((selection) => textOf(selection, 'IsWriteIn') !== 'true')
  const candidacies = lines.map((selection) => candidacyOf(selection, index, sink))
  return {
    choices: candidacies.flatMap(({ choices }) => choices),
    complete: ids.length > 0 && ids.length === selections.length && candidacies.every(({ complete }) => complete),
  }
}

function answerOf(selection: XmlElement, index: VipIndex, sink: Sink): FeedChoice {
  return readAnswer(translated(selection, 'Selection') ?? { en: '', es: null }, index.at(selection), sink)
}

/** A ticket is one choice with all its names. Those who ask for their names to be written in are no choices. */
function candidacyOf(selection: XmlElement, index: VipIndex, sink: Sink): Choices {
  const ids = idsOf(selection, 'CandidateIds')
  const candidates = ids.flatMap((id) => index.find('Candidate', id, selection) ?? [])
  const [first] = candidates
  if (ids.length === 0) {
    const message = 'this selection names no candidate, expected one or more; it is left out'
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
  return { choices: [choice], complete }
}
