import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Client, openClient } from './client.ts'
import { type Fixture, openFixture } from './fixture.ts'

const errorOf = z.object({ error: z.looseObject({ code: z.string(), message: z.string() }) })

let fixture: Fixture
let client: Client
let key: string
let keyId: number
let now = Date.parse('2024-10-15T12:00:00Z')

beforeAll(async () => {
  fixture = await openFixture()
  await fixture.publish({ fillers: 0 })
  ;({ key, id: keyId } = await fixture.makeKey())
  client = await openClient((await fixture.start({ clock: () => now })).url, key)
})
afterAll(() => fixture.close())

async function why(bearer: string | null, header?: string): Promise<[number, string, string]> {
  const answer = await client.get('/v1/states', {
    key: bearer,
    headers: header === undefined ? {} : { Authorization: header },
  })
  if (answer.status === 200) return [200, '', '']
  const { error } = errorOf.parse(answer.body)
  return [answer.status, error.code, error.message]
}

test('the header is Bearer and a key', async () => {
  expect((await why(null, `bearer  ${key}`))[0]).toBe(200)
  for (const header of [`Basic ${key}`, key, 'Bearer', 'Bearer  ', `Bearer ${key} more`])
    expect((await why(null, header)).slice(0, 2), header).toEqual([401, 'missing_api_key'])
})

test('a typo is told from an unknown key', async () => {
  const last = key.endsWith('A') ? 'B' : 'A'
  expect((await why(key.slice(0, -1) + last))[2]).toContain('mistyped')
  expect((await why('abc'))[2]).toContain('not known')
})

test('a key created while the server runs opens it within a second, and one revoked closes it', async () => {
  const made = await fixture.makeKey()
  await expect.poll(async () => (await why(made.key))[0], { timeout: 1000, interval: 20 }).toBe(200)
  const revoked = await fixture.state.revokeKey(made.id, '2024-10-15T12:00:00.000Z')
  expect('refused' in revoked).toBe(false)
  await expect.poll(async () => (await why(made.key))[1], { timeout: 1000, interval: 20 }).toBe('revoked_api_key')
  expect(keyId).not.toBe(made.id)
})

test('an expired key is refused from its second on', async () => {
  const made = await fixture.makeKey({ expires_at: '2024-10-15T13:00:00.000Z' })
  now = Date.parse('2024-10-15T12:59:59.999Z')
  await expect.poll(async () => (await why(made.key))[0], { timeout: 1000, interval: 20 }).toBe(200)
  now = Date.parse('2024-10-15T13:00:00.000Z')
  expect((await why(made.key)).slice(0, 2)).toEqual([401, 'revoked_api_key'])
})
