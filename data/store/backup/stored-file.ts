// Files under their SHA-256 in a backup folder. A file is written beside, flushed and renamed, and never changed afterwards.

import { createHash } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { hashFile } from '../file-hash.ts'
import { replaceBy } from '../replace-file.ts'

const CHUNK_BYTES = 1 << 20
/** A file that is being written. The next backup deletes those of a killed one. */
export const WRITING = '.writing'

export interface StoredFile {
  sha256: string
  bytes: number
  /** False if the same bytes were there already. */
  copied: boolean
}

/** @param folder the files of a backup folder */
export function storedFile(folder: string, sha256: string): string {
  return join(folder, sha256)
}

export function draftFile(folder: string, name: string): string {
  return join(folder, `${name}${WRITING}`)
}

/**
 * Copies a file into the folder. Does not read it if the folder has intact bytes of the expected hash.
 * @param expected throws a sentence for other bytes
 */
export function storeFile(folder: string, from: string, expected?: string): StoredFile {
  if (expected !== undefined && findFault(folder, expected) === undefined) return found(folder, expected)
  const draft = draftFile(folder, 'copy')
  try {
    const { sha256 } = copyFile(from, draft, 0o600)
    if (expected !== undefined && sha256 !== expected)
      throw new Error(`${from}: its bytes have the SHA-256 ${sha256}, expected ${expected}: the file is damaged`)
    return storeDraft(folder, draft)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Stores a file that was written in the folder itself, and moves it to its name. */
export function storeDraft(folder: string, draft: string): StoredFile {
  const sha256 = hashFile(draft)
  if (findFault(folder, sha256) === undefined) {
    rmSync(draft)
    return found(folder, sha256)
  }
  replaceBy(storedFile(folder, sha256), draft)
  return { ...found(folder, sha256), copied: true }
}

function found(folder: string, sha256: string): StoredFile {
  return { sha256, bytes: statSync(storedFile(folder, sha256)).size, copied: false }
}

/** What is wrong with a stored file: missing, or other bytes. Reads all of it. @param bytes its expected size */
export function findFault(folder: string, sha256: string, bytes?: number): string | undefined {
  const file = storedFile(folder, sha256)
  if (!existsSync(file)) return `${file} is missing`
  const { size } = statSync(file)
  if (bytes !== undefined && size !== bytes) return `${file}: got ${size} bytes, expected ${bytes}`
  const got = hashFile(file)
  return got === sha256 ? undefined : `${file}: got bytes with the SHA-256 ${got}, expected ${sha256}`
}

/** Copies a file, flushes the copy, and hashes what it copied. */
export function copyFile(from: string, to: string, mode: number): { sha256: string } {
  const hash = createHash('sha256')
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  const source = openSync(from, 'r')
  try {
    const target = openSync(to, 'w', mode)
    try {
      for (;;) {
        const read = readSync(source, chunk, 0, chunk.length, null)
        if (read === 0) break
        hash.update(chunk.subarray(0, read))
        for (let written = 0; written < read; ) written += writeSync(target, chunk, written, read - written)
      }
      fsyncSync(target)
    } finally {
      closeSync(target)
    }
  } finally {
    closeSync(source)
  }
  return { sha256: hash.digest('hex') }
}
