// In the browser: a map to move, zoom and click, by MapLibre GL JS, in the place of the page's SVG. A click, or Enter for the cross in the
// middle, opens the page of the district there, or the ballot of that point: the page's form posts it. Without WebGL the SVG stays.

const PARTS = 8
const DIGITS = 5
/** What is shown around the area, as on the SVG. */
const MARGIN = 0.05

const AROUND = ['top', 'bottom', 'left', 'right']
/**
 * Texts, the last of them written first: those for which no room is left are left out. Each has the layer of its points, the pixels of its
 * letters and of their margin (a number's hides the lines below it: no more than a quarter of a letter is drawn), and where it lies from its point: the first of these places that is free.
 */
const TEXTS = {
  city: { of: 'city', size: 12, weight: 400, halo: 1.5, anchors: ['center', ...AROUND] },
  label: { of: 'label', size: 14, weight: 700, halo: 2, anchors: ['center', ...AROUND] },
  large_city: { of: 'large_city', size: 12, weight: 400, halo: 1.5, anchors: ['center', ...AROUND] },
  number: { of: 'label', size: 15, weight: 700, halo: 3.75, anchors: ['center'] },
}
/** Height of a line, in letters. */
const LINE = 1.2
/** From the middle of a number to its name, in letters. */
const NAME_OFFSET = 0.7
/** Of a name, in letters, before a second line. */
const NAME_WIDTH = 8
/** Pixels between a name and the edge of the map. */
const EDGE = 4
/** Pixels of the world at zoom 0, in MapLibre. */
const WORLD = 512
/** Milliseconds after which a basemap of streets is shown although some of it has not come. */
const STREETS_WAIT_MS = 5_000

/** By figure. A page that is left keeps no map: a browser draws few at once. */
const maps = new Map()

export async function startMap(figure) {
  for (const [other, map] of maps)
    if (!other.isConnected) {
      map?.remove()
      maps.delete(other)
    }
  if (maps.has(figure)) return
  maps.set(figure, null)
  const settings = JSON.parse(figure.dataset.map)
  if (!document.createElement('canvas').getContext('webgl2')) {
    figure.querySelector('.map-hint').hidden = true
    return
  }
  const { streets } = settings
  const [library, reply, reader] = await Promise.all([
    import(settings.library),
    askData(figure, settings),
    streets && import(streets.library),
  ])
  if (!reply.ok || !figure.isConnected) return
  library.setWorkerUrl(new URL(settings.worker, location.href).href)
  if (reader) library.addProtocol('pmtiles', new reader.Protocol({ metadata: true }).tile)
  show(figure, settings, library, await reply.json())
}

/** A place that was typed is sent sealed, as the page's forms send it. */
function askData(figure, { data, sealed }) {
  if (sealed === null) return fetch(data)
  const token = figure.parentElement.querySelector('[name="token"]').value
  const { lang } = document.documentElement
  return fetch(data, { method: 'POST', body: new URLSearchParams({ sealed, token, lang }) })
}

