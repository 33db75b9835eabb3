// A list read page by page while another bundle is published.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Client, openClient } from './client.ts'
import { type Fixture, openFixture } from './fixture.ts'

const page = z.object({ data: z.array(z.looseObject({ id: z.number() })), next_cursor: z.string().nullable() })

let fixture: Fixture
let client: Client

beforeAll(async () => {
  fixture = await openFixture()
  await fixture.publish({ fillers: 60 })
  const { key } = await fixture.makeKey({ plan: 'unlimited' })
  client = await openClient((await fixture.start()).url, key)
})
afterAll(() => fixture.close())

async function* pages(path: string, limit: number): AsyncGenerator<number[]> {
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { status, body, text } = await client.get(`${path}?limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`)
    expect(status, text).toBe(200)
    const { data, next_cursor }: z.infer<typeof page> = page.parse(body)
    yield data.map((row) => row.id)
    cursor = next_cursor
  }
}

const snapshot = async () => (await client.get('/v1/states')).headers.get('x-snapshot')

test('paging across a publication neither repeats nor loses a row of both bundles', async () => {
  const before: number[] = []
  for await (const ids of pages('/v1/contests', 500)) before.push(...ids)
  const old = await snapshot()
  const walked: number[] = []
  let walkedPages = 0
  for await (const ids of pages('/v1/contests', 7)) {
    walked.push(...ids)
    if (++walkedPages !== 2) continue
    await fixture.publish({ fillers: 90, mark: ' of a later bundle' })
    await expect.poll(snapshot).not.toBe(old)
  }
  expect(walkedPages).toBeGreaterThan(5)
  expect(new Set(walked).size).toBe(walked.length)
  expect(walked.filter((id) => before.includes(id))).toEqual(before)
})
