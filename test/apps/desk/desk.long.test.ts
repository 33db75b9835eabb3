// The publishing desk over the sample: a real server, a real `watch`, and real Chromium.

import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathsIn } from '../../../data/store/paths.ts'
import { openState } from '../../../data/store/state/sqlite/state.ts'
import type { ServiceStore } from '../../../data/store/state/state.ts'
import { hustingsReading, printed, runCommand, start } from '../../cli/hustings.ts'
import { copySample } from '../../cli/sample.ts'
import { startWatchNow, type Watching } from '../../cli/watching.ts'
import { shareFolder } from '../../temporary.ts'
import {
  expectQuiet,
  findingsOf,
  follow,
  inChromium,
  openTab,
  overflowOf,
  type Tab,
  tabTo,
} from '../console/browser.ts'

const PASSWORD = 'correct horse battery'
const SLUG = 'sample-workers'

const folder = shareFolder()
let url: string
let server: ReturnType<typeof start>
let watching: Watching
let state: ServiceStore

async function run(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand(folder, ...words, '--sample')
  if (code !== 0) throw new Error(`${words.join(' ')}: ${stderr}`)
  return stdout
}

async function makeEditor(name: string): Promise<void> {
  await run('accounts', 'create', name)
  await run('accounts', 'approve', name)
  const { code, stderr } = await hustingsReading(PASSWORD, folder, 'accounts', 'password', name, '--sample')
  expect(stderr).toBe('')
  expect(code).toBe(0)
  await run('accounts', 'endorser', name, SLUG)
}

async function signIn(name: string, options: Parameters<typeof openTab>[0] = {}): Promise<Tab> {
  const tab = await openTab(options)
  const { page } = tab
  page.setDefaultTimeout(30_000)
  await page.goto(`${url}/desk`)
  await page.getByLabel('Account name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sample Workers United' }).waitFor()
  return tab
}

/** Finds a contest and opens its form. */
async function openContest(page: Page, title: string, election = '2028 Maine General'): Promise<void> {
  await page.goto(`${url}/desk/${SLUG}/contests`)
  const option = page.locator('#election option', { hasText: election })
  await page.getByLabel('Election').selectOption((await option.first().getAttribute('value')) ?? '')
  await page.getByLabel('Title or district contains').fill(title)
  await page.getByRole('button', { name: 'Search' }).click()
  await page
    .getByRole('link', { name: new RegExp(`(Endorse|Correct) in ${title}`) })
    .first()
    .click()
  await page.getByRole('button', { name: 'Preview' }).waitFor()
}

/** Serious and critical findings of axe-core, and whether the page is wider than a phone. */
async function check(page: Page, name: string): Promise<void> {
  expect(await findingsOf(page), name).toEqual([])
  await page.setViewportSize({ width: 375, height: 812 })
  expect(await overflowOf(page), name).toBe(0)
  await page.setViewportSize({ width: 1280, height: 900 })
}

