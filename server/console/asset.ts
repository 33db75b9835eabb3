import type { Reply } from '../http/exchange.ts'
import type { Assets } from './assets.ts'
import { SAFE_HEADERS } from './reply.ts'
import type { Visit } from './visit.ts'

/** Cached for a year if the URL contains the current version. */
export function answerAsset(name: keyof Assets): (visit: Visit) => Promise<Reply> {
  return async ({ desk, query }) => {
    const { body, type, version } = desk.assets[name]
    const current = query.get('v') === version
    const keeping = current ? 'public, max-age=31536000, immutable' : 'no-cache'
    return { status: 200, headers: ['Cache-Control', keeping, ...SAFE_HEADERS], body, type }
  }
}
