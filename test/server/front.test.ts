import { expect, test } from 'vitest'
import { liveRoutes, routes } from '../../server/routes.ts'
import { openApi } from './api.ts'

const { url, key } = await openApi()

test('is HTML without a key, only for GET, names every endpoint, and has no broken link', async () => {
  const reply = await fetch(url)
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect((await fetch(url, { method: 'POST' })).status).toBe(405)
  expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(reply.headers.get('ratelimit-limit')).toMatch(/^\d+$/)
  const page = await reply.text()
  for (const { path } of routes) expect(page).toContain(`GET ${path}<`)
  for (const { method, path } of liveRoutes) expect(page).toContain(`${method} ${path}<`)
  const links = [...page.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map((match) => match[1] ?? '')
  expect(links).toEqual(expect.arrayContaining(['/console', '/openapi.json']))
  for (const link of new Set(links)) expect((await fetch(`${url}${link}`)).status, link).toBe(200)
})

test('shows a first request to this server that its data answers', async () => {
  const page = await (await fetch(url)).text()
  const [, shown = ''] = /Bearer \$HUSTINGS_KEY(?:&quot;|")\s+(?:&quot;|")(http.+?)(?:&quot;|")/.exec(page) ?? []
  expect(shown).toContain(`${url}/v1/ballot?location=`)
  const reply = await fetch(shown, { headers: { Authorization: `Bearer ${key}` } })
  expect(reply.status).toBe(200)
  expect(JSON.parse(await reply.text()).data.contests.length).toBeGreaterThan(0)
})
