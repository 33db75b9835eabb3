// In the browser: a map to move, zoom and click, by MapLibre GL JS, in the place of the page's SVG. A click, or Enter for the cross in the
// middle, opens the ballot of that point: the page's form posts it. Without WebGL the SVG stays.

const PARTS = 8
const DIGITS = 5
/** What is shown around the area, as on the SVG. */
const MARGIN = 0.05

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
  const [library, reply] = await Promise.all([import(settings.library), askData(figure, settings)])
  if (!reply.ok || !figure.isConnected) return
  library.setWorkerUrl(new URL(settings.worker, location.href).href)
  show(figure, settings, library, await reply.json())
}

/** A place that was typed is sent sealed, as the page's forms send it. */
function askData(figure, { data, sealed }) {
  if (sealed === null) return fetch(data)
  const token = figure.parentElement.querySelector('[name="token"]').value
  return fetch(data, { method: 'POST', body: new URLSearchParams({ sealed, token }) })
}

function show(figure, { words, style }, { Map: WebMap, NavigationControl, ScaleControl, AttributionControl }, data) {
  const frame = figure.querySelector('.map-frame')
  const view = document.createElement('div')
  view.className = 'map-view'
  frame.append(view)
  const area = data.features.find(({ properties }) => properties.layer === 'place')
  const map = new WebMap({
    container: view,
    style: style ?? { version: 8, sources: {}, layers: [] },
    bounds: area.bbox,
    fitBoundsOptions: { padding: MARGIN * Math.min(frame.clientWidth, frame.clientHeight) },
    maxBounds: style ? undefined : data.bbox,
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
  if (style) map.addControl(new AttributionControl({ compact: false }), 'bottom-right')
  map.on('load', () => {
    map.addSource('area', { type: 'geojson', data })
    for (const layer of layersOf(getComputedStyle(figure), style !== null)) map.addLayer(layer)
    figure.classList.add('started')
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      for (const { id, paint } of layersOf(getComputedStyle(figure), style !== null))
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
  sayNames(view, map)
  map.on('click', ({ lngLat }) => choose(figure, lngLat))
  map.getCanvas().addEventListener('keydown', (event) => {
    if (event.key === 'Enter') choose(figure, map.getCenter())
  })
}

/** The name of the part under the pointer, or under the cross while keys move the map. */
function sayNames(view, map) {
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
    const [feature] = map.queryRenderedFeatures(point, { layers: ['part', 'around'] })
    const text = feature?.properties.name ?? ''
    if (name.textContent !== text) name.textContent = text
  }
  map.on('mousemove', ({ point }) => say(point))
  map.on('moveend', () => {
    if (document.activeElement === map.getCanvas()) say(map.project(map.getCenter()))
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

/** In the colors of the page. */
function layersOf(style, hasStreets) {
  const colour = (name) => style.getPropertyValue(`--${name}`).trim()
  const of = (...layers) => ['in', ['get', 'layer'], ['literal', layers]]
  const series = Array.from({ length: PARTS }, (_, at) => [at, colour(`series-${at + 1}`)])
  const option = ['match', ['get', 'option'], ...series.flat(), colour('scale-1')]
  const fill = (id, paint) => ({ id, type: 'fill', source: 'area', filter: of(id), paint })
  const line = (id, filter, paint) => ({
    id,
    type: 'line',
    source: 'area',
    filter,
    paint,
    layout: { 'line-join': 'round' },
  })
  const text = (id, layout, paint) => ({
    id,
    type: 'symbol',
    source: 'area',
    filter: of(id),
    layout: { 'text-padding': 2, 'text-max-width': 8, ...layout },
    paint: { 'text-halo-color': colour('card'), 'text-halo-width': 1.5, ...paint },
  })
  const name = ['get', 'name']
  const number = ['case', ['>=', ['get', 'option'], 0], ['to-string', ['+', ['get', 'option'], 1]], '']
  const both = [
    'case',
    ['all', ['!=', number, ''], ['!=', name, '']],
    ['concat', number, ' · ', name],
    ['concat', number, name],
  ]
  return [
    ...(hasStreets ? [] : [{ id: 'ground', type: 'background', paint: { 'background-color': colour('sunken') } }]),
    fill('around', { 'fill-color': colour('scale-0'), 'fill-opacity': hasStreets ? 0.2 : 0.8 }),
    fill('part', { 'fill-color': option, 'fill-opacity': hasStreets ? 0.3 : 0.45 }),
    line('county', of('county'), { 'line-color': colour('soft'), 'line-width': 1, 'line-dasharray': [4, 3] }),
    line('border', of('around', 'part'), { 'line-color': colour('field'), 'line-width': 1 }),
    line('place', of('place'), {
      'line-color': colour('text'),
      'line-width': ['interpolate', ['linear'], ['zoom'], 8, 0.75, 12, 2],
    }),
    text('city', { 'text-field': name, 'text-size': 12, 'text-font': ['Noto Sans'] }, { 'text-color': colour('soft') }),
    text(
      'label',
      {
        'text-field': both,
        'text-size': 14,
        'text-font': ['Noto Sans Bold'],
        // Beside its point where another name is in the way.
        'text-variable-anchor': ['center', 'top', 'bottom', 'left', 'right'],
      },
      { 'text-color': colour('text'), 'text-halo-width': 2 },
    ),
  ]
}
