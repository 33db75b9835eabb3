// The map of a narrowing question in Chromium: a click, a tap and Enter each open the ballot of the point, in light and dark, large and small.

import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MapCollection } from '../../../apps/explore/map-geojson.ts'
import { WORDS } from '../../../apps/web/ballot/words/words.ts'
import { fill } from '../../../apps/web/sentence.ts'
import { loadApps } from '../../../cli/operate/apps.ts'
import { pathsIn } from '../../../data/store/paths.ts'
import type { ServerOptions } from '../../../server/config.ts'
import { type RunningServer, startServer } from '../../../server/main.ts'
import { copySample } from '../../cli/sample.ts'
import { shareFolder } from '../../temporary.ts'
import { expectQuiet, findingsOf, inChromium, openTab, overflowOf, type Tab, tabTo } from '../console/browser.ts'

/** Chromium draws WebGL without a graphics card. */
const WEBGL = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']
const PLACE = 'Sample Harbor, ME'

const root = shareFolder()
let server: RunningServer

/** Every app over the sample. */
async function serve(mapStyle: ServerOptions['mapStyle'] = null): Promise<RunningServer> {
  const paths = pathsIn(join(root, 'sample'))
  const [guests, logFile] = [await loadApps(null), join(root, 'log')]
  return startServer({ paths, port: 0, guests, asOf: '2028-06-01', publicExplorer: true, mapStyle, logFile })
}

async function openMap(options: Parameters<typeof openTab>[0] = {}, lang = 'en', at = server.url): Promise<Tab> {
  const tab = await openTab(options)
  await tab.page.goto(`${at}/explore/ballot?${new URLSearchParams({ place: PLACE, lang })}`)
  if (options?.isMobile) await unfold(tab.page)
  await tab.page.locator('.area-map[data-ready]').waitFor()
  return tab
}

/** On a phone, the contests come before the map. */
async function unfold(page: Page): Promise<void> {
  await page.locator('.narrowing > details.fold > summary').tap()
}

