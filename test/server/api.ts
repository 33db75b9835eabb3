// A published bundle, its server, and a client with a key: what most tests of the API need.

import { afterAll } from 'vitest'
import { z } from 'zod'
import { type Client, openClient } from './client.ts'
import { type Fixture, openFixture, type PublishOptions } from './fixture.ts'

/** Call it at the top of a file of tests; it closes after the last one. `account` has the key. */
export async function openApi(published: PublishOptions = {}, started: Parameters<Fixture['start']>[0] = {}) {
  const fixture = await openFixture()
  afterAll(() => fixture.close())
  const bundle = await fixture.publish(published)
  const { key, account } = await fixture.makeKey()
  const { url } = await fixture.start(started)
  return { fixture, bundle, url, key, account, client: await openClient(url, key) }
}

const pageOf = z.object({ data: z.array(z.unknown()), next_cursor: z.string().nullable() })

/** The pages of a list. */
export async function* pages(client: Client, path: string, limit: number): AsyncGenerator<unknown[]> {
  const first = `${path}${path.includes('?') ? '&' : '?'}limit=${limit}`
  for (let next: string | null = first; next !== null; ) {
    const { status, body, text } = await client.get(next)
    if (status !== 200) throw new Error(`${next}: ${text}`)
    const { data, next_cursor }: z.infer<typeof pageOf> = pageOf.parse(body)
    if (data.length > limit) throw new Error(`${next}: ${data.length} rows`)
    yield data
    const following: string | null = next_cursor === null ? null : `${first}&cursor=${next_cursor}`
    if (following === next) throw new Error(`${next}: the next page is this page`)
    next = following
  }
}

/** The rows of every page of a list. */
export async function walk<Row>(client: Client, row: z.ZodType<Row>, path: string, limit = 500): Promise<Row[]> {
  const rows: unknown[] = []
  for await (const page of pages(client, path, limit)) rows.push(...page)
  return row.array().parse(rows)
}
