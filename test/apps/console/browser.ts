// Suites in a real browser: tabs with all their requests, errors and warnings, and what is measured in a page.

import { readFileSync } from 'node:fs'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { projectFile } from '../../../data/store/paths.ts'
import { CHROMIUM_MISSING, launch } from './chromium.ts'

// Code that runs in the page is a string, because this project does not load the browser's types.
const REPORT_VIOLATIONS =
  "addEventListener('securitypolicyviolation', (e) => console.error('violates ' + e.violatedDirective))"

const WAIT_MS = 300_000
/** Chromium without a graphics card reports that a map's drawing waits for the processor. */
const SLOW_DRAWING = /GL Driver Message \(OpenGL, Performance, /

let browser: Browser | undefined
let launchOptions: () => string[]

/** A suite that is skipped, with the reason in its name, where there is no Chromium. @param options of the command line */
export function inChromium(name: string, suite: () => void, options: () => string[] = () => []): void {
  if (CHROMIUM_MISSING) console.warn(`${name} in Chromium: ${CHROMIUM_MISSING}.`)
  const reason = CHROMIUM_MISSING ? ` (${CHROMIUM_MISSING})` : ''
  describe.skipIf(CHROMIUM_MISSING !== null)(`${name} in Chromium${reason}`, () => {
    beforeAll(() => {
      launchOptions = options
    })
    suite()
    // The last hook is the first to run: a server may wait for the browser's connections.
    afterAll(async () => {
      await browser?.close()
      browser = undefined
    })
  })
}

export interface Tab {
  page: Page
  /** Every URL that was requested. */
  asked: string[]
  /** Console errors and warnings, violations of the policy, exceptions. */
  complaints: string[]
  close(): Promise<void>
}

/** A separate user: nothing is shared with other tabs. The first one opens the browser. */
export async function openTab(options: BrowserContextOptions = {}): Promise<Tab> {
  browser ??= await launch(...launchOptions())
  const context = await browser.newContext(options)
  // Only what hangs is ended: no test fails because a machine is slow.
  context.setDefaultTimeout(WAIT_MS)
  const asked: string[] = []
  const complaints: string[] = []
  context.on('request', (request) => asked.push(request.url()))
  context.on('console', (message) => {
    if (message.type() !== 'log' && !SLOW_DRAWING.test(message.text())) complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  if (options.javaScriptEnabled !== false) await context.addInitScript({ content: REPORT_VIOLATIONS })
  return { page: await context.newPage(), asked, complaints, close: () => context.close() }
}

/** A page asks whether the server is there before it follows a link: until then the old page stands. */
export async function follow(link: Locator): Promise<void> {
  const path = (await link.getAttribute('href')) ?? ''
  await link.click()
  await link.page().waitForURL((to) => to.href.endsWith(path))
}

/** Nothing went wrong in the tab, and nothing came from elsewhere. */
export function expectQuiet({ asked, complaints }: Tab, origin: string): void {
  expect(complaints).toEqual([])
  expect(asked.filter((url) => new URL(url).origin !== origin)).toEqual([])
  expect(asked.length).toBeGreaterThan(3)
}

/** Moves the focus with the Tab key only. Throws if the element cannot be reached. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element.matches(':focus'))) {
      const outline = await page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle')
      if (outline === 'none') throw new Error(`the focus on ${target} is not to be seen`)
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`no way with the keyboard to ${target}`)
}

/** Pixels by which the page is wider than its window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
}

/** Serious and critical findings of axe-core, each with its first elements. @param options of axe */
export async function findingsOf(page: Page, options = '{}'): Promise<string[]> {
  await page.evaluate(readFileSync(projectFile('node_modules', 'axe-core', 'axe.min.js'), 'utf8'))
  return page.evaluate<string[]>(
    `axe.run(document, ${options}).then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => id + ': ' + nodes.slice(0, 4).map(({ html }) => html.slice(0, 160)).join(' | ')))`,
  )
}

/** Texts with too little contrast to their background: under 4.5 to 1 (WCAG 2.2, 1.4.3). */
export function faintOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const parse = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number)
    const luminance = ([r, g, b]) => [r, g, b]
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
      .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0)
    const groundOf = (element) => {
      const ground = parse(getComputedStyle(element).backgroundColor)
      return ground[3] === 0 && element.parentElement ? groundOf(element.parentElement) : ground
    }
    return [...document.querySelectorAll('body *')]
      .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
      .filter((element) => element.checkVisibility())
      .flatMap((element) => {
        const [a, b] = [luminance(parse(getComputedStyle(element).color)), luminance(groundOf(element))]
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
        return ratio >= 4.5 ? [] : [element.textContent.trim() + ' ' + ratio.toFixed(2)]
      })
  })()`)
}