/** The point that the page posts while something is done. */
async function pointOf(page: Page, act: () => Promise<unknown>): Promise<{ lat: number; lng: number }> {
  const posted = page.waitForRequest((request) => request.method() === 'POST' && isBallot(request))
  await act()
  const place = new URLSearchParams((await posted).postData() ?? '').get('place') ?? ''
  const [lat = Number.NaN, lng = Number.NaN] = place.split(',').map(Number)
  return { lat, lng }
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

function isBallot(request: Request): boolean {
  return new URL(request.url()).pathname === '/explore/ballot'
}

/** Of the area, on a map in Mercator's projection. */
async function middleOf(page: Page): Promise<{ lat: number; lng: number }> {
  const reply = await page.request.get(`${server.url}/explore/map?${new URLSearchParams({ place: PLACE })}`)
  const { view }: MapCollection = await reply.json()
  const [west, south, east, north] = view
  const down = (lat: number): number => Math.asinh(Math.tan((lat / 180) * Math.PI))
  const middle = (down(south) + down(north)) / 2
  return { lat: (Math.atan(Math.sinh(middle)) / Math.PI) * 180, lng: (west + east) / 2 }
}

/** The GeoJSON of the page's map. */
async function dataOf(page: Page): Promise<MapCollection> {
  const settings: { data: string } = JSON.parse((await page.locator('.area-map').getAttribute('data-map')) ?? '')
  return (await page.request.get(server.url + settings.data)).json()
}

/** Where a point is on a map that nobody has moved: it shows its view with a margin of a twentieth. */
async function positionOf(page: Page, [lng, lat]: readonly number[]): Promise<{ x: number; y: number }> {
  const [west, south, east, north] = (await dataOf(page)).view
  const { width, height } = (await page.locator('.map-view canvas').boundingBox()) ?? { width: 0, height: 0 }
  const down = (degrees = 0): number => -Math.asinh(Math.tan((degrees / 180) * Math.PI)) * (180 / Math.PI)
  const margin = 2 * 0.05 * Math.min(width, height)
  const scale = Math.min((width - margin) / (east - west), (height - margin) / (down(south) - down(north)))
  return {
    x: width / 2 + ((lng ?? 0) - (west + east) / 2) * scale,
    y: height / 2 + (down(lat) - (down(south) + down(north)) / 2) * scale,
  }
}

/** Waits until the map has moved. */
async function pressKey(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  await page.locator('.area-map[data-ready]').waitFor()
}

const contestsIn = (page: Page): Promise<string[]> =>
  page.locator('.contest').evaluateAll((all) => all.map(({ id }) => id))

/** The page of a point, as its own form asks for it. */
async function contestsAt({ lat, lng }: { lat: number; lng: number }): Promise<string[]> {
  const tab = await openTab({ javaScriptEnabled: false })
  await tab.page.goto(`${server.url}/explore`)
  await tab.page.locator('input[name="place"]').fill(`${lat},${lng}`)
  await tab.page.locator('form[data-place] button').first().click()
  await tab.page.locator('.contest').first().waitFor()
  const contests = await contestsIn(tab.page)
  await tab.close()
  return contests
}

/** A PMTiles archive of version 3 with one tile of the world: land, and a road across it. */
function streetArchive(): Buffer {
  const varint = (value: number): number[] =>
    value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]
  const field = (number: number, bytes: readonly number[]): number[] => [
    ...varint(number * 8 + 2),
    ...varint(bytes.length),
    ...bytes,
  ]
  const text = (number: number, value: string): number[] => field(number, [...Buffer.from(value)])
  const zigzag = (value: number): number[] => varint(value < 0 ? -2 * value - 1 : 2 * value)
  const moves = (command: number, points: readonly [number, number][]): number[] => [
    ...varint(points.length * 8 + command),
    ...points.flatMap(([x, y]) => [...zigzag(x), ...zigzag(y)]),
  ]
  const layer = (name: string, kind: string, type: number, geometry: readonly number[]): number[] =>
    field(3, [
      ...[
        ...varint(15 * 8),
        2,
        ...text(1, name),
        ...field(2, [...field(2, [0, 0]), ...varint(3 * 8), type, ...field(4, geometry)]),
      ],
      ...[...text(3, 'kind'), ...field(4, text(1, kind)), ...varint(5 * 8), ...varint(4096)],
    ])
  const land = [
    ...moves(1, [[0, 0]]),
    ...moves(2, [
      [4096, 0],
      [0, 4096],
      [-4096, 0],
    ]),
    ...varint(15),
  ]
  const road = [...moves(1, [[1000, 1400]]), ...moves(2, [[600, 0]])]
  const tile = Buffer.from([...layer('earth', 'earth', 3, land), ...layer('roads', 'highway', 2, road)])
  const directory = Buffer.from([1, 0, 1, ...varint(tile.length), 1])
  const metadata = Buffer.from(
    JSON.stringify({ attribution: 'Invented streets', vector_layers: [{ id: 'earth' }, { id: 'roads' }] }),
  )
  const header = Buffer.alloc(127)
  header.write('PMTiles\x03', 'latin1')
  const places = [
    127,
    directory.length,
    127 + directory.length,
    metadata.length,
    0,
    0,
    127 + directory.length + metadata.length,
    tile.length,
    1,
    1,
    1,
  ]
  for (const [at, value] of places.entries()) header.writeBigUInt64LE(BigInt(value), 8 + 8 * at)
  // Clustered, neither directories nor tiles compressed, of vectors, zoom 0 alone.
  header.set([1, 1, 1, 1, 0, 0], 96)
  for (const [at, degrees] of [-180, -85, 180, 85].entries()) header.writeInt32LE(degrees * 1e7, 102 + 4 * at)
  return Buffer.concat([header, directory, metadata, tile])
}

