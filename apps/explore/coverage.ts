// The page of coverage: a map of the states, and a sortable table with a row for each.

import { type GeoProjection, geoAlbersUsa, geoMercator } from 'd3-geo'
import { toFixTimes } from '../../data/schema/correction.ts'
import type { Coverage } from '../../data/schema/coverage.ts'
import { compareText } from '../../data/schema/folded-name.ts'
import type { BallotCoverage } from '../../data/schema/vocabulary.ts'
import type { StateOutline } from '../../server/host.ts'
import type { Reply } from '../../server/http/exchange.ts'
import type { View } from '../web/ballot/view.ts'
import { dayInWords, placeAlone, type Words } from '../web/ballot/words/words.ts'
import { type Html, html } from '../web/html.ts'
import { withLanguage } from '../web/page.ts'
import { fill, sayFixTimes } from '../web/sentence.ts'
import { sortableTable } from './lists.ts'
import type { Look } from './look.ts'
import { boundsOf, cornersOf, pathOf } from './map-drawing.ts'
import { showPage, versionOf } from './show.ts'

export async function answerCoverage(look: Look): Promise<Reply> {
  const { words, named, host } = look
  const loaded = await look.load('listCoverage', { snapshot: named })
  const data = loaded.data.toSorted((a, b) => Number(isHeld(b)) - Number(isHeld(a)) || compareText(a.name, b.name))
  const outlines = host.data.stateOutlines()
  const fixTimes = sayFixTimes(words, toFixTimes(await host.state.fixTimes()))
  const main = html`<p class="lead">${words.coverageLead}</p>
${pastOnlyNote(look, data)}
${coverageMap(look, data, outlines) ?? coverageText(look, data)}
<p class="soft">${words.coverageCounted}</p>
${coverageTable(look, data)}
<p>${fixTimes !== null && `${fixTimes} `}<a href="${withLanguage('/corrections', look.lang)}">${words.corrections}</a></p>
${versionOf(look)}`
  return showPage(look, {
    title: words.coverage,
    here: '/explore/coverage',
    description: words.coverageLead,
    isShared: true,
    main,
  })
}

/** Null if the data has ballots of a coming election, or no election at all. */
export function pastOnlyNote({ words, href }: View, states: readonly Coverage[]): Html | null {
  if (states.some(isHeld) || states.every(({ election_count }) => election_count === 0)) return null
  return html`<p>${words.coverageAllNone} <a href="${href('/explore/elections')}">${words.allElections}</a></p>`
}

/** States whose ballots are held come first. */
function isHeld({ next_election_coverage }: Coverage): boolean {
  return next_election_coverage !== 'none'
}

// The coverage in words, and as a table.

function coverageText({ words }: View, states: readonly Coverage[]): Html {
  const count = (wanted: BallotCoverage): number =>
    states.filter(({ next_election_coverage }) => next_election_coverage === wanted).length
  return html`<p>${fill(words.coverageCounts, { full: count('full'), partial: count('partial'), none: count('none') })}</p>`
}

function coverageTable(view: View, states: readonly Coverage[]): Html {
  const { words, lang, href } = view
  const number = (value: number) => ({ shown: value.toLocaleString('en-US'), value: String(value) })
  return html`<div id="coverage-table" tabindex="-1">${sortableTable(view, {
    caption: words.coverage,
    isDense: true,
    columns: [
      words.state,
      words.coverageNext,
      words.coverageBallots,
      words.coverageElections,
      words.contests,
      words.measures,
      words.endorsementCount,
      words.updated,
    ],
    rows: states.map((one) => [
      {
        shown: html`<a href="${href('/explore/ballot', { place: one.name })}">${placeAlone(one.name, lang)}</a>`,
        value: placeAlone(one.name, lang),
      },
      { shown: dayInWords(one.next_election, lang), value: one.next_election ?? '' },
      {
        shown:
          one.next_election_coverage === 'none'
            ? html`<span class="soft">${words.coverageNone}</span>`
            : html`<span class="state ${one.next_election_coverage === 'full' ? 'active' : 'pending'}">${words[COVERAGE_SHADES[one.next_election_coverage].name]}</span>`,
        value: words[COVERAGE_SHADES[one.next_election_coverage].name],
      },
      number(one.election_count),
      number(one.contest_count),
      number(one.measure_count),
      number(one.endorsement_count),
      {
        shown: one.updated_at === null ? '–' : dayInWords(one.updated_at.slice(0, 10), lang),
        value: one.updated_at ?? '',
      },
    ]),
  })}</div>`
}

// The map of all states, as SVG: each is a link, and its name says what its color says.

/** Units of the drawing: two to a pixel. The proportions are those of d3's map of the United States. */
const WIDTH = 1950
const HEIGHT = 1220
const SCALE = 2600
const MARGIN = 20
/** A map of few states shows them no larger than in a frame of this width. */
const NARROWEST = 1000
/** Territories lie below, from the right, each in a frame of this size. */
const INSETS: readonly string[] = ['PR', 'VI', 'GU', 'MP', 'AS']
const INSET = { width: 150, height: 110, label: 64, gap: 30 }
/** A state that would be smaller gets a circle: the District of Columbia. */
const SMALLEST = 24
const CIRCLE = 13

