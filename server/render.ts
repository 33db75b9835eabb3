// Renders the body of an answer about an area in slices, because it may have thousands of contests. The rest of a long body is
// sent while it is rendered, no faster than the client reads it, and stops when the client disconnects.

import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import pLimit from 'p-limit'
import { type AccountGrant, type Door, giveBack } from './http/admit.ts'
import { type Exchange, logEnd, onEnd, replyHeaders } from './http/exchange.ts'
import type { Log } from './http/log.ts'
import { type ContentEncoding, chooseEncoding } from './http/reply-body.ts'
import type { LongWork, WorkPermit } from './limits/long-work.ts'
import { type BodyPiece, type BodySteps, collectPiece } from './read/sliced-work.ts'

const PIECE_BYTES = 64 * 1024

/** The beginning of a body that is longer than the caller wants whole, and its rest. */
export interface LongBody {
  rest: AsyncIterable<Buffer>
  /** Aborts when the client has disconnected. */
  gone: AbortSignal
}

interface Rendering {
  /** Bytes above which the rest is not rendered before it is asked for. */
  wholeBytes: number
  /** Whether the work counts as running until the client has read the response. */
  isHeldUntilRead: boolean
}

/** Throws ApiError 429 if the account has too many long answers in progress, and an AbortError if the client has disconnected. */
export async function renderLong(
  service: Door & { longWork: LongWork },
  exchange: Exchange,
  grant: AccountGrant,
  body: BodySteps,
  { wholeBytes, isHeldUntilRead }: Rendering,
): Promise<Buffer | LongBody> {
  const gone = new AbortController()
  onEnd(exchange.response, () => gone.abort())
  const permit = await beginWork(service, exchange, grant, gone.signal)
  // Otherwise one account could have any number of unread answers in memory.
  if (isHeldUntilRead) onEnd(exchange.response, permit.end)
  try {
    const first = await permit.run(collectPiece(body, wholeBytes))
    return first.last ? first.bytes : { rest: renderPieces(permit, first, body), gone: gone.signal }
  } finally {
    if (!isHeldUntilRead) permit.end()
  }
}

/** A refused request does not count against the account's limits. */
async function beginWork(
  service: Door & { longWork: LongWork },
  exchange: Exchange,
  grant: AccountGrant,
  gone: AbortSignal,
): Promise<WorkPermit> {
  // The places of clients that have disconnected are free once all sockets of this turn have been read.
  await nextTurn()
  try {
    return await service.longWork.begin(grant.account_id, gone)
  } catch (fault) {
    await giveBack(service, exchange, grant)
    throw fault
  }
}

async function* renderPieces(permit: WorkPermit, first: BodyPiece, body: BodySteps): AsyncGenerator<Buffer> {
  yield first.bytes
  for (let { last } = first; !last; ) {
    const piece = await permit.run(collectPiece(body, PIECE_BYTES))
    last = piece.last
    yield piece.bytes
  }
}

// Sending a long body.

/** Sends no Content-Length: the length is unknown when the headers are written. HEAD gets the same headers. */
export async function stream(
  { log, draining }: { log: Log; draining(): boolean },
  exchange: Exchange,
  own: readonly string[],
  { rest, gone }: LongBody,
): Promise<void> {
  const { request, response, id } = exchange
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const headers = encoding === 'identity' ? own : [...own, 'Content-Encoding', encoding]
  response.once('close', () => logEnd(exchange, 200, log))
  response.writeHead(200, replyHeaders(exchange, { headers, closing: draining() }))
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  try {
    await writePieces(response, rest, { encoding, gone })
  } catch (fault) {
    if (!gone.aborted) log.fault(id, fault)
    // The status is already sent: only a broken connection can tell the client that the body is incomplete.
    response.destroy()
  }
}

/** Lower than for short bodies: at their quality, a long body would take most of a second. */
const BROTLI_QUALITY = 2
const GZIP_LEVEL = 4

/**
 * @param pieces of the body, uncompressed
 * @param gone aborts when the client has disconnected
 * Rejects with the error that `pieces` throws, and with an AbortError when the client has disconnected.
 */
async function writePieces(
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

/** Compresses one piece at a time in this process: more threads would take CPU time from the event loop. */
const compressInTurn = pLimit(1)
