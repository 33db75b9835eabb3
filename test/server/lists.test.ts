// The rows, order and paging of the list endpoints.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contestId } from './ballots.ts'
import { type Client, openClient } from './client.ts'
import { type Fixture, openFixture } from './fixture.ts'
import { DISTRICTS, districtId } from './geography.ts'

const pageOf = z.object({
  data: z.array(
    z.looseObject({
      id: z.number(),
      slug: z.string().optional(),
      name: z.string().optional(),
      title: z.string().optional(),
    }),
  ),
  next_cursor: z.string().nullable(),
})

let fixture: Fixture
let client: Client
let key: string

beforeAll(async () => {
  fixture = await openFixture()
  await fixture.publish()
  key = (await fixture.makeKey()).key
  client = await openClient((await fixture.start()).url, key)
})
afterAll(() => fixture.close())

async function page(path: string) {
  const answer = await client.get(path)
  expect(answer.status, answer.text).toBe(200)
  return pageOf.parse(answer.body)
}

async function walk(path: string, limit: number): Promise<number[]> {
  const ids: number[] = []
  let cursor: string | null = null
  do {
    const { data, next_cursor }: z.infer<typeof pageOf> = await page(
      `${path}${path.includes('?') ? '&' : '?'}limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`,
    )
    expect(data.length).toBeLessThanOrEqual(limit)
    ids.push(...data.map((row) => row.id))
    cursor = next_cursor
  } while (cursor !== null)
  return ids
}

const slugs = async (query: string) => (await page(`/v1/elections?${query}`)).data.map((row) => row.slug)
const titles = async (query: string) => (await page(`/v1/contests?limit=500&${query}`)).data.map((row) => row.title)
const names = async (query: string) => (await page(`/v1/districts?${query}`)).data.map((row) => row.name)

describe('paging', () => {
  const lists = [
    '/v1/elections',
    '/v1/elections?states=nc&types=general,primary',
    '/v1/contests',
    '/v1/contests?elections=nc-2024-11-05-general&lang=es',
    '/v1/districts',
    '/v1/districts?include_retired=true',
    '/v1/endorsers',
    '/v1/endorsers?categories=labor,party,newspaper&lang=es',
    '/v1/endorsements?upcoming=true&categories=labor,party',
    '/v1/endorsements?endorsers=oak-party',
  ]
  test.each(lists)('%s: pages of 1, 7 and 500 hold the same rows in the same order', async (path) => {
    const whole = await walk(path, 500)
    expect(new Set(whole).size).toBe(whole.length)
    expect(whole.length).toBeGreaterThan(3)
    expect(await walk(path, 7)).toEqual(whole)
    expect(await walk(path, 1)).toEqual(whole)
  })

  test('a full last page has no next', async () => {
    const whole = await walk('/v1/elections', 500)
    expect((await page(`/v1/elections?limit=${whole.length}`)).next_cursor).toBeNull()
    expect((await page(`/v1/elections?limit=${whole.length - 1}`)).next_cursor).not.toBeNull()
  })

  test('a cursor is valid only for its own filters, in any spelling, limit and language', async () => {
    const { next_cursor } = await page('/v1/contests?states=NC&levels=special,federal&limit=2')
    const rest = (query: string) => client.get(`/v1/contests?${query}&cursor=${next_cursor}`)
    expect((await rest('levels=federal,special&states=nc&limit=9&lang=es')).status).toBe(200)
    expect((await rest('levels=federal&levels=special&states=NC')).status).toBe(200)
    for (const query of ['states=NC', 'states=NC&levels=special', 'states=DC&levels=special,federal'])
      expect((await rest(query)).status, query).toBe(400)
    expect((await client.get(`/v1/districts?cursor=${next_cursor}`)).status).toBe(400)
    expect((await client.get(`/v1/contests?states=NC&levels=federal,special&cursor=${next_cursor}A`)).status).toBe(400)
  })

  test('the default is 100 rows', async () => {
    expect((await page('/v1/contests')).data.length).toBe((await walk('/v1/contests', 500)).length < 100 ? 73 : 100)
  })
})

describe('/v1/elections', () => {
  test('by date, state, slug', async () => {
    expect(await slugs('')).toEqual([
      'nc-2022-05-17-primary',
      'dc-2022-11-08-general',
      'nc-2022-11-08-general',
      'nc-2024-03-05-primary',
      'hi-2024-10-15-special',
      'nc-2024-10-15-special',
      'dc-2024-11-05-general',
      'nc-2024-11-05-general',
      'nc-2024-12-03-runoff',
    ])
  })
  test('filters: within one OR, across them AND', async () => {
    expect(await slugs('types=primary,runoff')).toEqual([
      'nc-2022-05-17-primary',
      'nc-2024-03-05-primary',
      'nc-2024-12-03-runoff',
    ])
    expect(await slugs('types=primary&from=2023-01-01')).toEqual(['nc-2024-03-05-primary'])
    expect(await slugs('states=dc,HI&upcoming=true')).toEqual(['hi-2024-10-15-special', 'dc-2024-11-05-general'])
    expect(await slugs('from=2022-11-08&to=2022-11-08')).toEqual(['dc-2022-11-08-general', 'nc-2022-11-08-general'])
    expect((await slugs('upcoming=false')).length).toBe(9)
    expect((await client.get('/v1/elections?from=2024-01-02&to=2024-01-01')).status).toBe(400)
  })
  test('in Spanish if there is a translation', async () => {
    expect((await page('/v1/elections?lang=es&limit=1')).data[0]?.name).toBe('Elección nc-2022-05-17-primary')
  })
})

