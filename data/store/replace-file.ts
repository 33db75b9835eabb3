// Replaces files that must survive a power cut: writes a temporary file beside, flushes it, renames it and flushes the folder, so that
// a later reference (the head) is never on the disk before the file.

import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Flushes a file's bytes or a folder's names to the disk. */
export function flush(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Replaces `file` by the finished file `from` in the same folder. */
export function replaceBy(file: string, from: string): void {
  flush(from)
  renameSync(from, file)
  flush(dirname(file))
}

/** Readers see either the old text or the complete new one. */
export function replaceFile(file: string, text: string | Uint8Array): void {
  const beside = `${file}.writing`
  writeFileSync(beside, text)
  replaceBy(file, beside)
}
