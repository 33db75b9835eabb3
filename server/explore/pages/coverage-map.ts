// Coverage as a map of all states as SVG: each is a link, and its name says what its colour says.

import { type GeoProjection, geoAlbersUsa, geoMercator } from 'd3-geo'
import type { Coverage } from '../../../data/schema/coverage.ts'
import type { BallotCoverage } from '../../../data/schema/vocabulary.ts'
import type { StateOutline } from '../../read/outlines.ts'
import { type Html, html } from '../../web/html.ts'
import type { View } from '../view.ts'
import { fill, type Words } from '../words/words.ts'
import { boundsOf, cornersOf, pathOf } from './drawing.ts'

/** Units of the drawing: two to a pixel. The proportions are those of d3's map of the United States. */
const WIDTH = 1950
const HEIGHT = 1220
const SCALE = 2600
/** Territories lie below, from the right, each in a frame of this size. */
const INSETS = ['PR', 'VI', 'GU', 'MP', 'AS']
const INSET = { width: 150, height: 110, label: 64, gap: 30 }
/** A state that would be smaller gets a circle: the District of Columbia. */
const SMALLEST = 24
const CIRCLE = 13

/** In the order of the legend, with the colours `--scale-…`. */
export const COVERAGE_SHADES = {
  full: { shade: 4, name: 'coverageFull' },
  partial: { shade: 2, name: 'coveragePartial' },
  none: { shade: 0, name: 'coverageNone' },
} as const satisfies Readonly<Record<BallotCoverage, { shade: number; name: keyof Words }>>

const KINDS = ['full', 'partial', 'none'] as const satisfies readonly BallotCoverage[]

/** Null if no state's lines are held. */
export function coverageMap(view: View, states: readonly Coverage[], outlines: readonly StateOutline[]): Html | null {
  const { words } = view
  const drawn = outlines.flatMap((outline) => {
    const coverage = states.find(({ state }) => state === outline.state)
    return coverage ? [{ outline, coverage }] : []
  })
  if (drawn.length === 0) return null
  const count = (kind: BallotCoverage): number =>
    states.filter(({ next_election_coverage }) => next_election_coverage === kind).length
  const insets = INSETS.filter((code) => drawn.some(({ coverage }) => coverage.state === code))
  const height = insets.length > 0 ? HEIGHT + INSET.height + INSET.label : HEIGHT
  const links = drawn.map(({ outline, coverage }) => drawState(view, outline, coverage, insets.indexOf(coverage.state)))
  const missing = states.length - drawn.length
  return html`<p class="skip-map"><a href="#coverage-table">${words.coverageMapSkip}</a></p>
<figure class="map coverage-map">
<svg viewBox="0 0 ${WIDTH} ${height}" role="group" aria-labelledby="coverage-map-title" aria-describedby="coverage-map-text"><title id="coverage-map-title">${words.coverageMap}</title><desc id="coverage-map-text">${words.coverageMapText}</desc>
${[...links.filter(({ isSmall }) => !isSmall), ...links.filter(({ isSmall }) => isSmall)].map(({ link }) => link)}</svg>
<figcaption><ul class="legend"><li>${words.coverageLegend}</li>${KINDS.map((kind) => html`<li><svg viewBox="0 0 20 14" width="20" height="14" aria-hidden="true"><rect class="scale-${COVERAGE_SHADES[kind].shade}" x="1" y="1" width="18" height="12"/></svg>${fill(words.coverageLegendCount, { kind: words[COVERAGE_SHADES[kind].name], count: count(kind) })}</li>`)}</ul>
${missing > 0 && html`<p class="small soft">${fill(words.coverageMapMissing, { count: missing })}</p>`}</figcaption></figure>`
}

interface StateDrawing {
  /** Such a state is drawn after the others, because its circle lies over its neighbours. */
  isSmall: boolean
  link: Html
}

function drawState({ words, href }: View, outline: StateOutline, coverage: Coverage, inset: number): StateDrawing {
  const { name, state, next_election_coverage: kind } = coverage
  const projection = inset < 0 ? mainland() : insetProjection(outline, inset)
  const { left, top, width, height } = boundsOf(outline, projection)
  const isSmall = inset < 0 && width < SMALLEST && height < SMALLEST
  const label = fill(words.coverageOfState, { state: name, kind: words[COVERAGE_SHADES[kind].name] })
  const circle = html`<circle cx="${Math.round(left + width / 2)}" cy="${Math.round(top + height / 2)}" r="${CIRCLE}"/>`
  const code = html`<text x="${insetLeft(inset) + INSET.width / 2}" y="${HEIGHT + INSET.height + INSET.label - 10}">${state}</text>`
  const link = html`<a href="${href('/explore/ballot', { place: name })}" aria-label="${label}" class="scale-${COVERAGE_SHADES[kind].shade}${inset >= 0 && ' inset'}"><title>${label}</title><path fill-rule="evenodd" d="${pathOf(outline, projection)}"/>${isSmall && circle}${inset >= 0 && code}</a>
`
  return { isSmall, link }
}

function mainland(): GeoProjection {
  return geoAlbersUsa()
    .scale(SCALE)
    .translate([WIDTH / 2, HEIGHT / 2])
}

function insetLeft(at: number): number {
  return WIDTH - (INSETS.length - at) * (INSET.width + INSET.gap)
}

function insetProjection(outline: StateOutline, at: number): GeoProjection {
  const left = insetLeft(at)
  return geoMercator().fitExtent(
    [
      [left, HEIGHT],
      [left + INSET.width, HEIGHT + INSET.height],
    ],
    cornersOf(outline),
  )
}
