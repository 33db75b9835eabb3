// Reports of errors in Chromium: from a contest of the explorer to the fixed report in the log, without scripts too, and on a phone.

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endorsedIn } from '../../server/endorsements.ts'
import { expectQuiet, faintOf, follow, inChromium, openTab, overflowOf, tabTo } from '../console/browser.ts'
import { openSite, PASSWORD, type Site } from '../console/visitor.ts'

const { contests } = endorsedIn({ fillers: 0 })
const contest = contests[0]
const HOSTILE = '<img src=x onerror="document.title=1"> \'; DROP TABLE correction; --\nsecond line'

inChromium('corrections', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite({ publicExplorer: true })
    await site.makeAccount('Operator', { role: 'operator' })
  })
  afterAll(async () => {
    await site?.close()
  })

  async function expectFits(page: Page): Promise<void> {
    expect(await overflowOf(page)).toBe(0)
    expect(await faintOf(page)).toEqual([])
  }

  test.each([
    ['with scripts, on a desk', true, 1280],
    ['without scripts, on a phone', false, 375],
  ])('opened by a stranger, released, fixed, and each step is shown, %s', async (_, javaScriptEnabled, width) => {
    const viewport = { width, height: 800 }
    const [stranger, operator] = [
      await openTab({ javaScriptEnabled, viewport }),
      await openTab({ javaScriptEnabled, viewport }),
    ]
    const { page } = stranger
    await page.goto(`${site.url}/explore/contests/${contest?.id}`)
    await follow(page.getByRole('link', { name: 'Report an error', exact: true }))
    await page.getByText(contest?.title ?? '?').waitFor()
    await expectFits(page)
    await tabTo(page, page.getByLabel('What is wrong'))
    await page.keyboard.type(`${HOSTILE} ${width}`)
    await page.getByRole('button', { name: 'Send the report' }).click()
    await page.getByText('The report has arrived.').waitFor()
    await page.goto(`${site.url}/corrections`)
    expect(await page.getByText(`second line ${width}`).count()).toBe(0)

    const queue = operator.page
    await queue.goto(`${site.url}/console`)
    await queue.getByLabel('Account name').fill('Operator')
    await queue.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await queue.getByRole('button', { name: 'Sign in' }).click()
    await queue.goto(`${site.url}/console/corrections`)
    await queue.getByText('1 report waits').waitFor()
    await expectFits(queue)
    await queue.getByRole('button', { name: 'Release' }).click()
    await queue.getByText('The report is public.').waitFor()
    await page.reload()
    await page.getByText(`second line ${width}`).waitFor()
    expect(await page.getByText('not yet').count()).toBeGreaterThan(0)
    await expectFits(page)

    site.nextMinute()
    await site.fixture.publish({ fillers: 0, said: ` at ${width}`, at: new Date(site.now()).toISOString() })
    await queue.reload()
    await queue.getByRole('button', { name: 'Mark as fixed' }).click()
    await queue.getByText('The report is marked as fixed.').waitFor()
    await page.reload()
    await page.getByText('1 min').first().waitFor()
    expect(await page.title()).toContain('Corrections')
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    await page.goto(`${site.url}/explore/coverage`)
    await page.getByText(/Reported errors that are fixed: \d/).waitFor()
    for (const tab of [stranger, operator]) {
      expectQuiet(tab, site.url)
      await tab.close()
    }
  })
})
