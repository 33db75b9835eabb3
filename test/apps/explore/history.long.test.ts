// Back, reload and links of the explorer in Chromium: a posted ballot returns as it was, and its place is in no address.

import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WORDS } from '../../../apps/web/ballot/words/words.ts'
import { loadApps } from '../../../cli/operate/apps.ts'
import { pathsIn } from '../../../data/store/paths.ts'
import { type RunningServer, startServer } from '../../../server/main.ts'
import { copySample } from '../../cli/sample.ts'
import { shareFolder } from '../../temporary.ts'
import { expectQuiet, inChromium, openTab, overflowOf, type Tab } from '../console/browser.ts'
import { openSite } from '../console/visitor.ts'

const POINT = '44.45, -69.78'
const CONTESTS = 57
/** Contests of the point beside the fillers. */
const OTHERS = 2
const POINT_DIGITS = /44\.45|69\.78/

const root = shareFolder()
let server: RunningServer

async function openBallot(place: string, options: Parameters<typeof openTab>[0] = {}): Promise<Tab> {
  const tab = await openTab(options)
  await tab.page.goto(`${server.url}/explore`)
  if (options.javaScriptEnabled !== false) await tab.page.locator('#place-names').waitFor({ state: 'attached' })
  await tab.page.locator('#place').fill(place)
  await tab.page.getByRole('button', { name: WORDS.en.showBallot }).click()
  await tab.page.locator('.contest').first().waitFor()
  return tab
}

const choicesOn = (page: Page): Promise<string[]> =>
  page.evaluate("[...document.querySelectorAll('[data-choice]')].map((one) => one.dataset.choice)")
