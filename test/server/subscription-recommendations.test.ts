import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { errorBody, record } from '../../data/schema/envelope.ts'
import { recommendations } from '../../data/schema/recommendation.ts'
import type { FeedFilter } from '../../data/schema/subscription.ts'
import { CONTEST_KINDS, LEVELS } from '../../data/schema/vocabulary.ts'
import { openApi } from './api.ts'

const RUNS = process.env.PROOF === '1' ? 500 : 60
const HERE = 'lat=35.5&lng=-78.5'
const PLACES = [HERE, 'lat=35.5&lng=-77.2', 'location=27601', 'location=NC', 'location=Alder+County']
const AT = '2024-10-01T00:00:00.000Z'

const { fixture, client } = await openApi({ fillers: 8 })
const [mine, other] = [await makeCaller(), await makeCaller()]
beforeEach(clear)

async function clear(): Promise<void> {
  for (const { account_id } of [mine, other])
    for (const { id } of await fixture.state.subscriptions(account_id))
      await fixture.state.deleteSubscription({ id, account_id })
}

/** An account with a key that can only read data. */
async function makeCaller() {
  const { key, account } = await fixture.makeKey({ scopes: ['data:read'] })
  return { key, account_id: (await fixture.state.findAccount(account))?.id ?? 0 }
}

async function keep({ account_id }: typeof mine, name: string, filter: FeedFilter): Promise<number> {
  const made = await fixture.state.createSubscription(account_id, { name, filter }, AT)
  if ('refused' in made) throw new Error(made.refused)
  return made.id
}

async function ask(query: string, { key } = mine) {
  const answer = await client.get(`/v1/recommendations?${query}`, { key })
  expect(answer.status, answer.text).toBe(200)
  return record(recommendations).parse(answer.body).data
}

async function refusal(query: string, { key } = mine) {
  const answer = await client.get(`/v1/recommendations?${query}`, { key })
  const { code, message } = errorBody.parse(answer.body).error
  return { status: answer.status, code, message }
}

/** Usually absent, because filters of every field together match almost nothing. */
const some = <Value>(values: readonly Value[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.subarray([...values], { minLength: 1 }) },
  )
/** Filters that a query can also express. */
const askable = fc.record({
  categories: some(['newspaper', 'labor', 'environment', 'party', 'no-such']),
  endorsers: some(['alder-herald', 'oak-party', 'ferreteros', 'friends-east', 'green-hills', 'no-such']),
  endorser_states: some(['NC', 'DC', 'national'] as const),
  elections: some(['nc-2024-11-05-general', 'nc-2022-11-08-general', 'nc-2024-12-03-runoff', 'no-such']),
  levels: some(LEVELS),
  contest_kinds: some(CONTEST_KINDS),
})

function sent(filter: z.infer<typeof anyFilter>): string {
  return Object.entries(filter)
    .flatMap(([name, values]) => (values ? [`&${name}=${values.join(',')}`] : []))
    .join('')
}
const anyFilter = z.record(z.string(), z.array(z.string()).optional())

test(`${RUNS} filters: by name, by id and in the query, the same answer`, async () => {
  let endorsed = 0
  await fc.assert(
    fc.asyncProperty(askable, fc.constantFrom(...PLACES), fc.boolean(), async (filter, place, only) => {
      const [first, second] = [JSON.parse(JSON.stringify(filter)), turned(filter)]
      const more = only ? '&only_endorsed=true&explain=true' : ''
      const [id] = [await keep(mine, 'drawn', first), await keep(other, 'drawn', second)]
      const expected = await ask(`${place}${more}${sent(filter)}`)
      endorsed += expected.contests.filter(({ recommendation }) => recommendation.endorser_count > 0).length
      for (const reference of ['drawn', id])
        expect(await ask(`${place}${more}&subscription=${reference}`)).toEqual(expected)
      expect(await ask(`${place}${more}&subscription=drawn`, other)).toEqual(expected)
      await clear()
    }),
    { numRuns: RUNS },
  )
  expect(endorsed).toBeGreaterThan(RUNS / 2)
})

