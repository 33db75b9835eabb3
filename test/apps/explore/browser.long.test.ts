// The explorer in Chromium: an account looks at a ballot of the sample, by mouse, by keyboard, in Spanish, small, large and on paper.

import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WORDS } from '../../../apps/web/ballot/words/words.ts'
import { loadApps } from '../../../cli/operate/apps.ts'
import { pathsIn } from '../../../data/store/paths.ts'
import { openState } from '../../../data/store/state/sqlite/state.ts'
import { type RunningServer, startServer } from '../../../server/main.ts'
import { copySample } from '../../cli/sample.ts'
import { shareFolder } from '../../temporary.ts'
import { expectQuiet, findingsOf, inChromium, openTab, overflowOf, type Tab, tabTo } from '../console/browser.ts'
import { PASSWORD, USUAL_HASH } from '../console/visitor.ts'

const CHANGE = { by: 'a test', at: '2028-06-01T00:00:00.000Z' }
const BALLOT_BYTES_MAX = 400_000

const root = shareFolder()
let server: RunningServer
let signedIn: Awaited<ReturnType<BrowserContext['storageState']>> | undefined

async function signIn(page: Page): Promise<void> {
  await page.goto(`${server.url}/console/sign-in`)
  await page.getByLabel('Account name').fill('Reader')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Explore' }).click()
  await page.getByRole('heading', { level: 1, name: 'What is on your ballot?' }).waitFor()
}

/** Until then a form is sent as without scripts, and the page has another address. */
async function scriptsIn(page: Page): Promise<void> {
  await page.locator('#place-names').waitFor({ state: 'attached' })
}

async function askFor(page: Page, place: string): Promise<void> {
  await page.getByLabel('ZIP code, city').fill(place)
  await page.getByRole('button', { name: 'Show the ballot' }).click()
}

async function openBallot(options: Parameters<typeof openTab>[0] = {}): Promise<Tab> {
  const tab = await openTab(options)
  await signIn(tab.page)
  await scriptsIn(tab.page)
  await askFor(tab.page, 'Sample Harbor, ME')
  await tab.page.locator('.contest').first().waitFor()
  return tab
}

/** A tab of a user who signed in once for all of them: sign-ins have a limit. */
async function openSignedIn(options: Parameters<typeof openTab>[0] = {}): Promise<Tab> {
  if (!signedIn) {
    const first = await openTab()
    await signIn(first.page)
    signedIn = await first.page.context().storageState()
    await first.close()
  }
  return openTab({ ...options, storageState: signedIn })
}

/** Also of an election that is one line until it is opened. */
const adviceIn = (page: Page): Promise<string[]> => page.locator('[data-advice]:not([hidden])').allTextContents()

/** Opens every category of endorsers. */
async function openGroups(page: Page): Promise<void> {
  const closed = page.locator('#ticks details:not([open]) > summary')
  while ((await closed.count()) > 0) await closed.first().click()
}