const tickedOn = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('#ticks input[name="endorsers"]:checked')].map((box) => box.value)`)
/** Where the fifth contest stands in the window. */
const topOf = (page: Page): Promise<number> =>
  page.evaluate("document.querySelectorAll('.contest')[4].getBoundingClientRect().top")
const scrollOf = (page: Page): Promise<number> => page.evaluate('Math.round(scrollY)')

/** Without WebGL, whose driver in software warns on the console: map.long.test.ts looks at the map. */
const FLAGS = ['--disable-3d-apis']

inChromium(
  'the history of the explorer',
  () => {
    beforeAll(async () => {
      await copySample(root)
      const guests = await loadApps(null)
      server = await startServer({ guests, paths: pathsIn(join(root, 'sample')), port: 0, asOf: '2028-10-15' })
    })
    afterAll(() => server?.close())

    test.each([POINT, 'Sample Harbor, ME'])(
      'Back from a contest and reload return to the ballot of %s, scrolled, opened and ticked as it was',
      async (place) => {
        const tab = await openBallot(place, { viewport: { width: 375, height: 700 } })
        const { page } = tab
        const choices = await choicesOn(page)
        await page.locator('#ticks summary').first().click()
        await page.locator('#ticks input[name="endorsers"]').first().check()
        const ticked = await tickedOn(page)
        expect(ticked).toHaveLength(1)
        // Only a link that the reader copies names whom they trust.
        const [slug = ''] = ticked
        const links = await page.evaluate<string[]>(
          "[...document.querySelectorAll('a:not([data-ticked-link])')].map(({ href }) => href)",
        )
        expect([page.url(), ...links].filter((url) => url.includes('endorsers='))).toEqual([])
        const contest = page.locator('.contest').nth(4)
        await contest.locator('.more > summary').click()
        await page.evaluate("document.querySelectorAll('.contest h4')[4].scrollIntoView({ block: 'center' })")
        expect(await scrollOf(page)).toBeGreaterThan(300)
        const stood = await topOf(page)
        const isAsItWas = async (): Promise<void> => {
          await page.locator('.contest').first().waitFor()
          // To the pixel, but for what rounding adds.
          await expect.poll(async () => Math.abs((await topOf(page)) - stood)).toBeLessThan(3)
          expect(await choicesOn(page)).toEqual(choices)
          expect(await tickedOn(page)).toEqual(ticked)
          expect(await contest.locator('.more').getAttribute('open')).not.toBeNull()
        }
        await contest.locator('h4 a').click()
        await page.waitForURL('**/explore/contests/*')
        // The field of every page has what was typed.
        await expect.poll(() => page.locator('#place').inputValue()).toBe(place)
        await page.goBack()
        await isAsItWas()
        await page.reload()
        await isAsItWas()
        expect(tab.asked.filter((url) => POINT_DIGITS.test(decodeURIComponent(url)))).toEqual([])
        expect(page.url()).not.toMatch(POINT_DIGITS)
        expect(tab.asked.filter((url) => url.includes(slug))).toEqual([])
        expectQuiet(tab, server.url)
        await tab.close()
      },
    )

    test('two places are two entries; Back and Forward show each, and the first page before them', async () => {
      const tab = await openBallot(POINT)
      const { page } = tab
      const first = await choicesOn(page)
      await page.locator('#place').fill('Sample Mesa, NM')
      await page.getByRole('button', { name: WORDS.en.showBallot }).click()
      await page.waitForURL('**/explore/ballot?place=Sample+Mesa%2C+NM')
      const second = await choicesOn(page)
      expect(second).not.toEqual(first)
      await page.goBack()
      await expect.poll(() => choicesOn(page)).toEqual(first)
      expect(page.url()).toBe(`${server.url}/explore/ballot`)
      await page.goBack()
      await page.getByRole('heading', { level: 1, name: WORDS.en.question }).waitFor()
      await page.goForward()
      await expect.poll(() => choicesOn(page)).toEqual(first)
      await page.goForward()
      await expect.poll(() => choicesOn(page)).toEqual(second)
      expectQuiet(tab, server.url)
      await tab.close()
    })

    test('a link with endorsers shows them until the reader ticks; then the page shows and keeps those of the reader', async () => {
      const tab = await openTab()
      const { page } = tab
      const path = '/explore/ballot?place=Sample+Harbor%2C+ME'
      // A box may be in a closed category.
      const tick = (at: number): Promise<string> =>
        page.evaluate(`(() => {
          const box = [...document.querySelectorAll('#ticks input[name="endorsers"]')].at(${at})
          box.click()
          return box.value
        })()`)
      await page.goto(`${server.url}${path}`)
      await page.getByText(WORDS.en.ticksKept).waitFor()
      const own = await tick(0)
      const other = await tick(-1)
      await tick(-1)
      expect(await tickedOn(page)).toEqual([own])
      await page.goto(`${server.url}${path}&endorsers=${other}`)
      await page.getByText(WORDS.en.ticksInAddress).waitFor()
      expect(await tickedOn(page)).toEqual([other])
      // Another tab changes the reader's own ticks, not those of the link.
      const elsewhere = await page.context().newPage()
      await elsewhere.goto(`${server.url}/explore`)
      await page.evaluate("addEventListener('storage', () => { window.isTold = true })")
      await elsewhere.evaluate(`localStorage.setItem('hustings-endorsers', '[ "${own}" ]')`)
      await page.waitForFunction('window.isTold')
      expect(await tickedOn(page)).toEqual([other])
      const second = await tick(1)
      await page.getByText(WORDS.en.ticksKept).waitFor()
      expect(page.url()).toBe(`${server.url}${path}`)
      const link = await page.locator('[data-ticked-link]').getAttribute('href')
      expect(new URL(link ?? '').searchParams.get('endorsers')?.split(',').sort()).toEqual([own, second].sort())
      await page.reload()
      await expect.poll(async () => (await tickedOn(page)).sort()).toEqual([own, second].sort())
      await elsewhere.evaluate(`localStorage.setItem('hustings-endorsers', '["${other}"]')`)
      await expect.poll(() => tickedOn(page)).toEqual([other])
      // A page without HTTPS or permission cannot copy: it shows the link, and goes nowhere.
      await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
      await page.locator('[data-ticked-link]').click()
      expect(await page.locator('[data-link-shown]').inputValue()).toContain(`endorsers=${other}`)
      expect(page.url()).toBe(`${server.url}${path}`)
      // Ticks of other ballots stay.
      await page.evaluate(`localStorage.setItem('hustings-endorsers', '["of-another-ballot","${other}"]')`)
      await page.locator('[data-untick]').click()
      expect(await page.evaluate("localStorage.getItem('hustings-endorsers')")).toBe('["of-another-ballot"]')
      // "Clear everything" clears those of a link, too, for good.
      await page.goto(`${server.url}${path}&endorsers=${other}`)
      await page.getByText(WORDS.en.ticksInAddress).waitFor()
      await page.evaluate("document.querySelector('[data-my-clear-now]').click()")
      expect(page.url()).toBe(`${server.url}${path}`)
      expect(await page.evaluate("localStorage.getItem('hustings-endorsers')")).toBeNull()
      await page.reload()
      await page.getByText(WORDS.en.ticksKept).waitFor()
      expect(await tickedOn(page)).toEqual([])
      // A browser that stores nothing.
      await page.evaluate("Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') }")
      await tick(0)
      await page.getByText(WORDS.en.ticksNotKept).waitFor()
      expect(await tickedOn(page)).toEqual([own])
      await tab.close()
    })

    test('the position of the device is posted and not kept: it is in no address and no field', async () => {
      const tab = await openTab({ geolocation: { latitude: 44.45, longitude: -69.78 }, permissions: ['geolocation'] })
      const { page } = tab
      await page.goto(`${server.url}/explore`)
      await page.getByRole('button', { name: WORDS.en.locate }).click()
      await page.locator('.contest').first().waitFor()
      expect(await page.locator('#place').inputValue()).toBe('')
      expect(await page.content()).not.toMatch(POINT_DIGITS)
      await page.reload()
      await page.locator('.contest').first().waitFor()
      expect(await page.evaluate('JSON.stringify([{ ...sessionStorage }, history.state])')).not.toMatch(POINT_DIGITS)
      expect(tab.asked.filter((url) => POINT_DIGITS.test(decodeURIComponent(url)))).toEqual([])
      await tab.close()
    })

    test('on a phone the ballot precedes the list of endorsers, and details open without scripts', async () => {
      for (const javaScriptEnabled of [true, false]) {
        const tab = await openBallot(POINT, { viewport: { width: 375, height: 700 }, javaScriptEnabled })
        const { page } = tab
        const tops = await page.evaluate<number[]>(
          "['.contest', '#ticks'].map((one) => document.querySelector(one).getBoundingClientRect().top)",
        )
        expect(tops[0]).toBeLessThan(tops[1] ?? 0)
        await page.locator('.contest .more > summary').first().click()
        expect(await page.locator('.contest .more').first().locator('p').first().isVisible()).toBe(true)
        expect(await overflowOf(page)).toBeLessThanOrEqual(0)
        await tab.close()
      }
    })

    test('57 contests take at most 8,000 pixels of a phone before anything is opened', async () => {
      const site = await openSite()
      await site.fixture.publish({ fillers: CONTESTS - OTHERS })
      const { url } = await site.fixture.start({ publicExplorer: true, asOf: '2024-10-01' })
      const tab = await openTab({ viewport: { width: 375, height: 700 } })
      const { page } = tab
      await page.goto(`${url}/explore`)
      await page.locator('#place-names').waitFor({ state: 'attached' })
      await page.locator('#place').fill('35.5,-77.2')
      await page.getByRole('button', { name: WORDS.en.showBallot }).click()
      await page.locator('.contest').first().waitFor()
      expect(await page.locator('.contest').count()).toBe(CONTESTS)
      expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(8000)
      expect(await overflowOf(page)).toBeLessThanOrEqual(0)
      const lowest =
        "Math.min(...[...document.querySelectorAll('.choice:has(.my-control)')].map((one) => one.offsetHeight))"
      expect(await page.evaluate(lowest)).toBeGreaterThanOrEqual(24)
      await page.locator('.contest h4 a').first().click()
      await page.locator('.contest h1').waitFor()
      expect(await page.evaluate(lowest)).toBeGreaterThanOrEqual(44)
      await tab.close()
      await site.close()
    })
  },
  () => FLAGS,
)
