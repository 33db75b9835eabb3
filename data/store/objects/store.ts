// The interface of object storage: immutable objects under names with slashes.

import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, statSync } from 'node:fs'

/** @setting Most bytes of a manifest from object storage: far more than one has. */
export const MANIFEST_BYTES_MAX = 16 * 1024 * 1024

export interface ObjectReader {
  /** For messages: it contains no credentials. */
  name: string
  /** Undefined if there is no such object. Throws StoreFault, also while the stream is read. */
  get(key: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Bytes of the object. Undefined if there is none. */
  size(key: string): Promise<number | undefined>
  /** The objects whose keys begin with a folder's name (`parts/`). Undefined if this store cannot list. */
  list(folder: string): Promise<readonly StoredObject[] | undefined>
}

export interface ObjectStore extends ObjectReader {
  list(folder: string): Promise<readonly StoredObject[]>
  /**
   * Writes an object that is not there; an existing one stays as it is. The store has verified the bytes, or StoreFault is thrown.
   * @returns the bytes of the object that is there now
   */
  put(key: string, content: ObjectContent): Promise<{ created: boolean; bytes: number }>
  /** A missing object is no error. */
  remove(key: string): Promise<void>
}

export interface StoredObject {
  key: string
  bytes: number
  /** Milliseconds since 1970, on the store's clock. */
  written: number
}

/** The store cannot be reached, or refuses the request. The message names store, key and reason. */
export class StoreFault extends Error {
  constructor(store: string, what: string, why: string) {
    super(`${store}: ${what}: ${why}`)
    this.name = 'StoreFault'
  }
}

/** Bytes to store, with the hash that they must have. */
export interface ObjectContent {
  bytes: number
  /** In hex. */
  sha256: string
  /** In order; each but the last has this size. Throws a sentence after the last one if the bytes have another hash. */
  pieces(size: number): Iterable<Uint8Array>
}

export function fileContent(file: string, sha256: string): ObjectContent {
  return {
    sha256,
    bytes: statSync(file).size,
    *pieces(size) {
      const hash = createHash('sha256')
      const descriptor = openSync(file, 'r')
      try {
        for (;;) {
          const piece = readPiece(descriptor, size)
          hash.update(piece)
          if (piece.length > 0) yield piece
          if (piece.length < size) break
        }
      } finally {
        closeSync(descriptor)
      }
      const got = hash.digest('hex')
      if (got !== sha256) throw new Error(`${file} is damaged: got the SHA-256 ${got}, expected ${sha256}`)
    },
  }
}

function readPiece(descriptor: number, size: number): Buffer {
  const piece = Buffer.allocUnsafe(size)
  let filled = 0
  for (;;) {
    const read = readSync(descriptor, piece, filled, size - filled, null)
    filled += read
    if (read === 0 || filled === size) return piece.subarray(0, filled)
  }
}

export function bytesContent(bytes: Uint8Array): ObjectContent {
  return {
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    *pieces(size) {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    },
  }
}

/** The text of a small object. Undefined if there is none. Throws StoreFault beyond `most` bytes. */
export async function readText(store: ObjectReader, key: string, most: number): Promise<string | undefined> {
  const stream = await store.get(key)
  if (!stream) return undefined
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > most) throw new StoreFault(store.name, key, `got more than ${most} bytes, expected a small text`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
