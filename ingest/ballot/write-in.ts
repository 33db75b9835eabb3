import type { Sink } from '../read/source.ts'
import type { At } from './listed.ts'

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
