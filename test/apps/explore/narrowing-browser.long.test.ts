// The narrowing question in Chromium, over the sample: answered by mouse, by keyboard, without scripts, in both languages.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WORDS } from '../../../apps/web/ballot/words/words.ts'
import { loadApps } from '../../../cli/operate/apps.ts'
import { pathsIn } from '../../../data/store/paths.ts'
import { type RunningServer, startServer } from '../../../server/main.ts'
import { copySample } from '../../cli/sample.ts'
import { CHROMIUM_MISSING, launch, openTab, overflowOf, type Tab, tabTo } from '../console/chromium.ts'

/** Two wards divide the city. */
const PLACE = 'Sample Harbor, ME'

let root: string
let server: RunningServer
let browser: Browser
let log: string

/** Asks for the place, without scripts as with them. */
async function askFor(lang: 'en' | 'es', options: BrowserContextOptions = {}): Promise<Tab> {
  const tab = await openTab(browser, options)
  const { page } = tab
  await page.goto(`${server.url}/explore?lang=${lang}`)
  if (options.javaScriptEnabled !== false) await page.locator('#place-names').waitFor({ state: 'attached' })
  await page.locator('#place').fill(PLACE)
  await page.getByRole('button', { name: WORDS[lang].showBallot }).click()
  await page.getByRole('heading', { name: WORDS[lang].narrowTitle }).waitFor()
  return tab
}

const possibleOf = (page: Page) => page.locator('.contest .match.possible').count()

describe.skipIf(CHROMIUM_MISSING !== null)(
  `the narrowing question in Chromium${CHROMIUM_MISSING ? ` (${CHROMIUM_MISSING})` : ''}`,
  () => {
    beforeAll(async () => {
      root = mkdtempSync(join(tmpdir(), 'hustings-narrowing-'))
      log = join(root, 'log')
      await copySample(root)
      const paths = pathsIn(join(root, 'sample'))
      server = await startServer({
        guests: await loadApps(null),
        ...{ paths, port: 0, asOf: '2028-06-01', publicExplorer: true },
        ...{ logFile: log, logLevel: 'trace' as const },
      })
      browser = await launch()
    }, 120_000)
    afterAll(async () => {
      await browser?.close()
      await server?.close()
      rmSync(root, { recursive: true, force: true })
    })

    test.each([
      ['en', {}],
      ['es', {}],
      ['en', { javaScriptEnabled: false }],
      ['es', { javaScriptEnabled: false, viewport: { width: 375, height: 700 } }],
    ] as const)('in %s with %j: each answer leads to a ballot with no possible contest', async (lang, options) => {
      const words = WORDS[lang]
      const tab = await askFor(lang, options)
      const { page } = tab
      expect(await possibleOf(page)).toBeGreaterThan(0)
      const answers = page.locator('.narrowing button')
      const count = await answers.count()
      expect(count).toBeGreaterThan(1)
      expect(await page.locator('.parts-map text').allInnerTexts()).toHaveLength(count)
      expect(await overflowOf(page)).toBeLessThanOrEqual(0)
      const ballots = new Set<string>()
      for (let at = 0; at < count; at++) {
        const own = at === 0 ? tab : await askFor(lang, options)
        await own.page.locator('.narrowing button').nth(at).click()
        await own.page.getByRole('heading', { level: 1, name: words.yourBallot }).waitFor()
        expect(await possibleOf(own.page)).toBe(0)
        expect(await own.page.getByRole('heading', { name: words.narrowTitle }).count()).toBe(0)
        ballots.add((await own.page.locator('.contest h4').allInnerTexts()).join())
        // Neither the place nor the point is in an address.
        expect(own.asked.filter((url) => /44\.\d+|Sample/.test(decodeURIComponent(url)))).toEqual([])
        expect(own.complaints).toEqual([])
        await own.close()
      }
      expect(ballots.size).toBe(count)
      expect(readFileSync(log, 'utf8')).not.toMatch(/44\.[34]\d{3}/)
    })

    test('by keyboard alone, without a serious finding of axe', async () => {
      const tab = await askFor('en')
      const { page } = tab
      await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
      const findings = await page.evaluate<string[]>(
        `axe.run().then(({ violations }) => violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id))`,
      )
      expect(findings).toEqual([])
      await tabTo(page, page.locator('.narrowing button').first())
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: WORDS.en.yourBallot }).waitFor()
      expect(await possibleOf(page)).toBe(0)
      await tab.close()
    })
  },
)
