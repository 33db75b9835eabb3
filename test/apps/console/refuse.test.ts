import { beforeAll, describe, expect, test } from 'vitest'
import { consoleRoutes } from '../../../apps/console/console.ts'
import { SESSION_HOURS } from '../../../data/access/session.ts'
import { PASSWORD, type Seen, site, tokenIn, type Visitor, withSite } from './visitor.ts'

let member: Visitor
let operator: Visitor

withSite(async () => {
  await site.makeAccount('Member')
  await site.makeAccount('Operator', { role: 'operator' })
  await site.makeAccount('Pending', { status: 'pending' })
  // Each sign-in hashes a password, so the tests share the sessions.
  member = await site.signedIn('Member')
  operator = await site.signedIn('Operator')
})

const paths = [...new Set(consoleRoutes.map((route) => route.path))]
const posts = consoleRoutes.filter((route) => route.method === 'POST')
const at = (path: string): string => path.replace('{id}', '1')

const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

function expectSafe({ headers }: Seen): void {
  expect(headers.get('content-security-policy')).toBe(POLICY)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('x-request-id')).toMatch(/^req_/)
  for (const name of [
    'ratelimit-limit',
    'ratelimit-remaining',
    'ratelimit-reset',
    'x-daily-limit',
    'x-daily-remaining',
  ])
    expect(headers.has(name), name).toBe(true)
}

/** Number of audit entries that the work adds; a refused form must add none. */
async function changesOf(work: () => Promise<unknown>): Promise<number> {
  const before = (await site.fixture.state.audit(null, 1000)).length
  await work()
  return (await site.fixture.state.audit(null, 1000)).length - before
}

describe.each(paths)('%s', (path) => {
  const methods = consoleRoutes.filter((route) => route.path === path).map((route) => route.method)

  test('answers with every header, as a stranger, a member and an operator', async () => {
    for (const visitor of [site.visitor(), member, operator]) {
      const seen = await visitor.get(at(path))
      expectSafe(seen)
      expect(seen.status).not.toBe(500)
      expect(seen.headers.get('cache-control')).toBe('no-store')
      expect(seen.headers.get('content-type')).toBe('text/html; charset=utf-8')
    }
  })

  test('HEAD is GET without a body; other methods are 405 with Allow', async () => {
    const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
    const [get, head] = [await member.get(at(path)), await member.get(at(path), { method: 'HEAD' })]
    expect([head.status, head.text]).toEqual([get.status, ''])
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', ...(methods.includes('POST') ? [] : ['POST'])]) {
      const seen = await member.get(at(path), { method })
      expect([seen.status, seen.headers.get('allow')], method).toEqual([405, allow])
      expectSafe(seen)
    }
  })
})

describe.each(posts.map((route) => [route.path] as const))('a form for %s', (path) => {
  const send = async (headers: Record<string, string>, token = true): Promise<Seen> => {
    const page = await operator.get('/console')
    return operator.post(at(path), token ? { token: tokenIn(page.text) } : {}, headers)
  }

  test.each([
    ['without its token', {}, false],
    ['from another site, as the browser says', { 'Sec-Fetch-Site': 'cross-site' }, true],
    ['from another host of the same site', { 'Sec-Fetch-Site': 'same-site' }, true],
    ['from another origin', { Origin: 'https://evil.example' }, true],
    ['from another port of this host', { Origin: 'http://127.0.0.1:1' }, true],
    ['from an origin that is none', { Origin: 'evil' }, true],
  ] as const)('%s is refused and changes nothing', async (_what, headers, token) => {
    const changes = await changesOf(async () => {
      const seen = await send(headers, token)
      expect(seen.status).toBe(403)
      expect(seen.text).toContain('Nothing was changed')
      expectSafe(seen)
    })
    expect(changes).toBe(0)
  })

  test('with the token of another session is refused', async () => {
    const others = [
      tokenIn((await member.get('/console')).text),
      tokenIn((await site.visitor().get('/console/sign-in')).text),
    ]
    for (const token of [...others, '', 'x'.repeat(64)])
      expect((await operator.post(at(path), { token })).status).toBe(403)
  })

  test('of another type, too large or broken is 415, 413, 400', async () => {
    const post = (type: string, body: string | ReadableStream): Promise<Seen> =>
      operator.get(at(path), { method: 'POST', headers: { 'Content-Type': type }, body, duplex: 'half' })
    const form = 'application/x-www-form-urlencoded'
    for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain', `${form}; charset=latin1`])
      expect((await post(type, 'a=b')).status, type).toBe(415)
    const large = await post(form, `a=${'b'.repeat(65_536)}`)
    expect(large.status).toBe(413)
    expectSafe(large)
    const chunked = new Blob([`a=${'b'.repeat(200_000)}`]).stream()
    expect((await post(form, chunked)).status).toBe(413)
    for (const body of ['a=%', 'a=%zz', 'a=%ff', 'token=a&token=b'])
      expect((await post(form, body)).status, body).toBe(400)
    // The exact limit: the form is read, and then refused for its missing token.
    expect((await post(`${form}; charset=UTF-8`, `a=${'b'.repeat(65_534)}`)).status).toBe(403)
  })
})

