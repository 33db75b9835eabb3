// The GeoJSON of a place's map, for the script of its page. A point has no URL, and no map.

import { ApiError } from '../../data/schema/api-error.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { chooseEncoding, compress } from '../../server/http/reply-body.ts'
import { safeHeaders } from '../web/reply.ts'
import { loadShownBallot } from './ballot.ts'
import type { Look } from './look.ts'
import { findMap } from './map.ts'
import { requireLink, typedPlace } from './place.ts'

/** @setting Seconds for which a browser keeps the GeoJSON of a map: its URL names the data. */
const MAP_KEPT_SECONDS = 3600

/** The GeoJSON of the map of a place that the page's URL names, or that was typed. */
export async function answerMap(look: Look): Promise<Reply> {
  const { query, words, exchange } = look
  const isPosted = exchange.request.method === 'POST'
  const { location, ballot } = await loadShownBallot(look, isPosted ? typedPlace(look) : (query.get('place') ?? ''))
  requireLink(look, location)
  const { label } = location
  const collection = label !== null && ballot?.narrow_by ? await findMap(look, label, ballot.narrow_by) : null
  if (!collection) throw new ApiError('not_found', words.mapUnknown)
  const encoding = chooseEncoding(exchange.request.headers['accept-encoding'])
  const body = Buffer.from(JSON.stringify(collection))
  return {
    status: 200,
    headers: [
      ...['Cache-Control', isPosted ? 'no-store' : `private, max-age=${MAP_KEPT_SECONDS}`, 'Vary', 'Accept-Encoding'],
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
      ...safeHeaders(),
    ],
    body: encoding === 'identity' ? body : await compress(body, encoding),
    type: 'application/geo+json',
  }
}
