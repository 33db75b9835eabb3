// Files that must survive a power cut, which are written beside, flushed, renamed and flushed with their folder, so that a later reference
// (the head) is never on the disk before the file; private folders; and the hash and size of files.

import { createHash } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DAY } from '../schema/scalar.ts'

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

/** Creates the folder and its parents, open only to their owner. Existing folders keep their mode. @returns whether it created one */
export function makePrivateFolder(folder: string): boolean {
  return mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined
}

// Computes a file's SHA-256. Reads in pieces, because a part may be too large for memory.

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
 * The SHA-256 of the bytes. A file with unchanged dev, ino, size, mtime and ctime is not read again if this process hashed it within the
 * last day: `watch` publishes over the same large parts many times a day. The server's scrub finds bytes that decay without a write.
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

// The space that a folder takes on its disk.

const BLOCK_BYTES = 512

/** Bytes of all files in it. A file that goes away meanwhile is not counted. */
export function measureFolder(folder: string): number {
  let bytes = 0
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const stats = lstatSync(join(folder, name), { throwIfNoEntry: false })
    if (stats?.isFile()) bytes += stats.blocks * BLOCK_BYTES
  }
  return bytes
}
