// The page of a county file: one file that holds the county, its reader and the cards of its contests, and that may send no request.

import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { contestCard } from '../../../apps/web/ballot/contest-card.ts'
import type { View } from '../../../apps/web/ballot/view.ts'
import { dayInWords, nameOf, WORDS } from '../../../apps/web/ballot/words/words.ts'
import { type Html, html, trustedHtml } from '../../../apps/web/html.ts'
import { fill } from '../../../apps/web/sentence.ts'
import type { Outline } from '../../../data/geometry/outline.ts'
import { MICRODEGREES } from '../../../data/geometry/polygon.ts'
import type { CountyFacts } from '../../../data/place/county-file.ts'
import { projectFile } from '../../../data/store/paths.ts'

export interface MappedDistrict {
  name: string
  type: string
  outline: Outline
}

export interface CountyPage {
  facts: CountyFacts
  /** Whether the file holds addresses. */
  hasAddresses: boolean
  /** The county file, as it is written. */
  file: Uint8Array
  /** Undefined if no boundaries are available. */
  outline: Outline | undefined
  /** Cities and districts of councils that the map shows. */
  mapped: readonly MappedDistrict[]
}

/** Browsers run and load only what these hashes name, and open no connection. */
const POLICY = (style: string, script: string): string =>
  `default-src 'none'; style-src '${toHash(style)}'; script-src '${toHash(script)}'; base-uri 'none'; form-action 'none'`

function toHash(text: string): string {
  return `sha256-${hash('sha256', text, 'base64')}`
}

