// The map of a narrowing question in Chromium: a click, a tap and Enter each open the ballot of the point, in light and dark, large and small.

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MapCollection } from '../../../apps/explore/map-shapes.ts'
import { WORDS } from '../../../apps/web/ballot/words/words.ts'
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
  await tab.page.locator('.area-map[data-ready]').waitFor()
  return tab
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
  const { features }: MapCollection = await reply.json()
  const box = features.find(({ properties }) => properties.layer === 'place')?.bbox
  if (!box) throw new Error('the place has no box')
  const [west, south, east, north] = box
  const down = (lat: number): number => Math.asinh(Math.tan((lat / 180) * Math.PI))
  const middle = (down(south) + down(north ?? 0)) / 2
  return { lat: (Math.atan(Math.sinh(middle)) / Math.PI) * 180, lng: (west + (east ?? 0)) / 2 }
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
      expect(point.lat).toBeCloseTo(middle.lat, 3)
      expect(point.lng).toBeCloseTo(middle.lng, 3)
      await page.getByRole('heading', { level: 1, name: WORDS.en.yourBallot }).waitFor()
      expect(await contestsIn(page)).toEqual(await contestsAt(point))
      expect(await page.locator('.contest .match.possible').count()).toBe(0)
      expect(tab.asked.filter((url) => url.includes(String(point.lat)) || url.includes('blob:'))).toEqual([])
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
      expect(point.lat).toBeCloseTo((await middleOf(page)).lat, 3)
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
      for (const key of ['+', 'ArrowRight']) {
        await page.keyboard.press(key)
        await page.locator('.area-map[data-ready]').waitFor()
      }
      expect(await page.locator('.maplibregl-ctrl-scale').textContent()).not.toBe(scale)
      expect(await page.locator('.map-name').textContent()).not.toBe('')
      const point = await pointOf(page, () => page.keyboard.press('Enter'))
      const middle = await middleOf(page)
      expect(point.lat).toBeCloseTo(middle.lat, 3)
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

    test('without scripts, or without WebGL, the drawing has every part and its number', async () => {
      const plain = await openTab({ javaScriptEnabled: false })
      await plain.page.goto(`${server.url}/explore/ballot?${new URLSearchParams({ place: PLACE })}`)
      const bare = await openTab()
      await bare.page.addInitScript('HTMLCanvasElement.prototype.getContext = () => null')
      await bare.page.goto(`${server.url}/explore/ballot?${new URLSearchParams({ place: PLACE })}`)
      for (const { page, asked } of [plain, bare]) {
        await page.locator('.area-map svg').waitFor({ state: 'visible' })
        const answers = await page.locator('.narrowing form button').count()
        expect(answers).toBeGreaterThan(1)
        expect(await page.locator('.map-number').count()).toBe(answers)
        expect(await page.locator('.map-part').count()).toBeGreaterThanOrEqual(answers)
        expect(asked.filter((url) => url.includes('maplibre'))).toEqual([])
        expect(await page.locator('.map-hint').isVisible()).toBe(false)
      }
      for (const tab of [plain, bare]) await tab.close()
    })

    test("an operator's basemap is requested from its own host, and from no other", async () => {
      const streets = createServer((_, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' })
        response.end(JSON.stringify({ version: 8, sources: {}, layers: [] }))
      }).listen(0, '127.0.0.1')
      await once(streets, 'listening')
      const port = portOf(streets)
      const origin = `http://127.0.0.1:${port}`
      const mapStyle = { url: `${origin}/style.json`, origins: [origin] }
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
