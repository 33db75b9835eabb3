import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { errorBody, list, record } from '../../../data/schema/envelope.ts'
import { SUBSCRIPTIONS_MAX, subscription } from '../../../data/schema/subscription.ts'
import { openClient } from '../client.ts'
import { openFixture } from '../fixture.ts'
import { askLive, keepOne } from '../live.ts'

const PATH = '/v1/subscriptions'
const NOWHERE = 9_007_199_254_740_991

let now = Date.parse('2024-10-15T12:00:00.250Z')

const fixture = await openFixture()
afterAll(() => fixture.close())
const { account, key: mine } = await fixture.makeKey()
const { key: other } = await fixture.makeKey()
const client = await openClient((await fixture.start({ clock: () => now })).url, mine)
beforeEach(async () => {
  for (const { id } of await all()) await client.get(`${PATH}/${id}`, { method: 'DELETE' })
})

type Key = { key?: string }
const all = async (by: Key = {}) => list(subscription).parse((await client.get(PATH, by)).body).data

async function create(input: unknown, by: Key = {}) {
  const answer = await client.send('POST', PATH, input, by)
  expect(answer.status, answer.text).toBe(201)
  return record(subscription).parse(answer.body).data
}

async function refusal(method: string, path: string, body?: unknown, by: Key = {}) {
  const answer = await askLive(client, method, { path, body }, by)
  return { status: answer.status, ...errorBody.parse(answer.body).error, request_id: '' }
}

describe('one subscription', () => {
  test('is made, read, replaced and deleted, without a bundle in service', async () => {
    const made = await client.send('POST', PATH, { name: 'North', filter: { states: ['NC'] } })
    expect([made.status, made.headers.get('cache-control'), made.headers.has('x-snapshot')]).toEqual([
      ...[201, 'no-store', false],
    ])
    const first = record(subscription).parse(made.body).data
    const own = `${PATH}/${first.id}`
    expect(made.headers.get('location')).toBe(own)
    expect(first).toMatchObject({ name: 'North', filter: { states: ['NC'] }, created_at: '2024-10-15T12:00:00.250Z' })
    expect(first.updated_at).toBe(first.created_at)
    expect((await client.get(own)).body).toEqual(made.body)

    now += 1000
    const replaced = await client.send('PUT', own, { name: 'South' })
    const second = { ...first, name: 'South', filter: {}, updated_at: '2024-10-15T12:00:01.250Z' }
    expect([replaced.status, replaced.body]).toEqual([200, { data: second }])
    expect(replaced.headers.has('location')).toBe(false)
    expect(await all()).toEqual([second])

    const deleted = await client.get(own, { method: 'DELETE' })
    expect([deleted.status, deleted.text, deleted.headers.has('content-type')]).toEqual([204, '', false])
    for (const method of ['GET', 'DELETE']) expect((await refusal(method, own)).status).toBe(404)
    expect((await refusal('PUT', own, { name: 'Back' })).status).toBe(404)
    expect(await all()).toEqual([])
  })

  test('keeps exactly the keys that were sent, in that order, each value once, codes in capitals', async () => {
    const levels = ['state', 'federal', 'state']
    const sent = { levels, states: ['nc', 'SC', 'Nc'], endorser_states: ['national', 'dc'] }
    const kept = { levels: ['state', 'federal'], states: ['NC', 'SC'], endorser_states: ['national', 'DC'] }
    expect((await create({ name: 'a', filter: sent })).filter).toEqual(kept)
    expect((await create({ name: 'c' })).filter).toEqual({})
    const slugs = { endorsers: ['not-there-yet', 'constructor'], elections: ['xx-2030-01-01-general'] }
    expect((await create({ name: 'd', filter: slugs })).filter).toEqual(slugs)
    const categories = Array.from({ length: 500 }, (_, i) => `c${i}`)
    expect((await create({ name: 'e', filter: { categories } })).filter).toEqual({ categories })
  })

  test('an id is never reused', async () => {
    const { id } = await create({ name: 'once' })
    await client.get(`${PATH}/${id}`, { method: 'DELETE' })
    expect((await create({ name: 'once' })).id).toBeGreaterThan(id)
  })
})

