// Files that must outlive a loss of power: written beside, flushed, renamed, and the folder flushed, so that what names
// them later (the head) is never on the disk before them.

import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** A file's bytes, or a folder's names, to the disk. */
export function flush(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Puts the finished file `from` in the place of `file`, which lies in the same folder. */
export function replaceBy(file: string, from: string): void {
  flush(from)
  renameSync(from, file)
  flush(dirname(file))
}

/** Readers see the old text or the new one whole. */
export function replaceFile(file: string, text: string): void {
  const beside = `${file}.writing`
  writeFileSync(beside, text)
  replaceBy(file, beside)
}
