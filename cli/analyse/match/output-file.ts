// Writes a file beside its final name and renames it when it is complete, so that no reader sees half of it.

import { type FileHandle, open, rm } from 'node:fs/promises'
import { replaceBy } from '../../../data/store/replace-file.ts'

export interface OutputFile {
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
