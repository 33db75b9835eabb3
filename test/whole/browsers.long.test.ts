// The whole story in Chromium and in Firefox, by keyboard alone: a reader at 200 % zoom asks for a ballot and ticks endorsers; an editor
// publishes at the desk; it arrives on the reader's open page. And what a typed address leaves in a browser's profile.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadApps } from '../../cli/operate/apps.ts'
import { pathsIn } from '../../data/store/paths.ts'
import { openState } from '../../data/store/state/sqlite/state.ts'
import { type RunningServer, startServer } from '../../server/main.ts'
import { PASSWORD, USUAL_HASH } from '../apps/console/visitor.ts'
import {
  byLabel,
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
  waitFor,
} from '../apps/two-browsers.ts'
import { runCommand } from '../cli/hustings.ts'
import { copySample } from '../cli/sample.ts'
import { startWatchNow, type Watching } from '../cli/watching.ts'
import { shareFolder } from '../temporary.ts'
import { finder } from './canaries.ts'
import { searchFiles } from './traces.ts'

const CHANGE = { by: 'a test', at: '2028-06-01T00:00:00.000Z' }
const SLUG = 'sample-workers'
const CANARY = '4711 Quexzylvane Ave Apt 9, Raleigh, NC 27601'
/** Each browser publishes in a contest of its own. */
const PUBLISHED = {
  Chromium: { contest: 'State Senator, Sample District 1', choice: 'Walt Sample' },
  Firefox: { contest: 'State Representative, Sample District 2', choice: 'Yuri Example' },
} as const

const root = shareFolder()
let log: string
let server: RunningServer
let watching: Watching

/** On the page that asks for it. */
async function signIn(page: Page, name: string): Promise<void> {
  await type(page, bySelector('#name'), name)
  await type(page, bySelector('#password'), PASSWORD)
  await page.keyboard.press('Enter')
  // The page after it names the account; the links of the page before it look the same.
  await waitFor(page, bySelector('.who .name'))
}

const adviceOn = (page: Page): Promise<unknown> =>
  page.evaluate("[...document.querySelectorAll('[data-advice]:not([hidden])')].map((box) => box.innerText).join('\\n')")

