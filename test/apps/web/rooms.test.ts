// What all rooms of pages share: the header, the policy, and the files that pages load.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findRoom, ROOMS, roomNames } from '../../../apps/web/rooms.ts'
import { type Fixture, openFixture } from '../../server/fixture.ts'

let fixture: Fixture
let url: string

beforeAll(async () => {
  fixture = await openFixture()
  ;({ url } = await fixture.start())
})
afterAll(() => fixture.close())

const assetsOf = (page: string): string[] =>
  [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)

test.each(roomNames.map((name) => [name, ROOMS[name].path] as const))(
  '%s answers its paths, in its frame',
  async (name, path) => {
    expect(findRoom(path)).toBe(name)
    expect(findRoom(`${path}/x`)).toBe(name)
    expect(findRoom(`${path}x`)).toBeUndefined()
    for (const wanted of [path, `${path}/no-such-page`]) {
      const reply = await fetch(`${url}${wanted}`)
      const page = await reply.text()
      // A room for accounts sends other visitors to the console's sign-in.
      const answered = findRoom(new URL(reply.url).pathname) ?? name
      if (!reply.redirected) expect(answered).toBe(name)
      expect([name, 'console']).toContain(answered)
      expect(page).toContain(`<a href="${ROOMS[answered].path}" aria-current="true">${ROOMS[answered].name.en}</a>`)
      expect(page).toContain('<a class="skip" href="#main">Skip to the content</a>')
      for (const other of roomNames) expect(page).toContain(`href="${ROOMS[other].path}"`)
      expect(page).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+="|(?:href|src)="(?:https?:)?\/\//)
      const policy = reply.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe|https?:|\*/)
      expect(assetsOf(page).length).toBeGreaterThan(1)
      for (const asset of assetsOf(page)) expect((await fetch(url + asset)).status, asset).toBe(200)
    }
  },
)

test('a path beside the rooms is not a page', async () => {
  for (const path of ['/consoles', '/nothing']) {
    const reply = await fetch(`${url}${path}`)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
  }
})

describe('an asset', () => {
  let style: string
  beforeAll(async () => {
    style = assetsOf(await (await fetch(url)).text()).find((path) => path.includes('.css')) ?? ''
  })

  test('is kept for a year under its version, and asked for again under another', async () => {
    const reply = await fetch(url + style)
    expect(reply.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const [path = ''] = style.split('?')
    for (const other of [path, `${path}?v=older`]) {
      const { status, headers } = await fetch(url + other)
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache'])
    }
    const again = await fetch(url + path, { headers: { 'If-None-Match': reply.headers.get('etag') ?? '' } })
    expect(again.status).toBe(304)
  })

  test('is compressed', async () => {
    const gzip = await fetch(url + style, { headers: { 'Accept-Encoding': 'gzip' } })
    expect(gzip.headers.get('content-encoding')).toBe('gzip')
    const plain = await fetch(url + style, { headers: { 'Accept-Encoding': 'identity' } })
    const size = Number(gzip.headers.get('content-length'))
    expect(size * 2).toBeLessThan(Number(plain.headers.get('content-length')))
    expect(await gzip.text()).toBe(await plain.text())
  })

  test('does not count against the limits of pages, and is never refused', async () => {
    const left = async (): Promise<number> => Number((await fetch(url)).headers.get('ratelimit-remaining'))
    const before = await left()
    const seen = await Promise.all(Array.from({ length: 150 }, () => fetch(url + style).then(({ status }) => status)))
    expect(new Set(seen)).toEqual(new Set([200]))
    const after = await left()
    // The minute may have turned.
    if (after < before) expect(after).toBe(before - 1)
  })

  test('accepts GET and HEAD only, and an unknown one is 404', async () => {
    const head = await fetch(url + style, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const posted = await fetch(url + style, { method: 'POST' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    for (const path of ['/assets/', '/assets/web/none.css', '/assets/../package.json', '/assets/web/page.ts'])
      expect((await fetch(url + path)).status, path).toBe(404)
  })
})