function show(
  figure,
  { words, style, streets, here, links, chosen },
  { Map: WebMap, LngLat, NavigationControl, ScaleControl, AttributionControl },
  data,
) {
  const frame = figure.querySelector('.map-frame')
  const view = document.createElement('div')
  view.className = 'map-view'
  frame.append(view)
  const hasStreets = style !== null || streets !== null
  const map = new WebMap({
    container: view,
    style: style ?? { version: 8, sources: sourcesOf(streets), layers: [] },
    bounds: data.view,
    fitBoundsOptions: { padding: MARGIN * Math.min(frame.clientWidth, frame.clientHeight) },
    transformConstrain: hasStreets ? null : (center, zoom) => keepWithin(data.bbox, view, LngLat, center, zoom),
    maxZoom: 18,
    attributionControl: false,
    cooperativeGestures: true,
    doubleClickZoom: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    fadeDuration: 0,
    locale: {
      'Map.Title': `${words.title}. ${words.keys}`,
      'NavigationControl.ZoomIn': words.in,
      'NavigationControl.ZoomOut': words.out,
      'CooperativeGesturesHandler.WindowsHelpText': words.wheel.replace('{key}', 'Ctrl'),
      'CooperativeGesturesHandler.MacHelpText': words.wheel.replace('{key}', '⌘'),
      'CooperativeGesturesHandler.MobileHelpText': words.fingers,
    },
  })
  maps.set(figure, map)
  map.touchZoomRotate.disableRotation()
  map.keyboard.disableRotation()
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  map.addControl(new ScaleControl({ unit: 'imperial' }), 'bottom-left')
  if (hasStreets) map.addControl(new AttributionControl({ compact: false }), 'bottom-right')
  map.on('load', () => {
    // The server has simplified the shapes for the screen. A second time, borders would cross themselves, and be filled twice.
    map.addSource('area', { type: 'geojson', data, tolerance: 0 })
    map.addSource('pin', { type: 'geojson', data: { type: 'FeatureCollection', features: pinsOf(chosen) } })
    // A basemap may lack a layer, such as parks.
    const present = map.getSource('streets')?.vectorLayerIds
    const layers = () =>
      layersOf(getComputedStyle(figure), {
        streets,
        hasStreets,
        hasLinks: links !== undefined,
        here,
        chosen: chosen?.option,
      }).filter((layer) => !layer['source-layer'] || !present || present.includes(layer['source-layer']))
    for (const layer of layers()) map.addLayer(layer)
    keepNamesWhole(map, data, getComputedStyle(figure).getPropertyValue('--sans'))
    // The drawing stays until the map is drawn: on a slow machine, that takes seconds.
    const swap = () => {
      if (!figure.isConnected) return
      figure.classList.add('started')
      map.triggerRepaint()
    }
    map.once('idle', swap)
    if (hasStreets) setTimeout(swap, STREETS_WAIT_MS)
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      for (const { id, paint } of layers())
        for (const [name, value] of Object.entries(paint)) map.setPaintProperty(id, name, value)
    })
    // While it is absent, the map still moves.
    map.on('idle', () => {
      figure.dataset.ready = ''
    })
    map.on('movestart', () => {
      delete figure.dataset.ready
    })
  })
  sayNames(view, map, (properties) => links && findLink(properties, here, links))
  const open = (lngLat, point, event) => {
    if (links) follow(figure, findLink(findDistrict(map, point), here, links), event)
    else choose(figure, lngLat)
  }
  map.on('click', ({ lngLat, point, originalEvent }) => open(lngLat, point, originalEvent))
  map.getCanvas().addEventListener('keydown', (event) => {
    if (event.key === 'Enter') open(map.getCenter(), map.project(map.getCenter()), event)
  })
}

/**
 * Each point of the map can come to its middle, under the cross of the keys: a view that ends with the map would keep the outer parts from
 * it. At its smallest, the map fills the view.
 */
function keepWithin([west, south, east, north], view, LngLat, { lng, lat }, zoom) {
  // A map of Alaska goes past 180 degrees.
  const near = lng + 360 * Math.round(((west + east) / 2 - lng) / 360)
  const center = new LngLat(clamp(near, west, east), clamp(lat, south, north))
  const widest = (view.clientWidth * 360) / (east - west)
  const tallest = (view.clientHeight * 360) / (mercator(north) - mercator(south))
  return { center, zoom: Math.max(zoom, Math.log2(Math.max(widest, tallest) / WORLD)) }
}

const clamp = (value, least, most) => Math.min(Math.max(value, least), most)

/** The same as in map-drawing.ts. */
const mercator = (lat) => (Math.asinh(Math.tan((lat / 180) * Math.PI)) / Math.PI) * 180

function findDistrict(map, point) {
  if (!map.getLayer('part')) return undefined
  return map.queryRenderedFeatures(point, { layers: ['part', 'around'] })[0]?.properties
}

/** The same as linkOf in map-drawing.ts. */
function findLink(properties, here, { district, contest }) {
  if (properties?.layer !== 'part' || properties.id === undefined || properties.id === here) return undefined
  return properties.contest === undefined
    ? district.replace('*', properties.id)
    : contest?.replace('*', properties.contest)
}