inBothBrowsers('the whole story', (kind) => {
  const one = PUBLISHED[kind.name]

  test('sign in, ask, tick, publish at the desk, see it arrive: by keyboard alone', async () => {
    const browser = await launch(kind, join(root, `profile-${kind.browser}`))
    const reader = await openUser(await browser.createBrowserContext(), { width: 1280, height: 900, zoom: 2 })
    await reader.page.goto(`${server.url}/console/sign-in`)
    await signIn(reader.page, 'Reader')
    await press(reader.page, byText('header a', 'Explore'))
    await type(reader.page, bySelector('#place'), 'Sample Harbor, ME')
    await reader.page.keyboard.press('Enter')
    await waitFor(reader.page, bySelector('.contest'))
    expect(reader.page.url()).toBe(`${server.url}/explore/ballot?place=Sample+Harbor%2C+ME`)
    expect(await adviceOn(reader.page)).toBe('')

    // Three endorsers, each of which changes the recommendations.
    const closed = '#ticks details:not([open]) > summary'
    while (await reader.page.evaluate(`${bySelector(closed)} !== null`)) await press(reader.page, bySelector(closed))
    const seen = new Set<unknown>()
    for (const at of [0, 1, 2]) {
      await press(reader.page, `document.querySelectorAll('#ticks input[name="endorsers"]')[${at}]`, ' ')
      seen.add(await adviceOn(reader.page))
    }
    expect(seen.size).toBe(3)
    expect([...seen].join(' ')).toMatch(/Without .+, the result would change\./)
    await expectGood(reader, 'the ballot')
    await press(reader.page, bySelector('.election h2 a'))
    await waitFor(reader.page, bySelector('[data-live]'))
    await expectGood(reader, 'the election')
    const facts = `document.querySelector('[data-renewed="facts"]')`
    const before = await reader.page.evaluate(`${facts}.textContent`)

    // Another account, at the desk.
    const editor = await openUser(await browser.createBrowserContext(), { width: 1280, height: 900, zoom: 1 })
    await editor.page.goto(`${server.url}/desk`)
    await signIn(editor.page, 'Editor')
    await press(editor.page, byText('nav a', 'Find a contest'))
    await tabTo(editor.page, bySelector('#election'))
    await editor.page.keyboard.type('2028 Maine General')
    await type(editor.page, byLabel('Title or district contains'), one.contest)
    await editor.page.keyboard.press('Enter')
    await press(editor.page, byText('main td a', `Endorse in ${one.contest}`))
    // Tab reaches the ticked choice of the group, here that of nobody, and the arrows the others.
    await press(editor.page, bySelector('input[name="pick"]:checked'), ' ')
    while ((await editor.page.evaluate(`${byLabel(one.choice)}.checked`)) !== true)
      await editor.page.keyboard.press('ArrowDown')
    await type(editor.page, byLabel('Statement in English'), `Published with ${kind.name}.`)
    await expectGood(editor, 'the form')
    await press(editor.page, byText('button', 'Preview'))
    await waitFor(editor.page, byText('button', 'Publish now'))
    await expectGood(editor, 'the preview')
    await press(editor.page, byText('button', 'Publish now'))
    await waitFor(editor.page, byText('.notice', 'Published'))
    await expectGood(editor, 'the desk')

    // It arrives on the reader's page, which nobody reloads.
    await reader.page.bringToFront()
    const arrived = `[...document.querySelectorAll('[data-live] li')]
      .find((item) => item.textContent.includes('Sample Workers United') && item.textContent.includes('${one.choice}'))`
    await waitFor(reader.page, arrived)
    const after = Number(/(\d+) endorsements/.exec(String(before))?.[1]) + 1
    await waitFor(reader.page, `${facts}.textContent.includes('${after} endorsements') && ${facts}`)
    for (const user of [reader, editor]) expectQuiet(user, server.url)
    await browser.close()
  })

  test('a typed address is in no URL, log, file, profile or storage of the browser', async () => {
    const browser = await launch(kind, join(root, `address-${kind.browser}`))
    const reader = await openUser(browser.defaultBrowserContext(), { width: 1280, height: 900, zoom: 1 })
    const { page } = reader
    await page.goto(`${server.url}/console/sign-in`)
    await signIn(page, 'Reader')
    await press(page, byText('header a', 'Explore'))
    await type(page, bySelector('#place'), CANARY)
    const before = await page.evaluate('history.length')
    await page.keyboard.press('Enter')
    await waitFor(page, bySelector('#place-problem'))
    expect(page.url()).toBe(`${server.url}/explore/ballot`)
    expect(await page.evaluate('history.length')).toBe(Number(before) + 1)
    const kept = await page.evaluate(`Promise.all([indexedDB.databases(), caches.keys()]).then((stores) =>
      JSON.stringify([location.href, document.title, document.cookie, history.state, { ...localStorage }, { ...sessionStorage }, stores,
        performance.getEntries().map(({ name }) => name)]))`)
    expect(kept).toContain('/explore')
    expect(finder.find(Buffer.from(String(kept)))).toEqual([])
    await page.goto(`${server.url}/explore/coverage`)
    await page.goBack()
    // The entry of the history has the address sealed: the server opens it, and the field shows it again.
    await waitFor(page, bySelector('#place-problem'))
    expect(await page.evaluate('document.querySelector("#place").value')).toBe(CANARY)
    await page.reload()
    await waitFor(page, bySelector('#place-problem'))
    await browser.close()
    expect(finder.find(Buffer.from(reader.asked.join('\n')))).toEqual([])
    expect(readFileSync(log, 'utf8')).toContain('/explore/ballot')
    // The data folder, the log, and the browser's history, cache, form data and session.
    const { files, hits } = searchFiles(finder, root)
    expect(files).toBeGreaterThan(50)
    expect(hits).toEqual([])
  })
})

beforeAll(async () => {
  if (!hasBrowser) return
  log = join(root, 'log')
  await copySample(root)
  const paths = pathsIn(join(root, 'sample'))
  const state = await openState(paths)
  for (const name of ['Reader', 'Editor']) {
    await state.createAccount({ name, plan: 'standard', contact: null, password_hash: USUAL_HASH }, CHANGE)
    await state.setAccountStatus(name, 'approve', CHANGE)
  }
  await state.close()
  expect(await runCommand(root, 'accounts', 'endorser', 'Editor', SLUG, '--sample')).toMatchObject({ code: 0 })
  server = await startServer({
    guests: await loadApps(null),
    paths,
    port: 0,
    asOf: '2028-10-15',
    logFile: log,
    logLevel: 'trace',
  })
  watching = startWatchNow(root)
  await watching.said(/Up to date/)
})
afterAll(async () => {
  await server?.close()
  watching?.child.kill('SIGTERM')
  await watching?.end
})
