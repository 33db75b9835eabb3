import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { KEY_RANDOM_BYTES, makeKey } from '../../data/access/key.ts'
import { errorBody, record } from '../../data/schema/envelope.ts'
import { subscription } from '../../data/schema/subscription.ts'
import { openApi } from './api.ts'

const RUNS = process.env.PROOF === '1' ? 3000 : 150
const PATH = '/v1/subscriptions'
const JSON_TYPE = { 'Content-Type': 'application/json' }

const { fixture, client, account } = await openApi({ fillers: 0 })
const account_id = (await fixture.state.findAccount(account))?.id ?? 0
beforeEach(clear)

async function clear(): Promise<void> {
  for (const { id } of await fixture.state.subscriptions(account_id))
    await fixture.state.deleteSubscription({ id, account_id })
}

async function post(body: string | Buffer, headers: Record<string, string> = JSON_TYPE) {
  const answer = await client.get(PATH, { method: 'POST', body, headers })
  const { error } = errorBody.partial().parse(answer.body)
  return { status: answer.status, body: answer.body, code: error?.code, message: error?.message ?? '' }
}

const names = async (): Promise<string[]> => (await fixture.state.subscriptions(account_id)).map(({ name }) => name)

const FILTERS: readonly [filter: string, message: RegExp][] = [
  ['null', /^Field `filter`: got `null`, expected an object\.$/],
  ['"states=NC"', /^Field `filter`: got `states=NC`, expected an object\.$/],
  ['{"state":["NC"]}', /^Field `filter.state` is unknown: did you mean `states`\?$/],
  ['{"States":["NC"]}', /^Field `filter`: unknown key, expected categories, /],
  ['{"states":["<b>x"]}', /^Field `filter.states\[0\]`: got 4 characters, expected one of AK, /],
  ['{"states":"NC"}', /^Field `filter.states`: got `NC`, expected a list\.$/],
  ['{"states":[]}', /^Field `filter.states`: got a list of 0, expected a list of at least 1\.$/],
  ['{"states":["NC","XX"]}', /^Field `filter.states\[1\]`: got `XX`, expected one of AK, AL, /],
  ['{"states":["national"]}', /^Field `filter.states\[0\]`: got `national`/],
  ['{"types":["endorsement.created"]}', /expected one of created, updated, deleted\.$/],
  ['{"endorsers":[5]}', /^Field `filter.endorsers\[0\]`: got `5`, expected a string\.$/],
  ['{"endorsers":[""]}', /^Field `filter.endorsers\[0\]`: got ``, expected at least 1 character\.$/],
  ['{"states":["NC"],"states" : ["SC"]}', /has the same key twice/],
  [`{"endorsers":${JSON.stringify(Array(501).fill('x'))}}`, /a list of 501, expected a list of at most 500/],
  [`{"endorsers":["${'x'.repeat(201)}"]}`, /^Field `filter.endorsers\[0\]`: got 201 characters, expected at most 200/],
  [`${'['.repeat(30_000)}${']'.repeat(30_000)}`, /^Field `filter`: got a list of 1, expected an object/],
]

describe('refuses with an error that names the field', () => {
  test.each<[body: string, message: RegExp]>([
    ['', /is empty/],
    [' \n', /is empty/],
    ['{', /not valid JSON/],
    ['{"name":"a"} // really', /not valid JSON/],
    ['null', /^The body: got `null`, expected an object\.$/],
    ['[]', /^The body: got a list of 0, expected an object\.$/],
    ['{}', /^Field `name`: it is missing, expected a string\.$/],
    ['{"name":5}', /^Field `name`: got `5`, expected a string\.$/],
    ['{"name":{"a":1}}', /^Field `name`: got an object, expected a string\.$/],
    ['{"name":"a","filters":{}}', /^Field `filters` is unknown: did you mean `filter`\?$/],
    ['{"name":"a","id":7}', /^Field `id` is unknown/],
    ['{"name":"a","filter":{"endorsers":["\\ud800"]},"x":1}', /^Field `x` is unknown/],
    ['{"name":"a","__proto__":{"filter":{}}}', /^Field `__proto__` is unknown/],
    ['{"name":"a","filter":{"__proto__":["NC"]}}', /^Field `filter.__proto__` is unknown/],
    ['{"__proto__":{"name":"a"}}', /^Field `(name|__proto__)`/],
    ['{"name":"a","name":"b"}', /has the same key twice/],
    ['{"name":"a","filter":{"states":["NC"]},"f\\u0069lter":{}}', /has the same key twice/],
    [`${'['.repeat(60_000)}`, /not valid JSON/],
    ...FILTERS.map(([filter, message]): [string, RegExp] => [`{"name":"a","filter":${filter}}`, message]),
  ])('%.80s', async (body, message) => {
    const refused = await post(body)
    expect(refused).toMatchObject({ status: 400, code: 'invalid_parameter', message: expect.stringMatching(message) })
    expect(await names()).toEqual([])
  })

  test('accepts fields that only look like duplicates', async () => {
    for (const body of [
      '{"name":"filter","filter":{}}',
      '{"filter":{"endorsers":["name","filter","\\"name\\":"]},"name":"name"}',
    ])
      expect((await post(body)).status, body).toBe(201)
  })

  test('an error never repeats an API key, wherever the body had it', async () => {
    const secret = makeKey(randomBytes(KEY_RANDOM_BYTES))
    for (const body of [
      { name: `${secret}!` },
      { name: 'a', [secret]: 1 },
      { name: 'a', filter: { [secret]: ['x'] } },
      { name: 'a', filter: { states: [secret] } },
      { name: 'a', filter: { states: secret } },
      { name: 'a', filter: { endorsers: [secret.repeat(5)] } },
      secret,
    ]) {
      const refused = await post(JSON.stringify(body))
      expect([refused.status, refused.message.includes(secret.slice(9, 39))]).toEqual([400, false])
    }
    expect((await post(`${secret}`)).message).not.toContain(secret)
  })
})

