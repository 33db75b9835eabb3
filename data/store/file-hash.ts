// The SHA-256 of a file's bytes, read in pieces: a part may be larger than what memory should hold.

import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { DAY } from '../schema/duration.ts'

const CHUNK_BYTES = 1 << 20

/** In hex. Throws where the file cannot be read. The server hashes in a thread of its own instead: server/serving/part-hasher.ts. */
export function hashFile(file: string): string {
  const hash = createHash('sha256')
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  const descriptor = openSync(file, 'r')
  try {
    for (;;) {
      const read = readSync(descriptor, chunk, 0, chunk.length, null)
      if (read === 0) return hash.digest('hex')
      hash.update(chunk.subarray(0, read))
    }
  } finally {
    closeSync(descriptor)
  }
}

const hashed = new Map<string, { sha256: string; at: number }>()

/**
 * As hashFile, but an unchanged file (dev, ino, size, mtime, ctime) that this process hashed within the last day is not read again:
 * `watch` publishes over the same large parts many times a day. A file whose bytes rot without a write is found by the server's scrub.
 */
export function hashUnchangedFile(file: string): string {
  const { dev, ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true })
  const identity = `${file} ${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`
  const now = performance.now()
  for (const [key, { at }] of hashed) if (now - at > DAY) hashed.delete(key)
  const sha256 = hashed.get(identity)?.sha256 ?? hashFile(file)
  if (!hashed.has(identity)) hashed.set(identity, { sha256, at: now })
  return sha256
}
