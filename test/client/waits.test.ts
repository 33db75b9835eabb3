// How long the client waits before it tries again, where the server states no time. Chance is left out: each wait is its shortest.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Client, type ClientOptions, createClient, type Reconnect } from '../../client/client.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** A client whose nth request has this answer; without one, the server cannot be reached. */
function clientOf(answers: Record<number, () => Response>, options: Partial<ClientOptions> = {}): Client {
  let nth = 0
  const answer = async (): Promise<Response> => {
    nth += 1
    return answers[nth]?.() ?? Promise.reject(new TypeError('fetch failed'))
  }
  return createClient({ url: 'https://example.org', key: 'hst_live_none', fetch: answer, ...options })
}

it('a request waits twice as long after each failure, at most half a minute', async () => {
  const waits: number[] = []
  const client = clientOf({}, { retries: 8, onRetry: ({ wait_ms }) => waits.push(wait_ms) })
  const ended = client.listStates().catch(({ code }) => code)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(await ended).toBe('no_answer')
  expect(waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 15_000, 15_000])
})

it('a stream waits twice as long after each failure, and begins anew once the server has sent something', async () => {
  const stop = new AbortController()
  const waits: number[] = []
  const client = clientOf({ 1: () => new Response(''), 7: () => new Response('id: a\nevent: ready\ndata: {}\n\n') })
  const onReconnect = ({ wait_ms }: Reconnect): void => {
    waits.push(wait_ms)
    if (waits.length === 8) stop.abort('seen')
  }
  const ended = client
    .openStream({}, { signal: stop.signal, onReconnect })
    [Symbol.asyncIterator]()
    .next()
    .catch((reason: unknown) => reason)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(await ended).toBe('seen')
  expect(waits).toEqual([1500, 3000, 6000, 12_000, 15_000, 15_000, 1500, 3000])
})
