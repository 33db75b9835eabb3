// Deflate with a bound on what comes out, which holds while it inflates: a bomb never reaches memory.

import { createGunzip, createInflateRaw } from 'node:zlib'
import { INFLATED_BYTES_MAX } from '../constants.ts'
import { SourceError } from '../engine/source.ts'

/** Text and coordinates pack to a tenth, zeros to a thousandth. Small files may be as empty as they like. */
const RATIO_MAX = 100
const RATIO_FREE_BYTES = 16 * 1024 * 1024

/** Of an archive of so many bytes, by all its entries together. */
export function unpackedMax(bytes: number): number {
  return Math.min(INFLATED_BYTES_MAX, Math.max(RATIO_FREE_BYTES, RATIO_MAX * bytes))
}

export interface Inflatable {
  /** As in messages. */
  name: string
  bytes: Uint8Array
  format: 'gzip' | 'raw'
  /** Default INFLATED_BYTES_MAX. */
  limit?: number
}

/** Throws SourceError past the limit, past 100 bytes out for each byte in (after 16 MiB), and for broken or cut data and what follows it. */
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
            'as no data file does',
          { file: name },
        )
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof SourceError) throw error
    const cause = error instanceof Error ? error.message : String(error)
    throw new SourceError(`cannot be unpacked: ${cause}; is the file complete?`, { file: name })
  } finally {
    engine.destroy()
  }
  // Tapes and tar leave zeros behind a gzip member.
  const after = bytes.subarray(engine.bytesWritten)
  if (format === 'raw' ? after.length > 0 : after.some((byte) => byte !== 0))
    throw new SourceError(
      `its compressed data ends after ${engine.bytesWritten} of ${bytes.length} bytes, expected all of them`,
      { file: name },
    )
  return Buffer.concat(chunks, length)
}
