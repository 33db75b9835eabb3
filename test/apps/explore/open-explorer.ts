// A site whose explorer everybody may see, with /v1 beside it.

import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { createVisitor, type Fields, openSite, type Seen, type Site } from '../console/visitor.ts'

export interface Explorer {
  site: Site
  url: string
  /** `data` of an answer of /v1. */
  api<Data>(path: string, query?: Record<string, string>): Promise<Data>
  /** The page of a typed place, as a new visitor gets it. */
  ballotOf(fields: Fields): Promise<Seen>
}

/** @param prepare runs before the server starts */
async function openExplorer(asOf = '2024-10-15', prepare?: (site: Site) => Promise<unknown>): Promise<Explorer> {
  const site = await openSite()
  await prepare?.(site)
  const { key } = await site.fixture.makeKey()
  const { url } = await site.fixture.start({ publicExplorer: true, clock: site.now, asOf })
  return {
    site,
    url,
    async api(path, query = {}) {
      const headers = { Authorization: `Bearer ${key}` }
      const reply = await fetch(`${url}${path}?${new URLSearchParams(query)}`, { headers })
      expect(reply.status).toBe(200)
      return JSON.parse(await reply.text()).data
    },
    ballotOf: (fields) => createVisitor(url).send('/explore', '/explore/ballot', fields),
  }
}

/** The explorer of the running suite. */
export let explorer: Explorer

/** Opens the explorer of a suite, and lets each of its tests begin in a new minute. @param begin runs once it is open */
export function withExplorer(begin?: () => Promise<unknown>, ...options: Parameters<typeof openExplorer>): void {
  beforeAll(async () => {
    explorer = await openExplorer(...options)
    await begin?.()
  })
  afterAll(() => explorer.site.close())
  beforeEach(() => explorer.site.nextMinute())
}
