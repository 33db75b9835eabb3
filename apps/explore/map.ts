// The figure of a map: an SVG that every reader has, which the browser's script replaces with a map to move and click.

import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Narrowing } from '../../data/schema/ballot.ts'
import { type Html, html } from '../web/html.ts'
import { fill } from '../web/sentence.ts'
import { drawAreaMap } from './area-map.ts'
import type { Look } from './look.ts'
import { drawMap } from './map-drawing.ts'
import type { MapCollection } from './map-shapes.ts'

/** @setting Maps of areas in memory: a page asks for its map a second time, as GeoJSON. */
const MAPS_KEPT = 32

/** By data, place and question. */
const maps = new LRUCache<string, Promise<MapCollection | undefined>>({ max: MAPS_KEPT })

export function findMap(
  { host }: Pick<Look, 'host'>,
  label: string,
  narrow_by: Narrowing,
): Promise<MapCollection | undefined> {
  const key = hash('sha256', JSON.stringify([host.data.version(), label, narrow_by]))
  const known = maps.get(key)
  if (known) return known
  const drawn = drawAreaMap(host.data, { label, narrow_by })
  maps.set(key, drawn)
  drawn.catch(() => maps.delete(key))
  return drawn
}

interface AskedPlace {
  label: string | null
  narrow_by: Narrowing | null
  /** As it was typed. */
  sealed: string
}

/** The map of a place's narrowing question. Null without a question, and if the place's shape is not held. */
export async function areaFigure(look: Look, { label, narrow_by, sealed }: AskedPlace): Promise<Html | null> {
  const collection = label !== null && narrow_by !== null ? await findMap(look, label, narrow_by) : null
  if (!collection || label === null) return null
  const { words, assets, host, exchange, href } = look
  // A linked place is in the page's own URL already; a typed one enters no URL.
  const isLinked = exchange.request.method !== 'POST'
  const settings = {
    data: href('/explore/map', isLinked ? { place: label, v: exchange.snapshot?.slice(0, 12) } : {}),
    sealed: isLinked ? null : sealed,
    script: assets.map.url,
    library: assets.mapLibrary.url,
    worker: assets.mapWorker.url,
    style: host.settings.mapStyle?.url ?? null,
    words: {
      title: fill(words.narrowMapOf, { place: label }),
      in: words.zoomIn,
      out: words.zoomOut,
      wheel: words.mapWheel,
      fingers: words.mapFingers,
      keys: words.mapKeys,
    },
  }
  return html`<figure class="map area-map" data-map="${JSON.stringify(settings)}"><div class="map-frame">${drawMap(collection, settings.words.title)}</div>
<figcaption class="small soft"><span class="map-hint">${words.mapClick} </span>${words.mapSimplified}</figcaption></figure>`
}
