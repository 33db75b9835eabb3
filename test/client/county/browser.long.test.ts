// The page of a county in Chromium, opened from the disk without a network; and its reader at many points.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { findCounty } from '../../../cli/analyse/export/county.ts'
import { withOfflineReading } from '../../../cli/look/offline.ts'
import { pathsIn } from '../../../data/store/paths.ts'
import type { Reading } from '../../../server/route/route.ts'
import { findingsOf, inChromium, openTab, overflowOf, type Tab } from '../../apps/console/browser.ts'
import { runCommand } from '../../cli/hustings.ts'
import { copySample } from '../../cli/sample.ts'
import { shareFolder } from '../../temporary.ts'
import { answerOf, drawPoints, type Point } from './compare.ts'

const NATIONAL = process.env.HUSTINGS_NATIONAL_VAR
const POINTS = 10_000
/** Each with several ballots. The last ones need a folder in which a nightly of the nation ended. */
const COUNTIES = [
  { geoid: '23011', elections: 'me-2028-11-07-general', asOf: '2028-10-01', isSample: true },
  ...(NATIONAL === undefined
    ? []
    : [
        { geoid: '37183', elections: 'nc-2024-11-05-general', asOf: '2024-10-15', isSample: false },
        { geoid: '06075', elections: 'ca-2016-11-08-general', asOf: '2016-10-15', isSample: false },
      ]),
]

const root = shareFolder()

function exportCounty(
  folder: string,
  { geoid, elections, asOf, isSample }: (typeof COUNTIES)[number],
  ...more: string[]
) {
  const words = [geoid, folder, '--elections', elections, '--as-of', asOf, ...(isSample ? ['--sample'] : []), ...more]
  return runCommand(isSample ? root : (NATIONAL ?? ''), 'export', 'county', ...words)
}

/** The exported page, opened from the disk. Every request, also one that the policy stops, is in `asked`. */
async function openPage(folder: string, options: Parameters<typeof openTab>[0] = {}): Promise<Tab> {
  const tab = await openTab({ ...options, offline: true })
  await tab.page.goto(pathToFileURL(join(folder, 'index.html')).href)
  await tab.page.locator('html[data-ready]').waitFor()
  return tab
}

