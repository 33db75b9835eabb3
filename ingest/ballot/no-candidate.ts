// The lines of a contest that no ballot prints as a candidate: places to write in a name, persons who may be written in, and counts of votes.

import type { Issue } from '../../data/store/source-read.ts'
import type { Sink } from '../read/source.ts'

type At = Pick<Issue, 'file' | 'line'>

/**
 * `Write-In`, `WRITE IN CANDIDATE`, `(Write-in)`, `Writein #2`, `Written-in votes`, `Qualified Write-Ins`, `Jo Sample (W/I)`, `Scattering`,
 * `Write-in: Jo Sample`. No person's name has these words.
 */
const WRITE_IN =
  /\bwrit(?:e|ten)[\s\p{Pd}_]*ins?\b|(?:^|[\s(,])w\/\s?i\b|^\W*(?:scatter(?:ing|ed)?|miscellaneous) ?(?:votes?)?\W*$|\bpor escrito\b|^\W*escrib(?:a|ir)\b/iu

export function isWriteInLine(label: string): boolean {
  return WRITE_IN.test(label)
}

/** The choices that a ballot prints. Each other gives an issue `write-in-candidate`; an answer of a measure always stays. */
export function leaveOutWriteIns<Choice extends { at: At; label: string; answer?: unknown }>(
  choices: readonly Choice[],
  sink: Pick<Sink, 'issue'>,
): readonly Choice[] {
  const written = new Set(choices.filter(({ label, answer }) => answer === undefined && isWriteInLine(label)))
  for (const { label, at } of written) leaveOutWriteIn(label, at, sink)
  return written.size === 0 ? choices : choices.filter((choice) => !written.has(choice))
}

/** Reports a person whom voters may write in, and whom no ballot names. */
export function leaveOutWriteIn(name: string, at: At, sink: Pick<Sink, 'issue'>): void {
  const message = 'a write-in candidate is not printed on the ballot; the line is left out'
  sink.issue({ ...at, field: null, code: 'write-in-candidate', value: name, message, severity: 'ignored' })
}

/** Reports a name that stands in a contest where it was not on the ballot. */
export function leaveOutMisplacedName(name: string, at: At, sink: Pick<Sink, 'issue'>): void {
  const message = 'the name was not on the ballot of this contest; the line is left out'
  sink.issue({ ...at, field: 'candidate', code: 'misplaced-name', value: name, message, severity: 'refused' })
}

const TALLY = /^(over|under|blank|invalid|total)[ -]?votes?$|^write-?ins?$|^(registered voters|ballots cast)$/i

/** True if a line of a result file counts votes and names no choice. Compares whole values: a person may be called Glover. */
export function isTally(name: string): boolean {
  return TALLY.test(name.trim())
}
