// Captured evidence from the page to the browser: two pages of a local server, the commands, and what Chromium shows of them.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../../cli/hustings.ts'
import { openPublisher, type TestPublisher } from '../../ingest/fetch/publisher.ts'
import { expectQuiet, findingsOf, inChromium, openTab, overflowOf } from '../console/browser.ts'
import { type SampleExplorer, serveSample } from './sample-explorer.ts'

const CODE = '<img src=x onerror="document.title=\'run\'">'
const SAID = `Question 1 keeps ${CODE} the harbor open.`
const escaped = SAID.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const FEEDS = { members: 'The Sample Members', neighbors: 'The Sample Neighbors' }

let folder: string
let publisher: TestPublisher
let server: SampleExplorer
let contest: number

/** The unseen text of a link begins a line of its own. */
const linkName = (report: string, name: string): RegExp => new RegExp(`^${report} ?: ${name}$`)

async function run(...words: string[]): Promise<{ code: number | null; stdout: string }> {
  const { code, stdout, stderr } = await runCommand(folder, ...words, '--sample')
  expect([0, 3], stderr).toContain(code)
  return { code, stdout }
}

inChromium('captured evidence', () => {
  beforeAll(async () => {
    publisher = await openPublisher()
    server = await serveSample({ publicExplorer: true }, async (_, root) => {
      folder = root
      mkdirSync(join(folder, 'feeds'))
      const sources = Object.entries(FEEDS).map(([id, name]) => {
        publisher.put(`/${id}`, `<html><body><p>${escaped}</p></body></html>`)
        const own = { statement: SAID, source_url: `${publisher.url}/${id}` }
        const feed = {
          version: 1,
          endorser: { slug: `sample-${id}`, name, category: 'labor', state: 'ME' },
          endorsements: [{ election: 'me-2028-11-07-general', contest: 'Question 1', choice: 'Yes', ...own }],
        }
        writeFileSync(join(folder, 'feeds', `${id}.json`), JSON.stringify(feed))
        return `  - { id: ${id}, publisher: ${name}, url: ../feeds/${id}.json, page: https://example.org/, licence: CC0-1.0, format: json, endorsers: [sample-${id}] }\n`
      })
      writeFileSync(
        join(folder, 'sample', 'sources.yaml'),
        `version: 1\nendorsement_feeds:\n${sources.join('')}evidence: { sources: [members, neighbors], allow_private_network: true }\n`,
      )
      await run('nightly')
      expect((await run('evidence', 'capture')).code).toBe(0)
      publisher.put('/neighbors', '<html><body><p>Our picnic is on Sunday.</p></body></html>')
      expect((await run('evidence', 'capture')).code).toBe(3)
      await run('nightly')
      const { stdout } = await run('endorsements', '--endorsers', 'sample-members', '--json')
      contest = JSON.parse(stdout).data[0].contest.id
    })
  })
  afterAll(async () => {
    await server?.close()
    await publisher?.close()
  })

  test.each([
    ['en', 1280, 'Its page on', 'the page no longer said this.', 'Report an error'],
    ['es', 375, 'Su página el', 'la página ya no lo decía.', 'Comunicar un error'],
  ])('in %s at %i pixels: the quotes, and that one page no longer has it', async (lang, width, on, gone, report) => {
    const tab = await openTab({ viewport: { width, height: 800 } })
    const { page } = tab
    await page.goto(`${server.url}/explore/contests/${contest}?lang=${lang}`)
    for (const [id, name] of Object.entries(FEEDS)) {
      const backer = page.locator('.backers li', { hasText: name })
      const capture = backer.locator('.capture')
      expect(await capture.isVisible(), id).toBe(true)
      expect(await capture.locator('q').textContent()).toBe(SAID)
      expect(await capture.textContent()).toContain(on)
      const note = capture.locator('.unsure')
      expect(await note.count(), id).toBe(id === 'neighbors' ? 1 : 0)
      if (id === 'neighbors') {
        expect(await note.isVisible()).toBe(true)
        expect(await note.textContent()).toContain(gone)
      }
      expect(await backer.getByRole('link', { name: linkName(report, name) }).count()).toBe(1)
    }
    // A quote is text of a stranger, and never markup.
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    expect(await page.title()).not.toBe('run')
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    expect(await findingsOf(page)).toEqual([])
    if (process.env.EVIDENCE_PICTURES)
      await page.screenshot({ path: join(process.env.EVIDENCE_PICTURES, `${lang}.png`), fullPage: true })
    await page.getByRole('link', { name: linkName(report, FEEDS.neighbors) }).click()
    await page.locator('textarea').waitFor()
    expect(await page.locator('main').textContent()).toContain('The Sample Neighbors')
    expectQuiet(tab, server.url)
    await tab.close()
  })
})
