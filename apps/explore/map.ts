// The figure of a map: an SVG that every reader has, which the browser's script replaces with a map to move and click.

import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Ballot, Narrowing } from '../../data/schema/ballot.ts'
import type { DistrictRecord } from '../../data/schema/district.ts'
import type { Election } from '../../data/schema/election.ts'
import type { Language } from '../../data/schema/vocabulary.ts'
import { districtIn } from '../web/ballot/titles.ts'
import { placeAlone, placeIn } from '../web/ballot/words/words.ts'
import { type Html, type HtmlPart, html } from '../web/html.ts'
import { fill } from '../web/sentence.ts'
import { drawAreaMap } from './area-map.ts'
import { drawDistrict, drawElection, findLayers, type MapLayer, type MappedDistrict } from './district-map.ts'
import type { Look } from './look.ts'
import { type ChosenPoint, drawMap, linkOf, type MapLinks } from './map-drawing.ts'
import type { MapCollection, MapFeature } from './map-geojson.ts'
import { marksOf, numbersOf, partNames, UNLISTED } from './narrowing.ts'

/** @setting Maps in memory: a page asks for its map a second time, as GeoJSON. */
const MAPS_KEPT = 64

export type MapSubject =
  | { kind: 'area'; label: string; narrow_by: Narrowing; dividing: readonly number[]; part: readonly string[] }
  | ({ kind: 'district' } & MappedDistrict)
  | { kind: 'election'; election: number; state: Election['state']; layer: MapLayer }

/** By data and subject. */
const maps = new LRUCache<string, Promise<MapCollection | undefined>>({ max: MAPS_KEPT })

/** Undefined if the boundaries are not held. */
export async function findMap(look: Pick<Look, 'host' | 'lang' | 'words'>, subject: MapSubject) {
  const drawn = await findDrawn(look, subject)
  if (!drawn) return undefined
  const names = subject.kind === 'area' ? listedNames(look, subject) : []
  return { ...drawn, features: drawn.features.map(nameIn(look.lang, names)) }
}

/** The names that the list beside the map has, and the numbers where the names do not say them. */
function listedNames(look: Pick<Look, 'lang' | 'words'>, { narrow_by, label }: AreaSubject): ListedName[] {
  const marks = numbersOf(narrow_by) ? [] : marksOf(narrow_by)
  return partNames(look, narrow_by, placeIn(label, look.lang)).map((name, at) => ({
    name,
    numbered: marks[at] ? `${marks[at]}: ${name}` : name,
  }))
}

interface ListedName {
  name: string
  numbered: string
}

/** Names of parts as in the list, those of districts and counties in the language of the page; those of cities stay. */
function nameIn(lang: Language, listed: readonly ListedName[]): (feature: MapFeature) => MapFeature {
  return ({ properties, ...feature }) => {
    const { layer, name, option = -1 } = properties
    const own = listed[option]
    // A label stands beside its number, or is none.
    const text = layer === 'label' ? name && own?.name : own?.numbered
    if (own) return { ...feature, properties: { ...properties, name: text ?? name } }
    if (layer === 'city' || layer === 'large_city') return { ...feature, properties }
    if (layer === 'place') return { ...feature, properties: { ...properties, name: placeAlone(name, lang) } }
    // A part of several districts has all of their names.
    const told = name.split(', ').map((one) => districtIn(one, lang))
    return { ...feature, properties: { ...properties, name: told.join(', ') } }
  }
}

/** With the names that the data has. */
function findDrawn({ host: { data } }: Pick<Look, 'host'>, subject: MapSubject): Promise<MapCollection | undefined> {
  const key = hash('sha256', JSON.stringify([data.version(), subject]))
  const known = maps.get(key)
  if (known) return known
  const drawn = draw(data, subject)
  maps.set(key, drawn)
  drawn.catch(() => maps.delete(key))
  return drawn
}

function draw(data: Look['host']['data'], subject: MapSubject): Promise<MapCollection | undefined> {
  switch (subject.kind) {
    case 'area':
      return drawAreaMap(data, subject)
    case 'district':
      return drawDistrict(data, subject)
    case 'election':
      return drawElection(data, subject)
    default:
      return subject satisfies never
  }
}

/** Of a place whose voters have the same ballot, or whose parts no question tells apart. */
const NO_QUESTION: Narrowing = {
  ...{ kind: 'district', type: null, settles: 0, points: 0, grids: [], other_share: 1 },
  ...{ unplaced_contests: [], options: [] },
}

