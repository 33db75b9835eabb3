// A voter's own choices in Chromium and in Firefox: marked by keyboard, kept over Back, reload and other places, printed, cleared; and
// in no request, log or file of the server.

import { readFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
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
import { createFinder, searchFiles } from '../../whole/traces.ts'
import {
  bySelector,
  byText,
  expectGood,
  expectQuiet,
  hasBrowser,
  inBothBrowsers,
  launch,
  openUser,
  press,
  tabTo,
  type,
  type User,
  waitFor,
} from '../two-browsers.ts'

const { en } = WORDS
const HARBOR = 'Sample Harbor, ME'
const RACE = 'State Representative, Sample District 1'
const COUNCIL = 'Sample Harbor City Council, At Large'
const MAYOR = 'Mayor of Sample Harbor'
const QUESTION = 'Question 1: An Act About Invented Lighthouses'
const CANARY = 'Zyxquorpbally'

const root = shareFolder()
const profiles = shareFolder()
let server: RunningServer
let log: string
let recorder: Recorder

interface Recorder {
  url: string
  /** All bytes that browsers sent. */
  sent(): Buffer
  close(): void
}

/** Passes every byte on to the server, and keeps what the browsers send. */
function recordTo(port: number): Promise<Recorder> {
  const chunks: Buffer[] = []
  const proxy: Server = createServer((browser) => {
    const own = connect(port, '127.0.0.1')
    browser.on('data', (chunk: Buffer) => chunks.push(chunk))
    browser.pipe(own).pipe(browser)
    for (const [one, other] of [
      [browser, own],
      [own, browser],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
  })
  return new Promise((resolve) => {
    proxy.listen(0, '127.0.0.1', () => {
      const address = proxy.address()
      if (address === null || typeof address === 'string') throw new Error('the recorder has no port')
      resolve({
        url: `http://127.0.0.1:${address.port}`,
        sent: () => Buffer.concat(chunks),
        close: () => proxy.close(),
      })
    })
  })
}

// Expressions for the page.

const cardOf = (title: string): string =>
  `[...document.querySelectorAll('.contest')].find((one) => one.querySelector('h1, h4').textContent === ${JSON.stringify(title)})`
const inCard = (title: string, selector: string): string =>
  `${cardOf(title)}?.querySelector(${JSON.stringify(selector)})`
const controlOf = (title: string, label: string): string =>
  `[...(${cardOf(title)}?.querySelectorAll('.choice') ?? [])].find((one) => one.querySelector('b').textContent === ${JSON.stringify(label)})?.querySelector('.my-control')`

const textOf = (page: Page, element: string): Promise<unknown> => page.evaluate(`${element}?.textContent ?? null`)
const progressOf = (page: Page): Promise<unknown> => textOf(page, bySelector('[data-my-progress]'))
/** Labels of what is marked, by contest; a ranking with its ranks. */
const markedOn = (page: Page): Promise<unknown> =>
  page.evaluate(`Object.fromEntries([...document.querySelectorAll('.contest')].flatMap((card) => {
    const own = [...card.querySelectorAll('.choice')].flatMap((line) => {
      const control = line.querySelector('.my-control')
      const label = line.querySelector('b').textContent
      if (control?.checked) return [label]
      return control?.matches('select') && control.value !== '' ? [control.value + ' ' + label] : []
    })
    return own.length === 0 ? [] : [[card.querySelector('h1, h4').textContent, own]]
  }))`)

async function openBallot(user: User, place: string): Promise<void> {
  await user.page.goto(`${recorder.url}/explore/ballot?place=${encodeURIComponent(place)}`)
  await waitFor(user.page, bySelector('[data-my-panel]'))
  // A contest of a part of the place stands in a fold, which is open where the reader has marked it.
  if (await user.page.$('.few:not([open])')) await press(user.page, bySelector('.few:not([open]) > summary'))
}

/** Tab reaches one radio button of a group, and the arrows the others. */
async function choose(page: Page, title: string, label: string): Promise<void> {
  const control = controlOf(title, label)
  const radios = `[...document.getElementsByName(${control}.name)].filter(({ type }) => type === 'radio')`
  const count = Number(await page.evaluate(`${radios}.length`))
  if (count === 0) return press(page, control, ' ')
  await press(page, `(${radios}.find((one) => one.checked) ?? ${radios}[0])`, ' ')
  for (let at = 0; at < count && (await page.evaluate(`${control}.checked`)) !== true; at++)
    await page.keyboard.press('ArrowDown')
  expect(await page.evaluate(`${control}.checked`)).toBe(true)
}

/** A key opens no list of a select here: typing its text chooses. */
async function rank(page: Page, label: string, typed: string): Promise<void> {
  await tabTo(page, controlOf(MAYOR, label))
  await page.keyboard.type(typed)
}

inBothBrowsers('own choices', (kind) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch(kind, join(profiles, kind.browser))
  })
  afterAll(() => browser?.close())

  const open = async (place = HARBOR, width = 1280): Promise<User> => {
    const user = await openUser(await browser.createBrowserContext(), { width, height: 800, zoom: 1 })
    await openBallot(user, place)
    return user
  }

  test('are marked by keyboard: one, up to three, by rank; over the limit the page says so', async () => {
    const user = await open()
    const { page } = user
    const count = await page.evaluate("document.querySelectorAll('.election:not(.other) .contest').length")
    const progress = (marked: number): string => fill(en.myProgress, { marked, count: Number(count) })
    expect(await progressOf(page)).toBe(progress(0))
    await choose(page, RACE, 'Jack Sample')
    await choose(page, QUESTION, 'No')
    for (const label of ['Gwen Sample', 'Hugo Example', 'Iris Placeholder', 'Kurt Example'])
      await choose(page, COUNCIL, label)
    const limit = fill(en.myLimit, { count: 3 })
    expect(await textOf(page, inCard(COUNCIL, '.my-said'))).toBe(limit)
    expect(await textOf(page, bySelector('[data-my-said]'))).toBe(limit)
    await choose(page, COUNCIL, 'Hugo Example')
    await choose(page, COUNCIL, 'Kurt Example')
    expect(await textOf(page, inCard(COUNCIL, '.my-said'))).toBe('')
    await rank(page, 'Earl Example', '1')
    await rank(page, 'Dora Sample', '1')
    expect(await textOf(page, inCard(MAYOR, '.my-said'))).toBe(
      fill(en.myRankTaken, { choice: 'Dora Sample', rank: 1, other: 'Earl Example' }),
    )
    await rank(page, 'Flor Ejemplo', '2')
    expect(await markedOn(page)).toEqual({
      [RACE]: ['Jack Sample'],
      [QUESTION]: ['No'],
      [COUNCIL]: ['Gwen Sample', 'Iris Placeholder', 'Kurt Example'],
      [MAYOR]: ['1 Dora Sample', '2 Flor Ejemplo'],
    })
    expect(await progressOf(page)).toBe(progress(4))
    await press(page, inCard(RACE, '.my-unmark:not([hidden])'))
    expect(await page.evaluate(`document.activeElement === ${controlOf(RACE, 'Jack Sample')}`)).toBe(true)
    expect(await progressOf(page)).toBe(progress(3))
    await expectGood(user, 'the marked ballot')
    expectQuiet(user, recorder.url)
  })

  test('stay over Back, reload, the page of the contest, another place and Spanish', async () => {
    const user = await open()
    const { page } = user
    await choose(page, RACE, 'Xena Example')
    await choose(page, QUESTION, 'Yes')
    await press(page, inCard(RACE, '.my-add-note'))
    await page.keyboard.type('Ask about the pier.')
    const marked = { [RACE]: ['Xena Example'], [QUESTION]: ['Yes'] }
    await press(page, inCard(RACE, 'h4 a'))
    await waitFor(page, bySelector('.contest.is-mine h1'))
    expect(await markedOn(page)).toEqual({ [RACE]: ['Xena Example'] })
    expect(await page.evaluate(`${inCard(RACE, '.my-note')}.value`)).toBe('Ask about the pier.')
    await expectGood(user, 'the contest')
    await page.goBack()
    await waitFor(page, inCard(QUESTION, '.my-control'))
    expect(await markedOn(page)).toEqual(marked)
    await page.reload()
    await waitFor(page, inCard(QUESTION, '.my-control'))
    expect(await markedOn(page)).toEqual(marked)
    // A question of the state is on the ballot of other places, too.
    await openBallot(user, 'Kennebec County, ME')
    expect(await markedOn(page)).toMatchObject({ [QUESTION]: ['Yes'] })
    await page.goto(`${recorder.url}/explore/ballot?place=${encodeURIComponent(HARBOR)}&lang=es`)
    await waitFor(page, bySelector('[data-my-panel]'))
    expect(Object.values((await markedOn(page)) as object)).toEqual(expect.arrayContaining([['Sí'], ['Xena Example']]))
    expectQuiet(user, recorder.url)
  })

  test('are on another tab at once', async () => {
    const user = await open()
    const second = await openUser(user.page.browserContext(), { width: 375, height: 800, zoom: 1 })
    await openBallot(second, HARBOR)
    await choose(second.page, RACE, 'Jack Sample')
    await user.page.bringToFront()
    await waitFor(
      user.page,
      "[...document.querySelectorAll('.choice.mine')].find((one) => one.textContent.includes('Jack Sample'))",
    )
    expect(await markedOn(user.page)).toEqual({ [RACE]: ['Jack Sample'] })
    await second.page.bringToFront()
    await expectGood(second, 'the marked ballot on a phone')
    for (const one of [user, second]) expectQuiet(one, recorder.url)
  })

  test('are printed with their notes, and the other contests in a line; cleared after one question', async () => {
    const user = await open()
    const { page } = user
    await choose(page, RACE, 'Jack Sample')
    await rank(page, 'Flor Ejemplo', '1')
    await press(page, inCard(QUESTION, '.my-add-note'))
    await page.keyboard.type('Read the text again.')
    const guide = String(await page.evaluate("document.querySelector('[data-my-guide]').innerHTML"))
    const shown = [...guide.matchAll(/class="my-contest"><h3>(.*?)<\/h3>/g)].map(([, title]) => title)
    expect(shown.sort()).toEqual([MAYOR, QUESTION, RACE].sort())
    expect(guide).toMatch(/<b>Jack Sample<\/b> .*Sample Lake Party/)
    expect(guide).toMatch(/1\.<\/span><span><b>Flor Ejemplo/)
    expect(guide).toContain('Read the text again.')
    const others = [...guide.matchAll(/class="my-others">(.*?)<\/ul>/g)].map(([, own]) => own).join()
    // A note alone marks nothing.
    for (const title of [COUNCIL, QUESTION]) expect(others).toContain(title)
    expect(others).not.toContain(MAYOR)
    // The day of the election, the day of the print, and the host of the source.
    expect(guide).toMatch(/<p>Printed on [A-Z][a-z]+ \d+, \d{4}<\/p>/)
    expect(guide).toContain(fill(en.electionDay, { date: 'November 7, 2028' }))
    expect(guide).toContain(fill(en.mySources, { sources: 'example.org' }))
    // Firefox takes no order of WebDriver to show a page as printed.
    if (kind.browser === 'chrome') {
      await page.emulateMediaType('print')
      const seen = await page.evaluate(
        "['[data-my-guide]', '.guide', '.bar', '.my-panel'].map((one) => document.querySelector(one).checkVisibility())",
      )
      expect(seen).toEqual([true, false, false, false])
      await page.emulateMediaType('screen')
    }
    await press(page, bySelector('[data-my-clear]'))
    await waitFor(page, bySelector('[data-my-ask]'))
    await expectGood(user, 'the question')
    await press(page, bySelector('[data-my-keep]'))
    expect(await markedOn(page)).toEqual({ [RACE]: ['Jack Sample'], [MAYOR]: ['1 Flor Ejemplo'] })
    await press(page, bySelector('[data-my-clear]'))
    await press(page, bySelector('[data-my-clear-now]'))
    expect(await markedOn(page)).toEqual({})
    expect(await page.evaluate('Object.keys(localStorage)')).toEqual([])
    expect(await textOf(page, bySelector('[data-my-said]'))).toBe(en.myCleared)
    await page.reload()
    await waitFor(page, inCard(QUESTION, '.my-control'))
    expect(await markedOn(page)).toEqual({})
    expectQuiet(user, recorder.url)
  })

  // Firefox takes no order of WebDriver to run without scripts.
  test.runIf(kind.browser === 'chrome')('without scripts, there is no control and no panel', async () => {
    const user = await openUser(await browser.createBrowserContext(), { width: 375, height: 800, zoom: 1 })
    await user.page.setJavaScriptEnabled(false)
    await user.page.goto(`${recorder.url}/explore/ballot?place=${encodeURIComponent(HARBOR)}`)
    const seen = await user.page.$$eval('.my-control, .my-add-note', (found) => found.length)
    expect(seen).toBe(0)
    expect(await user.page.$eval('[data-my-panel]', (panel) => panel.hasAttribute('hidden'))).toBe(true)
    expect((await user.page.$$('.choice .box')).length).toBeGreaterThan(10)
  })

  test('a mark and a note are in no request, log or file of the server', async () => {
    const user = await open()
    const { page } = user
    const before = recorder.sent().length
    await choose(page, RACE, 'Jack Sample')
    const id = String(await page.evaluate(`${controlOf(RACE, 'Jack Sample')}.id.replace('my-', '')`))
    expect(id).toMatch(/^\d{10,}$/)
    await press(page, inCard(RACE, '.my-add-note'))
    await type(page, inCard(RACE, '.my-note'), `${CANARY} 4711`)
    expect(await page.evaluate('JSON.stringify({ ...localStorage })')).toContain(CANARY)
    // The page can send these: another place, ticks, a contest, the other language, Back.
    await page.$eval('#place', (input) => {
      Object.assign(input, { value: '' })
    })
    await type(page, bySelector('#place'), HARBOR)
    await page.keyboard.press('Enter')
    await waitFor(page, `${cardOf(RACE)}?.matches('.is-mine') && ${cardOf(RACE)}`)
    await press(page, bySelector('#ticks summary'))
    await press(page, bySelector('#ticks input[name="endorsers"]'), ' ')
    const slug = String(await page.evaluate("JSON.parse(localStorage.getItem('hustings-endorsers'))[0]"))
    expect(slug).toMatch(/^[a-z-]{5,}$/)
    await press(page, inCard(RACE, 'h4 a'))
    await waitFor(page, bySelector('.contest h1'))
    await page.goBack()
    await waitFor(page, inCard(QUESTION, '.my-control'))
    await press(page, byText('.language', 'Español'))
    await waitFor(page, bySelector('html[lang="es"] [data-my-panel]'))
    const kept = await page.evaluate(
      'JSON.stringify([location.href, document.cookie, history.state, { ...sessionStorage }])',
    )
    const finder = createFinder([CANARY, id, slug], [])
    expect(finder.find(Buffer.from(String(kept)))).toEqual([])
    expect(recorder.sent().length).toBeGreaterThan(before + 1000)
    expect(finder.find(recorder.sent())).toEqual([])
    expect(finder.find(Buffer.from(user.asked.join('\n')))).toEqual([])
    expect(finder.find(readFileSync(log))).toEqual([])
    // The bundle has every choice, and nobody's note.
    const { files, hits } = searchFiles(createFinder([CANARY], []), root)
    expect(files).toBeGreaterThan(20)
    expect(hits).toEqual([])
    expectQuiet(user, recorder.url)
  })
})

beforeAll(async () => {
  if (!hasBrowser) return
  log = join(root, 'log')
  await copySample(root)
  server = await startServer({
    ...{ guests: await loadApps(null), paths: pathsIn(join(root, 'sample')), port: 0 },
    ...{ asOf: '2028-10-15', logFile: log, logLevel: 'trace' },
  })
  recorder = await recordTo(Number(new URL(server.url).port))
})
afterAll(async () => {
  recorder?.close()
  await server?.close()
})
