// The list of rejected rows: line, column and reason, never the value.

import { toCsvField } from '../../output.ts'
import { type OutputFile, openOutput } from './output-file.ts'

export interface RejectedRow {
  /** Of the input file, from 1. */
  line: number
  /** Its name. */
  column: string
  reason: string
}

export interface Rejects extends Pick<OutputFile, 'complete' | 'close'> {
  add(rows: readonly RejectedRow[]): Promise<void>
}

/** `voters.csv` → `voters.rejects.csv` */
export function rejectsFile(output: string): string {
  return output.replace(/\.[^./\\]+$/, '.rejects.csv')
}

/** Written even if no row is rejected, so that an older list is never taken for this one. */
export async function openRejects(file: string): Promise<Rejects> {
  const { write, complete, close } = await openOutput(file)
  await write('line,column,reason\n')
  return {
    async add(rows) {
      const lines = rows.map(({ line, column, reason }) => `${line},${toCsvField(column)},${reason}\n`)
      if (lines.length > 0) await write(Buffer.from(lines.join('')).toString('latin1'))
    },
    complete,
    close,
  }
}
