// A request's body, read strictly: what is no form, or no JSON, is refused by name, and nothing of it is repeated.

import type { IncomingMessage } from 'node:http'
import { BODY_BYTES_MAX, BODY_PATIENCE_MS } from '../constants.ts'
import { ApiError } from './errors.ts'

// The JSON text of a body, and the value that it stands for.

/** A string, a name where a colon follows, or a bracket. The last quote is optional, so that the search stays linear in any text. */
const TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*"?)(\s*:)?|[{}[\]]/g

/** Throws ApiError 400, which repeats nothing of it. */
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
    throw refuse('it ends too early, or something in it is out of place')
  }
  // JSON.parse keeps the last alone: an empty filter would take the place of the one that was meant.
  if (repeatsName(text))
    throw new ApiError('invalid_parameter', 'The body: a key of an object stands in it twice, expected once.')
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
  return new ApiError('invalid_parameter', `The body is no JSON: ${why}.`)
}

const FORM_TYPE = /^application\/x-www-form-urlencoded *(?:; *charset="?utf-8"? *)?$/i
const JSON_TYPE = /^application\/json *(?:; *charset="?utf-8"? *)?$/i

/** Nothing that follows on this connection can be made out. */
const CLOSING = ['Connection', 'close']
/** What ends the reading of a body, by the connection that it comes on. */
const readings = new WeakMap<object, () => void>()

/** True where a body was being read on this connection, which does not come whole: then whoever reads it answers. */
export function breakOff(socket: object): boolean {
  const end = readings.get(socket)
  end?.()
  return end !== undefined
}

/** Throws ApiError 408, 413, 415 or 400, the last also for a connection that ends in the midst of it. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  requireType(request, FORM_TYPE, 'The body is no form: expected application/x-www-form-urlencoded.')
  return parseForm(await readBody(request))
}

/** Throws ApiError as `readForm` does. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  requireType(request, JSON_TYPE, 'The body is no JSON: expected Content-Type application/json, in UTF-8.')
  return parseJson(await readBody(request))
}

function requireType({ headers }: IncomingMessage, type: RegExp, sentence: string): void {
  if (!type.test(headers['content-type'] ?? '')) throw unsupported(sentence)
  if (!/^(identity)?$/i.test(headers['content-encoding'] ?? ''))
    throw unsupported('The body is compressed, which is not read here: expected it without Content-Encoding.')
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > BODY_BYTES_MAX) throw tooLarge()
  const { socket } = request
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const refuse = (fault: ApiError): void => {
      reject(fault)
      // The answer is on its way: what goes wrong now is not answered again.
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
      // What comes after is read and forgotten, so that the refusal reaches who still sends.
      if (length > BODY_BYTES_MAX) refuse(tooLarge())
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

/** URLSearchParams alone would take a broken escape as it stands, and bytes that are no UTF-8 as U+FFFD. */
function parseForm(body: Buffer): URLSearchParams {
  const text = body.toString('latin1')
  try {
    decodeURIComponent(text)
    new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new ApiError('invalid_parameter', 'The body is no form: its escapes are broken, or it is not UTF-8.')
  }
  return new URLSearchParams(body.toString())
}

function unsupported(sentence: string): ApiError {
  return new ApiError('invalid_parameter', sentence, { status: 415 })
}

function tooLarge(): ApiError {
  return new ApiError('invalid_parameter', `The body is larger than ${BODY_BYTES_MAX} bytes.`, { status: 413 })
}

function tooSlow(): ApiError {
  return new ApiError(
    'invalid_parameter',
    `The body did not arrive within ${BODY_PATIENCE_MS / 1000} s. Nothing was changed.`,
    {
      ...{ status: 408, headers: CLOSING },
    },
  )
}

function notWhole(): ApiError {
  return new ApiError('invalid_parameter', 'The body did not arrive whole.', { headers: CLOSING })
}
