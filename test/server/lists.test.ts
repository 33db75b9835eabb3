import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openApi, pages, walk } from './api.ts'
import { contestId } from './ballots.ts'
import { openClient } from './client.ts'
import { DISTRICTS, districtId } from './geography.ts'

const row = z.looseObject({ id: z.number(), slug: z.string().optional(), name: z.string().optional() })
const NC = 'elections=nc-2024-11-05-general'
const { fixture, key, client } = await openApi()

const idsOf = async (path: string, limit: number) => (await walk(client, row, path, limit)).map(({ id }) => id)
/** The texts by which a list is told: an election's slug, a contest's title, a district's name. */
async function listed(path: string): Promise<unknown[]> {
  const rows = await walk(client, row, path)
  return rows.map(({ slug, title, name }) => slug ?? title ?? name)
}

describe('paging', () => {
  test.each([
    '/v1/elections?states=nc&types=general,primary',
    '/v1/contests?elections=nc-2024-11-05-general&lang=es',
    '/v1/districts?include_retired=true',
    '/v1/endorsers?categories=labor,party,newspaper&lang=es',
    '/v1/endorsements?upcoming=true&categories=labor,party',
  ])('%s: pages of 1, 7 and 500 hold the same rows in the same order', async (path) => {
    const whole = await idsOf(path, 500)
    expect(new Set(whole).size).toBe(whole.length)
    expect(whole.length).toBeGreaterThan(3)
    for (const limit of [7, 1]) expect(await idsOf(path, limit)).toEqual(whole)
  })

  test('a full last page has no next; the default is 100 rows', async () => {
    const sizes = async (limit: number) => {
      const found: number[] = []
      for await (const page of pages(client, '/v1/elections', limit)) found.push(page.length)
      return found
    }
    expect([await sizes(9), await sizes(8)]).toEqual([[9], [8, 1]])
    const { data } = z.object({ data: z.array(row) }).parse((await client.get('/v1/endorsements')).body)
    expect(data.length).toBe(100)
  })

  test('a cursor is valid only for its own filters, in any spelling, limit and language', async () => {
    const { body } = await client.get('/v1/contests?states=NC&levels=special,federal&limit=2')
    const { next_cursor } = z.object({ next_cursor: z.string() }).parse(body)
    for (const [path, status] of [
      ['/v1/contests?levels=federal,special&states=nc&limit=9&lang=es', 200],
      ['/v1/contests?levels=federal&levels=special&states=NC', 200],
      ['/v1/contests?states=NC', 400],
      ['/v1/contests?states=NC&levels=special', 400],
      ['/v1/contests?states=DC&levels=special,federal', 400],
      ['/v1/districts?', 400],
    ] as const)
      expect((await client.get(`${path}&cursor=${next_cursor}`)).status, path).toBe(status)
    expect((await client.get(`/v1/contests?states=NC&levels=federal,special&cursor=${next_cursor}A`)).status).toBe(400)
  })

  test('across a publication, paging neither repeats nor loses a row of both bundles', async () => {
    const before = await idsOf('/v1/contests', 500)
    const snapshot = async () => (await client.get('/v1/states')).headers.get('x-snapshot')
    const old = await snapshot()
    const walked: number[] = []
    let pageCount = 0
    for await (const page of pages(client, '/v1/contests', 7)) {
      for (const one of page) walked.push(row.parse(one).id)
      if (++pageCount !== 2) continue
      await fixture.publish({ fillers: 90, mark: ' of a later bundle' })
      await expect.poll(snapshot).not.toBe(old)
    }
    expect(pageCount).toBeGreaterThan(5)
    expect(new Set(walked).size).toBe(walked.length)
    expect(walked.filter((id) => before.includes(id))).toEqual(before)
  })
})

