// The list of rejected rows: line, column and reason, never the value.

import { toCsvField } from '../output.ts'
import { type OutputFile, openOutput } from './output-file.ts'

export interface Rejects {
  /** @param line of the input file, from 1. @param column its name */
  add(line: number, column: string, reason: string): void
  complete: OutputFile['complete']
  close: OutputFile['close']
}

/** `voters.csv` → `voters.rejects.csv` */
export function rejectsFile(output: string): string {
  return output.replace(/\.[^./\\]+$/, '.rejects.csv')
}

/** Written even if no row is rejected, so that an older list is never taken for this one. */
export function openRejects(file: string): Rejects {
  const output = openOutput(file)
  output.write('line,column,reason\n')
  return {
    add(line, column, reason) {
      output.write(Buffer.from(`${line},${toCsvField(column)},${reason}\n`).toString('latin1'))
    },
    complete: output.complete,
    close: output.close,
  }
}
