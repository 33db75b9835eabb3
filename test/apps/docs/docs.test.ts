import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { GUIDES, listCoverage } from '../../../apps/docs/guides.ts'
import { SAMPLE_LANGUAGES, SAMPLE_TASKS } from '../../../apps/docs/site.ts'
import { html } from '../../../apps/web/html.ts'
import { projectFile } from '../../../data/store/paths.ts'
import { liveRoutes, routes } from '../../../server/routes.ts'
import { openApi } from '../../server/api.ts'
import { findLogLine } from '../../server/process.ts'

const PATHS = [
  '/docs',
  ...GUIDES.map(({ path }) => path),
  ...listCoverage().map(({ path }) => path),
  '/docs/search?q=cursor',
]

// The key has a large plan: the tests read more pages than a visitor may in a minute.
const { fixture, url, key } = await openApi()
const headers = { Authorization: `Bearer ${key}` }
const pages = new Map<string, string>()

beforeAll(async () => {
  for (const path of PATHS) {
    const reply = await fetch(url + path, { headers })
    expect([reply.status, reply.headers.get('content-type')], path).toEqual([200, 'text/html; charset=utf-8'])
    pages.set(path, await reply.text())
  }
})

const get = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url + path, { ...init, headers: { ...headers, ...init.headers } })
const pageOf = (path: string): string => pages.get(path) ?? ''
const textOf = (page: string): string => page.replace(/<[^>]+>/g, ' ')
/** Two programs write the references of quotes in two ways. */
const plainOf = (page: string): string => page.replace(/&#39;|&#x27;/g, "'").replaceAll('&quot;', '"')

test('every guide has its own title, and every file of docs/ is a guide', () => {
  for (const { path, title } of GUIDES) {
    const [, heading = ''] = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(pageOf(path)) ?? []
    expect(textOf(heading).trim(), path).toBe(html`${title}`.toString())
    expect(pageOf(path).match(/<h1/g), path).toHaveLength(1)
    expect(pageOf(path)).toContain(`<a href="${path}" aria-current="page">`)
  }
  const files = GUIDES.map(({ file }) => file)
  for (const name of readdirSync(projectFile('docs')).filter((one) => one.endsWith('.md') && one !== 'README.md'))
    expect(files, name).toContain(`docs/${name}`)
})

test('every link and every anchor leads somewhere on this server', async () => {
  const seen = new Map<string, { status: number; text: string }>()
  const follow = async (path: string) => {
    const known = pages.has(path) ? { status: 200, text: pageOf(path) } : seen.get(path)
    if (known) return known
    const reply = await get(path)
    const found = {
      status: reply.status,
      text: reply.headers.get('content-type')?.includes('html') ? await reply.text() : '',
    }
    seen.set(path, found)
    return found
  }
  let links = 0
  for (const [from, page] of pages)
    for (const [, link = ''] of page.matchAll(/(?:href|src|action|data-document)="([^"]*)"/g)) {
      if (/^https?:\/\//.test(link)) continue
      links += 1
      const [path = '', anchor] = link.startsWith('#') ? [from, link.slice(1)] : link.split('#')
      const { status, text } = await follow(path)
      expect(status, `${from} → ${link}`).toBe(200)
      if (anchor !== undefined && !anchor.startsWith('/'))
        expect(text.includes(`id="${anchor}"`), `${from} → ${link}`).toBe(true)
    }
  expect(links).toBeGreaterThan(5000)
})

test('the search leads to operations of the OpenAPI document', async () => {
  const operation = z.object({ operationId: z.string() })
  const { paths } = z
    .object({ paths: z.record(z.string(), z.record(z.string(), operation)) })
    .parse(await (await get('/openapi.json')).json())
  const ids = new Set(
    Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId)),
  )
  const page = await (await get('/docs/search?q=v1')).text()
  const named = [...page.matchAll(/href="\/docs\/reference#\/default\/([^"]+)"/g)].map(([, id = '']) => id)
  expect(named.length).toBeGreaterThan(10)
  for (const id of named) expect(ids, id).toContain(id)
})

test('no page has an inline script or style, or loads anything from elsewhere', () => {
  for (const [path, page] of pages)
    expect(page, path).not.toMatch(
      /<script(?![^>]*\ssrc=)|<style|<\w[^>]*\s(?:style|on\w+)=|<(?:img|script|link|form)[^>]*(?:src|href|action)="(?:https?:)?\/\//,
    )
})

test('every picture has a text', () => {
  const pictures = [...pages.values()].flatMap((page) => [...page.matchAll(/<img [^>]*>/g)].map(([tag]) => tag))
  expect(pictures.length).toBeGreaterThan(5)
  for (const tag of pictures) expect(tag).toMatch(/alt="[^"]{40,}"/)
})

test('pictures are small, and each is shown', () => {
  const all = [...pages.values()].join('\n')
  for (const name of readdirSync(projectFile('docs', 'pictures'))) {
    expect(all, name).toContain(`/assets/docs/pictures/${name}?v=`)
    const most = name.endsWith('.gif') ? 700_000 : 200_000
    expect(readFileSync(projectFile('docs', 'pictures', name)).length, name).toBeLessThan(most)
  }
})

