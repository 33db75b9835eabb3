// Requests of the pages for people, found by following links, and of their forms; and requests that only raw bytes can make.

import type { Ask, Sent } from './compare.ts'
import { HOST } from './compare.ts'
import { PASSWORD } from './servers.ts'

/** Pages of one kind that a walk opens, and of all kinds. */
const PAGES_OF_A_KIND = 24
const PAGES_OF_A_WALK = 700

interface Walk {
  as: string
  from: readonly string[]
  most?: number
}

/** Opens the links of pages from page to page. */
async function walk(ask: Ask, { as, from, most = PAGES_OF_A_WALK }: Walk): Promise<string[]> {
  const [waiting, seen, kinds] = [[...from], new Set<string>(from), new Map<string, number>()]
  const forms = new Set<string>()
  let opened = 0
  for (let path = waiting.shift(); path !== undefined && opened < most; path = waiting.shift()) {
    const kind = kindOf(path)
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    if ((kinds.get(kind) ?? 0) > PAGES_OF_A_KIND) continue
    opened += 1
    const encoding = ['identity', 'br', 'gzip'][opened % 3] ?? ''
    const { text, headers } = await ask({ path, as, headers: { 'Accept-Encoding': encoding } })
    const targets = [...text.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, target = '']) => target)
    for (const target of [headers.get('location') ?? '', ...targets]) {
      const found = target.replaceAll('&amp;', '&').replace(/#.*$/, '').replace(`http://${HOST}`, '')
      if (!/^\/(?!\/)/.test(found) || found.startsWith('/v1/') || seen.has(found)) continue
      seen.add(found)
      waiting.push(found)
    }
    for (const [, action = ''] of text.matchAll(/<form[^>]* method="post"[^>]* action="([^"]*)"/g)) forms.add(action)
  }
  return [...forms]
}

/** Pages with the same words in their path, but for their last, and the same parameters. */
function kindOf(path: string): string {
  const [way = '', query = ''] = path.split('?')
  return `${way.split('/').slice(0, 3).join('/')} ${way.split('/').length} ${[...new URLSearchParams(query).keys()].sort().join()}`
}

/** A form whose token is missing or wrong, or that another site sends. Nothing is changed. */
async function askForged(ask: Ask, as: string, actions: readonly string[]): Promise<void> {
  for (const path of actions) {
    const post = (fields: Readonly<Record<string, string>>, headers = {}) =>
      ask({ method: 'POST', path, as, fields, headers })
    await post({})
    await post({ token: 'x'.repeat(171) })
    await post({ token: '{{token}}' }, { Origin: 'https://evil.example' })
    await post({ token: '{{token}}' }, { 'Sec-Fetch-Site': 'cross-site' })
    await ask({ method: 'POST', path, as, body: '{}', headers: { 'Content-Type': 'application/json' } })
    await ask({ method: 'DELETE', path, as })
  }
}

const PLACES = [
  'Sample Harbor, ME',
  '44.45, -69.78',
  '00101',
  '1 Main St, Sample Mesa, NM',
  'Clark County, NV',
  'VT',
  'CA',
  'Nowhere',
  'Sample',
  '',
]

/** Without an account: every room, each in both languages. */
export async function askOpenPages(ask: Ask): Promise<void> {
  const as = 'nobody'
  const forms = await walk(ask, {
    as,
    from: ['/', '/explore', '/docs', '/corrections', '/console/sign-in', '/explore?lang=es'],
  })
  await askForged(ask, as, forms)
  for (const lang of ['en', 'es'])
    for (const place of PLACES) {
      for (const path of ['/explore/ballot', '/explore/officeholders', '/explore/suggest']) {
        await ask({ path: `/explore?lang=${lang}`, as })
        await ask({ method: 'POST', path, as, fields: { token: '{{token}}', lang, snapshot: '', place } })
        const again = {
          token: '{{token}}',
          lang,
          sealed: '{{sealed}}',
          endorsers: 'otto-example,the-sample-harbor-times',
        }
        await ask({ method: 'POST', path, as, fields: { ...again, categories: 'newspaper' } })
      }
      await ask({ path: `/explore/ballot?lang=${lang}&place=${encodeURIComponent(place)}`, as })
      await ask({ path: `/explore/officeholders?lang=${lang}&place=${encodeURIComponent(place)}`, as })
    }
  for (const room of ['/explore', '/docs', '/desk', '/console', '/corrections', '/assets'])
    for (const rest of [
      '',
      '/',
      '/none',
      '/contests/0',
      '?lang=xx',
      '/%00',
      '/../docs',
      '?snapshot=2026-11-20',
      '?snapshot=ffffffff',
    ])
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) await ask({ method, path: room + rest, as })
  for (const query of ['ballot', 'snapshot cursor', 'balot', 'zzzz', '<b>', '', 'é', 'x'.repeat(300)])
    await ask({ path: `/docs/search?q=${encodeURIComponent(query)}`, as })
  for (const record of ['', 'x', 'contest:1', 'endorsement:1'])
    await ask({ path: `/corrections/new?record=${encodeURIComponent(record)}`, as })
  for (const fields of [
    { name: 'New reader', contact: 'new@example.org', password: 'long and unusual words' },
    { name: '', contact: '', password: 'short' },
  ])
    for (const path of ['/console/sign-up', '/console/sign-up?lang=es']) {
      await ask({ path, as })
      await ask({ method: 'POST', path, as, fields: { token: '{{token}}', ...fields } })
    }
  for (const code of ['', 'AAAAA-AAAAA-AAAAA-AAAAA']) {
    await ask({ path: '/console/invitation', as })
    await ask({
      method: 'POST',
      path: '/console/invitation',
      as,
      fields: { token: '{{token}}', code, password: 'long and unusual words' },
    })
  }
}

