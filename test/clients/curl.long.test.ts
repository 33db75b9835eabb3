// `curl -N`, and eventsource-parser for what it prints: the stream and the poll as anybody at a shell reads them.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Feed, openFeed } from './feed.ts'

const MISSING = spawnSync('curl', ['--version']).status === 0 ? null : 'SKIPPED, for there is no curl here'
if (MISSING) console.warn(`The feed by curl: ${MISSING}.`)

const event = z.looseObject({ id: z.string(), type: z.string(), occurred_at: z.string() })
const page = z.object({ data: z.array(event), next_cursor: z.string(), has_more: z.boolean() })
const position = z.object({ cursor: z.string() })

interface Read {
  messages: EventSourceMessage[]
  comments: string[]
  retries: number[]
  /** Its exit code, once the server or the test has ended it. */
  ended: Promise<number | null>
  child: ChildProcess
}

let feed: Feed
const children: ChildProcess[] = []

function curl(path: string, ...options: string[]): Read {
  const words = ['-N', '-s', '-H', `Authorization: Bearer ${feed.key}`, ...options, `${feed.url}${path}`]
  const child = spawn('curl', words, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const read: Omit<Read, 'ended' | 'child'> = { messages: [], comments: [], retries: [] }
  const parser = createParser({
    onEvent: (message) => read.messages.push(message),
    onComment: (comment) => read.comments.push(comment),
    onRetry: (retry) => read.retries.push(retry),
    onError: (fault) => {
      throw fault
    },
  })
  child.stdout.setEncoding('utf8').on('data', (text: string) => parser.feed(text))
  return { ...read, child, ended: new Promise((resolve) => child.once('close', resolve)) }
}

function ask(path: string): { status: number; body: unknown } {
  const { stdout } = spawnSync(
    'curl',
    ['-s', '-w', '\n%{http_code}', '-H', `Authorization: Bearer ${feed.key}`, `${feed.url}${path}`],
    { encoding: 'utf8' },
  )
  const [, body = '', status] = /^(.*)\n(\d+)$/s.exec(stdout) ?? []
  return { status: Number(status), body: JSON.parse(body) }
}

const named = (read: Read, name: string): EventSourceMessage[] => read.messages.filter((one) => one.event === name)
const idsOf = (read: Read): string[] => named(read, 'endorsement').map(({ data }) => event.parse(JSON.parse(data)).id)

describe.skipIf(MISSING !== null)(`curl${MISSING ? ` (${MISSING})` : ''}`, () => {
  beforeAll(async () => {
    feed = await openFeed()
  })
  afterEach(() => {
    for (const child of children.splice(0)) child.kill()
  })
  afterAll(() => feed?.close())

  test('reads the stream from the beginning, then what is published meanwhile, each event once and in order', async () => {
    await feed.publish()
    const read = curl('/v1/stream?from=earliest')
    await expect.poll(() => idsOf(read)).toEqual(await feed.committed())
    expect(read.messages[0]?.event).toBe('ready')
    expect(read.retries).toEqual([3000])
    await feed.publish()
    await feed.publish()
    await expect.poll(() => idsOf(read)).toEqual(await feed.committed())
  })

  test('goes on after the last id by header and by parameter', async () => {
    const first = curl('/v1/stream?from=earliest')
    const ids = await feed.committed()
    await expect.poll(() => idsOf(first)).toEqual(ids)
    const at = named(first, 'endorsement')[2]?.id ?? expect.fail()
    for (const read of [
      curl('/v1/stream?from=earliest', '-H', `Last-Event-ID: ${at}`),
      curl(`/v1/stream?cursor=${at}`),
    ])
      await expect.poll(() => idsOf(read)).toEqual(ids.slice(3))
  })

  test('a stream without a position begins at the newest change', async () => {
    const read = curl('/v1/stream')
    await expect.poll(() => named(read, 'ready').length).toBe(1)
    const published = await feed.publish()
    await expect.poll(() => idsOf(read)).toEqual(published)
  })

  test('polls page by page, and holds until something comes', async () => {
    const ids = await feed.committed()
    const got: string[] = []
    let next = ''
    let more = true
    while (more) {
      const { status, body } = ask(`/v1/events?limit=7&${next === '' ? 'from=earliest' : `cursor=${next}`}`)
      expect(status).toBe(200)
      const { data, next_cursor, has_more } = page.parse(body)
      expect(data.length).toBeLessThanOrEqual(7)
      got.push(...data.map(({ id }) => id))
      next = next_cursor
      more = has_more
    }
    expect(got).toEqual(ids)
    expect(page.parse(ask(`/v1/events?cursor=${next}`).body)).toMatchObject({ data: [], has_more: false })

    const held = spawn(
      'curl',
      ['-s', '-H', `Authorization: Bearer ${feed.key}`, `${feed.url}/v1/events?wait=25&limit=1000&cursor=${next}`],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    children.push(held)
    let text = ''
    held.stdout.on('data', (chunk) => {
      text += chunk
    })
    const began = Date.now()
    const closed = new Promise((resolve) => held.once('close', resolve))
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(text).toBe('')
    const published = await feed.publish()
    await closed
    expect(page.parse(JSON.parse(text)).data.map(({ id }) => id)).toEqual(published)
    expect(Date.now() - began).toBeLessThan(20_000)
  })

  test('is told why, and ends well, when the server ends', async () => {
    const read = curl('/v1/stream?from=earliest')
    await expect.poll(() => named(read, 'ready').length).toBe(1)
    await feed.stop('SIGTERM')
    expect(await read.ended).toBe(0)
    const last = read.messages.at(-1)
    expect(last?.event).toBe('reconnect')
    expect(JSON.parse(last?.data ?? '')).toEqual({ cursor: last?.id, reason: 'shutdown' })
    await feed.start()
    const published = await feed.publish()
    const { cursor } = position.parse(JSON.parse(last?.data ?? ''))
    const again = curl(`/v1/stream?cursor=${cursor}`)
    await expect.poll(() => idsOf(again)).toEqual(published)
  })
})
