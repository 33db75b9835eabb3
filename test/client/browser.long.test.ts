// The compiled client in a real browser, without a bundler: a page loads it as it is, and its own server adds the key.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectFile } from '../../data/store/paths.ts'
import { inChromium, openTab } from '../apps/console/browser.ts'
import { type Feed, openFeed } from '../clients/feed.ts'
import { type MeddlingProxy, openProxy } from './proxy.ts'

// Code that runs in the page is a string, because this project does not load the browser's types.
const PAGE = `<!doctype html><title>client</title><script type="module">
  import { createClient, HustingsError } from '/client/dist/client.js'
  window.ids = []
  const client = createClient({ url: '' })
  window.states = (await client.listStates()).length
  window.elections = (await client.listElections({ limit: 1 }).toArray()).length
  window.refused = await client.getContest(1).catch((error) => error instanceof HustingsError && error.code)
  for await (const { id } of client.openStream({ from: 'earliest' })) window.ids.push(id)
</script>`

let feed: Feed
let proxy: MeddlingProxy

inChromium('the client', () => {
  beforeAll(async () => {
    feed = await openFeed()
    const meddle: Parameters<typeof openProxy>[1] = (outgoing, _, { url: path = '' }) => {
      if (path.startsWith('/v1/')) return false
      if (path === '/') outgoing.setHeader('Content-Type', 'text/html').end(PAGE)
      else if (/^\/client\/dist\/\w+\.js$/.test(path))
        outgoing.setHeader('Content-Type', 'text/javascript').end(readFileSync(projectFile(path)))
      else outgoing.writeHead(404).end()
      return true
    }
    proxy = await openProxy(feed.url, meddle, feed.key)
  })
  afterAll(async () => {
    proxy?.close()
    await feed?.close()
  })

  test('asks, pages, tells errors, and follows the stream over a restart of the server', async () => {
    await feed.publish()
    const { page, asked, complaints, close } = await openTab()
    await page.goto(`${proxy.url}/`)
    const ids = () => page.evaluate<string[]>('window.ids')
    await expect.poll(ids).toEqual(await feed.committed())
    expect(await page.evaluate('window.states')).toBe(56)
    expect(await page.evaluate('window.elections')).toBeGreaterThan(0)
    expect(await page.evaluate('window.refused')).toBe('not_found')
    await feed.stop('SIGTERM')
    await feed.publish()
    await feed.start()
    await expect.poll(ids, { timeout: 60_000 }).toEqual(await feed.committed())
    expect(asked.filter((one) => !one.startsWith(proxy.url))).toEqual([])
    // The browser's own log tells refused and broken requests.
    expect(complaints.filter((one) => !/ERR_|Failed to load resource/.test(one))).toEqual([])
    await close()
  })
})
