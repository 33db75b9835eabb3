// Style sheets, scripts and pictures of all apps, under /assets. Their URLs contain a hash, so that a browser requests each version once.

import { hash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { extname } from 'node:path'
import { ApiError } from '../../data/schema/api-error.ts'
import { projectFile } from '../../data/store/paths.ts'
import type { Guest, Host } from '../../server/host.ts'
import { createFixedReply, type FixedReply } from '../../server/http/reply-body.ts'
import { createGuestApp } from './guest.ts'
import { withSafeHeaders } from './reply.ts'

const FOLDER = '/assets/'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.pmtiles': 'application/vnd.pmtiles',
}

export interface Asset {
  /** With its version. */
  url: string
}

export interface Assets {
  /**
   * Reads a file of the project once, and serves it from then on.
   * @param name its path below /assets, such as `docs/search.js`
   * @param file its path in the project; default: `apps/` and the name
   */
  load(name: string, file?: string): Asset
  /** Serves text that is made at start, such as an index. @param policy of a script that runs as a worker */
  add(name: string, body: Buffer, policy?: Parameters<typeof withSafeHeaders>[1]): Asset
  /** Serves ranges of a file that is too large for memory. @param file any path */
  addRanges(name: string, file: string): Asset
  /** It serves them. */
  guest: Guest
}

interface Shelved extends Asset {
  version: string
  reply: FixedReply
}

export function createAssets(host: Host): Assets {
  const shelf = new Map<string, Shelved>()
  const shelve = (name: string, content: Buffer | string, createReply: (type: string) => FixedReply): Asset => {
    const type = TYPES[extname(name)]
    if (type === undefined) throw new Error(`the asset ${name} is of no known type`)
    const version = hash('sha256', content, 'base64url').slice(0, 16)
    const path = `${FOLDER}${name}`
    const asset = { url: `${path}?v=${version}`, version, reply: createReply(type) }
    shelf.set(path, asset)
    return asset
  }
  const add: Assets['add'] = (name, body, policy) =>
    shelve(name, body, (type) => withSafeHeaders(createFixedReply(body, type), policy))
  const app = createGuestApp(host, async (exchange, { path, search }) => {
    await host.admission.asset(exchange)
    const asset = shelf.get(path)
    if (!asset) throw new ApiError('not_found', 'There is no such asset.')
    exchange.route = path
    const { method } = exchange.request
    if (method !== 'GET' && method !== 'HEAD')
      throw new ApiError('invalid_parameter', 'An asset accepts only GET, HEAD.', {
        status: 405,
        headers: ['Allow', 'GET, HEAD'],
      })
    const isCurrent = new URLSearchParams(search).get('v') === asset.version
    return asset.reply(exchange, isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache')
  })
  return {
    load: (name, file = `apps/${name}`) => add(name, readFileSync(projectFile(...file.split('/')))),
    add,
    addRanges(name, file) {
      const { size, mtimeMs } = statSync(file)
      return shelve(name, `${size} ${mtimeMs}`, (type) =>
        withSafeHeaders(createRangeReply(file, { type, size, mtimeMs })),
      )
    },
    guest: { path: FOLDER, app },
  }
}

/** @setting Most bytes of one range of a file, such as a basemap. */
const RANGE_BYTES_MAX = 8_000_000

/** One range a request: a map asks for the tiles that it shows. */
function createRangeReply(
  file: string,
  { type, size, mtimeMs }: { type: string; size: number; mtimeMs: number },
): FixedReply {
  const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`
  return async ({ request }, cacheControl = 'no-cache') => {
    const [, first = '', last = ''] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(request.headers.range ?? '') ?? []
    const [start, end] = [Number(first), Math.min(Number(last), size - 1)]
    if (first === '' || start > end || end - start >= RANGE_BYTES_MAX)
      throw new ApiError(
        'invalid_parameter',
        `The header Range: expected bytes=FIRST-LAST with at most ${RANGE_BYTES_MAX} of the ${size} bytes.`,
        { status: 416, headers: ['Content-Range', `bytes */${size}`] },
      )
    const opened = await open(file)
    try {
      const body = Buffer.alloc(end - start + 1)
      const { bytesRead } = await opened.read(body, 0, body.length, start)
      if (bytesRead !== body.length) throw new Error(`${file} has become shorter: restart the server`)
      const headers = ['ETag', etag, 'Cache-Control', cacheControl, 'Content-Range', `bytes ${start}-${end}/${size}`]
      return { status: 206, headers, body, type }
    } finally {
      await opened.close()
    }
  }
}
