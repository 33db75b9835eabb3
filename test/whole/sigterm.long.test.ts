// SIGTERM with open streams and busy connections: each stream is told where to resume, no request is cut off, and the process ends.

import { get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createParser } from 'eventsource-parser'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { projectFile } from '../../data/store/paths.ts'
import { requestOf } from '../bench/compare.ts'
import { proved } from '../proof/proved.ts'
import { endAll, serve } from '../server/limits/serving.ts'
import { fixture, freshFixture } from '../server/shared-fixture.ts'

const FULL = process.env.PROOF === '1'
const STREAMS = FULL ? 500 : 60
const BUSY = 64
const ENDS_WITHIN_S = 30
const PATHS = ['/v1/contests?limit=500', '/v1/ballot?lat=35.5&lng=-78.5', '/v1/states']

freshFixture()
beforeEach(() => fixture.publish({ fillers: 20, told: true }))
afterEach(async () => {
  await endAll()
})

interface Stream {
  ready: Promise<void>
  /** The id that came with `reconnect`, after the end of the stream; undefined without it. */
  resumedFrom: Promise<string | undefined>
}

function openStream(url: string, key: string): Stream {
  let begun = (): void => undefined
  const ready = new Promise<void>((resolve) => {
    begun = resolve
  })
  const resumedFrom = new Promise<string | undefined>((resolve, reject) => {
    let found: string | undefined
    const parser = createParser({
      onEvent({ event, id }) {
        if (event === 'ready') begun()
        if (event === 'reconnect') found = id
      },
    })
    const headers = { Authorization: `Bearer ${key}` }
    get(`${url}/v1/stream`, { headers, agent: false }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`the stream answers ${reply.statusCode}`))
      reply.setEncoding('utf8')
      reply.on('data', (text: string) => parser.feed(text))
      reply.on('error', () => undefined)
      reply.on('close', () => resolve(found))
    }).on('error', reject)
  })
  return { ready, resumedFrom }
}

const load = z.object({
  ...{ answered: z.number(), answers: z.number(), failures: z.number(), mixed: z.number() },
  ended: z.literal(true).optional(),
})

test('every stream is told where to resume, and no request is cut off', async () => {
  await fixture.state.setPlan(
    { name: 'many', requests_per_minute: 1_000_000_000, requests_per_day: null, streams: STREAMS },
    { by: 'the test', at: new Date().toISOString() },
  )
  const { key } = await fixture.makeKey({ plan: 'many' })
  const server = await serve(fixture)
  const streams = Array.from({ length: STREAMS }, () => openStream(server.url, key))
  await Promise.all(streams.map(({ ready }) => ready))
  const expected: Record<string, Buffer> = {}
  for (const [at, path] of PATHS.entries()) {
    const reply = await fetch(server.url + path, { headers: { Authorization: `Bearer ${key}`, Connection: 'close' } })
    expected[`${at} ${reply.headers.get('x-snapshot')}`] = Buffer.from(await reply.arrayBuffer())
  }
  const busy = new Worker(projectFile('test', 'whole', 'checked-load.mjs'), {
    workerData: {
      ...{ port: Number(new URL(server.url).port), connections: BUSY, expected },
      requests: PATHS.map((path) => requestOf(path, key)),
    },
  })
  let tally: z.output<typeof load> = { answered: 0, answers: 0, failures: 0, mixed: 0 }
  busy.on('message', (message: unknown) => {
    tally = load.parse(message)
  })
  await expect.poll(() => tally.answered).toBe(BUSY)
  await wait(200)
  const began = performance.now()
  const { code } = await server.stop('SIGTERM')
  const seconds = (performance.now() - began) / 1000
  const ids = await Promise.all(streams.map(({ resumedFrom }) => resumedFrom))
  await expect.poll(() => tally.ended).toBe(true)
  const told = ids.filter((id) => id !== undefined && id !== '').length
  proved('sigterm', [
    { what: 'streams', value: STREAMS },
    { what: 'streams that were told `reconnect` with an id', value: told, atLeast: STREAMS },
    { what: 'busy connections', value: BUSY },
    { what: 'answers', value: tally.answers },
    { what: 'requests that were cut off or answered wrongly', value: tally.failures + tally.mixed, atMost: 0 },
    { what: 'until the process ended', value: seconds, unit: 's', atMost: ENDS_WITHIN_S },
  ])
  expect([code, told, tally.failures, tally.mixed]).toEqual([0, STREAMS, 0, 0])
})
