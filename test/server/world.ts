// A server over one published bundle for all tests of a file, and a client whose key is above any limit.

import { afterAll, expect } from 'vitest'
import type { ZodType } from 'zod'
import { page } from '../../data/schema/envelope.ts'
import { type Client, openClient } from './client.ts'
import { type Fixture, openFixture, type PublishOptions } from './fixture.ts'

export interface World {
  fixture: Fixture
  /** Id of the published one. */
  bundle: string
  url: string
  key: string
  /** Of the key's account. */
  account: string
  client: Client
  /** The body of an answer with 200. */
  read<Body>(path: string, schema: ZodType<Body>): Promise<Body>
  /** All rows of a list, page by page. The path has a query. */
  walk<Row>(path: string, row: ZodType<Row>, limit?: number): Promise<Row[]>
  statusOf(path: string): Promise<number>
}

/** To await at the top of a test file: it ends after the file's tests. */
export async function openWorld(
  published: PublishOptions = {},
  { plan = 'test', ...started }: Parameters<Fixture['start']>[0] & { plan?: string } = {},
): Promise<World> {
  const fixture = await openFixture()
  afterAll(() => fixture.close())
  const bundle = await fixture.publish(published)
  const { key, account } = await fixture.makeKey({ plan })
  const { url } = await fixture.start(started)
  const client = await openClient(url, key)
  const read: World['read'] = async (path, schema) => {
    const { status, body, text } = await client.get(path)
    expect(status, text).toBe(200)
    return schema.parse(body)
  }
  return {
    ...{ fixture, bundle, url, key, account, client, read },
    async walk(path, row, limit = 500) {
      const rows = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const next: string = cursor === '' ? '' : `&cursor=${cursor}`
        const { data, next_cursor } = await read(`${path}&limit=${limit}${next}`, page(row))
        expect(data.length === limit || (data.length < limit && next_cursor === null)).toBe(true)
        rows.push(...data)
        cursor = next_cursor
      }
      return rows
    },
    statusOf: async (path) => (await client.get(path)).status,
  }
}
