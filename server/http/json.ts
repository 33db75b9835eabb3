// The JSON text of a body, and the value that it stands for.

import { ApiError } from '../errors.ts'

/** A string, a name where a colon follows, or a bracket. The last quote is optional, so that the search stays linear in any text. */
const TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*"?)(\s*:)?|[{}[\]]/g

/** Throws ApiError 400, which repeats nothing of it. */
export function parseJson(body: Buffer): unknown {
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