/** As a link of the page, with the keys that open a new tab. */
function follow(figure, path, { ctrlKey, metaKey, shiftKey }) {
  if (path === undefined) return
  const link = document.createElement('a')
  link.href = path
  figure.append(link)
  link.dispatchEvent(new MouseEvent('click', { ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true }))
  link.remove()
}

/** The name of the part under the pointer, or under the cross while keys move the map. */
function sayNames(view, map, linkOf) {
  const [cross, name] = ['map-cross', 'map-name'].map((className) => {
    const element = document.createElement('div')
    element.className = className
    view.append(element)
    return element
  })
  cross.setAttribute('aria-hidden', 'true')
  name.setAttribute('role', 'status')
  const say = (point) => {
    if (!map.getLayer('part')) return
    const found = findDistrict(map, point)
    const text = found?.name ?? ''
    if (name.textContent !== text) name.textContent = text
    const opens = linkOf(found) !== undefined
    if (view.classList.toggle('opens', opens) || map.getFilter('pointed'))
      map.setFilter('pointed', isOf(opens ? found.id : -1))
  }
  map.on('mousemove', ({ point }) => say(point))
  const canvas = map.getCanvas()
  const sayMiddle = () => say(map.project(map.getCenter()))
  map.on('moveend', () => {
    if (document.activeElement === canvas) sayMiddle()
  })
  canvas.addEventListener('focus', () => {
    if (canvas.matches(':focus-visible')) sayMiddle()
  })
}

/** The point is sent as a button of the page's form sends it. */
function choose(figure, point) {
  const form = figure.parentElement.querySelector('form[data-choices]')
  if (!form || figure.hasAttribute('aria-busy')) return
  figure.setAttribute('aria-busy', 'true')
  const { lng, lat } = point.wrap()
  const button = form.querySelector('[data-map-point]') ?? document.createElement('button')
  button.dataset.mapPoint = ''
  button.name = 'place'
  button.value = `${lat.toFixed(DIGITS)},${lng.toFixed(DIGITS)}`
  button.hidden = true
  form.append(button)
  form.requestSubmit(button)
}

/** MapLibre cuts texts at the edge of the map, and writes under its buttons: each has the places where it is whole, or is left out. */
function keepNamesWhole(map, { features }, font) {
  const measure = document.createElement('canvas').getContext('2d')
  const points = features.filter(({ geometry }) => geometry.type === 'Point')
  const arrange = () => {
    const { left, top, width, height } = map.getContainer().getBoundingClientRect()
    // The scale and the buttons lie over the map.
    const covers = [...map.getContainer().querySelectorAll('.maplibregl-ctrl')].map((one) =>
      one.getBoundingClientRect(),
    )
    const isFree = (box) =>
      box.x >= 0 &&
      box.y >= 0 &&
      box.x + box.width <= width &&
      box.y + box.height <= height &&
      covers.every(
        (one) =>
          box.x + left > one.right ||
          box.y + top > one.bottom ||
          box.x + box.width + left < one.left ||
          box.y + box.height + top < one.top,
      )
    for (const [layer, { of, size, weight, anchors }] of Object.entries(TEXTS)) {
      measure.font = `${weight} ${size}px ${font}`
      const byPlaces = new Map()
      for (const { geometry, properties } of points) {
        if (properties.layer !== of) continue
        const text = (layer === 'number' ? properties.mark : properties.name) ?? ''
        const point = map.project(geometry.coordinates)
        const widths = [...text.split(' '), text.slice(0, NAME_WIDTH * 2)].map((one) => measure.measureText(one).width)
        const box = {
          width: Math.max(...widths) + 2 * EDGE,
          height: size * LINE * Math.ceil(text.length / (NAME_WIDTH * 2)) + EDGE,
        }
        const besides = layer === 'label' && properties.mark
        const places = (besides ? AROUND : anchors)
          .map((anchor) => [anchor, besides ? besideNumber(anchor) : [0, 0]])
          .filter(([anchor, [x, y]]) => isFree(placeBox(anchor, { x: point.x + x * size, y: point.y + y * size }, box)))
        const key = JSON.stringify(text === '' ? [] : places.flat())
        byPlaces.set(key, [...(byPlaces.get(key) ?? []), text])
      }
      const none = byPlaces.get('[]') ?? []
      byPlaces.delete('[]')
      const among = (texts) => ['in', textOf(layer), ['literal', texts]]
      map.setFilter(layer, ['all', ['==', ['get', 'layer'], of], ['!', among(none)]])
      map.setLayoutProperty(layer, 'text-variable-anchor-offset', [
        'case',
        ...[...byPlaces].flatMap(([key, texts]) => [among(texts), ['literal', JSON.parse(key)]]),
        ...[true, ['literal', ['center', [0, 0]]], ['literal', ['center', [0, 0]]]],
      ])
    }
  }
  arrange()
  map.on('moveend', arrange)
  map.on('resize', arrange)
}

