// The GeoJSON of a map, for the script of its page. A point has no URL, and no map.

import { ApiError } from '../../data/schema/api-error.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { chooseEncoding, compress } from '../../server/http/reply-body.ts'
import { safeHeaders } from '../web/reply.ts'
import { loadShownBallot } from './ballot.ts'
import { listOf } from './contest.ts'
import { findLayers } from './district-map.ts'
import { findElection } from './elections.ts'
import type { Look } from './look.ts'
import { areaSubject, findMap, type MapSubject } from './map.ts'
import { requireLink, typedPlace } from './place.ts'

/** @setting Seconds for which a browser keeps the GeoJSON of a map: its URL names the data. */
const MAP_KEPT_SECONDS = 3600

/** The GeoJSON of the map of a place that the page's URL names or that was typed, of a district, or of an election's districts. */
export async function answerMap(look: Look): Promise<Reply> {
  const { words, exchange } = look
  const isPosted = exchange.request.method === 'POST'
  const subject = await findSubject(look, isPosted)
  const collection = subject && (await findMap(look, subject))
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

/** Throws ApiError 400, 404. */
async function findSubject(look: Look, isPosted: boolean): Promise<MapSubject | undefined> {
  const { query, named, host } = look
  const [id, slug] = [query.get('district'), query.get('election')]
  if (!isPosted && id !== null) {
    const { data: district } = await look.load('getDistrict', { snapshot: named }, { id })
    const { state, type, retired } = district
    return { kind: 'district', id: district.id, state, type, retired }
  }
  if (!isPosted && slug !== null) {
    const { id: election, state } = await findElection(look, slug)
    const layer = findLayers(host.data, election).find((one) => one === query.get('layer'))
    return layer && { kind: 'election', election, state, layer }
  }
  const place = isPosted ? typedPlace(look) : (query.get('place') ?? '')
  const { location, ballot, part } = await loadShownBallot(look, place, listOf(query, 'part'))
  requireLink(look, location)
  return ballot ? areaSubject(ballot, part) : undefined
}
