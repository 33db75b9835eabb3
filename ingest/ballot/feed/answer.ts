import type { MeasureAnswer } from '../../../data/schema/vocabulary.ts'
import type { Sink } from '../../read/source.ts'
import type { At } from '../listed.ts'
import type { FeedChoice, FeedText } from './feed.ts'

const YES = '(?:yes|s[ií]|for|in favor|approved?|accept(?:ed)?|retain|a favor)'
const NO = '(?:no(?!\\.? *\\d)|against|oppose[ds]?|not|reject(?:ed)?|do not|en contra)'
const END = '(?![\\p{L}\\p{N}])'
/** At the beginning: `For the bonds`. */
const FIRST: readonly (readonly [RegExp, MeasureAnswer])[] = [
  [new RegExp(`^[^\\p{L}\\p{N}]*${YES}${END}`, 'iu'), 'yes'],
  [new RegExp(`^[^\\p{L}\\p{N}]*${NO}${END}`, 'iu'), 'no'],
]
/** At the end, after what is asked: `Bonds Yes`, `BONDS - NO`, `Measure A: Against`. */
const LAST: readonly (readonly [RegExp, MeasureAnswer])[] = [
  [new RegExp(`[\\s:\\p{Pd}/(]${YES}[^\\p{L}\\p{N}]*$`, 'iu'), 'yes'],
  [new RegExp(`[\\s:\\p{Pd}/(]${NO}[^\\p{L}\\p{N}]*$`, 'iu'), 'no'],
]
/** Before the last word: `For Measure A: No` says both. */
const SEPARATED = /[:\p{Pd}] *[\p{L}]+[^\p{L}\p{N}]*$/u

function find(label: string): MeasureAnswer | null {
  const answerIn = (patterns: typeof FIRST) => patterns.find(([pattern]) => pattern.test(label))?.[1] ?? null
  const [first, last] = [answerIn(FIRST), answerIn(LAST)]
  if (first === null) return last
  return last !== null && last !== first && SEPARATED.test(label) ? null : first
}

/**
 * A choice of a measure, e.g. `YES`, `For the bonds` or `Bonds Yes`. Any other label, and one that says both, gives an issue
 * `unknown-answer` and a null answer.
 */
export function readAnswer(label: FeedText, at: At, sink: Pick<Sink, 'issue'>): FeedChoice {
  const answer = find(label.en)
  const choice = { at, label, answer, parties: [], withdrawn: false, designation: null }
  if (answer !== null) return choice
  const message = `got the answer "${label.en}" to a measure, expected one that begins or ends with a word for yes or no`
  sink.issue({ ...at, field: null, code: 'unknown-answer', value: label.en, message, severity: 'refused' })
  return choice
}