/** Undefined for a point, a state, and a place without boundaries. @param part of the question, as `part` of /v1/ballot */
export function areaSubject(
  { location, narrow_by, districts }: Pick<Ballot, 'location' | 'narrow_by' | 'districts'>,
  part: readonly string[],
): AreaSubject | undefined {
  const { label, exact, kind, basis } = location
  if (label === null) return undefined
  if (narrow_by) return { kind: 'area', label, narrow_by, dividing: [], part }
  if (exact || kind === 'state' || basis !== 'area') return undefined
  // Of one kind: parts of two kinds would cut each other.
  const possible = districts.filter(({ match }) => match === 'possible')
  const dividing = possible.filter(({ type }) => type === possible[0]?.type).map(({ id }) => id)
  // Outside a lone district lies water, or a gap between the boundaries of two sources. The ballot is the same there.
  return { kind: 'area', label, narrow_by: NO_QUESTION, dividing: dividing.length > 1 ? dividing : [], part: [] }
}

type AreaSubject = Extract<MapSubject, { kind: 'area' }>

interface AskedPlace {
  /** Of which the map is. */
  subject: AreaSubject | undefined
  /** As a URL has it; null if it enters none. */
  linked: string | null
  /** As it was typed. */
  sealed: string
  /** The point that was chosen on the map, and the answer in which it lies: -1 if none. */
  chosen?: ChosenPoint | undefined
}

/** The map of a place, with the parts of its narrowing question. Null if the place's shape is not held. */
export async function areaFigure(look: Look, { subject, linked, sealed, chosen }: AskedPlace): Promise<Html | null> {
  const collection = subject && (await findMap(look, subject))
  if (!collection) return null
  const { words, exchange } = look
  const { label, part, narrow_by } = subject
  const title = chosen ? words.narrowYoursMapOf : narrow_by === NO_QUESTION ? words.placeMapOf : words.narrowMapOf
  const askedPart = part.join(',') || undefined
  // A linked place is in a URL already; a typed one enters none.
  const isLinked = linked !== null && exchange.request.method !== 'POST'
  return mapFigure(look, collection, {
    title: fill(title, { place: placeIn(label, look.lang) }),
    keys: words.mapKeys,
    hint: chosen ? words.narrowYoursMap : words.mapClick,
    note: words.mapSimplified,
    data: dataUrl(look, isLinked ? { place: linked, part: askedPart } : askedPart ? { part: askedPart } : null),
    sealed: isLinked ? null : sealed,
    chosen,
  })
}

/** A district among its neighbors. Null if its boundaries are not held. */
export async function districtFigure(look: Look, district: DistrictRecord, note: HtmlPart): Promise<Html | null> {
  const { id, name, state, type, retired } = district
  const collection = await findMap(look, { kind: 'district', id, state, type, retired })
  const { words, href } = look
  if (!collection) return null
  return mapFigure(look, collection, {
    title: fill(words.mapOf, { district: districtIn(name, look.lang) }),
    keys: words.mapOpensKeys,
    hint: words.mapOpens,
    note,
    data: dataUrl(look, { district: String(id) }),
    here: id,
    links: { district: href('/explore/districts/*') },
  })
}

interface MappedElection {
  election: Election
  title: string
  /** As the page's URL names it. */
  layer: string | null
  /** Id of the district whose contests the page shows. */
  here?: number
}

/** The districts of an election's contests, and links to its other layers. Null without a district with boundaries. */
export async function electionFigure(look: Look, asked: MappedElection): Promise<Html | null> {
  const { words, href, host } = look
  const { id, slug, state } = asked.election
  const layers = findLayers(host.data, id)
  const layer = layers.find((one) => one === asked.layer) ?? layers[0]
  const collection = layer && (await findMap(look, { kind: 'election', election: id, state, layer }))
  if (!collection) return null
  const path = `/explore/elections/${slug}`
  const choice = html`<nav class="levels" aria-label="${words.mapLayers}"><ul>${layers.map((one) => html`<li><a href="${href(path, { layer: one })}#map"${one === layer && html` aria-current="true"`}>${words[LAYER_WORDS[one]]}</a></li>`)}</ul></nav>`
  const map = mapFigure(look, collection, {
    title: fill(words.mapOfElection, { election: asked.title, layer: words[LAYER_WORDS[layer]] }),
    keys: words.mapOpensKeys,
    hint: words.mapOpensContests,
    note: words.mapNote,
    data: dataUrl(look, { election: slug, layer }),
    here: asked.here,
    links: { district: `${href(path, { district: '*', layer })}#contests`, contest: href('/explore/contests/*') },
  })
  return html`<section class="no-print" id="map" aria-labelledby="map-title"><h2 id="map-title">${words.map}</h2>${layers.length > 1 && choice}${map}</section>`
}

const LAYER_WORDS = {
  congressional: 'layerCongressional',
  state_upper: 'layerStateUpper',
  state_lower: 'layerStateLower',
  county: 'layerCounty',
} as const satisfies Readonly<Record<MapLayer, string>>