describe('names', () => {
  const valid = ['x', 'a'.repeat(100), 'Álamo ñandú 日本', 'v1.2_b-3', ' 1', '1 2', '٣', 'hst', '__proto__']
  test.each(valid)('%j is valid', async (name) => {
    const { id } = await create({ name })
    expect(await client.get(`${PATH}/${id}`).then(({ body }) => body)).toMatchObject({ data: { name } })
  })

  const empty = ['', '   ', '7', '0123']
  const wrong = ['a'.repeat(101), 'a/b', 'a\nb', 'a\u0000', 'e\u0301', '<b>', 'a,b', '😀', '\ud800']
  test.each([...empty, ...wrong])('%j is invalid', async (name) => {
    const refused = await refusal('POST', PATH, { name })
    expect([refused.status, refused.code]).toEqual([400, 'invalid_parameter'])
    expect(refused.message).toMatch(/^Field `name`: got .*expected (1 to 100 letters|at most 100)/s)
    expect(await all()).toEqual([])
  })

  test('order the list', async () => {
    for (const name of ['b', 'a', 'B', 'á', '10 a', '9 a']) await create({ name })
    expect((await all()).map(({ name }) => name)).toEqual(['10 a', '9 a', 'a', 'á', 'b', 'B'])
  })

  test('a taken one is 409, for POST and PUT; its own name and another case are free', async () => {
    const { id } = await create({ name: 'taken' })
    const free = await create({ name: 'Taken' })
    const taken = { status: 409, code: 'invalid_parameter', message: expect.stringContaining('`name`') }
    expect(await refusal('POST', PATH, { name: 'taken', filter: { states: ['NC'] } })).toMatchObject(taken)
    expect(await refusal('PUT', `${PATH}/${free.id}`, { name: 'taken' })).toMatchObject(taken)
    const own = await client.send('PUT', `${PATH}/${id}`, { name: 'taken', filter: { levels: ['city'] } })
    expect(own.status).toBe(200)
    const now = (await all()).map(({ name, filter }) => `${name} ${filter.levels?.join() ?? ''}`)
    expect(now).toEqual(['taken city', 'Taken '])
  })

  test('of 20 simultaneous requests for the same one, one succeeds', async () => {
    const asked = Array.from({ length: 20 }, () => client.send('POST', PATH, { name: 'same' }))
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, ...Array(19).fill(409)])
  })
})

describe('an account', () => {
  test(`has at most ${SUBSCRIPTIONS_MAX}: one more is 400 until another goes`, async () => {
    const made = []
    for (let i = 1; i <= SUBSCRIPTIONS_MAX; i++) made.push(await create({ name: `n ${i}` }))
    const refused = await refusal('POST', PATH, { name: 'one more' })
    expect(refused).toMatchObject({ status: 400, code: 'invalid_parameter', message: expect.stringContaining('100') })
    expect((await refusal('POST', PATH, { name: 'n 1' })).status).toBe(409)
    expect((await client.send('PUT', `${PATH}/${made[0]?.id}`, { name: 'n 0' })).status).toBe(200)
    await create({ name: 'n 1' }, { key: other })
    await client.get(`${PATH}/${made[1]?.id}`, { method: 'DELETE' })
    await create({ name: 'one more' })
    expect(await all()).toHaveLength(SUBSCRIPTIONS_MAX)
  })

  test('has only its own: those of another are 404, and their names are free', async () => {
    const mine = await create({ name: 'mine', filter: { states: ['NC'] } })
    const key = other
    for (const { id } of await all({ key })) await client.get(`${PATH}/${id}`, { method: 'DELETE', key })
    const theirs = await create({ name: 'mine', filter: { states: ['DC'] } }, { key })
    expect(await all({ key })).toEqual([theirs])
    const own = `${PATH}/${mine.id}`
    const unknown = await refusal('GET', `${PATH}/${NOWHERE}`)
    for (const [method, input] of [['GET'], ['PUT', { name: 'stolen' }], ['DELETE']] as const)
      expect(await refusal(method, own, input, { key }), method).toEqual(unknown)
    expect(unknown).toMatchObject({ status: 404, code: 'not_found' })
    expect(await all()).toEqual([mine])
  })

  test('shares them among its keys', async () => {
    const { key } = await fixture.makeKey({ account, scopes: ['stream:read'] })
    await expect.poll(async () => (await client.get(PATH, { key })).status).toBe(200)
    const id = await keepOne(fixture.state, account)
    expect((await all({ key })).map((one) => one.id)).toEqual([id])
    expect((await refusal('DELETE', `${PATH}/${id}`, undefined, { key })).code).toBe('insufficient_scope')
  })
})
