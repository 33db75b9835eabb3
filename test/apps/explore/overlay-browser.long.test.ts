// The newsroom's own entries in Chromium: seen, marked, accessible, narrow enough, and never run as code.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contestId } from '../../server/ballots.ts'
import { type Fixture, openFixture } from '../../server/fixture.ts'
import { CHROMIUM_MISSING, launch, openTab, overflowOf } from '../console/chromium.ts'

const BOND = contestId('nc-2024-11-05-general/bond')
const CODE = '<img src=x onerror="document.title=\'run\'">'

let fixture: Fixture
let browser: Browser
let url: string

describe.skipIf(CHROMIUM_MISSING)(`own entries${CHROMIUM_MISSING ? ` (${CHROMIUM_MISSING})` : ''}`, () => {
  beforeAll(async () => {
    fixture = await openFixture()
    await fixture.publish({ fillers: 0 })
    const own = { by: 'City desk', why: 'The county abbreviates it.' }
    mkdirSync(fixture.paths.overlay)
    writeFileSync(
      join(fixture.paths.overlay, 'notes.yaml'),
      JSON.stringify([
        {
          kind: 'contest',
          id: BOND,
          note: { en: `A debate. ${CODE}`, es: 'Un debate.' },
          override: { title: 'Water bond' },
          ...own,
        },
        { kind: 'endorser', slug: 'oak-party', note: 'A note.', ...own },
      ]),
    )
    url = (await fixture.start({ publicExplorer: true })).url
    browser = await launch()
  })
  afterAll(async () => {
    await browser?.close()
    await fixture?.close()
  })

  test.each([
    ['en', 'Added by the newsroom that runs this page.', 'By City desk. Reason: The county abbreviates it.'],
    ['es', 'Añadido por la redacción que ofrece esta página.', 'De City desk. Motivo: The county abbreviates it.'],
  ])('in %s, a phone shows the mark, the author and the reason', async (lang, mark, by) => {
    const { page, complaints, close } = await openTab(browser, { viewport: { width: 375, height: 800 } })
    await page.goto(`${url}/explore/contests/${BOND}?lang=${lang}`)
    const note = page.locator('.own').first()
    expect(await note.isVisible()).toBe(true)
    expect(await note.textContent()).toContain(mark)
    expect(await note.textContent()).toContain(by)
    expect(await page.locator('h1').textContent()).toBe('Water bond')
    expect(await page.title()).not.toBe('run')
    if (lang === 'en') expect(await note.textContent()).toContain(CODE)
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
    const findings = await page.evaluate<string[]>(
      "axe.run().then(({ violations }) => violations.filter(({ impact }) => ['serious', 'critical'].includes(impact)).map(({ id }) => id))",
    )
    expect(findings).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })
})
