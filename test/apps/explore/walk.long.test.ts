// From a place to one ballot, Back, links and comparisons of the explorer, in Chromium and in Firefox.

import { join } from 'node:path'
import type { Browser, Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WORDS } from '../../../apps/web/ballot/words/words.ts'
import { fill } from '../../../apps/web/sentence.ts'
import { loadApps } from '../../../cli/operate/apps.ts'
import { pathsIn } from '../../../data/store/paths.ts'
import { type RunningServer, startServer } from '../../../server/main.ts'
import { copySample } from '../../cli/sample.ts'
import { shareFolder } from '../../temporary.ts'
import {
  bySelector,
  expectGood,
  expectQuiet,
  hasBrowser,
  inBothBrowsers,
  launch,
  openUser,
  press,
  type,
  type User,
  waitFor,
} from '../two-browsers.ts'

const { en } = WORDS
const POINT = '44.45, -69.78'
const UNKNOWN = '4711 Quexzylvane Ave'

const root = shareFolder()
const profiles = shareFolder()
let server: RunningServer

const choicesOn = (page: Page): Promise<unknown> =>
  page.evaluate("[...document.querySelectorAll('[data-choice]')].map((one) => one.dataset.choice)")
const placeOf = (page: Page): Promise<unknown> => page.evaluate("document.querySelector('#place').value")