export function countyPage({ facts, file, hasAddresses, outline, mapped }: CountyPage): Html {
  const { county, elections, lang, day, bundle } = facts
  const words = WORDS[lang]
  const view: View = { lang, words, named: undefined, preferred: lang, href: () => '#' }
  const style = [readText('apps', 'web', 'style.css'), readText('apps', 'web', 'ballot', 'ballot.css'), STYLE].join(
    '\n',
  )
  // In HTML, this would end the script.
  const script = readText('dist', 'county-page.js').replaceAll('</script', '<\\/script')
  const title = fill(words.countyTitle, { county: county.name, state: county.state })
  const example = exampleIn(outline)
  const map = outline && countyMap(outline, mapped, fill(words.mapOf, { district: county.name }))
  const named = elections.map((one) => `${nameOf(one, lang)} (${dayInWords(one.date, lang)})`).join(', ')
  return html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY(style, script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${trustedHtml(style)}</style>
</head>
<body>
<main id="main">
<h1>${title}</h1>
<p class="lead">${fill(words.countyLead, { elections: named })}</p>
<p>${words.countyPrivate}</p>
<form id="place" class="card"><label for="point">${hasAddresses ? words.countyAddress : words.countyPoint}</label>
<div class="row"><input id="point" name="point" inputmode="text" autocomplete="off" spellcheck="false" required placeholder="${example}"> <button>${words.showBallot}</button> <button type="button" id="here" class="quiet" hidden>${words.countyHere}</button></div></form>
${map && html`${map}<p class="small soft">${words.countyMapHint}</p>`}
<div id="answer" aria-live="polite"></div>
<section class="foot"><p class="small soft">${fill(words.countyMade, { day: dayInWords(day, lang), snapshot: bundle.slice(0, 12) })}</p></section>
</main>
${facts.contests.map(({ id, body }) => html`<template id="card-${id}">${contestCard(view, { ...body, match: null }, { ticked: NOBODY, advises: false })}</template>\n`)}
<script type="application/json" id="words">${trustedHtml(toScript(wordsOf(words, { hasAddresses, example })))}</script>
<script type="application/octet-stream" id="file">${Buffer.from(file).toString('base64')}</script>
<script>${trustedHtml(script)}</script>
</body>
</html>
`
}

const NOBODY: ReadonlySet<string> = new Set()

function readText(...path: string[]): string {
  return readFileSync(projectFile(...path), 'utf8')
}

function toScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

function wordsOf(
  words: View['words'],
  { hasAddresses, example }: { hasAddresses: boolean; example: string },
): Record<string, string | Record<string, string>> {
  const { yourBallot, noContests, complete, incomplete, linesDiffer, certain, possiblePoint, presentLines } = words
  const { districts, countyOutside, countyNoPosition, countyBroken } = words
  const { countyNoPoint, countyNoAddress, countySeveral, countySeveralPoint } = words
  return {
    yourBallot,
    noContests,
    complete,
    incomplete,
    linesDiffer,
    certain,
    possiblePoint,
    presentLines,
    districts,
    outside: countyOutside,
    noPosition: countyNoPosition,
    broken: countyBroken,
    noPoint: hasAddresses ? countyNoAddress : fill(countyNoPoint, { example }),
    several: countySeveral,
    severalPoint: countySeveralPoint,
    adds: Object.fromEntries(Object.entries(ADDS).map(([text, word]) => [text, words[word]])),
  }
}

/** Parts that an ambiguous address lacks: the text that the finder gives, and its word. */
export const ADDS = {
  'the state': 'countyAddState',
  'the direction of the street (such as N or SW)': 'countyAddDirection',
  'the kind of street (such as Ave or St)': 'countyAddKind',
  'the city': 'countyAddCity',
  'the ZIP code': 'countyAddZip',
  'the city and state, or the ZIP code': 'countyAddCityOrZip',
} as const satisfies Record<string, keyof View['words']>

/** A point in the middle of the box. */
function exampleIn(outline: Outline | undefined): string {
  if (!outline) return '35.78,-78.64'
  const { west, south, east, north } = outline.box
  return `${((south + north) / 2 / MICRODEGREES).toFixed(2)},${((west + east) / 2 / MICRODEGREES).toFixed(2)}`
}

/**
 * Microdegrees, with the longitude narrowed so that distances east and north are alike in the middle. Undefined if nothing in the county
 * has a name to look for: nobody would find their home.
 */
function countyMap({ box, step, rings }: Outline, mapped: readonly MappedDistrict[], title: string): Html | undefined {
  const { west, south, east, north } = box
  const narrow = Math.cos((((south + north) / 2 / MICRODEGREES) * Math.PI) / 180)
  const toPath = (shape: Pick<Outline, 'step' | 'rings'>): string =>
    shape.rings
      .map((ring) => {
        const points = Array.from({ length: ring.length / 2 }, (_, at) => {
          const [x, y] = [(ring[at * 2] ?? 0) * shape.step, (ring[at * 2 + 1] ?? 0) * shape.step]
          return `${Math.round((x - west) * narrow)} ${Math.round(north - y)}`
        })
        return `M${points.join('L')}z`
      })
      .join('')
  const [width, height] = [Math.round((east - west) * narrow), north - south]
  const margin = Math.round(Math.max(width, height) / 50)
  const size = Math.round(Math.max(width, height) / 45)
  const labels = mapped.flatMap(({ name, type, outline }) => {
    const { west: w, south: s, east: e, north: n } = outline.box
    const [x, y] = [((w + e) / 2 - west) * narrow, north - (s + n) / 2]
    // In a drawing that is large enough for the name of a city, and smaller than the county.
    const isShown = type === 'place' && (e - w) * narrow > size * 2 && (e - w) * 10 < (east - west) * 9
    if (!isShown || x < 0 || x > width || y < 0 || y > height) return []
    return [html`<text x="${Math.round(x)}" y="${Math.round(y)}" font-size="${size}">${name}</text>`]
  })
  if (labels.length === 0) return undefined
  const viewBox = [-margin, -margin, width + 2 * margin, height + 2 * margin].join(' ')
  return html`<figure class="map"><svg id="map" viewBox="${viewBox}" role="img" aria-label="${title}" data-west="${west / MICRODEGREES}" data-north="${north / MICRODEGREES}" data-narrow="${narrow}"><clipPath id="inside"><path clip-rule="evenodd" d="${toPath({ step, rings })}"/></clipPath><path class="around" fill-rule="evenodd" d="${toPath({ step, rings })}"/><g clip-path="url(#inside)">${mapped.map(({ name, type, outline }) => html`<path class="${type}" fill-rule="evenodd" d="${toPath(outline)}"><title>${name}</title></path>`)}${labels}</g><circle class="spot" r="${Math.round(margin / 2)}" visibility="hidden"/></svg></figure>`
}

const STYLE = `
#map { cursor: crosshair; max-height: 60vh; }
#answer h2:focus { outline: none; }
#map path { vector-effect: non-scaling-stroke; }
#map .place { fill: var(--accent); fill-opacity: 0.18; stroke: currentColor; stroke-opacity: 0.35; }
#map :is(.council, .county_council) { fill: none; stroke: var(--accent); stroke-opacity: 0.6; }
#map text { fill: var(--text); text-anchor: middle; paint-order: stroke; stroke: var(--ground); stroke-width: 0.25em; stroke-linejoin: round; pointer-events: none; }
#map .spot { fill: var(--bad); stroke: var(--ground); stroke-width: 0.2em; }
#place .row { display: flex; flex-wrap: wrap; gap: 0.5rem; }
#place input { flex: 1 1 12rem; }
`