/** Of a map's GeoJSON: it names the data, so that a browser may keep it. */
function dataUrl({ href, exchange }: Look, query: Readonly<Record<string, string | undefined>> | null): string {
  return href('/explore/map', query ? { ...query, v: exchange.snapshot?.slice(0, 12) } : {})
}

interface Figure {
  title: string
  keys: string
  /** What a click does. */
  hint: string
  note: HtmlPart
  /** URL of the GeoJSON. */
  data: string
  /** The place that is posted to it. */
  sealed?: string | null
  /** Id of the district that the page is about. */
  here?: number | undefined
  links?: MapLinks
  chosen?: ChosenPoint | undefined
}

function mapFigure(look: Look, collection: MapCollection, figure: Figure): Html {
  const { words, assets, host } = look
  const { title, keys, hint, note, data, sealed = null, here, links, chosen } = figure
  const settings = {
    ...{ data, sealed, here, links, chosen },
    script: assets.map.url,
    library: assets.mapLibrary.url,
    worker: assets.mapWorker.url,
    style: host.settings.mapStyle?.url ?? null,
    streets: assets.streets && { archive: assets.streets.archive.url, library: assets.streets.library.url },
    words: { title, in: words.zoomIn, out: words.zoomOut, wheel: words.mapWheel, fingers: words.mapFingers, keys },
  }
  const shown = { here, links, chosen }
  return html`<figure class="map area-map" data-map="${JSON.stringify(settings)}"><div class="map-frame">${drawMap(collection, { title, ...shown })}</div>
<figcaption class="small soft">${legend(look, collection, figure)}<span class="map-hint">${hint} ${!chosen && html`<span class="map-keys">${words.mapCross} </span>`}</span>${note}${links && linkList(words.mapDistricts, collection, shown)}</figcaption></figure>`
}

/** Points of a ring that is the frame of the map: four corners, and the first again. */
const CORNERS_OF_FRAME = 5

/** What the lines and colors of a map mean, of those that it has. */
function legend({ words, lang }: Look, { features }: MapCollection, { here, chosen }: Figure) {
  const place = features.find(({ properties }) => properties.layer === 'place')?.properties.name ?? ''
  const counties = features.flatMap(({ geometry, properties }) =>
    properties.layer === 'county' && geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : [],
  )
  // One county that fills the map has no boundary on it.
  const hasCounties = counties.some(({ length }) => counties.length > 1 || length > CORNERS_OF_FRAME)
  // Of an election, some districts have no contest.
  const has = (layer: MapFeature['properties']['layer']): boolean =>
    features.some(({ properties: own }) => own.layer === layer && (layer !== 'part' || own.id !== undefined))
  const hasUnlisted = features.some(({ properties: own }) => own.layer === 'part' && own.option === UNLISTED)
  const isVoted = has('part') && has('around')
  const items = [
    here !== undefined && [html`<rect class="map-here" x="1" y="1" width="18" height="12"/>`, words.legendHere],
    chosen && [html`<circle class="map-pin" cx="10" cy="7" r="5"/>`, words.legendPoint],
    place !== '' && [
      html`<path class="map-place" d="M0 7h20"/>`,
      fill(words.legendPlace, { place: placeIn(place, lang) }),
    ],
    ...(isVoted
      ? [
          [html`<rect class="map-part part-none" x="1" y="1" width="18" height="12"/>`, words.legendVoted],
          [html`<rect class="map-around" x="1" y="1" width="18" height="12"/>`, words.legendUnvoted],
        ]
      : []),
    hasUnlisted && [html`<rect class="part-unlisted" x="1" y="1" width="18" height="12"/>`, words.legendUnlisted],
    hasCounties && [html`<path class="map-county" d="M0 7h20"/>`, words.legendCounty],
  ].filter((item) => Array.isArray(item))
  return (
    items.length > 0 &&
    html`<ul class="legend">${items.map(([mark, name]) => html`<li><svg viewBox="0 0 20 14" width="20" height="14" aria-hidden="true">${mark}</svg>${name}</li>`)}</ul>`
  )
}

/** The links of a map, for readers who do not see it, and for keys without the script. */
function linkList(title: string, { features }: MapCollection, shown: Parameters<typeof linkOf>[1]): Html | null {
  const links = features
    .flatMap(({ geometry, properties }) => {
      const link = geometry.type === 'MultiPolygon' && geometry.coordinates.length > 0 && linkOf(properties, shown)
      return link ? [{ name: properties.name, link }] : []
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
  if (links.length === 0) return null
  return html`<details class="map-list no-print"><summary>${title} (${links.length})</summary><ul class="links">${links.map(
    ({ name, link }) => html`<li><a href="${link}">${name}</a></li>
`,
  )}</ul></details>`
}
