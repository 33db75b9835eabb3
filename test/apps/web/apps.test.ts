// The frame of all apps: the header, the policy, and the files that pages load. It also knows which apps are mounted.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { tokenFeeds } from '../../../apps/syndication/syndication.ts'
import { openApi } from '../../server/api.ts'

const { fixture, url, key } = await openApi()

const assetsOf = (page: string): string[] =>
  [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)

const linksOf = (page: string): string[] =>
  [...(/<nav class="rooms"[^>]*><ul>([\s\S]*?)<\/ul>/.exec(page)?.[1]?.matchAll(/href="([^"]+)"/g) ?? [])].map(
    ([, path = '']) => path,
  )
/** Those for readers first. */
const APPS = ['/explore', '/docs', '/corrections', '/desk', '/console']

test.each(APPS)('%s answers its paths, in the common frame', async (app) => {
  for (const wanted of [app, `${app}/no-such-page`]) {
    const reply = await fetch(`${url}${wanted}`)
    const page = await reply.text()
    // An app for accounts sends other visitors to the console's sign-in.
    const answered = APPS.find((one) => new URL(reply.url).pathname.startsWith(one))
    if (!reply.redirected) expect(answered).toBe(app)
    expect([app, '/console']).toContain(answered)
    expect(page).toContain(`<a href="${answered}" aria-current="true">`)
    expect(page).toContain('<a class="skip" href="#main">Skip to the content</a>')
    // A reader's header leaves out the apps for people with an account: they stand in a fold at the end of the page.
    const isOfReaders = APPS.indexOf(answered ?? '') < 3
    expect(linksOf(page)).toEqual(isOfReaders ? APPS.slice(0, 3) : APPS)
    const folded = /<footer[\s\S]*<details>([\s\S]*?)<\/details>/.exec(page)?.[1] ?? ''
    expect(folded.match(/<a href="\/(?:desk|console)"/g) ?? []).toHaveLength(isOfReaders ? 2 : 0)
    expect(page).toContain('<a href="/docs">For developers: the API</a>')
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+="|(?:href|src)="(?:https?:)?\/\//)
    const policy = reply.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(assetsOf(page).length).toBeGreaterThan(1)
    for (const asset of assetsOf(page)) expect((await fetch(url + asset)).status, asset).toBe(200)
  }
})

test('a path beside the apps is not a page', async () => {
  for (const path of ['/consoles', '/Console', '/nothing']) {
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

  test('that is too large for memory is answered by ranges, each with its own bytes', async () => {
    const file = join(fixture.paths.root, 'streets.pmtiles')
    const bytes = Buffer.from(Array.from({ length: 300 }, (_, at) => at % 251))
    writeFileSync(file, bytes)
    const server = await fixture.start({ mapStyle: { url: null, file, origins: [] } })
    const asked = (Range: string) => fetch(`${server.url}/assets/explore/basemap.pmtiles`, { headers: { Range } })
    for (const [first, last, end] of [
      [0, 0, 0],
      [7, 131, 131],
      [299, 299, 299],
      [290, 400, 299],
    ] as const) {
      const reply = await asked(`bytes=${first}-${last}`)
      expect([reply.status, reply.headers.get('content-range')]).toEqual([206, `bytes ${first}-${end}/300`])
      expect(Buffer.from(await reply.arrayBuffer()).equals(bytes.subarray(first, end + 1)), `${first}-${last}`).toBe(
        true,
      )
    }
    for (const range of ['bytes=300-300', 'bytes=5-4', 'bytes=5-', 'bytes=-5', 'bytes=0-1,4-5']) {
      const refused = await asked(range)
      expect([refused.status, refused.headers.get('content-range')], range).toEqual([416, 'bytes */300'])
    }
  })
})

describe('the chosen apps', () => {
  const answers = async (server: string, paths: readonly string[]): Promise<string[]> =>
    Promise.all(
      paths.map(async (path) => {
        const { status, headers } = await fetch(server + path, { redirect: 'manual' })
        return `${path} ${status} ${headers.get('content-type')?.split(';')[0]}`
      }),
    )
  const describedBy = async (server: string): Promise<string[]> =>
    Object.keys(JSON.parse(await (await fetch(`${server}/openapi.json`)).text()).paths)

  test('none: /v1 alone answers, and every other path is no endpoint', async () => {
    const server = await fixture.start({ apps: [] })
    expect(
      await answers(server.url, ['/', '/explore', '/docs', '/assets/web/style.css', '/v1/feeds/x/events.atom']),
    ).toEqual(
      ['/', '/explore', '/docs', '/assets/web/style.css', '/v1/feeds/x/events.atom'].map(
        (path) => `${path} 404 application/json`,
      ),
    )
    const reply = await fetch(`${server.url}/v1/states`, { headers: { Authorization: `Bearer ${key}` } })
    expect(reply.status).toBe(200)
    const described = await describedBy(server.url)
    expect(described.filter((path) => path.startsWith('/v1/feeds'))).toEqual([])
    expect((await describedBy(url)).filter((path) => !described.includes(path))).toEqual(
      tokenFeeds.map(({ path }) => path),
    )
  })

  test('one: its pages and the front page link no other', async () => {
    const server = await fixture.start({ apps: ['explore'], publicExplorer: true })
    expect(await answers(server.url, ['/', '/explore', '/docs', '/desk'])).toEqual([
      ...['/ 200 text/html', '/explore 200 text/html'],
      ...['/docs 404 application/json', '/desk 404 application/json'],
    ])
    for (const path of ['/', '/explore']) {
      const page = await (await fetch(server.url + path)).text()
      expect(linksOf(page), path).toEqual(['/explore'])
    }
    const front = await (await fetch(server.url)).text()
    for (const other of APPS.slice(1)) expect(front).not.toContain(`href="${other}`)
  })

  test('the first page of the server is the field for a place, with what is for developers below; to others it is that alone', async () => {
    const open = await fixture.start({ publicExplorer: true })
    const spanish = await (await fetch(`${open.url}/?lang=es`)).text()
    const english = await (await fetch(open.url)).text()
    for (const page of [english, spanish]) {
      const at = ['<form class="place-form"', '<details class="card"', '/v1/ballot?location='].map((one) =>
        page.indexOf(one),
      )
      expect(at).toEqual([...at].sort((a, b) => a - b))
      expect(at[0]).toBeGreaterThan(0)
    }
    expect(spanish).toContain('<html lang="es">')
    for (const server of [
      await fixture.start({ publicExplorer: false }),
      await fixture.start({ apps: ['docs'], publicExplorer: true }),
    ]) {
      const page = await (await fetch(server.url)).text()
      expect(page).not.toContain('place-form')
      expect(page).toContain('First request of a program')
    }
    expect((await fetch(open.url, { method: 'POST' })).status).toBe(405)
  })

  test('an unknown name is refused', async () => {
    await expect(fixture.start({ apps: ['explore', 'blog'] })).rejects.toThrow(
      'HUSTINGS_APPS: got "blog", expected names out of explore, docs, desk, console, corrections, syndication, style',
    )
  })
})
