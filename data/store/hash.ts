// The SHA-256 of a file's bytes, read in pieces: a part may be larger than what memory should hold.

import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'

const CHUNK_BYTES = 1 << 20

/** In hex. Throws where the file cannot be read. The server hashes in a thread of its own instead: server/hash-worker.ts. */
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
