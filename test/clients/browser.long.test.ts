// A browser's EventSource. Keys never go to a browser: a site that shows the feed in one has its own server before it that adds the
// key, as the proxy here does.

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inChromium, openTab } from '../apps/console/browser.ts'
import { type MeddlingProxy, openProxy } from '../client/proxy.ts'
import { type Feed, openFeed } from './feed.ts'

// Code that runs in the page is a string, because this project does not load the browser's types.
const PAGE = `<!doctype html><title>feed</title><script>
  const heard = { ids: [], reasons: [], opened: 0 }
  const source = new EventSource('/v1/stream?from=earliest')
  source.addEventListener('open', () => { heard.opened += 1 })
  source.addEventListener('endorsement', ({ data }) => heard.ids.push(JSON.parse(data).id))
  source.addEventListener('reconnect', ({ data }) => heard.reasons.push(JSON.parse(data).reason))
</script>`

let feed: Feed
let proxy: MeddlingProxy

/** A service that cannot be reached is a broken connection: a browser comes back from that, and from no error status. */
const answer: Parameters<typeof openProxy>[1] = (outgoing, _, { url = '' }) => {
  if (url.startsWith('/v1/')) return false
  if (url === '/') outgoing.setHeader('Content-Type', 'text/html').end(PAGE)
  else outgoing.writeHead(404).end()
  return true
}

const idsIn = (page: Page): Promise<string[]> => page.evaluate<string[]>('heard.ids')

inChromium('EventSource', () => {
  beforeAll(async () => {
    feed = await openFeed()
    proxy = await openProxy(feed.url, answer, feed.key)
  })
  afterAll(async () => {
    proxy?.close()
    await feed?.close()
  })

  test('hears every event once and in order, over ends of the server by TERM and by KILL', async () => {
    await feed.publish()
    const { page, complaints, close } = await openTab()
    await page.goto(`${proxy.url}/`)
    await expect.poll(() => idsIn(page)).toEqual(await feed.committed())
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      await feed.publish()
      await expect.poll(() => idsIn(page)).toEqual(await feed.committed())
      await feed.stop(signal)
      await feed.publish()
      await feed.start()
      await feed.publish()
      await expect.poll(() => idsIn(page)).toEqual(await feed.committed())
    }
    expect([...new Set(await page.evaluate<string[]>('heard.reasons'))]).toEqual(['shutdown'])
    expect(await page.evaluate('heard.opened')).toBeGreaterThanOrEqual(3)
    const [first, ...later] = proxy.asked.filter(({ path }) => path.startsWith('/v1/'))
    expect(first?.lastEventId).toBeUndefined()
    expect(later.filter(({ lastEventId }) => !/^[\w-]+$/.test(lastEventId ?? ''))).toEqual([])
    // A connection that broke is told in the browser's own log, and nothing else is.
    expect(complaints.filter((one) => !/ERR_|Failed to load resource/.test(one))).toEqual([])
    await close()
  })
})
