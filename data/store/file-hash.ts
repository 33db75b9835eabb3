// Computes a file's SHA-256. Reads in pieces, because a part may be too large for memory.

import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { DAY } from '../schema/duration.ts'

const CHUNK_BYTES = 1 << 20

/** In hex. Throws if the file cannot be read. The server uses its own thread instead: server/serving/bundles.ts. */
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
 * Like hashFile, but does not read an unchanged file (dev, ino, size, mtime, ctime) again that this process hashed within the last
 * day: `watch` publishes over the same large parts many times a day. The server's scrub finds bytes that decay without a write.
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
