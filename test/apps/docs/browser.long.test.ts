// The documents in Chromium, under a host name that is not localhost: no outside request, no error, accessible, narrow, by keyboard.

import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GUIDES } from '../../../apps/docs/guides.ts'
import { projectFile } from '../../../data/store/paths.ts'
import { type Fixture, openFixture } from '../../server/fixture.ts'
import { findingsOf, inChromium, openTab, overflowOf, type Tab, tabTo } from '../console/browser.ts'

const HOST = 'docs.example.org'
const PATHS = [
  ...['/', '/docs', ...GUIDES.map(({ path }) => path)],
  ...[
    '/docs/coverage/nc',
    '/docs/files/deploy/Caddyfile',
    '/docs/search?q=cursor',
    '/docs/search?q=zzzz',
    '/docs/none',
  ],
]

let fixture: Fixture
let origin: string
/** Of a large plan: the tests open more pages than a visitor may in a minute. */
let key: string
const tabs: Tab[] = []

async function open(options: Parameters<typeof openTab>[0] = {}): Promise<Tab> {
  const tab = await openTab({ ...options, extraHTTPHeaders: { Authorization: `Bearer ${key}` } })
  tabs.push(tab)
  return tab
}

async function show(page: Page, path: string): Promise<void> {
  await page.goto(origin + path)
  if (path === '/docs/reference') await page.locator('.opblock').first().waitFor()
}

