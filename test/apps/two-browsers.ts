// Suites in Chromium and in Firefox: users with all their requests, errors and warnings, and their keys. Puppeteer drives both; playwright
// drives no Firefox of Debian. Suites in Chromium alone use console/browser.ts.

import { existsSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer-core'
import { describe, expect } from 'vitest'
import { projectFile } from '../../data/store/paths.ts'

const AXE = readFileSync(projectFile('node_modules', 'axe-core', 'axe.min.js'), 'utf8')
/** Presses of a key after which an element counts as out of reach: a ballot has several stops for each contest. */
const PRESSES_MAX = 400
/** Only what hangs is ended: no test fails because a machine is slow. */
const WAIT_MS = 300_000
const POLL_MS = 50

/** Debian's; .ci/run installs both. WebGL in software warns on the console, and a map then takes the whole processor. */
// biome-ignore format: a browser a line
export const BROWSERS = [
  { name: 'Chromium', browser: 'chrome', executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-3d-apis'], prefs: {} },
  { name: 'Firefox', browser: 'firefox', executablePath: '/usr/bin/firefox-esr', args: [], prefs: { 'webgl.disabled': true } },
] as const
export type BrowserKind = (typeof BROWSERS)[number]

/** Whether there is a browser at all. */
export const hasBrowser = BROWSERS.some(({ executablePath }) => existsSync(executablePath))

/** The suite once for each browser. Where one is missing, it is skipped with the reason. */
export function inBothBrowsers(name: string, suite: (kind: BrowserKind) => void): void {
  for (const kind of BROWSERS) {
    const missing = existsSync(kind.executablePath) ? null : `SKIPPED, for there is no ${kind.executablePath}`
    if (missing) console.warn(`${name} in ${kind.name}: ${missing}.`)
    describe.skipIf(missing)(`${name} in ${kind.name}`, () => suite(kind))
  }
}

/** @param profile folder of the browser's profile */
export function launch({ browser, executablePath, args, prefs }: BrowserKind, profile: string): Promise<Browser> {
  return puppeteer.launch({
    ...{ browser, executablePath, args: [...args], headless: true, userDataDir: profile },
    extraPrefsFirefox: prefs,
  })
}

export interface User {
  page: Page
  /** Every URL that was requested. */
  asked: string[]
  /** Console errors and warnings, violations of the policy, exceptions. */
  complaints: string[]
}

// Code that runs in the page is a string, because this project does not load the browser's types.
const REPORT_VIOLATIONS =
  "addEventListener('securitypolicyviolation', (e) => console.error('violates ' + e.violatedDirective))"

/** A separate user, if the context is new. */
export async function openUser(
  context: BrowserContext,
  viewport: { width: number; height: number; zoom: number },
): Promise<User> {
  const page = await context.newPage()
  const { width, height, zoom } = viewport
  await page.setViewport({ width: width / zoom, height: height / zoom, deviceScaleFactor: zoom })
  page.setDefaultTimeout(WAIT_MS)
  const user: User = { page, asked: [], complaints: [] }
  page.on('request', (request) => user.asked.push(request.url()))
  page.on('console', (message) => {
    if (message.type() !== 'log') user.complaints.push(message.text())
  })
  page.on('pageerror', (error) => user.complaints.push(String(error)))
  await page.evaluateOnNewDocument(REPORT_VIOLATIONS)
  return user
}

/** Expressions that find an element, for the page. */
export const bySelector = (selector: string): string => `document.querySelector(${JSON.stringify(selector)})`
export const byText = (tag: string, text: string): string =>
  `[...document.querySelectorAll(${JSON.stringify(tag)})].find((one) => one.textContent.includes(${JSON.stringify(text)}))`
export const byLabel = (text: string): string => `${byText('label', text)}?.control`

/** Asks again and again: a promise of a page that Firefox puts aside for Back would never end. */
export async function waitFor(page: Page, element: string): Promise<void> {
  const until = performance.now() + WAIT_MS
  let fault: unknown
  while (performance.now() < until) {
    const isShown = await page.evaluate(`(${element})?.checkVisibility() === true`).catch((error) => {
      fault = error
    })
    if (isShown === true) return
    await setTimeout(POLL_MS)
  }
  throw new Error(`does not appear: ${element}`, { cause: fault })
}

/** Moves the focus with the Tab key only, forwards or backwards. Throws if the element cannot be reached, or if nobody sees the focus. */
export async function tabTo(page: Page, element: string): Promise<void> {
  await waitFor(page, element)
  for (let presses = 0; presses < PRESSES_MAX; presses++) {
    const way = await page.evaluate(`(() => {
      const [from, to] = [document.activeElement, ${element}]
      if (from === to) return 'here, ' + getComputedStyle(from).outlineStyle
      return from.compareDocumentPosition(to) & Node.DOCUMENT_POSITION_PRECEDING ? 'back' : 'on'
    })()`)
    if (way === 'here, none') throw new Error(`the focus on ${element} is not to be seen`)
    if (way !== 'on' && way !== 'back') return
    if (way === 'back') await page.keyboard.down('Shift')
    await page.keyboard.press('Tab')
    if (way === 'back') await page.keyboard.up('Shift')
  }
  throw new Error(`no way with the keyboard to ${element}`)
}

export async function press(page: Page, element: string, key: 'Enter' | ' ' = 'Enter'): Promise<void> {
  await tabTo(page, element)
  await page.keyboard.press(key)
}

export async function type(page: Page, element: string, text: string): Promise<void> {
  await tabTo(page, element)
  await page.keyboard.type(text)
}

/** Serious and critical findings of axe-core, and whether the page is wider than its window. */
export async function expectGood({ page }: User, name: string): Promise<void> {
  const findings = await page.evaluate(
    `(() => { ${AXE}
      return axe.run().then(({ violations }) => violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | '))) })()`,
  )
  expect(findings, name).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), name).toBe(true)
}

/** Nothing went wrong, and nothing came from elsewhere. */
export function expectQuiet({ asked, complaints }: User, origin: string): void {
  expect(complaints).toEqual([])
  // Chromium draws its own field for a date with a picture in a data: address.
  expect(asked.filter((url) => !url.startsWith('data:') && new URL(url).origin !== origin)).toEqual([])
  expect(asked.length).toBeGreaterThan(5)
}