describe('/v1/contests', () => {
  test('in ballot order: federal before state before county before city before school before special', async () => {
    const found = await titles('elections=nc-2024-11-05-general')
    expect(found.slice(0, 6)).toEqual(['us-senate', 'us-house-1', 'us-house-2', 'bond', 'council', 'board-3'])
  })
  test('filters', async () => {
    const nc = 'elections=nc-2024-11-05-general'
    expect(await titles(`${nc}&levels=county,city`)).toEqual(['bond', 'council'])
    expect(await titles(`${nc}&contest_kinds=measure`)).toEqual(['bond'])
    expect(await titles(`${nc}&districts=${DISTRICTS.cd1.ocd_id},${DISTRICTS.cd2.ocd_id}`)).toEqual([
      'us-house-1',
      'us-house-2',
    ])
    expect(await titles('states=DC')).toEqual(['Mayor'])
    expect(await titles('elections=nc-1900-01-01-general')).toEqual([])
    expect(await titles('upcoming=true&contest_kinds=measure')).toEqual(['bond'])
    expect((await client.get('/v1/contests?districts=nc')).status).toBe(400)
  })
  test('one, with its endorsements', async () => {
    const answer = await client.get(`/v1/contests/${contestId('nc-2024-11-05-general/bond')}?lang=es&endorsers=no-such`)
    expect(answer.body).toMatchObject({ data: { title: 'Contienda nc-2024-11-05-general/bond', endorsements: [] } })
  })
})

describe('/v1/districts', () => {
  test('by state, level, type, OCD id; retired ones only when asked for', async () => {
    expect(await names('states=NC')).toEqual([
      'District 1',
      'District 2',
      'North Carolina',
      'Alder County',
      'Birch County',
      'Ráleigh',
      'Twin',
      'Board District 3',
    ])
    expect((await names('states=NC&include_retired=true')).includes('House 1 of old')).toBe(true)
  })
  test('filters', async () => {
    expect(await names('q=RALEIGH')).toEqual(['Ráleigh'])
    expect(await names('q=rál')).toEqual(['Ráleigh'])
    expect(await names('q=%25')).toEqual([])
    expect(await names('types=congressional,place&states=NC&levels=city')).toEqual(['Ráleigh', 'Twin'])
    expect(await names('elections=dc-2024-11-05-general')).toEqual(['District of Columbia'])
    expect((await client.get(`/v1/districts?q=${'a'.repeat(101)}`)).status).toBe(400)
  })
  test('one: upcoming elections, and lines only when asked for', async () => {
    const path = `/v1/districts/${districtId('cd1')}`
    expect((await client.get(path)).body).toMatchObject({
      data: {
        name: 'District 1',
        officeholders: [{ district_id: districtId('cd1') }],
        elections: [{ slug: 'nc-2024-11-05-general' }],
        boundary: null,
      },
    })
    expect((await client.get(`${path}?boundary=true`)).body).toMatchObject({
      data: {
        boundary: {
          type: 'MultiPolygon',
          coordinates: [
            [
              [
                [-79, 35],
                [-77.5, 35],
                [-77.5, 36],
                [-79, 36],
                [-79, 35],
              ],
            ],
          ],
        },
      },
    })
    expect((await client.get(`/v1/districts/${districtId('board')}?boundary=true`)).body).toMatchObject({
      data: { boundary: null },
    })
    const earlier = await openClient((await fixture.start({ asOf: '2022-06-01' })).url, key)
    expect((await earlier.get(path)).body).toMatchObject({
      data: { elections: [{ slug: 'nc-2022-11-08-general' }, { slug: 'nc-2024-11-05-general' }] },
    })
  })
})

test('/v1/states and /v1/coverage list all 56, by code', async () => {
  const coded = z.object({
    data: z.array(z.looseObject({ code: z.string().optional(), state: z.string().optional() })),
  })
  for (const path of ['/v1/states', '/v1/coverage']) {
    const codes = coded.parse((await client.get(path)).body).data.map((row) => row.code ?? row.state)
    expect(codes.length).toBe(56)
    expect(codes).toEqual([...codes].sort())
  }
  const of = async (query: string) =>
    coded.parse((await client.get(`/v1/coverage${query}`)).body).data.find((row) => row.state === 'NC')
  expect(await of('')).toMatchObject({
    election_count: 3,
    contest_count: 66,
    measure_count: 1,
    first_election: '2024-10-15',
    last_election: '2024-12-03',
    updated_at: '2024-10-02T00:00:00.000Z',
  })
  expect(await of('?upcoming=false')).toMatchObject({
    election_count: 6,
    contest_count: 72,
    measure_count: 2,
    first_election: '2022-05-17',
  })
})