describe('permissions', () => {
  const guarded = consoleRoutes.filter((route) => route.who !== 'anybody')

  test.each(guarded.map((route) => [route.method, route.path] as const))(
    '%s %s redirects to sign-in without a session',
    async (method, path) => {
      const changes = await changesOf(async () => {
        const seen = await site.visitor().get(at(path), { method })
        expect(seen.status).toBe(303)
        const hasPage = consoleRoutes.some((route) => route.path === path && route.method === 'GET')
        const query = { ...(method === 'POST' && { done: 'ended' }), ...(hasPage && { to: at(path) }) }
        expect(seen.location).toBe(`/console/sign-in?${new URLSearchParams(query)}`)
      })
      expect(changes).toBe(0)
    },
  )

  describe('a pending operator', () => {
    let pending: Visitor
    beforeAll(async () => {
      await site.fixture.state.setAccountRole('Pending', 'operator', { by: 'the test', at: '2026-03-02T12:00:00.000Z' })
      pending = await site.signedIn('Pending')
      // Each test above took a minute of the clock, and a session lasts for hours only.
      member = await site.signedIn('Member')
      operator = await site.signedIn('Operator')
    })

    test.each(guarded.filter((route) => route.who === 'operator').map((route) => [route.method, route.path] as const))(
      '%s %s is 404 for them and for a member',
      async (method, path) => {
        for (const visitor of [member, pending]) {
          const seen = await visitor.get(path, { method })
          expect(seen.status).toBe(404)
          expect(seen.text).toContain('There is no such page')
        }
      },
    )
  })

  test.each(['/console/', '/console/nothing', '/console/keys', '/console/keys/1/x', '/console/../etc', '/console/%2e'])(
    '%s is 404',
    async (path) => {
      const seen = await member.get(path)
      expect(seen.status).toBe(path === '/console/keys' ? 405 : 404)
      expect(seen.headers.get('content-type')).toContain(path.includes('..') ? 'json' : 'text/html')
    },
  )
})

describe('cookies', () => {
  test('are limited to this host, path / and https, and hidden from scripts', async () => {
    const visitor = site.visitor()
    const cookies = [await visitor.get('/console/sign-in'), await visitor.signIn('Member')].flatMap(({ headers }) =>
      headers.getSetCookie(),
    )
    expect(cookies.map((cookie) => cookie.replace(/=[\w-]{43};/, '=…;'))).toEqual([
      '__Host-visitor=…; Path=/; Secure; HttpOnly; SameSite=Strict',
      `__Host-session=…; Max-Age=${SESSION_HOURS * 3600}; Path=/; Secure; HttpOnly; SameSite=Strict`,
    ])
  })

  test('a link from another site arrives without the session, and does not end it', async () => {
    const stranger = site.visitor()
    const seen = await stranger.get('/console/sign-in', { headers: { 'Sec-Fetch-Site': 'cross-site' } })
    expect(seen.text).toContain('You came from another site')
    expect([...stranger.cookies.keys()]).toEqual(['__Host-visitor'])
    expect((await member.get('/console/sign-in', { headers: { 'Sec-Fetch-Site': 'same-origin' } })).status).toBe(303)
  })
})

test('the keyless limit of a network also applies to the console, and is shown as a page', async () => {
  const visitor = site.visitor()
  const seen = await Promise.all(Array.from({ length: 130 }, () => visitor.get('/console/sign-in')))
  const refused = seen.filter(({ status }) => status === 429)
  expect(refused.length).toBe(10)
  expectSafe(refused[0] ?? expect.fail())
  expect(refused[0]?.headers.get('retry-after')).toBe('60')
  expect(refused[0]?.headers.get('content-type')).toContain('text/html')
})

test('the log has route templates: no name, password, token or search', async () => {
  const visitor = site.visitor()
  await visitor.signIn('Secret Name', 'secret password')
  const { headers } = await (await site.signedIn('Operator')).get('/console/accounts?q=secretly')
  await expect.poll(site.log).toContain(headers.get('x-request-id'))
  const log = site.log()
  expect(log).toContain('"route":"/console/keys/{id}/revoke"')
  for (const secret of ['Secret', 'secret', 'secretly', PASSWORD, 'token', 'done=']) expect(log).not.toContain(secret)
  for (const value of [...visitor.cookies.values(), ...member.cookies.values()]) expect(log).not.toContain(value)
})