inChromium(
  'the documents',
  () => {
    beforeAll(async () => {
      fixture = await openFixture()
      await fixture.publish()
      const { port } = await fixture.start()
      ;({ key } = await fixture.makeKey())
      origin = `http://${HOST}:${port}`
    })
    afterAll(async () => {
      await fixture?.close()
      // Every page of every test here.
      for (const { asked, complaints } of tabs) {
        expect(asked.filter((url) => new URL(url).origin !== origin && !url.startsWith('data:'))).toEqual([])
        expect(complaints.filter((one) => !/status of 404/.test(one))).toEqual([])
      }
      expect(tabs.flatMap(({ asked }) => asked).length).toBeGreaterThan(100)
    })

    test('no page has a serious or critical finding of axe, in light', async () => {
      const { page } = await open({ viewport: { width: 1280, height: 900 } })
      for (const path of PATHS) {
        await show(page, path)
        expect(await findingsOf(page), path).toEqual([])
      }
    })

    test('nor in dark, in contrast', async () => {
      const { page } = await open({ colorScheme: 'dark' })
      for (const path of [
        '/',
        '/docs',
        '/docs/api',
        '/docs/samples',
        '/docs/reference',
        '/docs/search?q=cursor',
        '/docs/none',
      ]) {
        await show(page, path)
        expect(await findingsOf(page, "{ runOnly: ['color-contrast'] }"), path).toEqual([])
      }
    })

    test('no page is wider than its window on a phone, on a tablet, or zoomed to 200 %', async () => {
      const { page } = await open()
      for (const path of PATHS) {
        await show(page, path)
        for (const width of [768, 640, 375]) {
          await page.setViewportSize({ width, height: 800 })
          expect(await overflowOf(page), `${path} at ${width} px`).toBeLessThanOrEqual(0)
        }
      }
    })

    test('by keyboard alone: skip, search, follow a result, open an endpoint', async () => {
      const { page } = await open()
      await page.goto(`${origin}/docs`)
      await page.keyboard.press('Tab')
      expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Skip to the content')
      await tabTo(page, page.getByRole('searchbox', { name: 'Search the documents' }))
      await page.keyboard.type('resume')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Search results' }).waitFor()
      const result = page.getByRole('link', { name: 'Resume', exact: true })
      await result.focus()
      await page.keyboard.press('Enter')
      await page.waitForURL(`${origin}/docs/api#resume`)
      expect(await page.getByRole('heading', { name: 'Resume' }).isVisible()).toBe(true)

      await show(page, '/docs/reference')
      const operation = page.locator('#reference .opblock-summary-control').first()
      await operation.focus()
      await page.keyboard.press('Enter')
      await page.locator('.opblock.is-open .responses-wrapper').first().waitFor()
      expect(await findingsOf(page)).toEqual([])
    })

    test("a reader tries a request with a key, which stays in the page's memory", async () => {
      const tab = await openTab()
      tabs.push(tab)
      const { page } = tab
      await page.goto(`${origin}/docs/reference#/default/listStates`)
      const operation = page.locator('#operations-default-listStates')
      await operation.getByRole('button', { name: 'Try it out' }).click()
      await page.getByLabel('Your API key').fill(key)
      const [request] = await Promise.all([
        page.waitForRequest(/\/v1\/states/),
        operation.getByRole('button', { name: 'Execute' }).click(),
      ])
      expect(request.headers().authorization).toBe(`Bearer ${key}`)
      await operation.locator('.live-responses-table').getByText('North Carolina').first().waitFor()
      const kept =
        'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state, location.href])'
      expect(await page.evaluate(kept)).not.toContain(key)
      expect(await findingsOf(page)).toEqual([])
      await page.reload()
      expect(await page.getByLabel('Your API key').inputValue()).toBe('')
      expect(await page.evaluate(kept)).not.toContain(key)
    })

    test('a link of the search opens the endpoint in the reference', async () => {
      const { page } = await open()
      await page.goto(`${origin}/docs/search?q=v1/ballot`)
      await page.locator('.docs-hits a[href*="/docs/reference#"]').first().click()
      await page.locator('.opblock.is-open').first().waitFor()
    })

    test('without scripts: guides, search and a table of endpoints', async () => {
      const { page } = await open({ javaScriptEnabled: false })
      await page.goto(`${origin}/docs/reference`)
      await page.getByRole('cell', { name: 'GET /v1/ballot' }).waitFor()
      await page.getByRole('searchbox', { name: 'Search the documents' }).fill('ballot')
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByRole('heading', { level: 1, name: 'Search results' }).waitFor()
      await page.locator('.docs-hits a').first().waitFor()
    })

    test('the code of a guide has the address of this server', async () => {
      const { page } = await open()
      await page.goto(`${origin}/docs/election-night`)
      const code = (await page.locator('.docs-text code').allTextContents()).join('\n')
      expect(readFileSync(projectFile('docs', 'election-night.md'), 'utf8')).toContain(
        'HUSTINGS_URL=http://127.0.0.1:8080',
      )
      expect(code).toContain(`HUSTINGS_URL=${origin}`)
      expect(code).not.toContain('127.0.0.1:8080')
    })

    test('on a narrow screen no copy button covers code', async () => {
      const { page } = await open({ viewport: { width: 375, height: 800 } })
      await page.goto(`${origin}/docs/samples`)
      await page.getByRole('button', { name: 'Copy' }).first().waitFor()
      const gaps = await page.evaluate<number[]>(`[...document.querySelectorAll('.docs-code')].map((one) => {
      const range = document.createRange()
      range.selectNodeContents(one.querySelector('code'))
      return range.getBoundingClientRect().top - one.querySelector('.docs-copy').getBoundingClientRect().bottom
    })`)
      expect(gaps.length).toBe(12)
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0)
    })

    test('the copy button copies a sample', async () => {
      const { page } = await open({ permissions: ['clipboard-read', 'clipboard-write'] })
      await page.goto(`${origin}/docs/samples`)
      await page.getByRole('button', { name: 'Copy' }).first().click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(
        readFileSync(projectFile('docs', 'samples', 'ballot.sh'), 'utf8'),
      )
    })
  },
  () => [
    `--host-resolver-rules=MAP ${HOST} 127.0.0.1`,
    // As behind a proxy with https, without which a browser ignores some of the safe headers.
    `--unsafely-treat-insecure-origin-as-secure=${origin}`,
  ],
)
