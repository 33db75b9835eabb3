// The feeds and the calendar of a subscription, over HTTP, read by libraries that feed readers and calendars use.

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAtomFeed, parseJsonFeed } from 'feedsmith'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { FEED_ENTRIES_MAX } from '../../../apps/syndication/events-feed.ts'
import { tokenFeeds } from '../../../apps/syndication/syndication.ts'
import { html } from '../../../apps/web/html.ts'
import type { Event, EventFacets } from '../../../data/schema/event.ts'
import { newFeedToken } from '../../../data/schema/subscription.ts'
import type { ChangeKind } from '../../../data/schema/vocabulary.ts'
import { facetsOf, publishEvents } from '../../server/feed/drawn.ts'
import { openFixture } from '../../server/fixture.ts'

/** Text that is markup in HTML, in XML and at the end of a CDATA section, with a control character. */
const HOSTILE = `<script>alert("1")</script> & <b>O'Neil</b> ]]> &lt;i&gt; \u0007\u2028é`
const SHOWN = HOSTILE.replace('\u0007', ' ')

const fixture = await openFixture()
afterAll(() => fixture.close())
/** The present one and the next one. */
let bundles = [
  await fixture.publish({ fillers: 0, at: new Date().toISOString() }),
  fixture.write({ fillers: 1 }),
] as const
for (const bundle of bundles) {
  const file = join(fixture.paths.bundles, `${bundle}.json`)
  const named = { publisher: 'A Board', licence: 'CC0-1.0', vintage: 'v', rows: 1, files: [] }
  const sources = ['2024-03-02', '2024-09-30', '2024-05-01'].map((published_on, at) => ({
    ...{ id: `nc-list-${at}`, published_on, gives: [{ kind: 'ballots', states: ['NC'] }], ...named },
  }))
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  rmSync(file)
  writeFileSync(file, JSON.stringify({ ...manifest, sources }))
}
const { key, account } = await fixture.makeKey()
const logFile = join(fixture.paths.root, 'requests.log')
const { url } = await fixture.start({ logFile })
const tokens: string[] = []

function call(path: string, init: RequestInit & { key?: string } = {}): Promise<Response> {
  const headers = { Authorization: `Bearer ${init.key ?? key}`, 'Content-Type': 'application/json' }
  return fetch(`${url}${path}`, { ...init, headers })
}

async function subscribe(
  name: string,
  filter: object,
  by = key,
): Promise<z.output<typeof newFeedToken> & { id: number }> {
  const made = await call('/v1/subscriptions', { method: 'POST', body: JSON.stringify({ name, filter }), key: by })
  const { id } = z.object({ data: z.object({ id: z.int() }) }).parse(await made.json()).data
  return { id, ...(await makeToken(id, by)) }
}

async function makeToken(id: number, by = key) {
  const made = await call(`/v1/subscriptions/${id}/feed-token`, { method: 'POST', key: by })
  expect(made.status).toBe(201)
  const { data } = z.object({ data: newFeedToken }).parse(await made.json())
  tokens.push(data.token)
  return data
}

/** Publishes one change of each kind, in this order. */
async function publish(kinds: readonly ChangeKind[], edit?: (event: Event) => Event, more: Partial<EventFacets> = {}) {
  const { seq = 0 } = (await fixture.state.head()) ?? {}
  bundles = [bundles[1], bundles[0]]
  const kindAt = (at: number) => kinds[at - seq - 1] ?? 'created'
  const head = await publishEvents(fixture.state, kinds.length, {
    ...{
      at: new Date().toISOString(),
      bundle: bundles[0],
      facets: (at) => ({ ...facetsOf(at), ...more, kind: kindAt(at) }),
    },
    ...(edit && { edit }),
  })
  // The server has released them.
  await expect
    .poll(async () => {
      const page = await call(`/v1/events?from=earliest&limit=1000`)
      return z.object({ data: z.array(z.unknown()) }).parse(await page.json()).data.length
    })
    .toBe(head.seq)
}

