// Downloads bytes with limits on size and time. Uses conditional requests, so that unchanged files are not sent again.

import { DOWNLOAD_TIMEOUT_MS, INFLATED_BYTES_MAX } from '../constants.ts'
import { FileGone, SourceError } from '../read/source.ts'

export interface Validators {
  etag: string | null
  last_modified: string | null
}

interface Download extends Validators {
  bytes: Uint8Array
  /** True if the server compressed the response; the bytes are decompressed. */
  decoded: boolean
}

/**
 * Undefined if nothing changed since `before`. Throws FileGone for 404 and 410; SourceError for any other status than 200, after
 * 300 s, and over 1 GiB.
 */
export async function download(
  url: string,
  { name, before }: { name: string; before: Validators | undefined },
): Promise<Download | undefined> {
  const headers: Record<string, string> = { 'user-agent': 'hustings (election data ingest)' }
  if (before?.etag) headers['if-none-match'] = before.etag
  if (before?.last_modified) headers['if-modified-since'] = before.last_modified
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS) })
    if (response.status === 304 && before) {
      await response.body?.cancel()
      return undefined
    }
    if (response.status !== 200) {
      await response.body?.cancel()
      const Kind = response.status === 404 || response.status === 410 ? FileGone : SourceError
      throw new Kind(`${url} answered ${response.status}, expected 200`, { file: name })
    }
    return {
      bytes: await readBody(url, name, response),
      etag: response.headers.get('etag'),
      last_modified: response.headers.get('last-modified'),
      decoded: /gzip|deflate|br/.test(response.headers.get('content-encoding') ?? ''),
    }
  } catch (error) {
    if (error instanceof SourceError) throw error
    throw new SourceError(`${url} could not be fetched: ${causeOf(error)}`, { file: name })
  }
}

async function readBody(url: string, name: string, response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  if (response.body)
    for await (const chunk of response.body) {
      length += chunk.length
      if (length > INFLATED_BYTES_MAX)
        throw new SourceError(`${url} sends more than ${INFLATED_BYTES_MAX} bytes, expected no more`, { file: name })
      chunks.push(chunk)
    }
  return Buffer.concat(chunks, length)
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}
