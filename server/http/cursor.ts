// Opaque cursors of lists: version, hash of the filters, and keyset of the last row.

import { hash } from 'node:crypto'
import { z } from 'zod'
import { ApiError } from './errors.ts'

const CURSOR_VERSION = 1

const content = z.tuple([z.literal(CURSOR_VERSION), z.string(), z.unknown()])

/** @param filters parsed and sorted; a cursor is valid only for these, with any limit and language */
export function filterHash(endpoint: string, filters: unknown): string {
  return hash('sha256', JSON.stringify([endpoint, filters]), 'base64url').slice(0, 16)
}

export function writeCursor(filters: string, position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify([CURSOR_VERSION, filters, position])).toString('base64url')
}

/** Throws ApiError 400 for anything but a cursor of this endpoint and these filters. */
export function readCursor<Position>(text: string, filters: string, position: z.ZodType<Position>): Position {
  const parsed = content.safeParse(toJson(text))
  if (!parsed.success)
    throw new ApiError(
      'invalid_parameter',
      'Parameter `cursor`: expected the next_cursor of an earlier page, unchanged.',
    )
  const [, madeFor, keys] = parsed.data
  if (madeFor !== filters)
    throw new ApiError(
      'invalid_parameter',
      'Parameter `cursor`: it belongs to another list. Repeat the filters of the page that returned it, or start without a cursor.',
    )
  const keyset = position.safeParse(keys)
  if (!keyset.success)
    throw new ApiError(
      'invalid_parameter',
      'Parameter `cursor`: expected the next_cursor of an earlier page, unchanged.',
    )
  return keyset.data
}

function toJson(text: string): unknown {
  const bytes = Buffer.from(text, 'base64url')
  // Buffer ignores characters outside the alphabet; a cursor has exactly one valid spelling.
  if (bytes.toString('base64url') !== text) return undefined
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
