// Renders an answer about an area, such as a state, in slices, because an area may have thousands of contests. A long answer is sent while
// it is rendered, no faster than the client reads it, and stops when the client disconnects.

import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ANSWER_WHOLE_BYTES_MAX, PAGE_ANSWER_BYTES_MAX } from './constants.ts'
import { type AccountGrant, giveBack } from './http/admit.ts'
import { chooseEncoding } from './http/compress.ts'
import { TooManyContests } from './http/errors.ts'
import { type Exchange, logEnd, replyHeaders } from './http/exchange.ts'
import { writePieces } from './http/piecewise.ts'
import type { WorkPermit } from './limits/long-work.ts'
import { type BodySteps, joinPieces } from './read/sliced-work.ts'
import type { LiveReply } from './route/live-route.ts'
import type { Service } from './route/service.ts'

const PIECE_BYTES = 64 * 1024

interface AreaAnswer {
  /** Names and values in turn. */
  headers: readonly string[]
  body(): BodySteps
}

/**
 * The whole body if it is short, otherwise a reply that streams it.
 * Throws ApiError 429 if the account has too many of these answers in progress.
 */
export async function renderArea(
  service: Service,
  exchange: Exchange,
  grant: AccountGrant,
  answer: AreaAnswer,
): Promise<Buffer | Extract<LiveReply, { stream(): void }>> {
  const { response } = exchange
  const gone = new AbortController()
  onEnd(response, () => gone.abort())
  try {
    const permit = await beginWork(service, exchange, grant, gone.signal)
    // Hold the permit until the response is read: otherwise one account could have any number of unread answers in memory.
    onEnd(response, permit.end)
    const body = answer.body()
    const first = await renderPiece(permit, body, ANSWER_WHOLE_BYTES_MAX)
    if (first.last) return first.bytes
    const pieces = renderPieces(permit, first, body)
    return { stream: () => void stream(service, exchange, { headers: answer.headers, pieces, gone: gone.signal }) }
  } catch (fault) {
    if (gone.signal.aborted) return { stream: () => undefined }
    throw fault
  }
}

/**
 * The whole body, for a page. Throws TooManyContests if it is longer than PAGE_ANSWER_BYTES_MAX, ApiError 429 as `renderArea` does, and an AbortError if
 * the client has disconnected.
 */
export async function collectArea(
  service: Service,
  exchange: Exchange,
  grant: AccountGrant,
  answer: Pick<AreaAnswer, 'body'>,
): Promise<Buffer> {
  const gone = new AbortController()
  onEnd(exchange.response, () => gone.abort())
  const permit = await beginWork(service, exchange, grant, gone.signal)
  try {
    const { bytes, last } = await renderPiece(permit, answer.body(), PAGE_ANSWER_BYTES_MAX)
    if (last) return bytes
  } finally {
    permit.end()
  }
  throw new TooManyContests(
    'invalid_parameter',
    'This area votes on more contests than one page can show. Choose a smaller one: a city, a ZIP code or an address.',
  )
}

/** Calls `act` once the response has ended or the client has disconnected, even if that was earlier. */
export function onEnd(response: ServerResponse, act: () => void): void {
  if (response.destroyed) act()
  else response.once('close', act)
}

/** A refused request does not count against the account's limits. */
async function beginWork(
  service: Service,
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

interface Piece {
  bytes: Buffer
  last: boolean
}

/** @param size least number of bytes, except for the last piece */
function renderPiece(permit: WorkPermit, body: BodySteps, size: number): Promise<Piece> {
  const rendered: (Buffer | string)[] = []
  let length = 0
  return permit.run(() => {
    const { done = false, value } = body.next()
    if (value !== undefined) {
      rendered.push(value)
      length += Buffer.byteLength(value)
    }
    return done || length >= size ? { bytes: joinPieces(rendered, length), last: done } : undefined
  })
}

async function* renderPieces(permit: WorkPermit, first: Piece, body: BodySteps): AsyncGenerator<Buffer> {
  yield first.bytes
  for (let { last } = first; !last; ) {
    const piece = await renderPiece(permit, body, PIECE_BYTES)
    last = piece.last
    yield piece.bytes
  }
}

/** Sends no Content-Length: the length is unknown when the headers are written. HEAD gets the same headers. */
async function stream(
  { log, draining }: Service,
  exchange: Exchange,
  { headers: own, pieces, gone }: { headers: readonly string[]; pieces: AsyncIterable<Buffer>; gone: AbortSignal },
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
    await writePieces(response, pieces, { encoding, gone })
  } catch (fault) {
    if (!gone.aborted) log.fault(id, fault)
    // The status is already sent: only a broken connection can tell the client that the body is incomplete.
    response.destroy()
  }
}
