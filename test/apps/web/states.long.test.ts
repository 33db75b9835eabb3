// States of a page in Chromium: it loads, there is no network, the server restarts. Nothing that was typed is lost.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WORDS } from '../../../apps/web/ballot/words/words.ts'
import { printed, start } from '../../cli/hustings.ts'
import { copySample } from '../../cli/sample.ts'
import { shareFolder } from '../../temporary.ts'
import { findingsOf, inChromium, openTab, overflowOf, type Tab } from '../console/browser.ts'

const CITY = 'Sample Harbor, ME'
const SHOW_AFTER_MS = 150
const SLOW_AFTER_MS = 8_000

const SENTENCES = {
  en: {
    loading: 'Loading…',
    slow: 'This takes longer than usual.',
    offline: 'You are offline. Your text stays on this page.',
    offlineNow: 'You are offline, so nothing was sent.',
    unreachable: 'The service does not answer.',
    restarting: 'The service is not ready yet.',
    limited: 'There are too many requests right now.',
    wait: 'Try again in 7 s.',
    again: 'Try again',
  },
  es: {
    loading: 'Cargando…',
    slow: 'Tarda más de lo normal.',
    offline: 'No tiene conexión. Lo que escribió queda en esta página.',
    offlineNow: 'No tiene conexión, así que no se envió nada.',
    unreachable: 'El servicio no responde.',
    restarting: 'El servicio todavía no está listo.',
    limited: 'Hay demasiadas solicitudes en este momento.',
    wait: 'Pruebe otra vez en 7 s.',
    again: 'Probar otra vez',
  },
} as const
const LANGUAGES = ['en', 'es'] as const

/** Keeps each state that a page shows, with when, in the window. */
const RECORD = `
  window.states = []
  new MutationObserver(() => {
    const state = document.querySelector('[data-states]')?.dataset.state
    if (state && window.states.at(-1) !== state) window.states.push(state)
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-state'] })`

const folder = shareFolder()
let server: ReturnType<typeof start>
let url: string

async function startServer(port = '0'): Promise<void> {
  server = start(folder, 'serve', '--sample', '--port', port, '--as-of', '2028-10-15')
  url = (await printed(server, 'stdout', /answers at (\S+)/))[1] ?? ''
}

async function stopServer(): Promise<void> {
  const ended = new Promise((done) => server.once('exit', done))
  server.kill('SIGKILL')
  await ended
}

async function openExplorer(lang: 'en' | 'es' = 'en', options: Parameters<typeof openTab>[0] = {}): Promise<Tab> {
  const tab = await openTab(options)
  await tab.page.addInitScript({ content: RECORD })
  await tab.page.goto(`${url}/explore?lang=${lang}`)
  await tab.page.locator('#place-names').waitFor({ state: 'attached' })
  return tab
}