/** In the order of the legend. A color has a class; what is partial has stripes, so that nobody needs the color. */
const COVERAGE_SHADES = {
  full: { shade: 'scale-4', name: 'coverageFull' },
  partial: { shade: null, name: 'coveragePartial' },
  none: { shade: 'scale-0', name: 'coverageNone' },
} as const satisfies Readonly<Record<BallotCoverage, { shade: string | null; name: keyof Words }>>

function tintOf(kind: BallotCoverage, isInset = false): Html {
  const { shade } = COVERAGE_SHADES[kind]
  const classes = [shade, isInset && 'inset'].filter((one) => typeof one === 'string').join(' ')
  return html`class="${classes}"${shade === null && html` fill="url(#coverage-stripes)"`}`
}

const KINDS = ['full', 'partial', 'none'] as const satisfies readonly BallotCoverage[]

/** Null if no state's boundaries are available. */
export function coverageMap(view: View, states: readonly Coverage[], outlines: readonly StateOutline[]): Html | null {
  const { words } = view
  const drawn = outlines.flatMap((outline) => {
    const coverage = states.find(({ state }) => state === outline.state)
    return coverage ? [{ outline, coverage }] : []
  })
  if (drawn.length === 0) return null
  const count = (kind: BallotCoverage): number =>
    states.filter(({ next_election_coverage }) => next_election_coverage === kind).length
  const drawings = drawn.map(({ outline, coverage }) => drawState(view, outline, coverage))
  // A small state comes after the others, because its circle lies over its neighbors.
  const inOrder = [...drawings.filter(({ isSmall }) => !isSmall), ...drawings.filter(({ isSmall }) => isSmall)]
  const missing = states.length - drawn.length
  return html`<p class="skip-map"><a href="#coverage-table">${words.coverageMapSkip}</a></p>
<figure class="map coverage-map">
<svg viewBox="${frameOf(drawings)}" role="group" aria-labelledby="coverage-map-title" aria-describedby="coverage-map-text"><title id="coverage-map-title">${words.coverageMap}</title><desc id="coverage-map-text">${words.coverageMapText}</desc>
<defs><pattern id="coverage-stripes" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="scale-2" width="12" height="12"/><rect class="stripe" width="3" height="12"/></pattern></defs>
${inOrder.map(({ link }) => link)}</svg>
<figcaption><ul class="legend"><li>${words.coverageLegend}</li>${KINDS.map((kind) => html`<li><svg viewBox="0 0 20 14" width="20" height="14" aria-hidden="true"><rect ${tintOf(kind)} x="1" y="1" width="18" height="12"/></svg>${fill(words.coverageLegendCount, { kind: words[COVERAGE_SHADES[kind].name], count: count(kind) })}</li>`)}</ul>
${missing > 0 && html`<p class="small soft">${fill(words.coverageMapMissing, { count: missing })}</p>`}</figcaption></figure>`
}

interface Frame {
  left: number
  top: number
  width: number
  height: number
}

interface StateDrawing {
  frame: Frame
  isSmall: boolean
  link: Html
}

function drawState({ words, lang, href }: View, outline: StateOutline, coverage: Coverage): StateDrawing {
  const { name, state, next_election_coverage: kind } = coverage
  const inset = INSETS.indexOf(state)
  const isInset = inset >= 0
  const projection = isInset ? insetProjection(outline, inset) : mainland()
  const frame = boundsOf(outline, projection)
  const [middle, bottom] = [frame.left + frame.width / 2, HEIGHT + INSET.height + INSET.label]
  const isSmall = !isInset && frame.width < SMALLEST && frame.height < SMALLEST
  const label = fill(words.coverageOfState, { state: placeAlone(name, lang), kind: words[COVERAGE_SHADES[kind].name] })
  const circle = html`<circle cx="${Math.round(middle)}" cy="${Math.round(frame.top + frame.height / 2)}" r="${CIRCLE}"/>`
  const code = html`<text x="${Math.round(middle)}" y="${bottom - 10}">${state}</text>`
  const link = html`<a href="${href('/explore/ballot', { place: name })}" aria-label="${label}" ${tintOf(kind, isInset)}><title>${label}</title><path fill-rule="evenodd" d="${pathOf(outline, projection)}"/>${isSmall && circle}${isInset && code}</a>
`
  return { frame: isInset ? { ...frame, height: bottom - frame.top } : frame, isSmall, link }
}

/** Around what is drawn: a service may hold only some states. */
function frameOf(drawings: readonly StateDrawing[]): string {
  const frames = drawings.map(({ frame }) => frame)
  const left = Math.min(...frames.map((one) => one.left))
  const top = Math.min(...frames.map((one) => one.top))
  const width = Math.max(...frames.map((one) => one.left + one.width)) - left
  const height = Math.max(...frames.map((one) => one.top + one.height)) - top
  const shown = Math.max(width, NARROWEST)
  return [left - (shown - width) / 2 - MARGIN, top - MARGIN, shown + 2 * MARGIN, height + 2 * MARGIN]
    .map(Math.round)
    .join(' ')
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