inChromium('the explorer', () => {
  beforeAll(async () => {
    await copySample(root)
    const paths = pathsIn(join(root, 'sample'))
    const state = await openState(paths)
    await state.createAccount({ name: 'Reader', plan: 'standard', contact: null, password_hash: USUAL_HASH }, CHANGE)
    await state.setAccountStatus('Reader', 'approve', CHANGE)
    await state.close()
    const logFile = join(root, 'log')
    server = await startServer({ paths, port: 0, guests: await loadApps(null), asOf: '2028-06-01', logFile })
  })
  afterAll(() => server?.close())

  test('sign in, type a place, tick three endorsers, see the recommendations change', async () => {
    const tab = await openBallot()
    const { page } = tab
    expect(page.url()).toBe(`${server.url}/explore/ballot?place=Sample+Harbor%2C+ME`)
    expect(await adviceIn(page)).toEqual([])
    await openGroups(page)
    const boxes = page.locator('#ticks input[name="endorsers"]')
    const seen = new Set<string>()
    for (const at of [0, 1, 2]) {
      await boxes.nth(at).check()
      seen.add((await adviceIn(page)).join('\n'))
    }
    expect(seen.size).toBe(3)
    expect((await page.locator('.choice.marked').count()) > 2).toBe(true)
    await page.getByText('3 endorsers ticked.').waitFor()
    // The question and the endorsers stand beside the contests, one below the other.
    const boxOf = async (selector: string) =>
      (await page.locator(selector).first().boundingBox()) ?? expect.fail(selector)
    const [contest, question, ticks] = [await boxOf('.contest'), await boxOf('.narrowing'), await boxOf('#ticks')]
    expect(contest.y).toBeLessThan(question.y + question.height)
    expect(question.x).toBeGreaterThan(contest.x + contest.width)
    expect(ticks.x).toBe(question.x)
    expect(ticks.y).toBeGreaterThanOrEqual(question.y + question.height)
    expect([...seen].join(' ')).toMatch(/Without .+, the result would change\./)
    await page.getByRole('button', { name: 'Untick all' }).click()
    expect(await adviceIn(page)).toEqual([])
    expectQuiet(tab, server.url)
    await tab.close()
  })

  test('the other language keeps the ticks, also on a link, whose address then has the language', async () => {
    const typed = await openBallot()
    const linked = await openSignedIn()
    await linked.page.goto(`${server.url}/explore/ballot?place=Sample+Harbor%2C+ME&endorsers=sample-harbor-times`)
    for (const [{ page }, before] of [
      [typed, 0],
      [linked, 1],
    ] as const) {
      const ticked = page.locator('#ticks input[name="endorsers"]:checked')
      expect(await ticked.count()).toBe(before)
      await openGroups(page)
      // The first tick of the reader replaces those of the link.
      while ((await ticked.count()) < 3)
        await page.locator('#ticks input[name="endorsers"]:not(:checked)').first().check()
      await page.locator('.language').getByText('Español').or(page.locator('a.language')).first().click()
      await page.locator('html[lang="es"] #ticks').waitFor()
      expect(await ticked.count()).toBe(3)
    }
    await linked.page.reload()
    await linked.page.locator('html[lang="es"] #ticks').waitFor()
    expect(await linked.page.locator('#ticks input[name="endorsers"]:checked').count()).toBe(3)
    for (const one of [typed, linked]) await one.close()
  })

  test('the browser recommends what the server recommends', async () => {
    const tab = await openBallot()
    const plain = await openTab({ javaScriptEnabled: false })
    await signIn(plain.page)
    await askFor(plain.page, 'Sample Harbor, ME')
    for (const { page } of [tab, plain]) {
      await openGroups(page)
      for (const at of [0, 3, 5, 7]) await page.locator('#ticks input[name="endorsers"]').nth(at).check()
    }
    await plain.page.getByRole('button', { name: 'Show the recommendations' }).click()
    await plain.page.locator('[data-advice]:not([hidden])').first().waitFor()
    const advice = await adviceIn(tab.page)
    expect(advice.length).toBeGreaterThan(5)
    expect(await adviceIn(plain.page)).toEqual(advice)
    for (const one of [tab, plain]) await one.close()
  })

  test('an answer to the narrowing question leads to a ballot without a possible contest', async () => {
    const tab = await openBallot()
    const { page } = tab
    const possible = page.locator('.contest .match.possible')
    expect(await possible.count()).toBeGreaterThan(0)
    expect(await page.locator('.map-number').count()).toBe(await page.locator('.narrowing form button').count())
    await tabTo(page, page.locator('.narrowing form button').first())
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: WORDS.en.yourBallot }).waitFor()
    expect(await possible.count()).toBe(0)
    // Neither the place nor the point is in an address.
    expect(tab.asked.filter((url) => /44\.\d+|Sample/.test(decodeURIComponent(url)))).toEqual([])
    expectQuiet(tab, server.url)
    await tab.close()
  })

  test('every page: no serious finding, no overflow at 375 pixels and at 200 %, few bytes, in both languages and schemes', async () => {
    for (const options of [
      { viewport: { width: 375, height: 800 }, colorScheme: 'dark' },
      // 200 % of a window of 1280 pixels.
      { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2, colorScheme: 'light' },
    ] as const) {
      const tab = await openBallot(options)
      const { page } = tab
      expect(Buffer.byteLength(await page.content())).toBeLessThan(BALLOT_BYTES_MAX)
      const links = await page.evaluate<string[]>(
        `[...document.querySelectorAll('main a[href^="/explore/"]')].map((link) => link.getAttribute('href'))`,
      )
      const kind = (path: string): string => path.split('/')[2] ?? ''
      const first = new Map(links.toReversed().map((path) => [kind(path), path]))
      const others = [
        '/explore',
        '/explore/elections',
        '/explore/elections/me-2028-11-07-general/agreement',
        '/explore/elections/me-2028-11-07-general/agreement?endorser=sample-harbor-times&lang=es',
        '/explore/endorsers',
        '/explore/coverage?lang=es',
        ...first.values(),
      ]
      expect(others.length).toBeGreaterThan(7)
      for (const path of ['', ...others]) {
        if (path !== '') await page.goto(server.url + path)
        expect(await findingsOf(page), path).toEqual([])
        expect(await overflowOf(page), path).toBeLessThanOrEqual(0)
      }
      expectQuiet(tab, server.url)
      await tab.close()
    }
  })

  test('the links of members stand in a closed fold at the end of a page of readers', async () => {
    for (const width of [375, 1280]) {
      const tab = await openTab({ viewport: { width, height: 800 } })
      await tab.page.goto(`${server.url}/docs`)
      const desk = tab.page.locator('.site-end details a[href="/desk"]')
      expect(await desk.isVisible()).toBe(false)
      await tab.page.locator('.site-end summary').click()
      expect(await desk.isVisible()).toBe(true)
      expect(await tab.page.locator('.rooms a[href="/desk"]').count()).toBe(0)
      await tab.close()
    }
  })

  test('the ballot page with its styles and scripts weighs less than 400 kB', async () => {
    const tab = await openTab()
    await signIn(tab.page)
    let bytes = 0
    tab.page.on('response', (reply) => {
      bytes += Number(reply.headers()['content-length'] ?? 0)
    })
    await tab.page.reload()
    await askFor(tab.page, 'Sample Harbor, ME')
    await tab.page.locator('.contest').first().waitFor()
    expect(bytes).toBeGreaterThan(10_000)
    expect(bytes).toBeLessThan(BALLOT_BYTES_MAX)
    await tab.close()
  })

  test('the map of coverage: a state is a link with a name, by keyboard; a link skips the map; it prints', async () => {
    const tab = await openSignedIn()
    const { page } = tab
    await page.setViewportSize({ width: 375, height: 800 })
    await page.goto(`${server.url}/explore/coverage`)
    expect(await page.locator('#coverage-table tbody tr').count()).toBe(56)
    expect(await page.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThan(8_000)
    expect(await overflowOf(page)).toBe(0)
    await page.setViewportSize({ width: 1280, height: 800 })
    const links = page.locator('.coverage-map a')
    const names = await links.evaluateAll((found) => found.map((link) => link.getAttribute('aria-label') ?? ''))
    expect(names.length).toBeGreaterThan(3)
    for (const name of names) expect(name).toMatch(/^[A-Z].+: (Full|Partial|None)$/)
    await tabTo(page, page.getByRole('link', { name: 'Skip the map' }))
    await page.keyboard.press('Tab')
    expect(await page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe(names[0])
    const fills = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.coverage-map a path')].map((path) => getComputedStyle(path).fill)`,
    )
    expect(fills.length).toBe(names.length)
    expect(fills).not.toContain('rgb(0, 0, 0)')
    const darkest = (): Promise<string> =>
      page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--scale-4')")
    await page.emulateMedia({ colorScheme: 'light' })
    const onLight = await darkest()
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await darkest()).not.toBe(onLight)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    expect(await darkest()).toBe(onLight)
    expect(await page.locator('.coverage-map svg').first().isVisible()).toBe(true)
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('link', { name: /^Maine: / }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/explore/ballot?place=Maine')
    // Its contests are of districts, which a fold has.
    await page.locator('.few .contest').first().waitFor({ state: 'attached' })
    expectQuiet(tab, server.url)
    await tab.close()
  })

  test('on paper: the contests and the ticked recommendations, without forms', async () => {
    const tab = await openBallot()
    await tab.page.locator('#ticks summary').first().click()
    await tab.page.locator('#ticks input[name="endorsers"]').first().check()
    await tab.page.emulateMedia({ media: 'print' })
    for (const screen of ['#ticks', '.bar', '[data-share]'])
      expect(await tab.page.locator(screen).first().isVisible(), screen).toBe(false)
    expect(await tab.page.locator('.contest').first().isVisible()).toBe(true)
    expect(await tab.page.locator('[data-advice]:not([hidden])').first().isVisible()).toBe(true)
    expect((await tab.page.pdf()).length).toBeGreaterThan(10_000)
    await tab.close()
  })
})