describe('the changes of a subscription', () => {
  it('are an Atom feed and a JSON Feed with the same entries, newest first, which need no key', async () => {
    const { atom_url, json_url } = await subscribe('Carolina', {})
    await publish(['created'])
    await publish(['updated', 'deleted'])
    const atom = await fetch(atom_url)
    expect([atom.status, atom.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8'])
    const { entries = [], title, id, updated, links } = parseAtomFeed(await atom.text())
    expect({ title: title?.value, id }).toEqual({
      title: 'Endorsements: Carolina',
      id: expect.stringMatching(/^urn:hustings:subscription:\d+$/),
    })
    expect(links).toContainEqual({ href: atom_url, rel: 'self' })
    const json = await fetch(json_url)
    expect(json.headers.get('content-type')).toBe('application/feed+json; charset=utf-8')
    const { items = [] } = parseJsonFeed(await json.json())
    const page = await call('/v1/events?from=earliest')
    const events = z
      .object({ data: z.array(z.looseObject({ id: z.string(), occurred_at: z.string() })) })
      .parse(await page.json())
      .data.reverse()
    expect(entries.map((entry) => entry.id)).toEqual(events.map((event) => `urn:hustings:${event.id}`))
    expect(items.map((item) => item.id)).toEqual(events.map((event) => event.id))
    expect(entries.map((entry) => entry.updated)).toEqual(events.map(({ occurred_at }) => occurred_at))
    expect(updated).toBe(events[0]?.occurred_at)
    expect(updated).not.toBe(events.at(-1)?.occurred_at)
    const WORDS = ['withdrew its endorsement of', 'changed its endorsement of', 'endorses']
    const titles = WORDS.map((words) => `The Herald (Newspapers) ${words} A. Candidate: Mayor, General, 2024-11-05`)
    expect(items.map((item) => item.title)).toEqual(titles)
    expect(entries.map((entry) => entry.title?.value)).toEqual(titles)
    expect(entries.map((entry) => entry.categories?.[0]?.term)).toEqual(
      ['deleted', 'updated', 'created'].map((kind) => `endorsement.${kind}`),
    )
    expect(items[0]?.content_html).toContain('<strong>Withdrawn.</strong>')
    expect(items[1]?.content_html).toContain('statement was: none')
    for (const { url: link } of items) expect(link).toBe(`${url}/explore/contests/2`)
  })

  it('show the words of other people as text, whatever they hold', async () => {
    const { atom_url, json_url } = await subscribe('Hostile', { contest_kinds: ['retention'] })
    await publish(
      ['created'],
      (event) => ({
        ...event,
        endorsement: { ...event.endorsement, statement: HOSTILE, source_url: 'javascript:alert(1)' },
        endorser: { ...event.endorser, name: HOSTILE },
        choice: { ...event.choice, label: HOSTILE, withdrawn: true },
      }),
      { contest_kind: 'retention' },
    )
    const text = await (await fetch(atom_url)).text()
    const { entries: [entry] = [] } = parseAtomFeed(text)
    const { items: [item] = [] } = parseJsonFeed(await (await fetch(json_url)).json())
    const sentence = `${SHOWN} (Newspapers) endorses ${SHOWN} (has withdrawn as a candidate): Mayor, General, 2024-11-05`
    expect(item?.title).toBe(sentence)
    expect(entry?.title).toMatchObject({ type: 'html', value: String(html`${sentence}`) })
    for (const content of [entry?.content?.value, item?.content_html])
      expect(content?.replace(/<\/?(p|small|strong)>/g, '')).not.toMatch(/<[a-z]/i)
    expect(item?.content_html).not.toContain('href')
    expect(text).not.toContain('\u0007')
  })

  it('are those of its filter, at most the newest ones, and follow a new filter', async () => {
    const { id, json_url } = await subscribe('Schools', { levels: ['school'], types: ['created', 'deleted'] })
    const read = async () => parseJsonFeed(await (await fetch(json_url)).json()).items ?? []
    const before = (await read()).length
    await publish(['created', 'updated', 'deleted'], undefined, { level: 'school' })
    expect((await read()).length).toBe(before + 2)
    await publish(
      Array.from({ length: FEED_ENTRIES_MAX + 20 }, () => 'created'),
      undefined,
      { level: 'school' },
    )
    const newest = await read()
    expect(newest).toHaveLength(FEED_ENTRIES_MAX)
    expect(newest[0]?.date_published).toBeDefined()
    const to = { name: 'Schools', filter: { endorsers: ['nobody'] } }
    await call(`/v1/subscriptions/${id}`, { method: 'PUT', body: JSON.stringify(to) })
    expect(await read()).toEqual([])
  })

  it('have a calendar of its elections, of the day of the newest source', async () => {
    const { calendar_url } = await subscribe('Elections', { states: ['NC'] })
    const text = await (await fetch(calendar_url)).text()
    expect(new Set(text.match(/^DTSTAMP:.*$/gm))).toEqual(new Set(['DTSTAMP:20240930T000000Z']))
    expect(text.replaceAll('\r\n ', '')).toContain('A Board')
  })

  it('are validated by their ETag, and compressed', async () => {
    const { atom_url } = await subscribe('Validated', {})
    const first = await fetch(atom_url, { headers: { 'Accept-Encoding': 'gzip' } })
    const etag = first.headers.get('etag') ?? ''
    expect([etag.slice(0, 3), first.headers.get('content-encoding')]).toEqual(['W/"', 'gzip'])
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    const again = await fetch(atom_url, { headers: { 'If-None-Match': etag } })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    await publish(['created'])
    const changed = await fetch(atom_url, { headers: { 'If-None-Match': etag } })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(etag)
  })
})

describe('a token', () => {
  it('opens nothing once it is revoked or replaced, or its subscription is deleted', async () => {
    const first = await subscribe('Short', {})
    const second = await makeToken(first.id)
    const status = async ({ atom_url }: { atom_url: string }) => (await fetch(atom_url)).status
    expect([await status(first), await status(second)]).toEqual([404, 200])
    expect((await call(`/v1/subscriptions/${first.id}/feed-token`)).status).toBe(200)
    expect((await call(`/v1/subscriptions/${first.id}/feed-token`, { method: 'DELETE' })).status).toBe(204)
    expect((await call(`/v1/subscriptions/${first.id}/feed-token`)).status).toBe(404)
    expect(await status(second)).toBe(404)
    const third = await makeToken(first.id)
    await call(`/v1/subscriptions/${first.id}`, { method: 'DELETE' })
    expect(await status(third)).toBe(404)
  })

  it('counts each request for its account, also an unchanged feed', async () => {
    const own = await fixture.makeKey({ plan: 'free' })
    await expect.poll(async () => (await call('/v1/states', { key: own.key })).status).toBe(200)
    const { atom_url } = await subscribe('Counted', {}, own.key)
    const left = async (headers = {}) => Number((await fetch(atom_url, { headers })).headers.get('x-daily-remaining'))
    const { headers } = await fetch(atom_url)
    const before = Number(headers.get('x-daily-remaining'))
    expect(await left({ 'If-None-Match': headers.get('etag') ?? '' })).toBe(before - 1)
    expect(await left()).toBe(before - 2)
    for (;;) {
      const { status, headers: last } = await fetch(atom_url)
      if (status === 200) continue
      expect([status, Number(last.get('retry-after')) > 0]).toEqual([429, true])
      break
    }
  })

  it('is given only for a key with every scope, which is not counted if it lacks one', async () => {
    const { id } = await subscribe('Scoped', {})
    const narrow = (await fixture.makeKey({ account, scopes: ['subscriptions:write', 'stream:read'] })).key
    await expect.poll(async () => (await call('/v1/subscriptions', { key: narrow })).status).toBe(200)
    const refused = await call(`/v1/subscriptions/${id}/feed-token`, { method: 'POST', key: narrow })
    expect(refused.status).toBe(403)
    expect(await refused.text()).toContain('lacks the scope data:read')
  })

  it.each(tokenFeeds.map(({ path }) => [path]))(
    '%s: no parameters, no other method, HEAD without a body',
    async (path) => {
      const { token } = await subscribe(`Strict ${path.split('/').at(-1)}`, {})
      const at = `${url}${path.replace('{token}', token)}`
      expect((await fetch(`${at}?states=NC`)).status).toBe(400)
      expect((await fetch(at, { method: 'POST' })).headers.get('allow')).toBe('GET, HEAD')
      const head = await fetch(at, { method: 'HEAD' })
      expect([head.status, await head.text()]).toEqual([200, ''])
      const unknown = await fetch(`${url}${path.replace('{token}', 'hst_feed_nonsense')}`)
      expect(unknown.status).toBe(404)
      expect(await unknown.text()).not.toContain('hst_feed')
      // A key is no token.
      expect((await fetch(`${url}${path.replace('{token}', key)}`)).status).toBe(404)
    },
  )

  it('is guessed at most as often as a key', async () => {
    let status = 404
    for (let tried = 0; status === 404 && tried < 30; tried++)
      status = (await fetch(`${url}/v1/feeds/hst_feed_${tried}/events.atom`)).status
    expect(status).toBe(429)
  })

  it('stands in no log line and in no file of the server', async () => {
    expect(tokens.length).toBeGreaterThan(5)
    await expect.poll(() => readFileSync(logFile, 'utf8')).toContain('"route":"/v1/feeds/{token}/events.atom"')
    const log = readFileSync(logFile, 'utf8')
    for (const token of tokens) expect(log).not.toContain(token.slice(9))
    const state = Buffer.concat(['', '-wal'].map((end) => readFileSync(`${fixture.paths.state}${end}`)))
    for (const token of tokens) expect(state.includes(token.slice(9))).toBe(false)
  })
})
