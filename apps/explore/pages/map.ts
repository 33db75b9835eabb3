// A map of a district as SVG: inside its state, and by itself. Its text says the same. No tiles, labels or fonts of others.

import { geoAzimuthalEqualArea } from 'd3-geo'
import { MICRODEGREES } from '../../../data/geometry/multipolygon.ts'
import type { Outline } from '../../../data/geometry/outline.ts'
import type { Box } from '../../../data/geometry/polygon.ts'
import { type Html, html } from '../../web/html.ts'
import { fill } from '../../web/sentence.ts'
import type { View } from '../view.ts'
import type { Words } from '../words/words.ts'
import { boundsOf, cornersOf, pathOf } from './drawing.ts'

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
