// The compiled client in a real browser, without a bundler: a page loads it as it is, and its own server adds the key.

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectFile } from '../../data/store/paths.ts'
import { CHROMIUM_MISSING, launch, openTab } from '../apps/console/chromium.ts'
import { type Feed, openFeed } from '../clients/feed.ts'

if (CHROMIUM_MISSING) console.warn(`The client in a browser: ${CHROMIUM_MISSING}.`)

// Code that runs in the page is a string, because this project does not load the browser's types.
const PAGE = `<!doctype html><title>client</title><script type="module">
  import { createClient, HustingsError } from '/dist/client/client.js'
  window.ids = []
  const client = createClient({ url: '' })
  window.states = (await client.listStates()).length
  window.elections = (await client.listElections({ limit: 1 }).toArray()).length
  window.refused = await client.getContest(1).catch((error) => error instanceof HustingsError && error.code)
  for await (const { id } of client.openStream({ from: 'earliest' })) window.ids.push(id)
</script>`

let feed: Feed
let browser: Browser
let server: Server
let url: string

describe.skipIf(CHROMIUM_MISSING !== null)(
  `the client in Chromium${CHROMIUM_MISSING ? ` (${CHROMIUM_MISSING})` : ''}`,
  () => {
    beforeAll(async () => {
      feed = await openFeed()
      server = createServer((incoming, outgoing) => {
        const { url: path = '', headers } = incoming
        if (path === '/') outgoing.setHeader('Content-Type', 'text/html').end(PAGE)
        else if (/^\/dist\/[\w/-]+\.js$/.test(path))
          outgoing.setHeader('Content-Type', 'text/javascript').end(readFileSync(join(projectFile(), path)))
        else if (path.startsWith('/v1/')) {
          const upstream = request(`${feed.url}${path}`, {
            headers: { ...headers, authorization: `Bearer ${feed.key}` },
          })
          upstream.once('response', (reply) => {
            outgoing.writeHead(reply.statusCode ?? 0, reply.headers)
            reply.pipe(outgoing)
            reply.once('error', () => outgoing.destroy())
          })
          upstream.once('error', () => outgoing.destroy())
          outgoing.once('close', () => upstream.destroy())
          upstream.end()
        } else outgoing.writeHead(404).end()
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const address = server.address()
      url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}/` : ''
      browser = await launch()
    })
    afterAll(async () => {
      await browser?.close()
      server?.closeAllConnections()
      server?.close()
      await feed?.close()
    })

    test('asks, pages, tells errors, and follows the stream over a restart of the server', async () => {
      await feed.publish()
      const { page, asked, complaints, close } = await openTab(browser)
      await page.goto(url)
      const ids = () => page.evaluate<string[]>('window.ids')
      await expect.poll(ids).toEqual(await feed.committed())
      expect(await page.evaluate('window.states')).toBe(56)
      expect(await page.evaluate('window.elections')).toBeGreaterThan(0)
      expect(await page.evaluate('window.refused')).toBe('not_found')
      await feed.stop('SIGTERM')
      await feed.publish()
      await feed.start()
      await expect.poll(ids, { timeout: 60_000 }).toEqual(await feed.committed())
      expect(asked.filter((one) => !one.startsWith(url))).toEqual([])
      // The browser's own log tells refused and broken requests.
      expect(complaints.filter((one) => !/ERR_|Failed to load resource/.test(one))).toEqual([])
      await close()
    })
  },
)
