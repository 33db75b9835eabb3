// Inflates deflate data with a limit on the output. The limit applies during inflation, so a decompression bomb never fills memory.

import { createGunzip, createInflateRaw } from 'node:zlib'
import { INFLATED_BYTES_MAX } from '../constants.ts'
import { SourceError } from './source.ts'

/** Text and coordinates compress to about a tenth, zeros to a thousandth. Small files may have any ratio. */
const RATIO_MAX = 100
const RATIO_FREE_BYTES = 16 * 1024 * 1024

/** The limit for all entries together of an archive of `bytes` bytes. */
export function unpackedMax(bytes: number): number {
  return Math.min(INFLATED_BYTES_MAX, Math.max(RATIO_FREE_BYTES, RATIO_MAX * bytes))
}

export interface Inflatable {
  /** The file name for messages. */
  name: string
  bytes: Uint8Array
  format: 'gzip' | 'raw'
  /** Default: INFLATED_BYTES_MAX. */
  limit?: number
}

/**
 * Throws SourceError above the limit, above 100 output bytes per input byte (after 16 MiB), for invalid or truncated data, and for
 * trailing data.
 */
export async function inflate({ name, bytes, format, limit = INFLATED_BYTES_MAX }: Inflatable): Promise<Buffer> {
  const engine = format === 'gzip' ? createGunzip() : createInflateRaw()
  const chunks: Buffer[] = []
  let length = 0
  engine.end(bytes)
  try {
    for await (const chunk of engine) {
      if (!Buffer.isBuffer(chunk)) continue
      length += chunk.length
      if (length > limit) throw new SourceError(`unpacks to more than ${limit} bytes, expected no more`, { file: name })
      if (length > RATIO_FREE_BYTES && length > RATIO_MAX * engine.bytesWritten)
        throw new SourceError(
          `unpacks to more than ${RATIO_MAX} times its size (${length} bytes from ${engine.bytesWritten} so far), ` +
            'expected less',
          { file: name },
        )
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof SourceError) throw error
    const cause = error instanceof Error ? error.message : String(error)
    throw new SourceError(`cannot be unpacked: ${cause}; the file may be truncated`, { file: name })
  } finally {
    engine.destroy()
  }
  // Tapes and tar leave zeros after a gzip member.
  const after = bytes.subarray(engine.bytesWritten)
  if (format === 'raw' ? after.length > 0 : after.some((byte) => byte !== 0))
    throw new SourceError(
      `its compressed data ends after ${engine.bytesWritten} of ${bytes.length} bytes, expected all of them`,
      { file: name },
    )
  return Buffer.concat(chunks, length)
}