inChromium('the publishing desk', () => {
  beforeAll(async () => {
    await copySample(folder)
    for (const name of ['Ana', 'Bo']) await makeEditor(name)
    state = await openState(pathsIn(join(folder, 'sample')))
    server = start(folder, 'serve', '--sample', '--port', '0', '--as-of', '2028-10-15')
    url = (await printed(server, 'stdout', /answers at (\S+)/))[1] ?? ''
    watching = startWatchNow(folder)
    await watching.said(/Up to date/)
  })
  afterAll(async () => {
    watching?.child.kill('SIGTERM')
    await watching?.end
    server?.kill('SIGTERM')
    await state?.close()
  })

  test('opening the desk told nothing to readers: it took over what was served', async () => {
    expect((await state.positions(SLUG)).length).toBeGreaterThan(3)
    const taken = watching.changes.reduce((sum, { created, updated, deleted }) => sum + created + updated + deleted, 0)
    expect(taken).toBe(0)
  })

  test('an endorsement that is recorded at the desk is an event within seconds; correction and withdrawal too', async () => {
    const tab = await signIn('Ana')
    const { page } = tab
    await check(page, 'overview')
    await page.goto(`${url}/desk/${SLUG}/contests`)
    await check(page, 'search')
    await openContest(page, 'State Senator, Sample District 1')
    await page.getByLabel('Walt Sample').check()
    await page.getByLabel('Statement in English').fill('He built the invented pier.')
    await page.getByLabel('Statement in Spanish').fill('Construyó el muelle inventado.')
    await page.getByLabel('Source link').fill('https://example.org/sample/workers/senate')
    await page.locator('[data-saved]', { hasText: 'Draft saved' }).waitFor()
    await check(page, 'form')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('button', { name: 'Publish now' }).waitFor()
    await check(page, 'preview')
    const before = (await state.head())?.seq ?? 0
    const events = async () =>
      (await state.events({ after: before, through: 1e9, limit: 100 })).map(({ body }) => JSON.parse(body))
    const reader = await signIn('Bo')
    await reader.page.goto(`${url}/explore/elections/me-2028-11-07-general`)
    await reader.page.locator('[data-live]').waitFor()
    const began = performance.now()
    await page.getByRole('button', { name: 'Publish now' }).click()
    await expect.poll(async () => (await state.head())?.seq, { interval: 50 }).toBe(before + 1)
    const seconds = (performance.now() - began) / 1000
    console.log(`desk to feed: ${seconds.toFixed(2)} s`)
    // It arrives on the page that another account has open, which nobody reloads.
    const arrived = reader.page.locator('[data-live] li', { hasText: 'Walt Sample' })
    await arrived.filter({ hasText: 'Sample Workers United' }).first().waitFor()
    await check(reader.page, 'election')
    expect(await events()).toMatchObject([
      {
        type: 'endorsement.created',
        endorser: { slug: SLUG },
        endorsement: {
          statement: 'He built the invented pier.',
          source_url: 'https://example.org/sample/workers/senate',
        },
      },
    ])
    await expect
      .poll(async () => {
        await page.reload()
        return page.locator('.positions li', { hasText: 'He built' }).locator('.state').first().textContent()
      })
      .toBe('published')
    await page
      .locator('.positions li', { hasText: 'He built' })
      .getByRole('link', { name: /^Correct/ })
      .click()
    await page.getByLabel('Statement in English').fill('He built both piers.')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('button', { name: 'Publish now' }).click()
    await expect.poll(async () => (await state.head())?.seq).toBe(before + 2)
    await follow(page.locator('.positions li', { hasText: 'He built both' }).getByRole('link', { name: /^History/ }))
    await check(page, 'history')
    await page.goBack()
    await page
      .locator('.positions li', { hasText: 'He built both' })
      .getByRole('link', { name: /^Correct/ })
      .click()
    await follow(page.getByRole('link', { name: 'Withdraw this endorsement' }))
    await check(page, 'withdraw')
    await page.getByRole('button', { name: 'Withdraw it' }).click()
    await expect.poll(async () => (await state.head())?.seq).toBe(before + 3)
    expect((await events()).map(({ type }) => type.split('.')[1])).toEqual(['created', 'updated', 'deleted'])
    for (const one of [tab, reader]) expectQuiet(one, url)
  })

  test('a closed tab, a lost network and a refused publication lose nothing, and each is explained', async () => {
    const tab = await signIn('Ana')
    await openContest(tab.page, 'Sample Harbor City Council, At Large')
    const path = tab.page.url()
    await tab.page.getByLabel('Statement in English', { exact: true }).fill('Typed, never sent.')
    await tab.page.locator('[data-saved]', { hasText: 'Draft saved' }).waitFor()
    await tab.page.close()
    const page = await tab.page.context().newPage()
    await page.goto(`${url}/desk/${SLUG}`)
    await page.getByRole('heading', { name: 'Your drafts' }).waitFor()
    await page.goto(path)
    expect(await page.getByLabel('Statement in English', { exact: true }).inputValue()).toBe('Typed, never sent.')

    await page.context().setOffline(true)
    await page.getByLabel('Statement in Spanish', { exact: true }).fill('Sin red.')
    await page.getByText('the network is lost. Your text stays').waitFor()
    await check(page, 'offline')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('alert').getByText('You are offline, so nothing was sent').waitFor()
    expect(await page.getByLabel('Statement in Spanish', { exact: true }).inputValue()).toBe('Sin red.')
    await page.context().setOffline(false)
    await page.locator('[data-saved]', { hasText: 'Draft saved' }).waitFor()

    for (const box of await page.locator('input[name="pick"]').all()) await box.check()
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('alert').getByText('this contest permits 3').waitFor()
    await check(page, 'refused')
    expect(await page.getByRole('button', { name: 'Publish now' }).count()).toBe(0)
    expect(await page.locator('#pick-problem').textContent()).toContain('this contest permits 3')
    expect(await page.getByLabel('Statement in Spanish', { exact: true }).inputValue()).toBe('Sin red.')
  })

  test('a tab that is closed at once, and a session that ends, lose nothing', async () => {
    const tab = await signIn('Ana')
    const { page } = tab
    const context = page.context()
    await openContest(page, 'State Representative, Sample District 1')
    const path = page.url()
    await page.getByLabel('Statement in English').fill('Closed at once.')
    await page.close()
    const next = await context.newPage()
    await expect
      .poll(async () => {
        await next.goto(path)
        return next.getByLabel('Statement in English').inputValue()
      })
      .toBe('Closed at once.')
    await context.clearCookies()
    await next.getByLabel('Statement in English').fill('Typed after the session ended.')
    await next.getByText('Your session has ended. Your text is still here').waitFor()
    await check(next, 'session-ended')
    const again = await context.newPage()
    await again.goto(`${url}/desk`)
    await again.getByLabel('Account name').fill('Ana')
    await again.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await again.getByRole('button', { name: 'Sign in' }).click()
    await again.getByRole('heading', { level: 1, name: 'Sample Workers United' }).waitFor()
    await next.getByLabel('Statement in English').pressSequentially('!')
    await next.locator('[data-saved]', { hasText: 'Draft saved' }).waitFor()
    await again.goto(path)
    expect(await again.getByLabel('Statement in English').inputValue()).toBe('Typed after the session ended.!')
  })

  test('a reload at once keeps what was typed and ticked, and saves it', async () => {
    const { page } = await signIn('Bo')
    await openContest(page, 'Sample Harbor City Council, At Large')
    // The page asks before it is left with unsaved text.
    page.on('dialog', (dialog) => dialog.accept())
    const statement = page.getByLabel('Statement in English', { exact: true })
    await page.locator('input[name="pick"]').nth(1).check()
    await statement.fill('Typed, then reloaded.')
    await page.reload()
    await page.locator('[data-saved]', { hasText: 'Draft saved' }).waitFor()
    expect(await statement.inputValue()).toBe('Typed, then reloaded.')
    expect(await page.locator('input[name="pick"]').nth(1).isChecked()).toBe(true)
    await page.goto(page.url())
    expect(await statement.inputValue()).toBe('Typed, then reloaded.')
  })

  test('a network that is lost at the last step: nothing is published, the page says so, and the next attempt works', async () => {
    const { page } = await signIn('Ana')
    await openContest(page, 'State Representative, Sample District 1')
    await page.locator('#pick').check()
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('button', { name: 'Publish now' }).waitFor()
    const before = (await state.deskHistory(SLUG, null, 1))[0]?.id
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Publish now' }).click()
    await page.getByRole('alert').getByText('You are offline, so nothing was sent').waitFor()
    await check(page, 'offline-preview')
    expect((await state.deskHistory(SLUG, null, 1))[0]?.id).toBe(before)
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Publish now' }).click()
    await page.getByText('Published. The service shows it').waitFor()
  })

  test('a file: its report, a correction, the confirmation, and what readers are told', async () => {
    const tab = await signIn('Ana')
    const { page } = tab
    await follow(page.getByRole('link', { name: 'Import a file' }))
    await check(page, 'import')
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByRole('alert').getByText('nothing was sent').waitFor()
    const file = {
      ...{ name: 'picks.csv', mimeType: 'text/csv' },
      buffer: Buffer.from(`endorser,election,contest,choice,rank,statement,statement_es,source_url
${SLUG},me-2028-11-07-general,"State Representative, Sample District 2",Yuri Example,,From a file.,De un archivo.,https://example.org/sample/a
${SLUG},me-2028-11-07-general,Pier Bond,Yes,,Repair it.,,javascript:alert(1)
${SLUG},me-2028-11-07-general,Mayor of Nowhere,Nobody,,,,
`),
    }
    await page.getByLabel('File (CSV or JSON)').setInputFiles(file)
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByRole('heading', { name: 'Refused lines' }).waitFor()
    await check(page, 'import-report')
    const before = (await state.head())?.seq ?? 0
    await page.getByRole('button', { name: /^Publish .* now$/ }).click()
    await page.getByText('The file is imported.').waitFor()
    const told = async () =>
      (await state.events({ after: before, through: 1e9, limit: 100 })).map(({ body }) => JSON.parse(body))
    // A change of a test before this one may be told first.
    await expect
      .poll(async () => (await told()).map(({ endorsement }) => endorsement.statement))
      .toContain('From a file.')
    expect((await told()).every(({ endorser }) => endorser.slug === SLUG)).toBe(true)
    // The desk's own file says the same as what is published.
    const download = await page.evaluate(`fetch('/desk/${SLUG}/file/endorsements.json').then((reply) => reply.text())`)
    await page.goto(`${url}/desk/${SLUG}/import`)
    await page.getByLabel('Or paste its text').fill(String(download))
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByText('Everything in the file is already published.').waitFor()
    // The refusal of the empty form.
    expect(tab.complaints.filter((one) => !one.includes('400 (Bad Request)'))).toEqual([])
    expect(tab.asked.filter((address) => new URL(address).origin !== url)).toEqual([])
  })

  test('by keyboard alone, and without scripts', async () => {
    const { page } = await signIn('Bo', { javaScriptEnabled: false })
    await openContest(page, 'Question 1')
    await tabTo(page, page.locator('input[name=pick]:checked'))
    await page.keyboard.press('ArrowDown')
    expect(await page.locator('#pick').isChecked()).toBe(true)
    await tabTo(page, page.getByRole('button', { name: 'Preview' }))
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /Publish/ }).waitFor()
    await tabTo(page, page.getByRole('button', { name: /Publish/ }))
    await page.keyboard.press('Enter')
    await page.getByText('Published. The service shows it').waitFor()
    await page.goto(`${url}/desk/${SLUG}/import`)
    await page
      .getByLabel('Or paste its text')
      .fill(`endorser,election,contest,choice\n${SLUG},me-2028-11-07-general,Question 1,No\n`)
    await tabTo(page, page.getByRole('button', { name: 'Check the file' }))
    await page.keyboard.press('Enter')
    // It withdraws the other choice: the box must be ticked, and its name is on the page.
    await page.getByText('This import withdraws an endorsement').waitFor()
    await tabTo(page, page.getByLabel('Withdraw it'))
    await page.keyboard.press('Space')
    await tabTo(page, page.getByRole('button', { name: 'Publish 1 position now' }))
    await page.keyboard.press('Enter')
    await page.getByText('The file is imported.').waitFor()
    // The history brings the other choice back.
    await follow(page.getByRole('link', { name: 'History', exact: true }).first())
    await follow(page.getByRole('link', { name: 'Restore this version… of Question 1' }).first())
    expect(await page.locator('h1').textContent()).toBe('Restore this version?')
    await page.getByRole('button', { name: 'Restore this version' }).click()
    await page.getByText('Restored. The service shows the earlier version').waitFor()
  })
})
