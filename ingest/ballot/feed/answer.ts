import type { MeasureAnswer } from '../../../data/schema/vocabulary.ts'
import type { Sink } from '../../read/source.ts'
import type { At } from '../listed.ts'
import type { FeedChoice, FeedText } from './feed.ts'

const ANSWERS: readonly (readonly [RegExp, MeasureAnswer])[] = [
  [/^(yes|for|in favor|approved?|accept|retain)\b/i, 'yes'],
  [/^(no|against|oppose|not|rejected?|do not)\b/i, 'no'],
]

/** A choice of a measure, e.g. `YES` or `For the bonds`. Any other label gives an issue `unknown-answer` and a null answer. */
export function readAnswer(label: FeedText, at: At, sink: Pick<Sink, 'issue'>): FeedChoice {
  const answer = ANSWERS.find(([pattern]) => pattern.test(label.en))?.[1] ?? null
  const choice = { at, label, answer, parties: [], withdrawn: false, designation: null }
  if (answer !== null) return choice
  const message = `got the answer "${label.en}" to a measure, expected one that begins with a word for yes or no`
  sink.issue({ ...at, field: null, code: 'unknown-answer', value: label.en, message, severity: 'refused' })
  return choice
}