inChromium('a county', () => {
  beforeAll(async () => {
    await copySample(root)
  })

  test('shows the ballot of a typed point, of a click on the map and of the device, and sends nothing', async () => {
    const folder = join(root, 'page')
    expect(await exportCounty(folder, COUNTIES[0] ?? expect.fail('no county'))).toMatchObject({ code: 0 })
    const geolocation = { latitude: 44.31, longitude: -69.78 }
    const { page, asked, complaints, close } = await openPage(folder, { geolocation, permissions: ['geolocation'] })
    const answer = page.locator('#answer')
    await page.getByLabel('Point').fill('44.31,-69.78')
    await page.getByRole('button', { name: 'Show the ballot' }).click()
    await answer.getByRole('heading', { name: 'Your ballot' }).waitFor()
    const typed = await answer.textContent()
    expect(typed).toContain('President and Vice President')
    expect(typed).toContain('On the ballot here')
    await page.getByRole('button', { name: 'Use the position of this device' }).click()
    await expect.poll(() => answer.textContent()).toBe(typed)
    const map = page.locator('#map')
    const box = (await map.boundingBox()) ?? expect.fail('no map')
    await map.click({ position: { x: box.width / 2, y: box.height / 2 } })
    await expect.poll(() => page.getByLabel('Point').inputValue()).toMatch(/^44\.\d+,-69\.\d+$/)
    await answer.getByRole('heading', { name: 'Your ballot' }).waitFor()
    await page.getByLabel('Point').fill('44.31')
    await page.getByRole('button', { name: 'Show the ballot' }).click()
    expect(await answer.textContent()).toContain('two numbers in degrees')
    await page.getByLabel('Point').fill('35.78,-78.64')
    await page.getByRole('button', { name: 'Show the ballot' }).click()
    await expect.poll(() => answer.textContent()).toBe('This point is outside the county.')
    expect(asked).toEqual([page.url()])
    expect(complaints).toEqual([])
    await close()
  })

  test.each([
    ['light', 'en'],
    ['dark', 'es'],
  ] as const)('in %s, %s: no serious finding of axe, no overflow at 375 pixels', async (colorScheme, lang) => {
    const folder = join(root, lang)
    const county = COUNTIES[0] ?? expect.fail('no county')
    expect(await exportCounty(folder, county, '--lang', lang)).toMatchObject({ code: 0 })
    const { page, close } = await openPage(folder, {
      ...{ colorScheme, viewport: { width: 375, height: 700 } },
      // The page's own policy would stop the script of the check.
      bypassCSP: true,
    })
    await page.locator('#point').fill('44.31,-69.78')
    await page.locator('#place button').first().click()
    await page.locator('#answer h2').waitFor()
    // The map fills a phone: the answer below it is scrolled to.
    await expect.poll(() => page.evaluate('answer.getBoundingClientRect().top < innerHeight - 99')).toBe(true)
    expect(await findingsOf(page)).toEqual([])
    expect(await overflowOf(page)).toBe(0)
    await close()
  })

  test.each(COUNTIES)(
    `$geoid: the reader answers ${POINTS} points as the server does, and requests nothing`,
    async (county) => {
      const folder = join(root, county.geoid)
      expect(await exportCounty(folder, county)).toMatchObject({ code: 0 })
      const file = readdirSync(folder).find((name) => name.endsWith('.county')) ?? ''
      const { page, asked, close } = await openTab()
      await page.route('**/*', (route) => {
        const name = new URL(route.request().url()).pathname.slice(1)
        if (name === '')
          return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>reader</title>' })
        return route.fulfill({
          contentType: name.endsWith('.js') ? 'text/javascript' : 'application/octet-stream',
          body: readFileSync(join(folder, name)),
        })
      })
      await page.goto('http://county.test/')
      await page.evaluate(
        `(async () => {
        const { openCounty } = await import('/county.js')
        window.county = await openCounty(await (await fetch('/${file}')).arrayBuffer())
      })()`,
      )
      const before = asked.length
      const own = { paths: pathsIn(county.isSample ? join(root, 'sample') : (NATIONAL ?? '')), asOf: county.asOf }
      const inside = await withOfflineReading({ ...own, now: Date.now, steady: () => 0 }, async (reading) =>
        compare(reading, county, (points) =>
          // Each answer once: a ballot of San Francisco has a megabyte.
          page.evaluate<Answers>(`(() => {
            const texts = new Map()
            const places = ${JSON.stringify(points)}.map((point) => {
              const text = JSON.stringify(county.ballot(...point) ?? null)
              if (!texts.has(text)) texts.set(text, texts.size)
              return texts.get(text)
            })
            return { places, texts: [...texts.keys()] }
          })()`),
        ),
      )
      expect(asked.length).toBe(before)
      expect(inside).toBeGreaterThan(POINTS / 4)
      await close()
    },
  )
})

const POINTS_A_STEP = 500

interface Answers {
  /** JSON. */
  texts: string[]
  /** For each point, the place of its answer in `texts`. */
  places: number[]
}

/** @returns points inside the county */
async function compare(
  reading: Reading,
  { geoid, elections }: { geoid: string; elections: string },
  ask: (points: readonly Point[]) => Promise<Answers>,
): Promise<number> {
  const county = findCounty(reading.bundle, geoid)?.district_id ?? 0
  const points = drawPoints(reading, { county, count: POINTS })
  let inside = 0
  for (let at = 0; at < points.length; at += POINTS_A_STEP) {
    const some = points.slice(at, at + POINTS_A_STEP)
    const { texts, places } = await ask(some)
    const answers = texts.map((text): unknown => JSON.parse(text))
    for (const [at, point] of some.entries()) {
      const expected = answerOf(reading, { county, elections: [elections] }, point) ?? null
      if (!isDeepStrictEqual(answers[places[at] ?? -1], expected)) expect(answers[places[at] ?? -1]).toEqual(expected)
      inside += expected === null ? 0 : 1
    }
  }
  return inside
}
