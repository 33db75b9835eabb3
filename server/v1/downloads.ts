// Sends exported files: whole or one range (RFC 9110, section 14). A file never changes, so its hash is its ETag.

import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import parseRange from 'range-parser'
import { z } from 'zod'
import { ApiError, invalidParameter } from '../../data/schema/api-error.ts'
import { type ExportFile, findExportFile, loadExport, mediaTypeOf } from '../../data/store/exports.ts'
import { countDownload } from '../http/admit.ts'
import { type Exchange, logEnd, replyHeaders } from '../http/exchange.ts'
import { repeatText } from '../http/input.ts'
import type { Log } from '../http/log.ts'
import { isNotModified } from '../http/reply-body.ts'
import { liveRoute } from '../route/live-route.ts'

const name = { description: 'Name of the file, as /v1/snapshots lists it.', examples: ['contest.parquet'] }

export const download = liveRoute({
  path: '/downloads/{bundle}/{file}',
  method: 'GET',
  id: 'downloadExport',
  summary: 'An exported file of a bundle, whole or by ranges',
  notes:
    'Send Range for a part (206), If-None-Match for a check (304). Several requests for one file within a minute count as one request. Each account may download a fixed number of bytes per day.',
  scopes: ['data:read'],
  query: z.object({}),
  params: z.object({
    bundle: z.string().meta({ description: 'Id of the bundle.', examples: ['7e016be27923'.padEnd(64, '0')] }),
    file: z.string().meta(name),
  }),
  response: z.string().meta({ format: 'binary', description: "The file's bytes." }),
  sendsFile: true,
  refusals: [404],
  async answer(service, { params: { bundle, file: wanted }, exchange, grant }) {
    const file = findFile(service.exports, bundle, wanted)
    exchange.snapshot = bundle
    const { range, headers: conditions } = readConditions(exchange, file)
    const headers = ['ETag', `"${file.sha256}"`, 'Cache-Control', 'private, max-age=31536000, immutable', ...conditions]
    if (isNotModified(exchange.request.headers['if-none-match'], `"${file.sha256}"`))
      return { status: 304, headers, body: null }
    if (range === 'outside')
      throw invalidParameter(`The header Range is outside the file, which has ${file.bytes} bytes.`, {
        status: 416,
        headers: ['Content-Range', `bytes */${file.bytes}`],
      })
    const [start, end] = range ?? [0, file.bytes - 1]
    if (exchange.request.method !== 'HEAD') await countDownload(service, exchange, grant, end - start + 1)
    const options = { headers, start, end, status: range ? 206 : 200, closing: service.draining() }
    return { stream: () => void sendFile(exchange, file, options, service.log) }
  },
})

function findFile(folder: string, bundle: string, wanted: string): ExportFile {
  const file = findExportFile(folder, bundle, wanted)
  if (file) return file
  const names = loadExport(folder, bundle).map(({ name }) => name)
  if (names.length === 0)
    throw new ApiError(
      'not_found',
      `This bundle has no exports here, got ${repeatText(bundle)}: /v1/snapshots lists those that have.`,
    )
  throw new ApiError(
    'not_found',
    `The export has no such file, got ${repeatText(wanted)}, expected one of ${names.join(', ')}.`,
  )
}

/** First and last byte. */
type Span = [start: number, end: number]

/** The requested range; undefined for the whole file, also if several ranges or another unit were requested. */
function readConditions(
  { request }: Exchange,
  file: ExportFile,
): { range: Span | 'outside' | undefined; headers: string[] } {
  const whole = { range: undefined, headers: ['Accept-Ranges', 'bytes'] }
  const { range: header, 'if-range': unchanged } = request.headers
  if (header === undefined || (unchanged !== undefined && unchanged !== `"${file.sha256}"`)) return whole
  const ranges = parseRange(file.bytes, header)
  if (ranges === -1) return { ...whole, range: 'outside' }
  const [range] = ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1 ? [] : ranges
  if (!range) return whole
  const { start, end } = range
  return { range: [start, end], headers: [...whole.headers, 'Content-Range', `bytes ${start}-${end}/${file.bytes}`] }
}

/** A client that goes away ends the reading of the file. */
async function sendFile(
  exchange: Exchange,
  { path, name: file }: ExportFile,
  {
    headers,
    start,
    end,
    status,
    closing,
  }: { headers: readonly string[]; start: number; end: number; status: number; closing: boolean },
  log: Log,
): Promise<void> {
  const { request, response } = exchange
  const media = mediaTypeOf(file)
  const type = /^text\/|json$/.test(media) ? `${media}; charset=utf-8` : media
  response.writeHead(status, replyHeaders(exchange, { headers, type, closing, length: end - start + 1 }))
  response.once('close', () => logEnd(exchange, status, log))
  if (request.method === 'HEAD' || end < start) {
    response.end()
    return
  }
  await pipeline(createReadStream(path, { start, end }), response).catch((fault: unknown) => {
    if (!isGone(fault)) log.fault(exchange.id, fault)
    response.destroy()
  })
}

function isGone(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && fault.code === 'ERR_STREAM_PREMATURE_CLOSE'
}
