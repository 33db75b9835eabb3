// Writes a long body piece by piece, no faster than the client reads it, so that little of it is in memory at once.

import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { ContentEncoding } from './compress.ts'

/** Lower than for short bodies: at their quality, a long body would take most of a second. */
const BROTLI_QUALITY = 2
const GZIP_LEVEL = 4

/**
 * @param pieces of the body, uncompressed
 * @param gone aborts when the client has disconnected
 * Rejects with the error that `pieces` throws, and with an AbortError when the client has disconnected.
 */
export async function writePieces(
  response: ServerResponse,
  pieces: AsyncIterable<Buffer>,
  { encoding, gone }: { encoding: ContentEncoding; gone: AbortSignal },
): Promise<void> {
  const encoder = createEncoder(encoding)
  try {
    for await (const piece of pieces) await write(response, await encoder.add(piece), gone)
    await write(response, await encoder.end(), gone)
    response.end()
  } finally {
    encoder.close()
  }
}

async function write(response: ServerResponse, bytes: Buffer, gone: AbortSignal): Promise<void> {
  gone.throwIfAborted()
  if (bytes.length > 0 && !response.write(bytes)) await once(response, 'drain', { signal: gone })
}

interface Encoder {
  /** The bytes that are ready after this piece; there may be none yet. */
  add(piece: Buffer): Promise<Buffer>
  /** The rest. */
  end(): Promise<Buffer>
  close(): void
}

const PLAIN: Encoder = { add: async (piece) => piece, end: async () => Buffer.alloc(0), close: () => undefined }

function createEncoder(encoding: ContentEncoding): Encoder {
  if (encoding === 'identity') return PLAIN
  const stream =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
      : createGzip({ level: GZIP_LEVEL })
  let ready: Buffer[] = []
  stream.on('data', (bytes: Buffer) => ready.push(bytes))
  const takeReady = (): Buffer => {
    const bytes = Buffer.concat(ready)
    ready = []
    return bytes
  }
  return {
    add: (piece) =>
      compressInTurn(async () => {
        await new Promise<void>((resolve, reject) =>
          stream.write(piece, (fault) => (fault ? reject(fault) : resolve())),
        )
        return takeReady()
      }),
    end: () =>
      compressInTurn(async () => {
        stream.end()
        await once(stream, 'end')
        return takeReady()
      }),
    close: () => void stream.destroy(),
  }
}

let turn: Promise<unknown> = Promise.resolve()

/** Compresses one piece at a time in this process: more threads would take CPU time from the event loop. */
function compressInTurn<Result>(compress: () => Promise<Result>): Promise<Result> {
  const result = turn.then(compress)
  turn = result.catch(() => undefined)
  return result
}