inBothBrowsers('a walk through the explorer', (kind) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch(kind, join(profiles, kind.browser))
  })
  afterAll(() => browser?.close())

  const open = async (path = '/explore', width = 1280): Promise<User> => {
    const user = await openUser(await browser.createBrowserContext(), { width, height: 800, zoom: 1 })
    await user.page.goto(server.url + path)
    // Until then, a form is sent as without scripts.
    await user.page.waitForSelector('#place-names')
    return user
  }
  const ask = async (page: Page, place: string): Promise<void> => {
    await page.$eval('#place', (input) => {
      Object.assign(input, { value: '' })
    })
    await type(page, bySelector('#place'), place)
    await page.keyboard.press('Enter')
  }

  test('a place that is refused stays in the field; a city leads to one ballot with one press', async () => {
    const user = await open('/explore', 375)
    const { page } = user
    await ask(page, UNKNOWN)
    await waitFor(page, bySelector('#place-problem'))
    expect(await placeOf(page)).toBe(UNKNOWN)
    // Chromium tells the console of an answer with status 404.
    for (const told of user.complaints.splice(0)) expect(told).toContain('404')
    await expectGood(user, 'the refusal')
    await ask(page, 'Sample Harbor, ME')
    await waitFor(page, bySelector('.narrowing .fold > summary'))
    await press(page, bySelector('.narrowing .fold > summary'))
    await page.waitForFunction("document.querySelector('.area-map').checkVisibility()")
    expect(await page.evaluate("document.querySelectorAll('.match.possible').length")).toBeGreaterThan(0)
    // Beside a map, the list may be folded at any time.
    await page.evaluate("document.querySelector('.narrowing form button').click()")
    await page.waitForFunction(
      "document.querySelector('.match.possible') === null && document.querySelector('.contest')",
    )
    await expectGood(user, 'one ballot')
    expect(user.asked.filter((url) => /44\.\d|Quexzylvane/.test(decodeURIComponent(url)))).toEqual([])
    expectQuiet(user, server.url)
  })

  test('Back and reload show the same ballot, of a point too, which is in no address', async () => {
    const user = await open()
    const { page } = user
    await ask(page, POINT)
    await waitFor(page, bySelector('.contest'))
    const choices = await choicesOn(page)
    await press(page, bySelector('.contest h4 a'))
    await waitFor(page, bySelector('.contest h1'))
    await page.waitForFunction("location.pathname.startsWith('/explore/contests/')")
    await page.waitForFunction(`document.querySelector('#place').value === ${JSON.stringify(POINT)}`)
    await page.goBack()
    await page.waitForFunction("document.querySelectorAll('.contest h4').length > 3")
    expect(await choicesOn(page)).toEqual(choices)
    await page.reload()
    await page.waitForFunction("document.querySelectorAll('.contest h4').length > 3")
    expect(await choicesOn(page)).toEqual(choices)
    expect(page.url()).toBe(`${server.url}/explore/ballot`)
    expect(user.asked.filter((url) => /44\.45|69\.78/.test(decodeURIComponent(url)))).toEqual([])
    expectQuiet(user, server.url)
  })

  test('a shared link opens its place; one to a version that is gone says so', async () => {
    const user = await open('/explore/ballot?place=Sample%20Harbor%2C%20ME&snapshot=0123456789ab')
    const { page } = user
    await waitFor(page, bySelector('.contest'))
    expect(await page.evaluate("document.querySelector('main > .notice').textContent")).toBe(
      fill(en.snapshotGone, { snapshot: '0123456789ab' }),
    )
    expect(await placeOf(page)).toBe('Sample Harbor, ME')
    expectQuiet(user, server.url)
  })

  test('two endorsers are compared over the ballot as the page shows them; candidates stand side by side', async () => {
    const user = await open('/explore/ballot?place=Sample%20Harbor%2C%20ME', 375)
    const { page } = user
    await press(page, bySelector('[data-compare] > summary'))
    await waitFor(page, bySelector('[data-compare] table'))
    const rows = (await page.$$eval('[data-compare] tbody tr', (found) =>
      found.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)),
    )) as (string | null)[][]
    expect(rows.length).toBeGreaterThan(2)
    const both = rows.filter(([, a, b]) => a !== en.compareNothing && b !== en.compareNothing)
    const same = both.filter(([, , , verdict]) => verdict === en.compareSame)
    for (const [, a, b, verdict] of both) if (a === b) expect(verdict).toBe(en.compareSame)
    expect(await page.evaluate("document.querySelector('[data-compare-said]').textContent")).toBe(
      fill(en.compareCount, { both: fill(en.contestsMany, { count: both.length }), same: same.length }),
    )
    await expectGood(user, 'the comparison')
    // Of any two with a common contest, and no others: a table of one row is a sentence.
    const seen = (await page.evaluate(`(() => {
      const panel = document.querySelector('[data-compare]')
      const [one, other] = panel.querySelectorAll('select')
      const first = [one.value, other.value]
      const show = (slugs) => {
        other.value = slugs[1]
        other.dispatchEvent(new Event('change'))
        return [panel.querySelectorAll('tbody tr').length, panel.querySelector('[data-compare-said]').textContent]
      }
      const valuesOf = (select) => [...select.options].map(({ value }) => value)
      const seen = valuesOf(one).flatMap((slug) => {
        one.value = slug
        one.dispatchEvent(new Event('change'))
        return valuesOf(other).map((own) => show([slug, own]))
      })
      one.value = first[0]
      one.dispatchEvent(new Event('change'))
      show(first)
      return seen
    })()`)) as [number, string][]
    const single = en.compareSingle.split('{')[0] ?? ''
    for (const [count, said] of seen) expect(count > 1, said).toBe(!said.startsWith(single))
    expect(seen.filter(([, said]) => said.startsWith(single)).length).toBeGreaterThan(0)
    // To the contest, which makes no entry of the history.
    await press(page, bySelector('[data-compare] td a'))
    expect(await page.evaluate('location.hash')).toBe('')
    await press(page, bySelector('.contest:has([data-choice] + [data-choice]):not(.yes-no) h4 a'))
    await waitFor(page, bySelector('.side table'))
    const columns = await page.$$eval('.side thead th', (found) => found.length)
    expect(columns).toBe(await page.$$eval('.contest [data-choice]', (found) => found.length))
    await expectGood(user, 'the candidates')
    expectQuiet(user, server.url)
  })
})

beforeAll(async () => {
  if (!hasBrowser) return
  await copySample(root)
  const guests = await loadApps(null)
  server = await startServer({ guests, paths: pathsIn(join(root, 'sample')), port: 0, asOf: '2028-10-15' })
})
afterAll(() => server?.close())
