// Reads the candidate column of a returns file: a person, an answer, a judge with an answer, or nobody.

import type { MeasureAnswer } from '../../../data/schema/vocabulary.ts'
import { inReadingOrder } from '../reading-order.ts'

export type NamedChoice =
  | { kind: 'person'; name: string }
  /** `about`: the judge whom voters keep or not, or the officer whom they recall, in capitals. */
  | { kind: 'answer'; answer: MeasureAnswer; label: string; about: string | null }
  | { kind: 'none_of_these' }
  /** Written in, not printed. */
  | { kind: 'write-in'; name: string }
  /** The contest has no candidate: `NO PETITION FILED`. */
  | { kind: 'nobody' }
  /** A count and no choice: `UNDERVOTES`. */
  | { kind: 'tally' }

const TALLY =
  /^(?:(?:UNDER|OVER|BLANK|INVALID|SPECIAL|SCATTERED|TOTAL|REJECTED) ?-?VOTES?(?: CAST)?|BLANKS?|SPOILED|VOID|BLANK ?\/ ?VOID|VOID ?\/ ?BLANK|ALL OTHERS|OTHERS?|SCATTERING|SCATTER|CONTEST TOTALS?|TOTAL|TOTAL BALLOTS CAST|TOTAL VOTES CAST|VOTES CAST|CAST VOTES|AFFIDAVIT|PUBLIC COUNTER|ABSENTEE ?\/ ?MILITARY|FEDERAL|MANUALLY COUNTED EMERGENCY|EMERGENCY|NOT QUALIFIED|INVALID|NA|N\/A|NONE|NO PREFERENCE|(?:PAPER )?(?:BALLOTS|CARDS) CAST(?: ?- ?(?:TOTAL|BLANK))?|REGISTERED VOTERS(?: ?- ?TOTAL)?|TIMES (?:OVER|BLANK) ?VOTED|NUMBER OF (?:OVER|UNDER)VOTES)$/
const OF_TALLY = / - (?:OVER|UNDER) ?VOTES?$/
export const WRITE_IN = /\bWRITE-? ?INS?\b| W$| \(W\)$/
const NOBODY =
  /^(?:NO CANDIDATE(?:S|\(S\))?(?: (?:FILED|NOMINATED))?|NO PETITION FILED|NO NOMINATION|NO ONE(?: FILED| AGAIN)?|NO BODY|NOBODY|NO VOTE|(?:NOT |UN)ASSIGNED|IMEGNED|REMOVE CANDIDATE|VACANT|VACANCY|.*\bBOARD DISTRICT \d+)$/
const NONE_OF_THESE = /^NONE OF THESE CANDIDATES$/
const YES =
  /^(?:YES|FOR|APPROVED?|ACCEPT|IN FAVOR(?: OF)?|SI|YES ?\/ ?SI|YES TO APPROVE|YES FOR \w+|YES (?:BOND|BUDGET|JOIN)\b.*|FOR (?:THE|RECALLING|ISSUANCE)\b.*|.+ YES|BONDS? ?-? ?YES)$/
const NO =
  /^(?:NO|AGAINST|REJECT(?:ED)?|OPPOSED?|NO ?\/ ?NO|NO TO REJECT|NO FOR \w+|NO (?:BOND|BUDGET|JOIN)\b.*|AGAINST (?:THE|RECALLING|ISSUANCE)\b.*|.+ NO|BONDS? ?-? ?NO)$/
/** Marks of the publisher or the state that are no part of a name: `(I)`, `(REP)`, `*`. */
const MARKS = /\((?:I|INC|INCUMBENT|REP|DEM|LIB|GRN|CON|NP|NPA|NON|IND|R|D|L|G)\)|\*/g

/** @param writein the column of that name */
export function readChoice(text: string, writein: string): NamedChoice {
  const words = text.toUpperCase().replace(MARKS, ' ').replace(/\s+/g, ' ').trim()
  if (words === '' || TALLY.test(words) || OF_TALLY.test(words)) return { kind: 'tally' }
  if (NOBODY.test(words)) return { kind: 'nobody' }
  if (NONE_OF_THESE.test(words)) return { kind: 'none_of_these' }
  const name = text.replace(MARKS, ' ').replace(/\s+/g, ' ').trim()
  if (/^true$/i.test(writein) || WRITE_IN.test(words)) return { kind: 'write-in', name }
  return readAnswer(words) ?? { kind: 'person', name: inReadingOrder(name) }
}

function readAnswer(words: string): NamedChoice | undefined {
  const dash = words.lastIndexOf(' - ')
  const after = words.slice(dash + 3)
  const before = words.slice(0, dash)
  if (dash > 0) {
    const answer = answerOf(after)
    // `FOR THE PROPOSITION - YES` names no judge.
    if (answer) {
      const about = /^(?:FOR|AGAINST) (?:THE )?\w+$|^(?:BONDS?|LEVY|TAX)$/.test(before) ? null : before
      return { kind: 'answer', answer, label: about === null ? words : after, about }
    }
  }
  const answer = answerOf(words)
  return answer && { kind: 'answer', answer, label: words, about: null }
}

function answerOf(words: string): MeasureAnswer | undefined {
  // `LEASE OR EXCHANGE OF REAL PROPERTY NO`; a person may be called Ann No, so the words before must be many.
  if (/ (?:YES|NO)$/.test(words) && words.split(' ').length < 4) return undefined
  if (YES.test(words)) return 'yes'
  return NO.test(words) ? 'no' : undefined
}
