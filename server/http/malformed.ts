// Answers bytes that Node cannot parse as an HTTP request, with the headers and error shape of every other reply.

import { STATUS_CODES } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { Duplex } from 'node:stream'
import { URL_LENGTH_MAX } from '../constants.ts'
import type { Door } from './admit.ts'
import { breakOff } from './body.ts'
import { ApiError, renderError } from './errors.ts'
import { type LimitDecision, limitHeaders, type Meter } from './limits.ts'
import type { Log } from './log.ts'
import { makeRequestId } from './request-id.ts'

export async function answerMalformed(
  service: Pick<Door, 'readPeer' | 'now'> & { meter: Pick<Meter, 'ask'>; log: Log },
  fault: Error,
  socket: Duplex,
): Promise<void> {
  if (!socket.writable || ('code' in fault && fault.code === 'ECONNRESET')) {
    socket.destroy()
    return
  }
  // The error is inside a body: its request is already counted, and the body's reader answers.
  if (breakOff(socket)) return
  const started = performance.now()
  const now = service.now()
  const id = makeRequestId(now)
  const error = toError(fault)
  const body = renderError(error, id)
  const remoteAddress = 'remoteAddress' in socket ? String(socket.remoteAddress) : undefined
  const peer = service.readPeer({ socket: { remoteAddress }, headers: {} }).network
  let taken: LimitDecision
  try {
    taken = await service.meter.ask({ kind: 'keyless', peer, wrongKey: false })
  } catch {
    socket.destroy()
    return
  }
  const headers = [
    ...['X-Request-Id', id, 'X-Content-Type-Options', 'nosniff'],
    ...limitHeaders(taken.standing),
    ...error.headers,
    ...['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(Buffer.byteLength(body))],
    ...['Cache-Control', 'no-store', 'Connection', 'close'],
  ]
  const lines = [`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`]
  for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`)
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
  service.log.request({
    time: now,
    request_id: id,
    method: null,
    route: null,
    status: error.status,
    duration: Math.round((performance.now() - started) * 1000) / 1000,
    ...{ account: null, error: error.code, refused: null },
  })
}

function toError(fault: Error): ApiError {
  const code = 'code' in fault ? fault.code : undefined
  if (code === 'HPE_HEADER_OVERFLOW') {
    const url = 'rawPacket' in fault && fault.rawPacket instanceof Uint8Array && isLongUrl(fault.rawPacket)
    return url
      ? new ApiError('invalid_parameter', 'The URL is too long.', { status: 414 })
      : new ApiError('invalid_parameter', 'The headers are too large.', { status: 431 })
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ApiError('invalid_parameter', 'The request did not arrive in time.', { status: 408 })
  return new ApiError('invalid_parameter', 'This is not a well-formed HTTP request.')
}

/** @param packet the bytes that exceeded the size: the first of the request, or later ones */
function isLongUrl(packet: Uint8Array): boolean {
  const [line = ''] = Buffer.from(packet).toString('latin1').split('\r\n', 1)
  return /^[A-Z]+ /.test(line) ? line.length > URL_LENGTH_MAX : / HTTP\/\d\.\d$/.test(line)
}