test('the samples of the page are the files that tests run', () => {
  for (const { name, title } of SAMPLE_TASKS)
    for (const { ending } of SAMPLE_LANGUAGES) {
      expect(existsSync(projectFile('docs', 'samples', `${name}.${ending}`))).toBe(true)
      expect(pageOf('/docs/samples')).toContain(html`${title}`.toString())
      const shown = pageOf('/docs/samples').replace(/<\/?span[^>]*>/g, '')
      const code = readFileSync(projectFile('docs', 'samples', `${name}.${ending}`), 'utf8')
      expect(plainOf(shown)).toContain(plainOf(html`${code}`.toString()))
    }
})

test('the code of guides and samples is colored by classes, and says the same without them', () => {
  const code = pageOf('/docs/api') + pageOf('/docs/samples') + pageOf('/docs/files/deploy/hustings.service')
  expect(code).toMatch(/<span class="hljs-string">/)
  for (const [, text = ''] of pageOf('/docs/samples').matchAll(
    /<code data-language="(?:sh|mjs|py)">([\s\S]*?)<\/code>/g,
  ))
    expect(text).toContain('<span class="hljs-')
})

test('the first menu shows the guides; pages to look something up in come on demand', () => {
  const [, nav = ''] = /<nav class="docs-side"[^>]*>([\s\S]*?)<\/nav>/.exec(pageOf('/docs')) ?? []
  const [first = '', later = ''] = nav.split('<details>')
  expect(first.match(/<a /g)?.length).toBeLessThanOrEqual(20)
  expect(later).toContain('/docs/constants')
  expect(pageOf('/docs/glossary')).toMatch(/<details open><summary>Look up<\/summary>/)
})

test('the reference lists every endpoint without scripts', () => {
  for (const { path } of routes) expect(pageOf('/docs/reference')).toContain(`GET ${path}</code>`)
  for (const { method, path } of liveRoutes) expect(pageOf('/docs/reference')).toContain(`${method} ${path}</code>`)
})

describe('answers', () => {
  test('are the same bytes for all, with an ETag, and compressed', async () => {
    const reply = await get('/docs/api')
    const etag = reply.headers.get('etag') ?? ''
    expect(reply.headers.get('content-encoding')).toMatch(/^(br|gzip)$/)
    expect((await get('/docs/api', { headers: { 'If-None-Match': etag } })).status).toBe(304)
    const head = await get('/docs/api', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test('have the strict policy; only the reference may show the icons of its style sheet', async () => {
    for (const path of ['/docs', '/docs/api', '/docs/reference', '/docs/none', '/docs/search?q=x']) {
      const policy = (await get(path)).headers.get('content-security-policy') ?? ''
      expect(policy, path).toContain("default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'")
      expect(policy.includes('data:'), path).toBe(path === '/docs/reference')
    }
  })

  test('count against the limits of the caller', async () => {
    const left = async (): Promise<number> => Number((await fetch(`${url}/docs`)).headers.get('ratelimit-remaining'))
    const [first, second] = [await left(), await left()]
    // The minute may have turned.
    if (second < first) expect(second).toBe(first - 1)
  })

  test('to an unknown path or another method are pages', async () => {
    for (const path of ['/docs/none', '/docs/', '/docs/api/more', '/docs/files/package.json', '/docs/coverage/zz']) {
      const reply = await get(path)
      expect([reply.status, reply.headers.get('content-type')], path).toEqual([404, 'text/html; charset=utf-8'])
      expect(await reply.text()).toContain('There is no such document.')
    }
    const posted = await get('/docs/api', { method: 'POST' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})

describe('the search', () => {
  const search = async (q: string): Promise<string> => (await get(`/docs/search?q=${encodeURIComponent(q)}`)).text()

  test('finds sections, endpoints and samples', async () => {
    expect(await search('resume')).toContain('<a href="/docs/api#resume">Resume</a>')
    expect(await search('/v1/ballot')).toContain('<a href="/docs/reference#/default/')
    expect(await search('page by page')).toContain('href="/docs/samples#a-whole-list-page-by-page"')
    expect(await search('north carolina')).toContain('href="/docs/coverage/nc#north-carolina"')
    expect(await search('resume')).toMatch(/<mark>[Rr]esum/)
  })

  test('asks for a word, and says so if nothing matches', async () => {
    expect(await search('')).toContain('Type a task')
    const nothing = await search('zzzzzz')
    expect(nothing).toContain('Nothing contains <b class="long">zzzzzz</b>')
    expect(nothing).toContain('Try fewer or shorter words.')
    expect(await search('reconect')).toContain('Did you mean <a href="/docs/search?q=reconnect">reconnect</a>?')
    const most = await search('restart after disconnect zzzzzz')
    expect(most).toMatch(/No section has every word of .*\d+ sections with some of them, best first\./)
    expect(most).toContain('<ol class="docs-hits">')
  })

  test.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' autofocus onfocus='alert(1)",
    '\u202e{{7*7}}',
  ])('keeps %s as text', async (text) => {
    const page = await search(text)
    expect(page).toContain(`value="${html`${text}`.toString()}"`)
    expect(page).not.toMatch(/<script>|<img src=x|autofocus onfocus='/)
  })

  test('cuts an endless query', async () => {
    expect((await search('x'.repeat(5000))).length).toBeLessThan(20_000)
  })
})

test('a document repeats nothing of its query, and the log has neither', async () => {
  const page = await get('/docs?location=5+Secret+Street')
  expect(page.status).toBe(200)
  expect(await page.text()).not.toContain('Secret')
  const line = await findLogLine(fixture, '/docs/search?q=Secret')
  expect(line).toMatchObject({ route: '/docs/search', status: 200 })
  expect(JSON.stringify(line)).not.toContain('Secret')
})
