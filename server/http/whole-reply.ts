// Writes a whole reply at once. `writeHead` of node:http checks each name and each value of each response, and `end` sends head and body
// in three chunks: for a small answer, both together take a fifth of the time. Here the head is one text, and a small body is part of it.

import { type ServerResponse, STATUS_CODES } from 'node:http'
import { HTTP_SILENT_MS } from '../constants.ts'

/** Node copies a text of up to 16,384 bytes straight to the socket. A head is shorter than the rest. */
const BODY_IN_TEXT_MAX = 8192

/** The head that node:http writes before the first byte of a body; its types leave it out. */
interface HeadText {
  _header: string | null
}

/** node:http itself adds Keep-Alive only where idle connections have a timeout of their own (server/app.ts). */
const KEEP_ALIVE = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(HTTP_SILENT_MS / 1000)}\r\n\r\n`
/** node:http refuses these in a value. A line end would begin another header. */
const REFUSED = /[^\t\x20-\x7e]/

/**
 * Ends the response with this head and body; to HEAD without the body. Date and Connection are added.
 * @param headers names and values in turn, with Content-Length if there is a body
 * @param now milliseconds since 1970
 * @returns false if node:http must write the reply: nothing is written then
 */
export function endWhole(
  response: ServerResponse & Partial<HeadText>,
  { status, headers, body, now }: { status: number; headers: readonly string[]; body: Buffer | null; now: number },
): boolean {
  // A connection that ends, or a body of unknown length, needs more than these headers.
  if (!response.shouldKeepAlive || (body === null && status !== 304)) return false
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`
  let values = ''
  for (let i = 0; i < headers.length; i += 2) {
    const [name, value] = [headers[i], headers[i + 1]]
    if (name === 'Connection') return false
    head += `${name}: ${value}\r\n`
    values += value
  }
  if (REFUSED.test(values)) return false
  head += dateLine(now) + KEEP_ALIVE
  const isSent = body !== null && response.req.method !== 'HEAD'
  const isInText = isSent && body.length <= BODY_IN_TEXT_MAX
  response.statusCode = status
  response._header = isInText ? head + body.toString('latin1') : head
  if (!response.headersSent) return false
  if (isSent && !isInText) response.end(body)
  else response.end()
  return true
}

let second = 0
let line = ''

/** The same for each reply of a second. */
function dateLine(now: number): string {
  const whole = Math.floor(now / 1000)
  if (whole !== second) {
    second = whole
    line = `Date: ${new Date(whole * 1000).toUTCString()}\r\n`
  }
  return line
}
