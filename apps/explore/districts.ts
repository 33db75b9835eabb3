// A district: its boundaries, its officeholders and its coming elections.

import { geoAzimuthalEqualArea } from 'd3-geo'
import type { Outline } from '../../data/geometry/outline.ts'
import { type Box, MICRODEGREES } from '../../data/geometry/polygon.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { overlayNote } from '../web/ballot/record-marks.ts'
import type { View } from '../web/ballot/view.ts'
import type { Words } from '../web/ballot/words/words.ts'
import { type Html, html } from '../web/html.ts'
import { withLanguage } from '../web/page.ts'
import { fill } from '../web/sentence.ts'
import { boundsOf, cornersOf, pathOf } from './drawing.ts'
import { electionLinks } from './elections.ts'
import type { Look } from './look.ts'
import { holderLine } from './officeholders.ts'
import { showPage, versionOf } from './show.ts'

export async function answerDistrict(look: Look): Promise<Reply> {
  const { words, lang, named, params } = look
  const { data: district } = await look.load('getDistrict', { snapshot: named }, params)
  const { id, name, state, type, retired, officeholders, elections, website_url, report_url } = district
  const outlines = look.host.data.districtOutlines(id, state)
  const map = outlines && districtMap(look, { name, state, ...outlines })
  const main = html`${overlayNote(look, district)}${retired && html`<p class="unsure">${words.retired}</p>`}
${website_url && html`<p><a href="${website_url}" rel="noreferrer">${words.website}</a></p>`}
${map ?? html`<p class="soft">${words.mapNone}</p>`}
${officeholders.length > 0 && html`<section><h2>${words.officeholders}</h2><ul class="elections">${officeholders.map((one) => holderLine(look, one))}</ul></section>`}
${elections.length > 0 && html`<section><h2>${words.elections}</h2>${electionLinks(look, elections)}</section>`}
<p class="no-print"><a href="${withLanguage(report_url, lang)}">${words.reportError}</a></p>
${versionOf(look)}`
  return showPage(look, { title: type === 'state' ? name : `${name}, ${state}`, main, zooms: map !== undefined })
}

// The map, as SVG: inside its state, and by itself. Its text says the same. No tiles, labels or fonts of others.

/** Units of the drawing: four to a pixel of a wide screen, so that whole numbers are fine enough, also zoomed. */
const SIDE = 2560
const MARGIN = 48

interface Mapped {
  name: string
  state: string
  outline: Outline
  /** The outline of the state; undefined if it is not held, or if the district is the state. */
  around: Outline | undefined
}

export function districtMap({ words }: View, { name, state, outline, around }: Mapped): Html {
  const text = fill(words.mapText, { district: name, state, ...cornersInWords(outline.box, words) })
  const alone = draw(words, fill(words.mapOf, { district: name }), outline, [outline])
  const within = around && draw(words, fill(words.mapIn, { district: name, state }), around, [around, outline])
  return html`<figure class="map"><div class="map-views">${alone}${within}</div>
<figcaption class="small soft">${text} ${words.mapNote} <span class="no-print" data-zoom-hint hidden>${words.zoomHint}</span></figcaption></figure>`
}

/** Degrees with two digits and the direction: 35.99° N. */
function cornersInWords(
  { west, south, east, north }: Box,
  words: Words,
): Record<'west' | 'south' | 'east' | 'north', string> {
  const inWords = (micro: number, plus: string, minus: string): string =>
    `${(Math.abs(micro) / MICRODEGREES).toFixed(2)}° ${micro < 0 ? minus : plus}`
  const latitude = (micro: number): string => inWords(micro, words.compassNorth, words.compassSouth)
  const longitude = (micro: number): string =>
    inWords(micro < -180 * MICRODEGREES ? micro + 360 * MICRODEGREES : micro, words.compassEast, words.compassWest)
  return { west: longitude(west), south: latitude(south), east: longitude(east), north: latitude(north) }
}

/** North is up at the middle, and areas are true. @param layers from back to front; the last one is the district */
function draw(words: Words, title: string, frame: Outline, layers: readonly Outline[]): Html {
  const { west, south, east, north } = frame.box
  const middle: [number, number] = [(west + east) / 2 / MICRODEGREES, (south + north) / 2 / MICRODEGREES]
  const projection = geoAzimuthalEqualArea()
    .rotate([-middle[0], -middle[1]])
    .fitExtent(
      [
        [MARGIN, MARGIN],
        [SIDE - MARGIN, SIDE - MARGIN],
      ],
      cornersOf(frame),
    )
  const { left, top, width, height } = boundsOf(frame, projection)
  const box = [left - MARGIN, top - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN].map(Math.round).join(' ')
  const zoom = {
    in: words.zoomIn,
    out: words.zoomOut,
    whole: words.zoomWhole,
    level: words.zoomLevel,
    keys: words.zoomKeys,
    map: title,
  }
  return html`<div class="zoom" data-zoom="${JSON.stringify(zoom)}"><svg viewBox="${box}" role="img" aria-label="${title}"><g>${layers.map((layer, at) => html`<path class="${at === layers.length - 1 ? 'here' : 'around'}" fill-rule="evenodd" d="${pathOf(layer, projection)}"/>`)}</g></svg></div>`
}
