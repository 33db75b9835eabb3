// Unpacks a gzip file within limits. The fetcher calls it, so readers never see `.gz`.

import { inflate } from './inflate.ts'
import { SourceError } from './source.ts'

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

/** Throws SourceError for a file that is not gzip, is truncated, or unpacks to more than the limit. */
export async function readGzip(file: { name: string; bytes: Uint8Array }): Promise<Uint8Array> {
  if (!isGzip(file.bytes)) throw new SourceError('is not a gzip file, although its name says so', { file: file.name })
  return inflate({ ...file, format: 'gzip' })
}
