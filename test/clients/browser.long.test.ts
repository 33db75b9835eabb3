// A browser's EventSource. Keys never go to a browser: a site that shows the feed in one has its own server before it that adds the
// key, as the proxy here does.

import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHROMIUM_MISSING, launch, openTab } from '../apps/console/chromium.ts'
import { type Feed, openFeed } from './feed.ts'

if (CHROMIUM_MISSING) console.warn(`The feed in a browser: ${CHROMIUM_MISSING}.`)

// Code that runs in the page is a string, because this project does not load the browser's types.
const PAGE = `<!doctype html><title>feed</title><script>
  const heard = { ids: [], reasons: [], opened: 0 }
  const source = new EventSource('/v1/stream?from=earliest')
  source.addEventListener('open', () => { heard.opened += 1 })
  source.addEventListener('endorsement', ({ data }) => heard.ids.push(JSON.parse(data).id))
  source.addEventListener('reconnect', ({ data }) => heard.reasons.push(JSON.parse(data).reason))
</script>`

interface Proxy {
  url: string
  /** The Last-Event-ID of each connection. */
  asked: (string | undefined)[]
  server: Server
}

let feed: Feed
let browser: Browser
let proxy: Proxy

async function openProxy(): Promise<Proxy> {
  const asked: Proxy['asked'] = []
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/') outgoing.setHeader('Content-Type', 'text/html').end(PAGE)
    else if (incoming.url?.startsWith('/v1/')) forward(incoming, outgoing, asked)
    else outgoing.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = address(server)
  return { url: `http://127.0.0.1:${port}/`, asked, server }
}

function address(server: Server): AddressInfo {
  const found = server.address()
  if (found === null || typeof found === 'string') throw new Error('the proxy listens on no port')
  return found
}

/** A service that cannot be reached is a broken connection: a browser comes back from that, and from no error status. */
function forward(incoming: IncomingMessage, outgoing: ServerResponse, asked: Proxy['asked']): void {
  asked.push(incoming.headers['last-event-id']?.toString())
  const headers = { ...incoming.headers, authorization: `Bearer ${feed.key}` }
  const upstream = request(`${feed.url}${incoming.url}`, { headers }, (reply) => {
    outgoing.writeHead(reply.statusCode ?? 0, reply.headers)
    reply.pipe(outgoing)
    reply.once('error', () => outgoing.destroy())
  })
  upstream.once('error', () => outgoing.destroy())
  outgoing.once('close', () => upstream.destroy())
  upstream.end()
}

const idsIn = (page: Page): Promise<string[]> => page.evaluate<string[]>('heard.ids')

describe.skipIf(CHROMIUM_MISSING !== null)(
  `EventSource in Chromium${CHROMIUM_MISSING ? ` (${CHROMIUM_MISSING})` : ''}`,
  () => {
    beforeAll(async () => {
      feed = await openFeed()
      proxy = await openProxy()
      browser = await launch()
    })
    afterAll(async () => {
      await browser?.close()
      proxy?.server.closeAllConnections()
      proxy?.server.close()
      await feed?.close()
    })

    test('hears every event once and in order, over ends of the server by TERM and by KILL', async () => {
      await feed.publish()
      const { page, complaints, close } = await openTab(browser)
      await page.goto(proxy.url)
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
      expect(proxy.asked[0]).toBeUndefined()
      expect(proxy.asked.slice(1).every((id) => /^[\w-]+$/.test(id ?? ''))).toBe(true)
      // A connection that broke is told in the browser's own log, and nothing else is.
      expect(complaints.filter((one) => !/ERR_|Failed to load resource/.test(one))).toEqual([])
      await close()
    })
  },
)