inChromium(
  'the map of a place',
  () => {
    beforeAll(async () => {
      await copySample(root)
      server = await serve()
    })
    afterAll(() => server?.close())

    test('a click in the middle opens the ballot of that point, and no address has the point', async () => {
      const tab = await openMap()
      const { page } = tab
      const canvas = page.locator('.map-view canvas')
      const point = await pointOf(page, () => canvas.click())
      const middle = await middleOf(page)
      expect(point.lat).toBeCloseTo(middle.lat, 2)
      expect(point.lng).toBeCloseTo(middle.lng, 2)
      await page.getByRole('heading', { level: 1, name: WORDS.en.yourBallot }).waitFor()
      expect(await contestsIn(page)).toEqual(await contestsAt(point))
      expect(await page.locator('.contest .match.possible').count()).toBe(0)
      expect(tab.asked.filter((url) => url.includes(String(point.lat)) || url.includes('blob:'))).toEqual([])
      expectQuiet(tab, server.url)
      await tab.close()
    })

    test('the drawing stays until the map is drawn', async () => {
      let release = (): void => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      const tab = await openTab()
      const { page } = tab
      // Without its worker, the map has a canvas and nothing on it.
      await page.route(/maplibre-gl-worker/, async (route) => {
        await held
        await route.continue()
      })
      const asked = page.waitForRequest(/maplibre-gl-worker/)
      await page.goto(`${server.url}/explore/ballot?${new URLSearchParams({ place: PLACE })}`)
      await asked
      await page.locator('.map-view canvas').waitFor({ state: 'attached' })
      await setTimeout(1000)
      const drawing = page.locator('.map-frame > svg')
      expect(await drawing.isVisible()).toBe(true)
      expect(await page.locator('.map-view canvas').isVisible()).toBe(false)
      release()
      await page.locator('.area-map[data-ready]').waitFor()
      expect(await drawing.isVisible()).toBe(false)
      expect(await page.locator('.map-view canvas').isVisible()).toBe(true)
      expectQuiet(tab, server.url)
      await tab.close()
    })

    // Simplified again, a polygon that touches itself crosses itself, and is filled as spikes.
    test('the map draws the shapes as the server has simplified them', async () => {
      const tab = await openTab()
      const { page } = tab
      await page.route(
        ({ pathname, search }) => pathname.endsWith('/maplibre-gl.js') && search !== '?own',
        async (route) => {
          const own = `${new URL(route.request().url()).pathname}?own`
          const body = `export * from '${own}'
import { Map as Own } from '${own}'
export class Map extends Own { addSource(id, source) { (globalThis.drawn ??= {})[id] = source; return super.addSource(id, source) } }`
          await route.fulfill({ contentType: 'text/javascript', body })
        },
      )
      await page.goto(`${server.url}/explore/ballot?${new URLSearchParams({ place: PLACE })}`)
      await page.locator('.area-map[data-ready]').waitFor()
      const drawn = await page.evaluate<{ tolerance: number; data: MapCollection }>('drawn.area')
      expect(drawn.tolerance).toBe(0)
      expect(drawn.data).toEqual(await dataOf(page))
      await tab.close()
    })

    test('the ballot of a point says which part was chosen; another click, Back and a reload keep to the map', async () => {
      const tab = await openMap()
      const { page } = tab
      const chosen = page.locator('.narrowing.chosen')
      const inMap = async (share: number): Promise<void> => {
        await page.locator('.area-map[data-ready]').waitFor()
        const { width = 0, height = 0 } = (await page.locator('.map-view canvas').boundingBox()) ?? {}
        await pointOf(page, () =>
          page.locator('.map-view canvas').click({ position: { x: width * share, y: height / 2 } }),
        )
      }
      await inMap(0.5)
      await chosen.waitFor()
      const first = await chosen.locator('b').first().textContent()
      expect(await chosen.getByRole('heading').textContent()).toBe(fill(WORDS.en.narrowYours, { place: PLACE }))
      expect(await page.locator('#place').inputValue()).toBe(PLACE)
      expect(await chosen.locator('.map-frame > svg .map-pin').count()).toBe(1)
      expect(await findingsOf(page)).toEqual([])
      await page.reload()
      await page.locator('.narrowing.chosen .area-map[data-ready]').waitFor()
      expect(await chosen.locator('b').first().textContent()).toBe(first)
      await inMap(0.3)
      await chosen.waitFor()
      await chosen.getByRole('link', { name: WORDS.en.narrowOther }).click()
      await page.getByRole('heading', { name: WORDS.en.narrowTitle }).waitFor()
      expect(new URL(page.url()).searchParams.get('place')).toBe(PLACE)
      await page.goBack()
      await chosen.waitFor()
      expect(tab.asked.filter((url) => /44\.\d+/.test(decodeURIComponent(url)))).toEqual([])
      expectQuiet(tab, server.url)
      await tab.close()
    })

    test('a typed place has the same map, and enters no address either', async () => {
      const tab = await openTab()
      const { page } = tab
      await page.goto(`${server.url}/explore`)
      // Until then the form is sent as without scripts.
      await page.locator('#place-names').waitFor({ state: 'attached' })
      await page.locator('input[name="place"]').fill(PLACE)
      await page.locator('form[data-place] button').first().click()
      await page.locator('.area-map[data-ready]').waitFor()
      const point = await pointOf(page, () => page.locator('.map-view canvas').click())
      expect(point.lat).toBeCloseTo((await middleOf(page)).lat, 2)
      await page.getByRole('heading', { level: 1, name: WORDS.en.yourBallot }).waitFor()
      expect(tab.asked.filter((url) => /44\.\d+|Sample/.test(decodeURIComponent(url)))).toEqual([])
      expectQuiet(tab, server.url)
      await tab.close()
    })

    test('keys move and zoom it, and Enter opens the ballot under the cross', async () => {
      const tab = await openMap()
      const { page } = tab
      const canvas = page.locator('.map-view canvas')
      await tabTo(page, canvas)
      await page.locator('.map-cross').waitFor({ state: 'visible' })
      const scale = await page.locator('.maplibregl-ctrl-scale').textContent()
      for (const key of ['+', 'ArrowRight']) await pressKey(page, key)
      expect(await page.locator('.maplibregl-ctrl-scale').textContent()).not.toBe(scale)
      expect(await page.locator('.map-name').textContent()).not.toBe('')
      const point = await pointOf(page, () => page.keyboard.press('Enter'))
      const middle = await middleOf(page)
      expect(point.lat).toBeCloseTo(middle.lat, 2)
      expect(point.lng).toBeGreaterThan(middle.lng + 0.001)
      await page.getByRole('heading', { level: 1, name: WORDS.en.yourBallot }).waitFor()
      expectQuiet(tab, server.url)
      await tab.close()
    })

    test('a tap on a small screen does the same; nothing scrolls sideways, and axe finds nothing', async () => {
      const viewport = { width: 375, height: 700 }
      const tab = await openMap({ viewport, hasTouch: true, isMobile: true, colorScheme: 'dark' }, 'es')
      const { page } = tab
      expect(await overflowOf(page)).toBe(0)
      expect(await findingsOf(page)).toEqual([])
      const point = await pointOf(page, () => page.locator('.map-view canvas').tap())
      expect(point.lat).toBeCloseTo((await middleOf(page)).lat, 2)
      await page.getByRole('heading', { level: 1, name: WORDS.es.yourBallot }).waitFor()
      expectQuiet(tab, server.url)
      await tab.close()
    })

    test('a phone is told nothing of keys', async () => {
      const phone = { viewport: { width: 375, height: 800 }, hasTouch: true, isMobile: true }
      for (const [options, isTold] of [
        [phone, false],
        [{}, true],
      ] as const) {
        const tab = await openTab(options)
        await tab.page.goto(`${server.url}/explore/ballot?${new URLSearchParams({ place: PLACE })}`)
        if (!isTold) await unfold(tab.page)
        await tab.page.locator('.area-map.started').waitFor()
        expect(await tab.page.locator('.map-hint').isVisible()).toBe(true)
        expect(await tab.page.locator('.map-keys').isVisible()).toBe(isTold)
        await tab.close()
      }
    })

    test('without scripts, or without WebGL, the drawing has every part and its number', async () => {
      const plain = await openTab({ javaScriptEnabled: false })
      await plain.page.goto(`${server.url}/explore/ballot?${new URLSearchParams({ place: PLACE })}`)
      const bare = await openTab()
      await bare.page.addInitScript('HTMLCanvasElement.prototype.getContext = () => null')
      await bare.page.goto(`${server.url}/explore/ballot?${new URLSearchParams({ place: PLACE })}`)
      for (const { page, asked } of [plain, bare]) {
        await page.locator('.area-map svg[role]').waitFor({ state: 'visible' })
        const answers = await page.locator('.narrowing form button').count()
        expect(answers).toBeGreaterThan(1)
        expect(await page.locator('.map-number').count()).toBe(answers)
        expect(await page.locator('.map-part').count()).toBeGreaterThanOrEqual(answers)
        expect(asked.filter((url) => url.includes('maplibre'))).toEqual([])
        expect(await page.locator('.map-hint').isVisible()).toBe(false)
      }
      for (const tab of [plain, bare]) await tab.close()
    })

    const DISTRICT = /^\/explore\/districts\/\d+$/
    /** The page of a district whose map has neighbors. */
    const districtOf = async (page: Page): Promise<string> => {
      await page.goto(`${server.url}/explore/ballot?${new URLSearchParams({ place: 'Maine' })}`)
      const link = page.locator('main a[href^="/explore/districts/"]').filter({ hasText: 'Congressional District 1' })
      return (await link.first().getAttribute('href')) ?? ''
    }

    test("a click on a district's neighbor opens its page", async () => {
      const tab = await openTab()
      const { page } = tab
      const own = await districtOf(page)
      await page.goto(server.url + own)
      await page.locator('.area-map[data-ready]').waitFor()
      const canvas = page.locator('.map-view canvas')
      const { width = 0, height = 0 } = (await canvas.boundingBox()) ?? {}
      // Its own page does not open again.
      await canvas.click()
      expect(new URL(page.url()).pathname).toBe(own)
      await canvas.hover({ position: { x: width * 0.15, y: height * 0.2 } })
      await page.locator('.map-name').getByText('Congressional District 2').waitFor()
      await canvas.click({ position: { x: width * 0.15, y: height * 0.2 } })
      await page.getByRole('heading', { level: 1, name: 'Congressional District 2' }).waitFor()
      expect(new URL(page.url()).pathname).toMatch(DISTRICT)
      // Keys reach it without a zoom, and the map ends there.
      await page.goto(server.url + own)
      await page.locator('.area-map[data-ready]').waitFor()
      await tabTo(page, page.locator('.map-view canvas'))
      await page.locator('.map-name').getByText('Congressional District 1').waitFor()
      for (let presses = 0; presses < 6; presses++) await pressKey(page, 'ArrowUp')
      await page.locator('.map-name').getByText('Congressional District 2').waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Congressional District 2' }).waitFor()
      expectQuiet(tab, server.url)
      await tab.close()
    })

    test('a tap on an election opens the contests of the district; its layers are links', async () => {
      const viewport = { width: 375, height: 700 }
      const tab = await openTab({ viewport, hasTouch: true, isMobile: true })
      const { page } = tab
      await page.goto(`${server.url}/explore/elections/me-2028-11-07-general`)
      await page.locator('.area-map[data-ready]').waitFor()
      expect(await overflowOf(page)).toBe(0)
      expect(await findingsOf(page)).toEqual([])
      await page.getByRole('link', { name: WORDS.en.layerStateLower }).click()
      // The map of the page before is ready, too.
      await page.waitForURL(/layer=state_lower/)
      await page.locator('.area-map[data-ready]').waitFor()
      expect(await page.locator('.levels [aria-current]').textContent()).toBe(WORDS.en.layerStateLower)
      // The sample has boundaries of two of its districts, in the middle of the state: a tap in the north opens nothing.
      const canvas = page.locator('.map-view canvas')
      const shown = page.url()
      await canvas.tap({ position: await positionOf(page, [-69, 46.5]) })
      expect(page.url()).toBe(shown)
      const { features } = await dataOf(page)
      const label = features.find(({ properties }) => properties.layer === 'label')
      const at = label?.geometry.type === 'Point' ? label.geometry.coordinates : []
      await canvas.tap({ position: await positionOf(page, at) })
      await page.waitForURL((url) => url.pathname.endsWith(`/contests/${label?.properties.contest}`))
      await page.getByText('House District').first().waitFor()
      expectQuiet(tab, server.url)
      await tab.close()
    })

    test('without scripts, a drawing of a district and of an election has the links', async () => {
      const tab = await openTab({ javaScriptEnabled: false, viewport: { width: 375, height: 700 } })
      const { page } = tab
      await page.goto(server.url + (await districtOf(page)))
      expect(await page.locator('.map-frame .map-here').count()).toBe(1)
      expect(await overflowOf(page)).toBe(0)
      // The neighbor is in the corner; the middle of its box is not a part of it.
      const drawing = page.locator('.area-map svg[role]')
      const { width = 0, height = 0 } = (await drawing.boundingBox()) ?? {}
      await drawing.click({ position: { x: width * 0.15, y: height * 0.2 } })
      await page.getByRole('heading', { level: 1, name: 'Congressional District 2' }).waitFor()
      await page.goto(`${server.url}/explore/elections/me-2028-11-07-general?layer=state_upper`)
      expect(await page.locator('.area-map svg[role] a').count()).toBeGreaterThan(0)
      await page.locator('.map-list summary').click()
      await page.locator('.map-list a').first().click()
      await page.getByText('Senate District').first().waitFor()
      expect(tab.asked.filter((url) => url.includes('maplibre'))).toEqual([])
      await tab.close()
    })

    test('on a phone a name of a candidate is on the first screens, and the map is loaded once it is opened', async () => {
      for (const scripted of [true, false]) {
        const tab = await openTab({
          viewport: { width: 375, height: 812 },
          javaScriptEnabled: scripted,
          hasTouch: true,
        })
        const { page } = tab
        await page.goto(`${server.url}/explore/ballot?${new URLSearchParams({ place: PLACE })}`)
        if (scripted) await page.locator('#place-names').waitFor({ state: 'attached' })
        const box = await page.locator('.contest .choice b').first().boundingBox()
        expect(box?.y).toBeLessThan(1000)
        expect(await page.locator('.area-map').isVisible()).toBe(false)
        expect(tab.asked.filter((url) => url.includes('maplibre'))).toEqual([])
        await unfold(page)
        expect(await page.locator('.area-map').isVisible()).toBe(true)
        if (scripted) await page.locator('.area-map[data-ready]').waitFor()
        await tab.close()
        const wide = await openTab({ viewport: { width: 1280, height: 800 }, javaScriptEnabled: scripted })
        await wide.page.goto(`${server.url}/explore/ballot?${new URLSearchParams({ place: PLACE })}`)
        expect(await wide.page.locator('.area-map').isVisible()).toBe(true)
        await wide.close()
      }
    })

    test('on a phone the list of parts is folded, and no name is cut at the edge of a map', async () => {
      const viewport = { width: 375, height: 700 }
      const tab = await openMap({ viewport, hasTouch: true, isMobile: true })
      const { page } = tab
      const list = page.locator('details.parts')
      expect(await list.getAttribute('open')).toBeNull()
      await list.locator('summary').tap()
      await list.locator('button').first().waitFor({ state: 'visible' })
      await tab.close()
      const wide = await openMap()
      expect(await wide.page.locator('details.parts').getAttribute('open')).not.toBeNull()
      await wide.close()
    })

    test('a basemap from a file is read by ranges from this server, and from nowhere else', async () => {
      const file = join(root, 'streets.pmtiles')
      writeFileSync(file, streetArchive())
      const own = await serve({ url: null, file, origins: [] })
      const tab = await openTab()
      const ranges: { status: number; range: string | undefined }[] = []
      tab.page.on('response', (reply) => {
        if (reply.url().includes('.pmtiles'))
          ranges.push({ status: reply.status(), range: reply.request().headers().range })
      })
      await tab.page.goto(`${own.url}/explore/ballot?${new URLSearchParams({ place: PLACE })}`)
      await tab.page.locator('.area-map[data-ready]').waitFor()
      expect(ranges.length).toBeGreaterThan(1)
      for (const { status, range } of ranges) expect([status, range?.slice(0, 6)]).toEqual([206, 'bytes='])
      await tab.page.getByText('Invented streets').waitFor()
      expectQuiet(tab, own.url)
      const { archive } = JSON.parse((await tab.page.locator('.area-map').getAttribute('data-map')) ?? '').streets
      for (const range of ['', 'bytes=0-', 'bytes=5-1', 'bytes=0-9000000', 'bytes=900000-900001']) {
        const refused = await fetch(own.url + archive, { headers: range === '' ? {} : { Range: range } })
        expect(refused.status === 416 || (range === 'bytes=0-9000000' && refused.status === 206), range).toBe(true)
      }
      await tab.close()
      await own.close()
    })

    test("an operator's basemap is requested from its own host, and from no other", async () => {
      const streets = createServer((_, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' })
        response.end(JSON.stringify({ version: 8, sources: {}, layers: [] }))
      }).listen(0, '127.0.0.1')
      await once(streets, 'listening')
      const port = portOf(streets)
      const origin = `http://127.0.0.1:${port}`
      const mapStyle = { url: `${origin}/style.json`, file: null, origins: [origin] }
      const own = await serve(mapStyle)
      const tab = await openMap({}, 'en', own.url)
      const others = tab.asked.filter((url) => new URL(url).origin !== own.url)
      expect(others).toEqual([mapStyle.url])
      expect(tab.complaints).toEqual([])
      await tab.close()
      await own.close()
      streets.close()
    })
  },
  () => WEBGL,
)