/** An equal filter with its fields and values in another order; the type of event has no effect. */
function turned(filter: FeedFilter): FeedFilter {
  const entries = Object.entries(filter).flatMap(([name, values]) => (values ? [[name, [...values].reverse()]] : []))
  return { types: ['deleted'], ...Object.fromEntries(entries.reverse()) }
}

test('states select contests', async () => {
  await keep(mine, 'here', { states: ['NC'] })
  await keep(mine, 'there', { states: ['DC', 'HI'], endorsers: ['oak-party'] })
  await keep(mine, 'both', { states: ['DC', 'NC'], levels: ['federal'] })
  const all = await ask(HERE)
  expect(all.contests.length).toBeGreaterThan(3)
  expect(await ask(`${HERE}&subscription=here`)).toEqual(all)
  expect((await ask(`${HERE}&subscription=there`)).contests).toEqual([])
  expect(await ask(`${HERE}&subscription=both`)).toEqual(await ask(`${HERE}&levels=federal`))
})

test('a replaced subscription applies at once, a deleted one no longer works', async () => {
  const id = await keep(mine, 'mine', { levels: ['federal'] })
  const federal = await ask(`${HERE}&subscription=mine`)
  expect(federal.contests.map(({ level }) => level)).toContain('federal')
  const reference = { id, account_id: mine.account_id }
  await fixture.state.replaceSubscription(reference, { name: 'mine', filter: { levels: ['city'] } }, AT)
  expect((await ask(`${HERE}&subscription=mine`)).contests.every(({ level }) => level === 'city')).toBe(true)
  await fixture.state.deleteSubscription(reference)
  expect((await refusal(`${HERE}&subscription=mine`)).status).toBe(404)
})

test('two accounts with the same name always get their own', async () => {
  await keep(mine, 'shared', { endorsers: ['alder-herald'] })
  await keep(other, 'shared', { endorsers: ['oak-party'] })
  const expected = [await ask(`${HERE}&endorsers=alder-herald`), await ask(`${HERE}&endorsers=oak-party`)]
  expect(expected[0]).not.toEqual(expected[1])
  for (let i = 0; i < 4; i++)
    for (const [at, caller] of [mine, other].entries())
      expect(await ask(`${HERE}&subscription=shared`, caller)).toEqual(expected[at])
})

describe('refuses', () => {
  test('a subscription together with a filter that it contains, naming both', async () => {
    await keep(mine, 'mine', {})
    for (const name of ['categories', 'endorsers', 'endorser_states', 'elections', 'levels', 'contest_kinds']) {
      const value = { endorser_states: 'NC', levels: 'state', contest_kinds: 'measure' }[name] ?? 'x'
      const refused = await refusal(`${HERE}&subscription=mine&${name}=${value}`)
      expect([refused.status, refused.code]).toEqual([400, 'invalid_parameter'])
      for (const named of ['`subscription`', `\`${name}\``]) expect(refused.message).toContain(named)
      expect((await refusal(`${HERE}&subscription=none&${name}=${value}`)).status).toBe(400)
    }
    for (const more of ['lang=es', 'only_endorsed=true', 'explain=true']) await ask(`${HERE}&subscription=mine&${more}`)
  })

  test('an unknown one and one of another account: the same 404, without location data', async () => {
    const theirs = await keep(other, 'theirs', {})
    const unknown = await refusal(`${HERE}&subscription=nobody`)
    expect([unknown.status, unknown.code]).toEqual([404, 'not_found'])
    for (const reference of ['theirs', theirs, '007', '0', '99999999999999999999', 'a%2Fb', 'THEIRS'])
      expect(await refusal(`${HERE}&subscription=${reference}`), `${reference}`).toEqual(unknown)
    expect(unknown.message).not.toMatch(/35\.5|78\.5|nobody/)
  })

  test('an over-long reference', async () => {
    expect((await refusal(`${HERE}&subscription=${'a'.repeat(101)}`)).message).toContain('`subscription`')
  })
})
