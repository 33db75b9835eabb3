import { hash } from 'node:crypto'

/** A weak ETag of everything that an answer depends on; equal ETags mean equal answers. */
export function makeEtag(parts: readonly string[]): string {
  return `W/"${hash('sha256', parts.join('\n'), 'base64url').slice(0, 27)}"`
}

/** @param header If-None-Match */
export function isNotModified(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  if (header === etag) return true
  const opaque = etag.replace(/^W\//, '')
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === opaque)
}
