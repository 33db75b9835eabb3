// Guessed keys: none is accepted, the limit of wrong keys applies, and the time of a refusal reveals nothing.

import { randomBytes } from 'node:crypto'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashKey, KEY_RANDOM_BYTES, makeKey } from '../../../data/access/key.ts'
import { authenticate, createKeyReader, type Grants, type ReadKey } from '../../../server/http/auth.ts'
import { WRONG_KEYS_PER_MINUTE } from '../../../server/limits/limits.ts'
import { openWorld } from '../world.ts'
import { grantsOf } from './grants.ts'

const NOW = Date.parse('2024-10-15T12:00:00Z')
const FULL = process.env.PROOF === '1'
const GUESSES = FULL ? 100_000 : 20_000
const HTTP_GUESSES = FULL ? 20_000 : 600
/** Fewer rounds give a noisier median, which is measured again more often. */
const [ROUNDS, REPEATS] = FULL ? [400, 30] : [100, 100]
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PATHS = ['/v1/states', '/v1/contests/1', '/v1/elections?limit=1', '/v1/ballot']
const pepper = randomBytes(32)
const valid = Array.from({ length: 100 }, newKey)
const revoked = Array.from({ length: 100 }, newKey)
let grants: Grants
let readKey: ReadKey

beforeAll(async () => {
  grants = grantsOf([
    ...valid.map((key, id) => ({ id, hash: hashKey(key, pepper) })),
    ...revoked.map((key, id) => ({
      id: 1000 + id,
      hash: hashKey(key, pepper),
      revoked_at: '2024-01-01T00:00:00.000Z',
    })),
  ])
  await grants.load()
  readKey = createKeyReader((key) => hashKey(key, pepper))
})

function newKey(): string {
  return makeKey(randomBytes(KEY_RANDOM_BYTES))
}

/** Each request of a guesser has its own connection, so its header is a new string. */
function requestWith(key: string): IncomingMessage {
  const request = new IncomingMessage(new Socket())
  request.headers.authorization = headerOf(key)
  return request
}

function headerOf(key: string): string {
  return Buffer.from(`Bearer ${key}`).toString('latin1')
}

function enter(request: IncomingMessage): string {
  const caller = authenticate(readKey(request), grants, NOW)
  return 'grant' in caller ? 'in' : caller.refusal.code
}

/** Random strings, well-formed keys, and keys one character or one swap away from a valid key. */
function guess(n: number): string {
  const key = valid[n % valid.length] ?? ''
  const at = 9 + (n % 36)
  const character = ALPHABET.charAt((ALPHABET.indexOf(key.charAt(at)) + 1 + (n % 61)) % 62)
  switch (n % 5) {
    case 0:
      return newKey()
    case 1:
      return key.slice(0, at) + character + key.slice(at + 1)
    case 2:
      return newKey().slice(0, 20) + key.slice(20)
    case 3:
      return n % 2 ? `${key}${character}` : key.slice(0, 9 + (n % 35))
    default:
      return n % 2 ? key.slice('hst_live_'.length) : key.replace('live', 'test')
  }
}

// First, while the connection of its client is young: the tests below block the event loop.
describe('over HTTP', async () => {
  let now = NOW
  const { url, statusOf } = await openWorld({ fillers: 0 }, { clock: () => now })

  test(`of ${HTTP_GUESSES} guesses, twenty a minute get 401, whatever address they claim`, async () => {
    for (const minute of [0, 1]) {
      now = NOW + minute * 60_000
      for (let n = 0; n < HTTP_GUESSES / 2; n++) {
        const claimed = `198.51.${n % 256}.${(n >> 8) % 256}`
        const headers = { Authorization: `Bearer ${guess(n)}`, 'X-Forwarded-For': claimed, Forwarded: `for=${claimed}` }
        const reply = await fetch(`${url}${PATHS[n % PATHS.length]}`, { headers })
        expect([reply.status, Number(reply.headers.get('ratelimit-remaining'))]).toEqual([
          n < WRONG_KEYS_PER_MINUTE ? 401 : 429,
          Math.max(0, WRONG_KEYS_PER_MINUTE - 1 - n),
        ])
        await reply.arrayBuffer()
      }
      expect(await statusOf('/v1/states')).toBe(200)
    }
  })
})

test(`${GUESSES} guesses: none is accepted, and every valid key still is`, () => {
  const heard = new Map<string, number>()
  for (let n = 0; n < GUESSES; n++) {
    const code = enter(requestWith(guess(n)))
    heard.set(code, (heard.get(code) ?? 0) + 1)
  }
  expect([...heard]).toEqual([['invalid_api_key', GUESSES]])
  expect(valid.map((key) => enter(requestWith(key))).every((code) => code === 'in')).toBe(true)
  expect(revoked.map((key) => enter(requestWith(key))).every((code) => code === 'revoked_api_key')).toBe(true)
})

test('unknown, mistyped and revoked keys are refused in the same time: medians within 5 %', () => {
  const kinds: [string, readonly string[]][] = [
    ['unknown', valid.map(newKey)],
    ['mistyped', valid.map(newKey).map(lastChanged)],
    ['a character away from one in force', valid.map(lastChanged)],
    ['revoked', revoked],
  ]
  const requests = valid.map(requestWith)
  const measure = (): number => {
    const times = new Map(kinds.map(([kind]) => [kind, [] as number[]]))
    for (let round = 0; round < ROUNDS; round++)
      for (const index of kinds.keys()) {
        // Each kind comes first and last equally often; no connection sends a key twice in a row.
        const [kind, keys] = kinds[(index + round) % kinds.length] ?? expect.fail()
        for (const [n, request] of requests.entries())
          request.headers.authorization = headerOf(keys[(n + round) % keys.length] ?? '')
        const started = performance.now()
        for (const request of requests) enter(request)
        times.get(kind)?.push(performance.now() - started)
      }
    const medians = [...times.values()].map(median)
    return Math.max(...medians) / Math.min(...medians)
  }
  // On a busy machine the measurement is repeated.
  let ratio = measure()
  for (let again = 0; again < REPEATS && ratio > 1.05; again++) ratio = Math.min(ratio, measure())
  expect(ratio).toBeLessThanOrEqual(1.05)
})

function lastChanged(key: string): string {
  return key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
