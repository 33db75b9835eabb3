// Reads a request's body strictly. Invalid JSON is refused with the reason; the error never repeats the body.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ApiError, invalidParameter } from '../../data/schema/api-error.ts'

/** @setting Milliseconds within which a request's body must arrive. */
const BODY_PATIENCE_MS = 10_000
/** @setting Most bytes of a request's body. */
export const BODY_BYTES_MAX = 65_536

// Parsing of JSON.

/** A string (a key if a colon follows) or a bracket. The last quote is optional, so that the search stays linear in any text. */
const TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*"?)(\s*:)?|[{}[\]]/g

/** Throws ApiError 400, which does not repeat the body. */
function parseJson(body: Buffer): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw refuse('it is not UTF-8')
  }
  if (text.trim() === '') throw refuse('it is empty')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refuse('it is truncated or malformed')
  }
  // JSON.parse keeps only the last of two equal keys: an empty filter could replace the intended one.
  if (repeatsName(text)) throw invalidParameter('The body: an object has the same key twice, expected once.')
  return value
}

/** @param text well-formed JSON */
function repeatsName(text: string): boolean {
  const open: Set<unknown>[] = []
  for (const [token, string, colon] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(new Set())
    else if (token === '}' || token === ']') open.pop()
    else if (string !== undefined && colon !== undefined) {
      const name: unknown = JSON.parse(string)
      const names = open.at(-1)
      if (names?.has(name)) return true
      names?.add(name)
    }
  }
  return false
}

function refuse(why: string): ApiError {
  return invalidParameter(`The body is not valid JSON: ${why}.`)
}

// Reading of bodies.

const JSON_TYPE = /^application\/json *(?:; *charset="?utf-8"? *)?$/i

/** The rest of this connection cannot be parsed. */
const CLOSING = ['Connection', 'close']
/** By connection: ends the reading of its body. */
const readings = new WeakMap<object, () => void>()

/** By request whose client waits for `100 Continue` before it sends the body: asks for the body. */
const held = new WeakMap<IncomingMessage, () => void>()

/** Asks for the body of a request with `Expect: 100-continue` only when it is read: a refusal arrives before the body. */
export function holdContinue(request: IncomingMessage, response: ServerResponse): void {
  const { 'content-length': length = '0', 'transfer-encoding': chunked } = request.headers
  if (Number(length) === 0 && chunked === undefined) {
    response.writeContinue()
    return
  }
  const { shouldKeepAlive } = response
  // After a refusal, nobody knows whether the next bytes are this body or another request.
  response.shouldKeepAlive = false
  held.set(request, () => {
    response.shouldKeepAlive = shouldKeepAlive
    response.writeContinue()
  })
}

/** Ends the reading of an incomplete body. True if one was being read on this connection: its reader then sends the error. */
export function breakOff(socket: object): boolean {
  const end = readings.get(socket)
  end?.()
  return end !== undefined
}

/** Throws ApiError 408, 413, 415 or 400; 400 also if the connection ends before the body does. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  requireType(request, JSON_TYPE, 'The body is not JSON: expected Content-Type application/json, in UTF-8.')
  return parseJson(await readBody(request))
}

/** Throws ApiError 415. @param sentence about a body of another type */
export function requireType({ headers }: IncomingMessage, type: RegExp, sentence: string): void {
  if (!type.test(headers['content-type'] ?? '')) throw unsupported(sentence)
  if (!/^(identity)?$/i.test(headers['content-encoding'] ?? ''))
    throw unsupported('The body is compressed: expected it without Content-Encoding.')
}

/** Throws ApiError 408, 413 or 400. @param bytes the most that it may have */
export async function readBody(request: IncomingMessage, bytes = BODY_BYTES_MAX): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > bytes) throw tooLarge(bytes)
  held.get(request)?.()
  const { socket } = request
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const refuse = (fault: ApiError): void => {
      reject(fault)
      // The error is being sent: a further failure only closes the connection.
      readings.set(socket, () => socket.destroy())
    }
    const giveUp = (): void => refuse(notWhole())
    const timer = setTimeout(() => refuse(tooSlow()), BODY_PATIENCE_MS)
    const end = (): void => {
      clearTimeout(timer)
      readings.delete(socket)
    }
    readings.set(socket, giveUp)
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      // Read and discard the rest, so that a client that is still sending receives the error.
      if (length > bytes) refuse(tooLarge(bytes))
      else chunks.push(chunk)
    })
    request.on('end', () => {
      end()
      resolve(Buffer.concat(chunks))
    })
    request.on('error', giveUp)
    request.on('close', () => {
      reject(notWhole())
      end()
    })
  })
}

function unsupported(sentence: string): ApiError {
  return invalidParameter(sentence, { status: 415 })
}

function tooLarge(bytes: number): ApiError {
  return invalidParameter(`The body is larger than ${bytes} bytes.`, { status: 413 })
}

function tooSlow(): ApiError {
  const sentence = `The body did not arrive within ${BODY_PATIENCE_MS / 1000} s. Nothing was changed.`
  return invalidParameter(sentence, { status: 408, headers: CLOSING })
}

function notWhole(): ApiError {
  return invalidParameter('The body is incomplete.', { headers: CLOSING })
}
