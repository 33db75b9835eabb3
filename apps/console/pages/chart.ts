// A bar chart of requests by minute. It uses only attributes and classes: the content security policy forbids inline styles.

import { type Html, html } from '../../web/html.ts'
import { fill } from '../../web/sentence.ts'
import type { Words } from '../words/words.ts'

const WIDTH = 600
const HEIGHT = 120
/** Share of each bar's space that is left free. */
const GAP = 0.25

/** @param counts by minute, oldest first; the last minute is the current one @param limit requests per minute */
export function chart(words: Words, counts: readonly number[], limit: number): Html {
  const minutes = counts.length
  const peak = Math.max(...counts)
  if (peak === 0) return html`<p class="soft">${fill(words.chartNone, { minutes })}</p>`
  const top = topOf(counts)
  const place = WIDTH / counts.length
  const bars = counts.map((count, index) => {
    const height = (count / top) * HEIGHT
    return (
      count > 0 &&
      html`<rect x="${round(index * place + (place * GAP) / 2)}" y="${round(HEIGHT - height)}" width="${round(place * (1 - GAP))}" height="${round(height)}"/>`
    )
  })
  const line = round(HEIGHT - (limit / top) * HEIGHT)
  const total = counts.reduce((sum, count) => sum + count, 0)
  return html`<figure class="chart">
<p class="axis" aria-hidden="true"><span>${group(top)}</span></p>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${fill(words.chartText, { total: group(total), minutes, peak: group(peak) })}">
<line class="base" x1="0" x2="${WIDTH}" y1="${HEIGHT}" y2="${HEIGHT}"/>
${isLimitDrawn(counts, limit) && html`<line class="limit" x1="0" x2="${WIDTH}" y1="${line}" y2="${line}"/>`}
${bars}
</svg>
<p class="axis" aria-hidden="true"><span>${fill(words.chartAgo, { minutes: minutes - 1 })}</span><span>${Math.round((minutes - 1) / 2)}</span><span>${words.chartNow}</span></p>
</figure>`
}

/** True if the bars come near the limit. */
export function isLimitDrawn(counts: readonly number[], limit: number): boolean {
  return limit <= topOf(counts)
}

/** Separates the digits into groups of three. */
export function group(n: number): string {
  return n.toLocaleString('en-US')
}

/** The next of 1, 2, 5, 10, 20, 50, … */
export function ceilingOf(n: number): number {
  const power = 10 ** Math.floor(Math.log10(n))
  return ([1, 2, 5].find((step) => step * power >= n) ?? 10) * power
}

function topOf(counts: readonly number[]): number {
  return ceilingOf(Math.max(...counts, 1))
}

function round(n: number): number {
  return Math.round(n * 100) / 100
}