// biome-ignore format: a case a line
test.each<[path: string, rows: string[]]>([
  ['/v1/elections', ['nc-2022-05-17-primary', 'dc-2022-11-08-general', 'nc-2022-11-08-general', 'nc-2024-03-05-primary',
    'hi-2024-10-15-special', 'nc-2024-10-15-special', 'dc-2024-11-05-general', 'nc-2024-11-05-general', 'nc-2024-12-03-runoff']],
  ['/v1/elections?types=primary,runoff', ['nc-2022-05-17-primary', 'nc-2024-03-05-primary', 'nc-2024-12-03-runoff']],
  ['/v1/elections?states=dc,HI&upcoming=true', ['hi-2024-10-15-special', 'dc-2024-11-05-general']],
  ['/v1/elections?states=dc,HI&upcoming=false', ['dc-2022-11-08-general', 'hi-2024-10-15-special', 'dc-2024-11-05-general']],
  ['/v1/elections?from=2022-11-08&to=2022-11-08', ['dc-2022-11-08-general', 'nc-2022-11-08-general']],
  [`/v1/contests?${NC}&levels=federal,city,county,school`, ['us-senate', 'us-house-1', 'us-house-2', 'bond', 'council', 'board-3']],
  [`/v1/contests?${NC}&levels=county,city`, ['bond', 'council']],
  [`/v1/contests?${NC}&contest_kinds=measure`, ['bond']],
  [`/v1/contests?${NC}&districts=${DISTRICTS.cd1.ocd_id},${DISTRICTS.cd2.ocd_id}`, ['us-house-1', 'us-house-2']],
  ['/v1/contests?states=DC', ['Mayor']],
  ['/v1/contests?elections=nc-1900-01-01-general', []],
  ['/v1/contests?upcoming=true&contest_kinds=measure', ['bond']],
  ['/v1/districts?states=NC', ['District 1', 'District 2', 'North Carolina', 'Alder County', 'Birch County', 'Ráleigh', 'Twin',
    'Board District 3']],
  ['/v1/districts?states=NC&include_retired=true&levels=state', ['North Carolina', 'House 1 of old']],
  ['/v1/districts?q=rál', ['Ráleigh']],
  ['/v1/districts?q=%25', []],
  ['/v1/districts?types=congressional,place&states=NC&levels=city', ['Ráleigh', 'Twin']],
  ['/v1/districts?elections=dc-2024-11-05-general', ['District of Columbia']],
])('%s', async (path, rows) => {
  // The marks are of the bundle that a test above publishes.
  const found = (await listed(path)).map((text) => String(text).replace(' of a later bundle', ''))
  expect(found).toEqual(rows)
})

const CD1 = `/v1/districts/${districtId('cd1')}`
const RING = [[-79, 35], [-77.5, 35], [-77.5, 36], [-79, 36], [-79, 35]] // biome-ignore format: a ring
const ONE = { name: 'District 1', officeholders: [{ district_id: districtId('cd1') }] }

test.each<[path: string, data: object]>([
  ['/v1/elections?lang=es&limit=1', [{ name: 'Elección nc-2022-05-17-primary' }]],
  [
    `/v1/contests/${contestId('nc-2024-11-05-general/bond')}?lang=es&endorsers=no-such`,
    { title: 'Contienda nc-2024-11-05-general/bond', endorsements: [] },
  ],
  [CD1, { ...ONE, elections: [{ slug: 'nc-2024-11-05-general' }], boundary: null }],
  [`${CD1}?boundary=true`, { boundary: { type: 'MultiPolygon', coordinates: [[RING]] } }],
  [`/v1/districts/${districtId('board')}?boundary=true`, { boundary: null }],
])('%s has the values asked for', async (path, data) => {
  expect((await client.get(path)).body).toMatchObject({ data })
})

test('the upcoming elections of a district are those of the day', async () => {
  const earlier = await openClient((await fixture.start({ asOf: '2022-06-01' })).url, key)
  const elections = [{ slug: 'nc-2022-11-08-general' }, { slug: 'nc-2024-11-05-general' }]
  expect((await earlier.get(CD1)).body).toMatchObject({ data: { elections } })
})

test('/v1/states and /v1/coverage list all 56, by code', async () => {
  const coded = z.object({
    data: z.array(z.looseObject({ code: z.string().optional(), state: z.string().optional() })),
  })
  const get = async (path: string) => coded.parse((await client.get(path)).body).data
  for (const path of ['/v1/states', '/v1/coverage']) {
    const codes = (await get(path)).map(({ code, state }) => code ?? state)
    expect([codes.length, codes]).toEqual([56, [...codes].sort()])
  }
  const of = async (query: string) => (await get(`/v1/coverage${query}`)).find(({ state }) => state === 'NC')
  expect(await of('')).toMatchObject({
    ...{ election_count: 3, contest_count: 96, measure_count: 1, updated_at: '2024-10-02T00:00:00.000Z' },
    ...{ first_election: '2024-10-15', last_election: '2024-12-03' },
  })
  expect(await of('?upcoming=false')).toMatchObject({
    ...{ election_count: 6, contest_count: 102, measure_count: 2, first_election: '2022-05-17' },
  })
})