async function signIn(ask: Ask, as: string, password = PASSWORD): Promise<void> {
  await ask({ path: '/console/sign-in', as })
  await ask({ method: 'POST', path: '/console/sign-in', as, fields: { token: '{{token}}', name: as, password } })
}

/** Signed in as a reader, an editor and an operator. */
export async function askMemberPages(ask: Ask, contests: readonly string[]): Promise<void> {
  const submit = async (
    as: string,
    page: string,
    path: string,
    fields: Readonly<Record<string, string>>,
    more: Sent = {},
  ) => {
    await ask({ path: page, as })
    await ask({ method: 'POST', path, as, fields: { token: '{{token}}', ...fields }, ...more })
  }
  for (const as of ['reader', 'editor', 'chief']) {
    await signIn(ask, as, 'the wrong password')
    await signIn(ask, as)
    await askForged(
      ask,
      as,
      await walk(ask, { as, from: ['/console', '/desk', '/corrections', '/console?lang=es', '/explore'], most: 90 }),
    )
  }

  const keep = { made: /(hst_live_\w{36})/, number: /\/console\/keys\/(\d+)/ }
  for (const fields of [
    { label: 'new' },
    { label: 'x'.repeat(300) },
    { label: '', addresses: '010.0.0.1' },
    { label: '', expires: '2020-01-01' },
  ])
    await submit(
      'reader',
      '/console',
      '/console/keys',
      { scopes: 'data:read', addresses: '', expires: '', ...fields },
      { keep },
    )
  await ask({ path: '/v1/states', headers: { Authorization: 'Bearer {{made}}' } })
  await ask({ path: '/console', as: 'reader', keep })
  await submit('reader', '/console/keys/{{number}}', '/console/keys/{{number}}', {
    label: 'changed',
    scopes: 'stream:read',
    addresses: '',
    expires: '',
  })
  await submit('reader', '/console/keys/{{number}}', '/console/keys/{{number}}/revoke', {})
  for (const next of ['short', 'long and unusual words'])
    await submit('reader', '/console/password', '/console/password', {
      old: PASSWORD,
      password: next,
      current: PASSWORD,
      new: next,
    })
  await submit('reader', '/console/second-factor', '/console/second-factor/begin', {})
  await submit('reader', '/console/second-factor', '/console/second-factor', { code: '000000' })

  const desk = '/desk/otto-example'
  for (const [at, contest] of contests.entries()) {
    const path = `${desk}/contests/${contest}`
    const open = async () =>
      /type="(?:radio|checkbox)"[^>]* name="pick"[^>]* value="(\d+)"/.exec(
        (await ask({ path, as: 'editor' })).text,
      )?.[1]
    const hidden = { token: '{{token}}', base: '{{base}}', draft: '{{draft}}' }
    const pick = (await open()) ?? ''
    const texts = {
      statement: `Statement ${at}`,
      source_url: at % 2 ? 'no link' : 'https://example.org/sample/new',
      published_on: '2026-11-20',
      stance: '',
    }
    for (const act of ['autosave', 'save', 'preview']) {
      await open()
      await ask({ method: 'POST', path, as: 'editor', fields: { ...hidden, ...texts, pick, act } })
    }
    for (const [act, publish_at] of [
      ['schedule', '2026-01-01T00:00'],
      ['schedule', '2030-01-01T00:00'],
      ['now', ''],
    ] as const) {
      await ask({ path: `${path}/preview`, as: 'editor' })
      const fields = { token: '{{token}}', draft: '{{draft}}', version: '{{version}}', act, publish_at }
      await ask({ method: 'POST', path: `${path}/publish`, as: 'editor', fields })
    }
    await ask({ path: `${path}/history`, as: 'editor' })
    for (const act of ['unschedule', 'withdraw', 'discard'])
      await submit('editor', path, `${path}/${act}`, { version: '{{version}}' })
  }
  for (const place of PLACES)
    for (const title of ['', 'mayor', 'zzz'])
      await submit('editor', `${desk}/contests`, `${desk}/contests`, { election: 'nm-2026-12-08-runoff', title, place })
  for (const text of ['', 'not a file', '{"endorsements":[]}', 'endorser_slug,election\nx,y\n', '{"version":1}'])
    await submit('editor', `${desk}/import`, `${desk}/import`, { text })
  await ask({ path: `${desk}/file/endorsements.json`, as: 'editor' })

  for (const contest of contests.slice(0, 4)) {
    const record = `contest:${contest}`
    for (const text of ['', `A wrong name ${contest}`])
      await submit('nobody', `/corrections/new?record=${record}`, '/corrections/new', { record, text })
  }
  const correction = { id: '{{id}}', correction: '1' }
  for (const act of ['release', 'reject', 'fixed', 'x'])
    await submit('chief', '/console/corrections', '/console/corrections', {
      ...correction,
      act,
      decision: act,
      note: 'Seen.',
    })
  await ask({ path: '/corrections', as: 'nobody' })
  await submit('chief', '/console/plans', '/console/plans', {
    name: 'free',
    requests_per_minute: '61',
    requests_per_day: '5000',
    streams: '2',
  })
  await submit('chief', '/console/plans', '/console/plans', {
    name: 'Bad name',
    requests_per_minute: '0',
    requests_per_day: '',
    streams: '-1',
  })
  for (const act of ['approve', 'suspend', 'resume', 'x'])
    await submit('chief', '/console/accounts', '/console/accounts/status', {
      id: '6',
      account: 'pending',
      name: 'pending',
      act,
      status: act,
    })
  await submit('chief', '/console/accounts', '/console/accounts/plan', {
    account: 'pending',
    name: 'pending',
    plan: 'standard',
  })
  for (const path of ['/console/accounts', '/console/audit', '/console/plans', '/console/corrections'])
    for (const lang of ['en', 'es']) await ask({ path: `${path}?lang=${lang}`, as: 'chief' })
  for (const as of ['reader', 'editor', 'chief']) {
    await submit(as, '/console', '/console/sign-out', {})
    await ask({ path: '/console', as })
  }
}

