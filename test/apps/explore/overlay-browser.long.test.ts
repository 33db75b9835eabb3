// The newsroom's own entries in Chromium: seen, marked, accessible, narrow enough, and never run as code.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contestId } from '../../server/ballots.ts'
import { type Fixture, openFixture } from '../../server/fixture.ts'
import { findingsOf, inChromium, openTab, overflowOf } from '../console/browser.ts'

const BOND = contestId('nc-2024-11-05-general/bond')
const CODE = '<img src=x onerror="document.title=\'run\'">'

let fixture: Fixture
let url: string

inChromium('own entries', () => {
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
  })
  afterAll(async () => {
    await fixture?.close()
  })

  test.each([
    ['en', 'Added by the newsroom that runs this page.', 'By City desk. Reason: The county abbreviates it.'],
    ['es', 'Añadido por la redacción que ofrece esta página.', 'De City desk. Motivo: The county abbreviates it.'],
  ])('in %s, a phone shows the mark, the author and the reason', async (lang, mark, by) => {
    const { page, complaints, close } = await openTab({ viewport: { width: 375, height: 800 } })
    await page.goto(`${url}/explore/contests/${BOND}?lang=${lang}`)
    const note = page.locator('.own').first()
    expect(await note.isVisible()).toBe(true)
    expect(await note.textContent()).toContain(mark)
    expect(await note.textContent()).toContain(by)
    expect(await page.locator('h1').textContent()).toBe('Water bond')
    expect(await page.title()).not.toBe('run')
    if (lang === 'en') expect(await note.textContent()).toContain(CODE)
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    expect(await findingsOf(page)).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })
})