describe('the type and the bytes', () => {
  test.each(['application/json', 'application/json;charset=utf-8', 'Application/JSON; charset="UTF-8"'])(
    '%s is read',
    async (type) => expect((await post('{"name":"a"}', { 'Content-Type': type })).status).toBe(201),
  )

  test.each([
    ...['text/plain', 'text/json', 'application/x-www-form-urlencoded', 'application/json; charset=latin1'],
    ...['application/jsonp', 'application/vnd.api+json', ''],
  ])('"%s" is 415', async (type) => {
    const refused = await post(Buffer.from('{"name":"a"}'), { 'Content-Type': type })
    expect([refused.status, refused.code, await names()]).toEqual([415, 'invalid_parameter', []])
  })

  test.each([
    ['gzip', 415],
    ['identity', 201],
  ])('a body in %s is %d', async (encoding, status) => {
    expect((await post('{"name":"a"}', { ...JSON_TYPE, 'Content-Encoding': encoding })).status).toBe(status)
  })

  test('invalid UTF-8 is 400; a byte order mark is skipped', async () => {
    const named = (bytes: string) => Buffer.from(`{"name":"a${bytes}"}`, 'latin1')
    for (const bytes of ['\xff', '\xc3\x28', '\xed\xa0\x80'])
      expect((await post(named(bytes))).message).toMatch(/UTF-8/)
    expect((await post('\ufeff{"name":"Ñandú"}')).body).toMatchObject({ data: { name: 'Ñandú' } })
  })

  test('65,536 bytes are read, one more is 413, with or without Content-Length', async () => {
    const exactly = (bytes: number) => '{"name":"a"}'.padEnd(bytes)
    const postChunked = (bytes: number) => {
      const body = new Blob([exactly(bytes)]).stream()
      return client.get(PATH, { method: 'POST', body, headers: JSON_TYPE, duplex: 'half' } as RequestInit)
    }
    for (const [bytes, status] of [
      [65_536, 201],
      [65_537, 413],
    ] as const) {
      expect((await post(exactly(bytes))).status).toBe(status)
      await clear()
      expect((await postChunked(bytes)).status).toBe(status)
      await clear()
    }
  })
})

test(`${RUNS} random JSON bodies are stored unchanged or refused`, async () => {
  const value = fc.oneof(
    fc.json(),
    fc.record({ name: fc.string({ unit: 'binary' }), filter: fc.jsonValue() }).map((one) => JSON.stringify(one)),
    fc
      .dictionary(
        fc.constantFrom('categories', 'endorsers', 'states', 'types', 'state', 'toString'),
        fc.array(fc.oneof(fc.constantFrom('nc', 'NC', 'created'), fc.string({ unit: 'binary' }), fc.jsonValue())),
      )
      .map((filter) => JSON.stringify({ name: 'drawn', filter })),
  )
  await fc.assert(
    fc.asyncProperty(value, async (body) => {
      const answer = await post(body)
      expect([201, 400]).toContain(answer.status)
      const kept = await fixture.state.subscriptions(account_id)
      if (answer.status === 201) expect(kept).toEqual([record(subscription).parse(answer.body).data])
      else expect([kept, answer.code]).toEqual([[], 'invalid_parameter'])
      await clear()
    }),
    { numRuns: RUNS },
  )
})