const isOf = (id) => ['==', ['get', 'id'], id]

/** Steps from a point to a text with an anchor: with `top`, it lies below. */
const STEPS = { center: [0, 0], top: [0, 1], bottom: [0, -1], left: [1, 0], right: [-1, 0] }

/** In letters. */
function besideNumber(anchor) {
  return STEPS[anchor].map((step) => step * NAME_OFFSET)
}

/** Where a text lies. */
function placeBox(anchor, { x, y }, { width, height }) {
  const [across, down] = STEPS[anchor]
  return { x: x + ((across - 1) / 2) * width, y: y + ((down - 1) / 2) * height, width, height }
}

const OPTION = ['coalesce', ['get', 'option'], -1]
const HAS_NUMBER = ['>=', OPTION, 0]
/** A label's mark is the number of its answer or of its district. */
const textOf = (layer) => ['coalesce', ['get', layer === 'number' ? 'mark' : 'name'], '']

/** The point that was chosen. */
function pinsOf(chosen) {
  return chosen
    ? [{ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [chosen.lng, chosen.lat] } }]
    : []
}

/** In the colors of the page. */
function layersOf(style, { streets, hasStreets, hasLinks, here = -1, chosen = -1 }) {
  const color = (name) => style.getPropertyValue(`--${name}`).trim()
  const of = (...layers) => ['in', ['get', 'layer'], ['literal', layers]]
  const series = Array.from({ length: PARTS }, (_, at) => [at, color(`series-${at + 1}`)])
  // They repeat, as the classes of narrowing.ts do. The remainder of -1 is -1; -2 is UNLISTED.
  const option = ['match', ['%', OPTION, PARTS], ...series.flat(), -2, color('card'), color('scale-1')]
  const fill = (id, paint) => ({ id, type: 'fill', source: 'area', filter: of(id), paint })
  const line = (id, filter, paint) => ({
    id,
    type: 'line',
    source: 'area',
    filter,
    paint,
    layout: { 'line-join': 'round' },
  })
  const text = (id, paint) => ({
    id,
    type: 'symbol',
    source: 'area',
    filter: of(TEXTS[id].of),
    layout: {
      'text-field': textOf(id),
      'text-size': TEXTS[id].size,
      'text-font': [TEXTS[id].weight === 700 ? 'Noto Sans Bold' : 'Noto Sans'],
      'text-padding': 2,
      'text-max-width': NAME_WIDTH,
      'text-justify': 'auto',
    },
    paint: { 'text-color': color('text'), 'text-halo-color': color('card'), ...paint },
  })
  const isChosen = ['all', of('part'), HAS_NUMBER, ['==', OPTION, chosen]]
  return [
    ...(hasStreets && !streets
      ? []
      : [{ id: 'ground', type: 'background', paint: { 'background-color': color('sunken') } }]),
    ...(streets ? streetLayers(color) : []),
    fill('around', { 'fill-color': color('scale-0'), 'fill-opacity': hasStreets ? 0.2 : 0.8 }),
    fill('part', { 'fill-color': option, 'fill-opacity': hasStreets ? 0.3 : hasLinks ? 0.9 : 0.45 }),
    { ...fill('here', { 'fill-color': color('accent'), 'fill-opacity': 0.3 }), filter: isOf(here) },
    { ...fill('pointed', { 'fill-color': color('accent'), 'fill-opacity': 0.2 }), filter: isOf(-1) },
    line('county', of('county'), { 'line-color': color('soft'), 'line-width': 0.75, 'line-dasharray': [4, 3] }),
    line('border', of('around', 'part'), { 'line-color': color(hasLinks ? 'text' : 'field'), 'line-width': 1 }),
    line('here-border', ['all', of('around', 'part'), isOf(here)], { 'line-color': color('accent'), 'line-width': 2 }),
    line('place', of('place'), {
      'line-color': color('text'),
      'line-width': ['interpolate', ['linear'], ['zoom'], 8, 0.75, 12, 2],
      // A city with strips along its roads, such as Houston, would be black.
      'line-opacity': hasLinks ? 1 : ['interpolate', ['linear'], ['zoom'], 8, 0.5, 11, 1],
    }),
    { ...fill('chosen', { 'fill-color': option, 'fill-opacity': 0.45 }), filter: isChosen },
    line('chosen-border', isChosen, { 'line-color': color('accent'), 'line-width': 3 }),
    ...Object.entries(TEXTS).map(([id, { halo }]) => text(id, { 'text-halo-width': halo })),
    {
      ...{ id: 'pin', type: 'circle', source: 'pin' },
      paint: {
        ...{ 'circle-radius': 7, 'circle-color': color('accent') },
        ...{ 'circle-stroke-width': 3, 'circle-stroke-color': color('card') },
      },
    },
  ]
}

