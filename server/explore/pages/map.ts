// A map of a district as SVG: inside its state, and by itself. Its text says the same. No tiles, labels or fonts of others.

import type { Outline } from '../../read/outlines.ts'
import { type Html, html } from '../../web/html.ts'
import type { View } from '../view.ts'
import { fill } from '../words/words.ts'

const WIDTH = 640
const MARGIN = 12
const HEIGHT_MAX = 640

interface Mapped {
  name: string
  state: string
  outline: Outline
  /** The outline of the state; undefined if it is not held, or if the district is the state. */
  around: Outline | undefined
}

export function districtMap({ words }: View, { name, state, outline, around }: Mapped): Html {
  const { box } = outline
  const degrees = (micro: number): string => (Math.abs(micro) / 1_000_000).toFixed(2)
  const text = fill(words.mapText, {
    ...{ district: name, state, south: degrees(box.south), north: degrees(box.north) },
    ...{ west: degrees(box.west), east: degrees(box.east) },
  })
  const title = fill(words.mapOf, { district: name })
  return html`<figure class="map"><div class="map-views">${draw(title, outline, [outline])}${around && draw(fill(words.mapIn, { district: name, state }), around, [around, outline])}</div>
<figcaption class="small soft">${text} ${words.mapNote}</figcaption></figure>`
}

/** Draws in equal scale at the middle of the frame. @param layers from back to front; the last one is the district */
function draw(title: string, { box }: Outline, layers: readonly Outline[]): Html {
  const middle = ((box.north + box.south) / 2_000_000) * (Math.PI / 180)
  const across = Math.max(1, (box.east - box.west) * Math.cos(middle))
  const scale = Math.min((WIDTH - 2 * MARGIN) / across, HEIGHT_MAX / Math.max(1, box.north - box.south))
  const [width, height] = [across * scale + 2 * MARGIN, (box.north - box.south) * scale + 2 * MARGIN]
  const place = (x: number, y: number): string =>
    `${(MARGIN + (x - box.west) * Math.cos(middle) * scale).toFixed(1)} ${(MARGIN + (box.north - y) * scale).toFixed(1)}`
  const pathOf = ({ rings }: Outline): string => rings.map((ring) => `M${pairs(ring, place).join('L')}Z`).join('')
  return html`<svg viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}" role="img" aria-label="${title}">${layers.map((layer, at) => html`<path class="${at === layers.length - 1 ? 'here' : 'around'}" fill-rule="evenodd" d="${pathOf(layer)}"/>`)}</svg>`
}

function pairs(ring: readonly number[], place: (x: number, y: number) => string): string[] {
  const points: string[] = []
  for (let at = 0; at < ring.length; at += 2) points.push(place(ring[at] ?? 0, ring[at + 1] ?? 0))
  return points
}
