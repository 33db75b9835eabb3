// A form's body, read strictly: everything else is refused by name, and nothing of it is repeated.

import type { IncomingMessage } from 'node:http'
import { ApiError } from '../errors.ts'
import { BODY_BYTES_MAX } from './size.ts'

const FORM_TYPE = /^application\/x-www-form-urlencoded *(?:; *charset="?utf-8"? *)?$/i

/** Throws ApiError 413, 415 or 400. A connection that ends in the midst of it rejects too. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  if (!FORM_TYPE.test(request.headers['content-type'] ?? ''))
    throw new ApiError('invalid_parameter', 'The body is no form: expected application/x-www-form-urlencoded.', {
      status: 415,
    })
  return parseForm(await readBody(request))
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > BODY_BYTES_MAX) throw tooLarge()
  return await new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      // What comes after is read and forgotten, so that the refusal reaches who still sends.
      if (length > BODY_BYTES_MAX) reject(tooLarge())
      else chunks.push(chunk)
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('error', reject)
    request.on('close', () => reject(new ApiError('invalid_parameter', 'The body did not arrive whole.')))
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

function tooLarge(): ApiError {
  return new ApiError('invalid_parameter', `The body is larger than ${BODY_BYTES_MAX} bytes.`, { status: 413 })
}
