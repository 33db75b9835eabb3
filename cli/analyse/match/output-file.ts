// The files that `match` writes. Each is written beside its final name and renamed when it is complete, so that no reader sees half of it.

import { type FileHandle, open, rm } from 'node:fs/promises'
import { replaceBy } from '../../../data/store/files.ts'
import { toCsvField } from '../../output.ts'

interface OutputFile {
  /** Returns when what came before is written. @param content bytes, or text in latin1 */
  write(content: string | Uint8Array): Promise<void>
  /** Gives the file its name. */
  complete(): Promise<void>
  /** Removes the file unless it is complete. */
  close(): Promise<void>
}

/** Readable by its owner alone, because it may hold addresses. */
const PRIVATE = 0o600

export async function openOutput(file: string): Promise<OutputFile> {
  const beside = `${file}.${process.pid}.writing`
  let handle: FileHandle | undefined = await open(beside, 'w', PRIVATE)
  let writing: Promise<unknown> = Promise.resolve()
  const end = async (): Promise<void> => {
    const ending = handle
    handle = undefined
    await ending?.close()
  }
  return {
    async write(content) {
      await writing
      writing = handle?.writeFile(content, 'latin1') ?? writing
      // The fault is thrown by the next call.
      writing.catch(() => undefined)
    },
    async complete() {
      await writing
      await end()
      replaceBy(file, beside)
    },
    async close() {
      await writing.catch(() => undefined)
      await end()
      await rm(beside, { force: true })
    },
  }
}

// The list of rejected rows: line, column and reason, never the value.

interface RejectedRow {
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
