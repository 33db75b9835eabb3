// A gzip file, unpacked within bounds. The fetcher asks, so that readers never see `.gz`.

import { SourceError } from '../engine/source.ts'
import { inflate } from './inflate.ts'

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

/** Throws SourceError for what is no gzip, is cut short, or unpacks to too much. */
export async function readGzip(file: { name: string; bytes: Uint8Array }): Promise<Uint8Array> {
  if (!isGzip(file.bytes)) throw new SourceError('is not a gzip file, expected one by its name', { file: file.name })
  return inflate({ ...file, format: 'gzip' })
}
