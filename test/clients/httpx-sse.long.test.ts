// The Python package httpx-sse follows the stream of a real server: every message has a name, an id and data, and none is empty.

import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { projectFile } from '../../data/store/paths.ts'
import { ended } from '../cli/hustings.ts'
import { type Feed, openFeed } from './feed.ts'
import { createVenv } from './venv.ts'

const SESSION = projectFile('test', 'clients', 'httpx_sse_session.py')
const venv = createVenv('httpx==0.28.1', 'httpx-sse==0.4.3')
const missing = 'missing' in venv ? venv.missing : null
if (missing) console.warn(`httpx-sse: ${missing}.`)

const message = z.object({
  event: z.string(),
  id: z.string(),
  retry: z.number().nullable(),
  data: z.looseObject({ id: z.string().optional(), cursor: z.string().optional() }),
})
type Message = z.infer<typeof message>

describe.skipIf(missing !== null)(`httpx-sse 0.4.3${missing ? ` (${missing})` : ''}`, () => {
  let feed: Feed
  beforeAll(async () => {
    feed = await openFeed()
  })
  afterAll(async () => {
    await feed?.close()
    if ('remove' in venv) venv.remove()
  })

  /** The first messages of the stream, as they come; `whole` resolves with all of them. */
  function open(query: string, count: number): { heard: Message[]; whole: Promise<Message[]> } {
    if ('missing' in venv) return expect.fail(venv.missing)
    const words = [SESSION, `${feed.url}/v1/stream${query}`, feed.key, String(count)]
    const child = spawn(venv.python, words, { stdio: ['ignore', 'pipe', 'pipe'] })
    const heard: Message[] = []
    createInterface(child.stdout).on('line', (line) => heard.push(message.parse(JSON.parse(line))))
    const whole = ended(child).then(({ code, stderr }) => {
      expect(code, stderr).toBe(0)
      return heard
    })
    return { heard, whole }
  }
  const follow = (query: string, count: number): Promise<Message[]> => open(query, count).whole

  test('hears `ready` with the pause before a reconnection, then every event in order', async () => {
    await feed.publish()
    const committed = await feed.committed()
    const [ready, ...events] = await follow('?from=earliest', committed.length + 1)
    expect(ready).toMatchObject({ event: 'ready', retry: expect.any(Number), data: { cursor: ready?.id } })
    expect(events.map(({ event }) => event)).toEqual(committed.map(() => 'endorsement'))
    expect(events.map(({ data }) => data.id)).toEqual(committed)
    expect(new Set(events.map(({ id }) => id)).size).toBe(committed.length)
  })

  test('continues after the id of a message', async () => {
    const committed = await feed.committed()
    const [, , second] = await follow('?from=earliest', 3)
    const published = await feed.publish()
    const rest = [...committed.slice(2), ...published]
    const [ready, ...events] = await follow(`?cursor=${second?.id}`, rest.length + 1)
    expect(ready).toMatchObject({ event: 'ready', id: second?.id })
    expect(events.map(({ data }) => data.id)).toEqual(rest)
  })

  test('hears of changes that are published while it waits', async () => {
    const { length } = await feed.publish()
    const { heard, whole } = open('', 1 + length)
    await expect.poll(() => heard.map(({ event }) => event)).toEqual(['ready'])
    const published = await feed.publish()
    expect((await whole).slice(1).map(({ data }) => data.id)).toEqual(published)
  })
})