// The operator's basemap from a file, in the schema of the Protomaps basemap.

function sourcesOf(streets) {
  return streets
    ? { streets: { type: 'vector', url: `pmtiles://${new URL(streets.archive, location.href).href}` } }
    : {}
}

/** Land, parks, roads and names: the little that a reader needs to find a street. */
function streetLayers(color) {
  const kinds = (...all) => ['in', ['get', 'kind'], ['literal', all]]
  const layer = (id, type, source, filter, rest) => ({
    id: `streets-${id}`,
    ...{ type, source: 'streets', 'source-layer': source, filter, ...rest },
  })
  const road = (id, width, ...all) =>
    layer(id, 'line', 'roads', kinds(...all), {
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': color('soft'),
        'line-opacity': 0.6,
        'line-width': ['interpolate', ['exponential', 1.5], ['zoom'], 6, width / 4, 12, width, 18, width * 8],
      },
    })
  const text = (id, source, filter, size, layout) =>
    layer(id, 'symbol', source, filter, {
      layout: {
        'text-field': ['coalesce', ['get', 'name'], ''],
        'text-size': size,
        'text-font': ['Noto Sans'],
        ...layout,
      },
      paint: { 'text-color': color('soft'), 'text-halo-color': color('card'), 'text-halo-width': 1.5 },
    })
  return [
    layer('earth', 'fill', 'earth', ['==', ['geometry-type'], 'Polygon'], { paint: { 'fill-color': color('card') } }),
    layer('park', 'fill', 'landuse', kinds('park', 'nature_reserve', 'wood', 'forest', 'cemetery', 'golf_course'), {
      paint: { 'fill-color': color('good'), 'fill-opacity': 0.12 },
    }),
    layer('water', 'fill', 'water', ['==', ['geometry-type'], 'Polygon'], {
      paint: { 'fill-color': color('sunken') },
    }),
    road('minor', 0.5, 'minor_road', 'other', 'path'),
    road('major', 1.25, 'major_road'),
    road('highway', 2.5, 'highway'),
    text('road-names', 'roads', kinds('minor_road', 'major_road', 'highway'), 11, { 'symbol-placement': 'line' }),
    text('places', 'places', kinds('locality', 'neighborhood'), 12, { 'text-max-width': NAME_WIDTH }),
  ]
}
