// The language of a page: that of its link, else the one that the browser asks for.

import { describe, expect, test } from 'vitest'
import { preferredLanguage } from '../../../apps/explore/look.ts'
import { createVisitor } from '../console/visitor.ts'
import { explorer, withExplorer } from './open-explorer.ts'

test.each([
  ['es-US,es;q=0.9,en;q=0.8', 'es'],
  ['en-US,en;q=0.9,es;q=0.8', 'en'],
  ['fr-FR, ES-mx;q=0.7, en;q=0.3', 'es'],
  ['es;q=0, fr', 'en'],
  ['*', 'en'],
  [undefined, 'en'],
])('of a browser that asks for %s is %s', (asked, language) => {
  expect(preferredLanguage(asked)).toBe(language)
})

describe('a page', () => {
  withExplorer()
  const pageIn = async (path: string, asked: string): Promise<string> =>
    (await createVisitor(explorer.url).get(path, { headers: { 'Accept-Language': asked } })).text

  test('without a language in its link follows the browser; a choice of English stays in its links', async () => {
    expect(await pageIn('/explore', 'es-MX')).toContain('<html lang="es">')
    expect(await pageIn('/explore', 'en')).toContain('<html lang="en">')
    const chosen = await pageIn('/explore/elections?lang=en', 'es-MX')
    expect(chosen).toContain('<html lang="en">')
    const links = [...chosen.matchAll(/href="(\/explore[^"]*)"/g)].map(([, link = '']) => link)
    expect(links.length).toBeGreaterThan(3)
    expect(links.filter((link) => !/[?;]lang=(en|es)/.test(link))).toEqual([])
  })

  test('in a frame of another site is the same for every reader', async () => {
    const [contest] = await explorer.api<{ id: number }[]>('/v1/contests', { limit: '1' })
    const page = await pageIn(`/explore/embed/contests/${contest?.id}`, 'es-MX')
    expect(page).toContain('lang="en"')
  })
})
