// Style sheets, scripts and pictures of all apps, under /assets. Their URLs contain a hash, so that a browser requests each version once.

import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
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
  /** It serves them. */
  guest: Guest
}

interface Shelved extends Asset {
  version: string
  reply: FixedReply
}

export function createAssets(host: Host): Assets {
  const shelf = new Map<string, Shelved>()
  const add: Assets['add'] = (name, body, policy) => {
    const type = TYPES[extname(name)]
    if (type === undefined) throw new Error(`the asset ${name} is of no known type`)
    const version = hash('sha256', body, 'base64url').slice(0, 16)
    const path = `${FOLDER}${name}`
    const asset = { url: `${path}?v=${version}`, version, reply: withSafeHeaders(createFixedReply(body, type), policy) }
    shelf.set(path, asset)
    return asset
  }
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
    guest: { path: FOLDER, app },
  }
}