/** Bytes that no careful client sends. */
export async function askRaw(ask: Ask, key: string): Promise<void> {
  const host = `Host: ${HOST}\r\n`
  const auth = `Authorization: Bearer ${key}\r\n`
  const end = `${host}${auth}Connection: close\r\n\r\n`
  const targets = [
    '/v1/states',
    `http://${HOST}/v1/states`,
    'http://evil.example/v1/states',
    'https://127.0.0.1:8080/docs',
    '*',
    'v1/states',
    '//x',
    '/%zz',
    '/\\x',
    '?',
  ]
  const lines = targets.flatMap((target) =>
    ['GET', 'HEAD', 'POST', 'CONNECT', 'get', 'TRACE'].map((method) => `${method} ${target} HTTP/1.1\r\n${end}`),
  )
  const state = 'GET /v1/states HTTP/1.1\r\n'
  const headers = [
    ...[
      '',
      'Host: a\r\n',
      'Host:\r\n',
      `${host}${host}`,
      'Host: <b>\r\n',
      `${host}No colon\r\n`,
      `${host}X Y: 1\r\n`,
      `${host} folded: 1\r\n`,
    ],
    ...[
      `${host}X: ${'x'.repeat(40_000)}\r\n`,
      `${host}${'X: 1\r\n'.repeat(3000)}`,
      `${host}X: a\0b\r\n`,
      `${host}Expect: 200-ok\r\n`,
    ],
  ].map((head) => `${state}${head}${auth}Connection: close\r\n\r\n`)
  const urls = [8000, 16_000, 17_000, 40_000].map(
    (length) => `GET /v1/states?q=${'a'.repeat(length)} HTTP/1.1\r\n${end}`,
  )
  const versions = ['HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', 'http/1.1', ''].map(
    (version) => `GET /v1/states ${version}\r\n${end}`,
  )
  const post = `POST /v1/subscriptions HTTP/1.1\r\n${host}${auth}Content-Type: application/json\r\n`
  const bodies = [
    ...[
      'Content-Length: 2\r\nExpect: 100-continue\r\n\r\n{}',
      'Content-Length: 90000\r\nExpect: 100-continue\r\n\r\n',
      'Content-Length: -1\r\n\r\n',
    ],
    ...[
      'Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}',
      'Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
      'Transfer-Encoding: chunked\r\n\r\nzz\r\n',
    ],
    ...[
      'Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}',
      'Transfer-Encoding: xchunked\r\n\r\n{}',
      `Content-Length: 70000\r\n\r\n${'x'.repeat(70_000)}`,
    ],
  ].map((rest) => `${post}Connection: close\r\n${rest}`)
  const others = [
    '\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\x16\x03\x01\x02',
    `${state}${host}${auth}\r\n${state}${end}`,
  ]
  for (const raw of [...lines, ...headers, ...urls, ...versions, ...bodies, ...others]) await ask({ raw })
}
