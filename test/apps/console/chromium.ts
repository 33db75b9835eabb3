// A real browser, with all its requests, errors and warnings.

import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'

/** Debian's; .ci/run installs it. */
export const EXECUTABLE = '/usr/bin/chromium'
export const CHROMIUM_MISSING = existsSync(EXECUTABLE) ? null : `SKIPPED, for there is no ${EXECUTABLE}`

// Code that runs in the page is a string, because this project does not load the browser's types.
const REPORT_VIOLATIONS =
  "addEventListener('securitypolicyviolation', (e) => console.error('violates ' + e.violatedDirective))"

const WAIT_MS = 300_000

/** @param args further options of the command line */
export function launch(...args: string[]): Promise<Browser> {
  return chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox', ...args] })
}

export interface Tab {
  page: Page
  /** Every URL that was requested. */
  asked: string[]
  /** Console errors and warnings, violations of the policy, exceptions. */
  complaints: string[]
  close(): Promise<void>
}

/** A separate user: nothing is shared with other tabs. */
export async function openTab(browser: Browser, options: BrowserContextOptions = {}): Promise<Tab> {
  const context = await browser.newContext(options)
  // Only what hangs is ended: no test fails because a machine is slow.
  context.setDefaultTimeout(WAIT_MS)
  const asked: string[] = []
  const complaints: string[] = []
  context.on('request', (request) => asked.push(request.url()))
  context.on('console', (message) => {
    if (message.type() !== 'log') complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  if (options.javaScriptEnabled !== false) await context.addInitScript({ content: REPORT_VIOLATIONS })
  return { page: await context.newPage(), asked, complaints, close: () => context.close() }
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
