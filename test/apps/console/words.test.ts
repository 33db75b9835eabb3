// Signing in and an account's own pages in Spanish: no page shows an English text.

import { describe, expect, test } from 'vitest'
import { consoleRoutes } from '../../../apps/console/console.ts'
import { en } from '../../../apps/console/words/en.ts'
import { es } from '../../../apps/console/words/es.ts'
import { codeAt } from '../../../data/access/second-factor.ts'
import { createSpanishWalk } from '../web/spanish-walk.ts'
import { fromBase32, PASSWORD, site, tokenIn, type Visitor, withSite } from './visitor.ts'

const { look, send, expectSpanish, unvisited } = createSpanishWalk(en, es, (page) =>
  [...page.matchAll(/<(?:a|form)\b[^>]* (?:href|action)="(\/(?:console|explore|desk)[^"]*)"[^>]*>/g)].flatMap(
    ([tag, path = '']) => (tag.includes('lang="en"') ? [] : [path]),
  ),
)

withSite(async () => {
  await site.makeAccount('Ana')
  await site.makeAccount('Espera', { status: 'pending' })
  await site.makeAccount('Lejos', { status: 'suspended' })
  await site.makeAccount('Jefa', { role: 'operator' })
})

async function signedIn(name: string): Promise<Visitor> {
  const visitor = site.visitor()
  const seen = await send(visitor, '/console/sign-in', '/console/sign-in', { name, password: PASSWORD })
  expect(seen.status).toBe(303)
  return visitor
}