/** Texts and controls of the page in the box of the sign that it loads, which has to lie between the header and the content. */
const coveredBySign = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const sign = document.querySelector('[data-states] p')
    const box = sign.getBoundingClientRect()
    if (box.height === 0 || sign.textContent === '') return ['the sign is not there']
    const meets = (own) =>
      own.width > 0 && own.height > 0 && own.left < box.right && own.right > box.left && own.top < box.bottom && own.bottom > box.top
    const found = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode
      if (sign.contains(text) || text.data.trim() === '' || !text.parentElement.checkVisibility()) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      if ([...range.getClientRects()].some(meets)) found.push(text.data.trim())
    }
    for (const control of document.querySelectorAll('a, button, input, select, textarea, summary'))
      if (control.checkVisibility() && meets(control.getBoundingClientRect())) found.push(control.outerHTML.slice(0, 80))
    return found
  })()`)

const ask = (page: Page, lang: 'en' | 'es' = 'en') => page.getByRole('button', { name: WORDS[lang].showBallot }).click()
const stateOf = (page: Page) => page.locator('[data-states]')
const faultOf = (page: Page) => page.getByRole('alert')
const shownStates = (page: Page): Promise<string[]> => page.evaluate('window.states')
const typedIn = (page: Page): Promise<string> => page.locator('#place').inputValue()

/** Sends each answer of the ballot as late as this. The answer itself is that of the server. */
async function delayBallots(page: Page, milliseconds: number): Promise<void> {
  await page.route('**/explore/ballot', async (route) => {
    const answer = await route.fetch()
    await new Promise((done) => setTimeout(done, milliseconds))
    await route.fulfill({ response: answer })
  })
}

inChromium('the states of a page', () => {
  beforeAll(async () => {
    await copySample(folder)
    await startServer()
  })
  afterAll(() => stopServer())

  describe.each(LANGUAGES)('%s', (lang) => {
    const said = SENTENCES[lang]

    test.each([375, 1280])('a slow answer shows that it loads, until it is there (%i px)', async (width) => {
      const tab = await openExplorer(lang, { viewport: { width, height: 800 } })
      const { page } = tab
      await delayBallots(page, 6000)
      await page.locator('#place').fill(CITY)
      await ask(page, lang)
      await stateOf(page).getByText(said.loading).waitFor()
      expect(await page.locator('main').getAttribute('aria-busy')).toBe('true')
      expect(await stateOf(page).getAttribute('role')).toBe('status')
      expect(await coveredBySign(page)).toEqual([])
      expect(await findingsOf(page)).toEqual([])
      // The page before stays in sight.
      expect(await page.locator('main h1').isVisible()).toBe(true)
      expect(await typedIn(page)).toBe(CITY)
      await page.locator('.contest').first().waitFor()
      expect(await page.locator('main').getAttribute('aria-busy')).toBeNull()
      expect(await stateOf(page).getAttribute('data-state')).toBeNull()
      expect(await stateOf(page).textContent()).toBe('')
      await tab.close()
    })

    test('offline: the page says so at once, a form stays with what was typed, and goes on when the network is back', async () => {
      const tab = await openExplorer(lang, { viewport: { width: 375, height: 700 } })
      const { page } = tab
      await page.locator('#place').fill(CITY)
      await page.context().setOffline(true)
      await stateOf(page).getByText(said.offline).waitFor()
      await ask(page, lang)
      await faultOf(page).getByText(said.offlineNow).waitFor()
      expect(await typedIn(page)).toBe(CITY)
      expect(await overflowOf(page)).toBeLessThanOrEqual(0)
      expect(await findingsOf(page)).toEqual([])
      // A link leads nowhere either, and the page with what is typed stays.
      await page.locator('main a[href^="/explore/elections"]').last().click()
      await faultOf(page).getByText(said.offlineNow).waitFor()
      expect(await typedIn(page)).toBe(CITY)
      expect(await faultOf(page).count()).toBe(1)
      // The form's fault takes the place of the link's.
      await ask(page, lang)
      await page.locator('form [data-fault]').waitFor()
      expect(await faultOf(page).count()).toBe(1)
      await page.context().setOffline(false)
      await page.getByRole('button', { name: said.again }).click()
      await page.locator('.contest').first().waitFor()
      expect(await faultOf(page).count()).toBe(0)
      expect(await typedIn(page)).toBe(CITY)
      await tab.close()
    })

    test.each([
      [503, 'restarting'],
      [502, 'restarting'],
      [429, 'limited'],
    ] as const)('an answer %i: a sentence, when to try again, and what was typed', async (status, why) => {
      const tab = await openExplorer(lang)
      const { page } = tab
      let isBusy = true
      await page.route('**/explore/ballot', (route) =>
        isBusy
          ? route.fulfill({ status, headers: { 'Retry-After': '7' }, contentType: 'text/html', body: '<h1>Bad</h1>' })
          : route.continue(),
      )
      await page.locator('#place').fill(CITY)
      await ask(page, lang)
      await faultOf(page).getByText(`${said[why]}`).waitFor()
      expect(await faultOf(page).textContent()).toContain(said.wait)
      expect([await typedIn(page), await page.getByText('Bad').count()]).toEqual([CITY, 0])
      isBusy = false
      await page.getByRole('button', { name: said.again }).click()
      await page.locator('.contest').first().waitFor()
      await tab.close()
    })

    test('a server that stops and starts again: the form says so, keeps what was typed, and works again', async () => {
      const tab = await openExplorer(lang)
      const { page } = tab
      const { port } = new URL(url)
      await page.locator('#place').fill(CITY)
      await stopServer()
      await ask(page, lang)
      await faultOf(page).getByText(said.unreachable).waitFor()
      expect(await typedIn(page)).toBe(CITY)
      // Still away: it says so again.
      await page.getByRole('button', { name: said.again }).click()
      await faultOf(page).getByText(said.unreachable).waitFor()
      await startServer(port)
      await page.getByRole('button', { name: said.again }).click()
      await page.locator('.contest').first().waitFor()
      expect(await typedIn(page)).toBe(CITY)
      await tab.close()
    })
  })

  test('a quick answer shows no state at all, and a slow one shows it after 150 ms', async () => {
    const tab = await openTab()
    const { page } = tab
    await page.addInitScript({ content: RECORD })
    // The test moves the page's clock: no machine is too slow for it.
    await page.clock.install({ time: 0 })
    await page.goto(`${url}/explore`)
    await page.locator('#place-names').waitFor({ state: 'attached' })
    await page.clock.pauseAt(3_600_000)
    await page.locator('#place').fill(CITY)
    await ask(page)
    await page.locator('.contest').first().waitFor()
    await page.clock.runFor(60_000)
    expect(await shownStates(page)).toEqual([])

    let answer = (): void => {}
    const isHeld = new Promise<void>((held) => {
      void page.route('**/explore/ballot', async (route) => {
        held()
        await new Promise<void>((done) => {
          answer = done
        })
        await route.continue()
      })
    })
    await page.locator('#place').fill('Sample Mesa, NM')
    await ask(page)
    await isHeld
    await page.clock.runFor(SHOW_AFTER_MS - 1)
    expect(await shownStates(page)).toEqual([])
    await page.clock.runFor(1)
    await stateOf(page).getByText(SENTENCES.en.loading).waitFor()
    await page.clock.runFor(SLOW_AFTER_MS)
    await stateOf(page).getByText(SENTENCES.en.slow).waitFor()
    answer()
    await expect.poll(() => page.url()).toContain('Sample+Mesa')
    expect(await stateOf(page).getAttribute('data-state')).toBeNull()
    expect(await shownStates(page)).toEqual(['loading', 'slow'])
    await tab.close()
  })

  test('a slow link shows that it loads, and Back finds a page without it', async () => {
    const tab = await openExplorer()
    const { page } = tab
    await page.route('**/explore/elections*', async (route) => {
      await new Promise((done) => setTimeout(done, 1500))
      await route.continue()
    })
    // While a request is held, Playwright cannot look at the page: the page itself keeps what it shows.
    await page.evaluate(`new MutationObserver(() => {
      sessionStorage.seen = (sessionStorage.seen ?? '') + (document.querySelector('[data-states]')?.textContent ?? '')
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['aria-busy'] })`)
    await page.getByRole('link', { name: WORDS.en.menuElections }).first().click({ noWaitAfter: true })
    await page.getByRole('heading', { level: 1, name: WORDS.en.menuElections }).waitFor()
    expect(await page.evaluate('sessionStorage.seen')).toContain(SENTENCES.en.loading)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: WORDS.en.question }).waitFor()
    await page.waitForTimeout(3 * SHOW_AFTER_MS)
    expect(await stateOf(page).getAttribute('data-state')).toBeNull()
    expect(await page.locator('main').getAttribute('aria-busy')).toBeNull()
    await tab.close()
  })

  test('a slow network: what is typed stays while the page waits, and the ballot comes', async () => {
    const tab = await openExplorer()
    const { page } = tab
    const session = await page.context().newCDPSession(page)
    await session.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 1200, downloadThroughput: 40_000, uploadThroughput: 20_000 },
    })
    await page.locator('#place').fill(CITY)
    await ask(page)
    await stateOf(page).getByText(SENTENCES.en.loading).waitFor()
    expect(await typedIn(page)).toBe(CITY)
    await page.locator('.contest').first().waitFor()
    expect(await shownStates(page)).toContain('loading')
    await tab.close()
  })

  test('Back of a ballot while the server is away says so, and the way on shows it', async () => {
    const tab = await openExplorer()
    const { page } = tab
    const { port } = new URL(url)
    for (const place of [CITY, 'Sample Mesa, NM']) {
      await page.locator('#place').fill(place)
      await ask(page)
      await page.waitForURL(`**/explore/ballot?place=${place.replaceAll(' ', '+').replace(',', '%2C')}`)
    }
    await stopServer()
    await page.goBack()
    await faultOf(page).getByText(SENTENCES.en.unreachable).waitFor()
    await startServer(port)
    await page.getByRole('button', { name: SENTENCES.en.again }).click()
    await expect.poll(() => typedIn(page)).toBe(CITY)
    await tab.close()
  })

  test('a link to a server that is away: a sentence, the page with what was typed, and a way on', async () => {
    const tab = await openExplorer()
    const { page } = tab
    const { port } = new URL(url)
    await page.locator('#place').fill(CITY)
    await stopServer()
    for (const press of ['mouse', 'keyboard'] as const) {
      const link = page.getByRole('link', { name: WORDS.en.menuElections }).first()
      await (press === 'mouse' ? link.click() : link.press('Enter'))
      await faultOf(page).getByText(SENTENCES.en.unreachable).waitFor()
      expect([await typedIn(page), await faultOf(page).count()]).toEqual([CITY, 1])
      expect(await page.locator('main').getAttribute('aria-busy')).toBeNull()
      await page.getByRole('button', { name: SENTENCES.en.again }).click()
      await faultOf(page).getByText(SENTENCES.en.unreachable).waitFor()
    }
    await startServer(port)
    await page.getByRole('button', { name: SENTENCES.en.again }).click()
    await page.getByRole('heading', { level: 1, name: WORDS.en.menuElections }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: WORDS.en.question }).waitFor()
    await tab.close()
  })

  test('a reload keeps what was typed, but no address and no password; the next page forgets it', async () => {
    const tab = await openTab()
    const { page } = tab
    const kept = async (path: string, field: string, text: string): Promise<boolean> => {
      await page.goto(url + path)
      // A folded filter is opened first.
      await page.locator('main details').evaluateAll((all) => {
        for (const one of all) one.setAttribute('open', '')
      })
      await page.locator(field).fill(text)
      await page.reload()
      return (await page.locator(field).inputValue()) === text
    }
    expect(await kept('/explore', '#place', CITY)).toBe(true)
    expect(await kept('/explore/elections', '#place', '04101')).toBe(true)
    expect(await kept('/explore', '#place', '1313 Canary Lane, Sample Harbor, ME')).toBe(false)
    expect(await kept('/explore/endorsers', 'main input[name="q"]', 'union')).toBe(true)
    expect(await kept('/console/sign-up', 'input[name="contact"]', 'editor@example.org')).toBe(true)
    expect(await kept('/console/sign-up', 'input[name="password"]', 'correct horse battery staple')).toBe(false)
    await page.goto(`${url}/docs`)
    await page.locator('#docs-query').fill('cursor')
    await page.goto(`${url}/docs/api`)
    expect(await page.evaluate('Object.keys(sessionStorage)')).toEqual([])
    await page.goto(`${url}/docs`)
    expect(await page.locator('#docs-query').inputValue()).toBe('')
    await tab.close()
  })

  test('a search of another app is not sent to a server that is away', async () => {
    const tab = await openTab()
    const { page } = tab
    const { port } = new URL(url)
    await page.goto(`${url}/docs`)
    await page.locator('#docs-query').fill('get a key')
    await stopServer()
    await page.locator('#docs-query').press('Enter')
    await faultOf(page).getByText(SENTENCES.en.unreachable).waitFor()
    expect(await page.locator('#docs-query').inputValue()).toBe('get a key')
    await startServer(port)
    await page.getByRole('button', { name: SENTENCES.en.again }).click()
    await page.waitForURL('**/docs/search?q=get+a+key')
    await tab.close()
  })

  test('a form of another app is not sent to a server that is away', async () => {
    const tab = await openTab()
    const { page } = tab
    const { port } = new URL(url)
    await page.goto(`${url}/console/sign-up`)
    await page.getByLabel('Account name').fill('Typed once')
    await page.getByLabel('Contact').fill('editor@example.org')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery staple')
    await stopServer()
    await page.getByRole('button', { name: 'Sign up' }).click()
    await faultOf(page).getByText(SENTENCES.en.unreachable).waitFor()
    expect(await page.getByLabel('Contact').inputValue()).toBe('editor@example.org')
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('correct horse battery staple')
    await startServer(port)
    await page.getByRole('button', { name: SENTENCES.en.again }).click()
    await page.getByText('Waiting for approval').first().waitFor()
    await tab.close()
  })

  test('a canary address is in no URL, storage, history, log or file, whatever fails', async () => {
    const CANARY = '1313 Canary Lane, Sample Harbor, ME'
    const tab = await openExplorer()
    const { page } = tab
    const { port } = new URL(url)
    await page.locator('#place').fill(CANARY)
    await stopServer()
    await ask(page)
    await faultOf(page).getByText(SENTENCES.en.unreachable).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: SENTENCES.en.again }).click()
    await faultOf(page).getByText(SENTENCES.en.offlineNow).waitFor()
    const kept = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, location.href])',
    )
    expect(kept).not.toMatch(/canary/i)
    await page.context().setOffline(false)
    await startServer(port)
    await page.getByRole('button', { name: SENTENCES.en.again }).click()
    // The sample has no addresses: the form comes again, with what was typed.
    await page.locator('#place-problem').waitFor()
    expect(await typedIn(page)).toBe(CANARY)
    expect(tab.asked.filter((one) => /canary/i.test(decodeURIComponent(one)))).toEqual([])
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    expect(files.length).toBeGreaterThan(5)
    const found = files.filter((one) => readFileSync(join(one.parentPath, one.name)).includes('Canary'))
    expect(found.map(({ name }) => name)).toEqual([])
    await tab.close()
  })

  test('a wrong place keeps what was typed, with scripts and without', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const tab = await openTab({ javaScriptEnabled })
      const { page } = tab
      await page.goto(`${url}/explore`)
      await page.locator('#place').fill('Nowhere at all')
      await ask(page)
      await page.locator('#place-problem').waitFor()
      expect(await typedIn(page), `scripts: ${javaScriptEnabled}`).toBe('Nowhere at all')
      await tab.close()
    }
  })
})
