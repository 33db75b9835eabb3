// Writes a file beside its final name and renames it when it is complete, so that no reader sees half of it.

import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { replaceBy } from '../../data/store/replace-file.ts'

export interface OutputFile {
  /** @param text latin1 */
  write(text: string): void
  /** Gives the file its name. */
  complete(): void
  /** Removes the file unless it is complete. */
  close(): void
}

/** Readable by its owner alone, because it may hold addresses. */
const PRIVATE = 0o600

export function openOutput(file: string): OutputFile {
  const beside = `${file}.${process.pid}.writing`
  let descriptor: number | undefined = openSync(beside, 'w', PRIVATE)
  const end = (): void => {
    if (descriptor !== undefined) closeSync(descriptor)
    descriptor = undefined
  }
  return {
    write(text) {
      const bytes = Buffer.from(text, 'latin1')
      for (let at = 0; at < bytes.length && descriptor !== undefined; )
        at += writeSync(descriptor, bytes, at, bytes.length - at)
    },
    complete() {
      end()
      replaceBy(file, beside)
    },
    close() {
      end()
      rmSync(beside, { force: true })
    },
  }
}