describe('in Spanish', () => {
  test('a visitor who must sign in is led to the Spanish page', async () => {
    expect((await site.visitor().get('/explore?lang=es')).location).toBe('/console/sign-in?to=%2Fexplore&lang=es')
    expect((await site.visitor().get('/explore')).location).toBe('/console/sign-in?to=%2Fexplore')
    for (const room of ['/console', '/desk'])
      expect((await site.visitor().get(`${room}?lang=es`)).location).toBe(
        `/console/sign-in?to=${encodeURIComponent(room)}&lang=es`,
      )
    const { text } = await look(site.visitor(), '/console/sign-in')
    expect(text).toContain('href="/console/sign-in" lang="en"')
    expect((await site.visitor().get('/console/sign-in')).text).toContain('href="/console/sign-in?lang=es" lang="es"')
  })

  test('signing in, signing up and an invitation, with their problems', async () => {
    const visitor = site.visitor()
    const page = '/console/sign-in'
    expect((await send(visitor, page, page, { name: 'Ana', password: 'wrong' })).text).toContain(es.wrong)
    expect((await send(visitor, page, page, { name: 'Lejos', password: PASSWORD })).text).toContain(es.suspended)
    await look(visitor, '/console/sign-up')
    const signUp = (name: string, contact: string, password: string) =>
      send(site.visitor(), '/console/sign-up', '/console/sign-up', { name, contact, password })
    await signUp(' ', ' ', 'x')
    await signUp('Nueva', 'a@example.org', 'password1234')
    await signUp('Ana', 'a@example.org', PASSWORD)
    site.nextMinute()
    expect((await signUp('Nueva', 'a@example.org', PASSWORD)).location).toBe('/console?lang=es')
    await look(visitor, '/console/invitation')
    const accept = { name: 'Ana', code: 'AAAAA-AAAAA-AAAAA-AAAAA' }
    await send(visitor, '/console/invitation', '/console/invitation', { ...accept, password: 'x' })
    await send(visitor, '/console/invitation', '/console/invitation', { ...accept, password: 'password1234' })
    await send(visitor, '/console/invitation', '/console/invitation', { ...accept, password: PASSWORD })
    site.nextMinute()
    for (let attempts = 0; attempts < 30; attempts++)
      await send(visitor, page, page, { name: 'Ana', password: 'wrong' })
    const throttled = await send(visitor, page, page, { name: 'Ana', password: 'wrong' })
    expect([throttled.status, throttled.text.includes('Demasiados intentos')]).toEqual([429, true])
    for (const done of ['signed-out', 'ended', 'invitation-used']) await look(visitor, `${page}?done=${done}`)
  })

  test('a waiting account, keys, usage and the password', async () => {
    await look(await signedIn('Espera'), '/console')
    const ana = await signedIn('Ana')
    await look(ana, '/console')
    const typed = { label: '', scopes: ['data:read'], addresses: '', expires: '' }
    await send(ana, '/console', '/console/keys', { label: 'x'.repeat(101), scopes: [], addresses: 'x', expires: 'x' })
    await send(ana, '/console', '/console/keys', { ...typed, expires: '2001-01-01' })
    const twice = { ...typed, label: 'uno', token: tokenIn((await look(ana, '/console')).text) }
    for (const status of [200, 409]) {
      const made = await ana.post('/console/keys?lang=es', twice)
      expect(made.status).toBe(status)
      expectSpanish(made, 'a key')
    }
    const { text } = await look(ana, '/console?done=key-changed')
    const [, key = ''] = /href="(\/console\/keys\/\d+)/.exec(text) ?? []
    await look(ana, key)
    await send(ana, key, key, { ...typed, scopes: [] })
    expect((await send(ana, key, key, typed)).location).toBe('/console?done=key-changed&lang=es')
    expect((await send(ana, key, `${key}/revoke`, {})).location).toBe('/console?done=key-revoked&lang=es')
    await look(ana, '/console?done=key-revoked')
    await look(ana, '/console/password')
    const page = '/console/password'
    await send(ana, page, page, { current: 'x', password: 'x' })
    await send(ana, page, page, { current: 'x', password: 'another staple entirely' })
    await send(ana, page, page, { current: PASSWORD, password: 'password1234' })
    expect((await send(ana, page, page, { current: PASSWORD, password: PASSWORD })).location).toContain('done=password')
    await look(ana, '/console?done=password')
    await look(ana, '/console/nothing', 404)
    const forged = await ana.post('/console/password?lang=es', { token: 'x' })
    expect(forged.status).toBe(403)
    expectSpanish(forged, 'forged')
    await send(ana, '/console', '/console/sign-out', {})
  })

  test('the second factor', async () => {
    const ana = await signedIn('Ana')
    const page = '/console/second-factor'
    await look(ana, page)
    await send(ana, page, `${page}/begin`, {})
    await look(ana, page)
    await send(ana, page, page, { code: '1' })
    const base32 = /id="totp-key"[^>]*>([^<]+)</.exec((await ana.get(page)).text)?.[1]?.replaceAll(' ', '') ?? ''
    const codes = await send(ana, page, page, { code: codeAt(fromBase32(base32), site.now()) })
    const [first = '', second = ''] = codes.text.match(/\b[0-9A-Z]{5}-[0-9A-Z]{5}\b/g) ?? []
    await look(ana, page)
    for (const form of ['recovery-codes', 'remove']) await send(ana, page, `${page}/${form}`, { code: '1' })
    const other = await signedIn('Ana')
    await look(other, '/console/sign-in/code')
    await send(other, '/console/sign-in/code', '/console/sign-in/code', { code: '1' })
    await send(other, '/console/sign-in/code', '/console/sign-in/cancel', {})
    site.nextMinute()
    const third = await signedIn('Ana')
    await send(third, '/console/sign-in/code', '/console/sign-in/code', { code: first })
    const renewed = await send(third, page, `${page}/recovery-codes`, { code: second })
    const [last = ''] = renewed.text.match(/\b[0-9A-Z]{5}-[0-9A-Z]{5}\b/g) ?? []
    expect((await send(third, page, `${page}/remove`, { code: last })).location).toContain('second-factor-removed')
    for (const done of ['second-factor-required', 'second-factor-removed']) await look(third, `${page}?done=${done}`)
  })

  test("an operator's pages are in English, say so, and keep the language of their links", async () => {
    const { text } = await (await signedIn('Jefa')).get('/console/accounts?lang=es')
    expect(text).toContain('<html lang="en">')
    expect(text).toContain('href="/console?lang=es"')
    expect(text).not.toContain('hreflang')
  })
})

test('every page and form of an account was visited', () => {
  expect(unvisited(consoleRoutes.filter(({ who }) => who !== 'operator'))).toEqual([])
})
