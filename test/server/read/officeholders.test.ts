// Officeholders and representatives over HTTP, in the invented region of ../geography.ts.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { districtRecord } from '../../../data/schema/district.ts'
import { page, record } from '../../../data/schema/envelope.ts'
import { officeholder, officeholderRecord, representatives } from '../../../data/schema/officeholder.ts'
import { type Client, openClient } from '../client.ts'
import { type Fixture, openFixture } from '../fixture.ts'
import { DISTRICTS, districtId } from '../geography.ts'
import { officeholders, personOf } from '../officeholders.ts'

let fixture: Fixture
let client: Client

beforeAll(async () => {
  fixture = await openFixture()
  await fixture.publish({ fillers: 2 })
  const { key } = await fixture.makeKey()
  client = await openClient((await fixture.start()).url, key)
})
afterAll(() => fixture.close())

async function names(query: string): Promise<string[]> {
  const answer = await client.get(`/v1/officeholders?${query}`)
  expect(answer.status, answer.text).toBe(200)
  return page(officeholder)
    .parse(answer.body)
    .data.map((holder) => holder.name)
}

async function represented(query: string) {
  const answer = await client.get(`/v1/representatives?${query}`)
  expect(answer.status, answer.text).toBe(200)
  const { data } = record(representatives).parse(answer.body)
  const possible = data.officeholders.filter(({ match }) => match === 'possible')
  return {
    location: data.location,
    names: data.officeholders.map((holder) => holder.name),
    possible: possible.map((holder) => holder.name),
  }
}

const message = (body: unknown): string =>
  z.object({ error: z.object({ message: z.string() }) }).parse(body).error.message

describe('/v1/officeholders', () => {
  test('is ordered federal first, then by state, office, name', async () => {
    const answer = await client.get('/v1/officeholders')
    expect(page(officeholder).parse(answer.body)).toEqual({ data: officeholders(), next_cursor: null })
    expect(officeholders().map((holder) => holder.name)).toEqual([
      ...['Gil Ginkgo', 'Áda Ångström', 'Zoë Zander', 'Bo Birch', 'Cy Cedar'],
      ...['Di Dogwood', 'Ed Elm', 'Ed Elm', 'Fay Fir', 'Hal Holly', 'Ida Ivy'],
    ])
  })

  test.each([1, 2, 3, 7])('in pages of %i gives each once, in order', async (limit) => {
    const walked: unknown[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const answer = await client.get(`/v1/officeholders?limit=${limit}${cursor && `&cursor=${cursor}`}`)
      const one: { data: unknown[]; next_cursor: string | null } = page(officeholder).parse(answer.body)
      expect(one.data.length).toBeLessThanOrEqual(limit)
      walked.push(...one.data)
      cursor = one.next_cursor
    }
    expect(walked).toEqual(officeholders())
  })

  test.each([
    ['states=dc', ['Gil Ginkgo', 'Hal Holly', 'Ida Ivy']],
    ['offices=governor,us_senator', ['Áda Ångström', 'Zoë Zander', 'Di Dogwood']],
    ['levels=city', ['Hal Holly', 'Ida Ivy']],
    ['levels=state&states=NC&offices=state_senator', ['Ed Elm']],
    [`districts=${DISTRICTS.cd1.ocd_id}`, ['Bo Birch']],
    [`districts=${DISTRICTS.old.ocd_id},${DISTRICTS.cd2.ocd_id}`, ['Cy Cedar', 'Fay Fir']],
    ['districts=ocd-division/country:us/state:zz', []],
    ['q=ANGSTROM', ['Áda Ångström']],
    ['q=zoë', ['Zoë Zander']],
    ['q=%25', []],
    ['lang=es&q=fir', ['Fay Fir']],
  ])('%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  test.each(['levels=county', 'offices=mayor', 'states=XX', 'districts=nc', `q=${'a'.repeat(101)}`, 'office=governor'])(
    '%s is 400',
    async (query) => {
      expect((await client.get(`/v1/officeholders?${query}`)).status).toBe(400)
    },
  )

  test('a cursor of other filters is 400', async () => {
    const { next_cursor } = page(officeholder).parse((await client.get('/v1/officeholders?limit=1')).body)
    expect((await client.get(`/v1/officeholders?limit=5&lang=es&cursor=${next_cursor}`)).status).toBe(200)
    expect((await client.get(`/v1/officeholders?states=NC&cursor=${next_cursor}`)).status).toBe(400)
  })
})

describe('/v1/officeholders/{person_id}', () => {
  test('has every seat, federal and state before city, the first its own', async () => {
    const answer = await client.get(`/v1/officeholders/${personOf('Ed Elm')}`)
    const { data } = record(officeholderRecord).parse(answer.body)
    const { seats, ...first } = data
    expect(first).toEqual(officeholders().find((holder) => holder.office === 'lieutenant_governor'))
    expect(seats.map((seat) => [seat.office, seat.district, seat.district_id])).toEqual([
      ['lieutenant_governor', null, districtId('nc')],
      ['state_senator', 'At-Large', districtId('nc')],
    ])
  })

  test.each(['abc', '1', '3ad2df38e81750b9924d9dbd4bba94a8', '3ad2df38-e817-50b9-924d-9dbd4bba94a'])(
    '%s is no UUID: 400',
    async (id) => {
      const answer = await client.get(`/v1/officeholders/${id}`)
      expect([answer.status, message(answer.body).includes('`person_id`')]).toEqual([400, true])
    },
  )

  test('a UUID in capitals is equal', async () => {
    const id = personOf('Ed Elm')
    const [lower, upper] = [
      await client.get(`/v1/officeholders/${id}`),
      await client.get(`/v1/officeholders/${id.toUpperCase()}`),
    ]
    expect([upper.status, upper.body]).toEqual([200, lower.body])
  })

  test('an unknown UUID is 404', async () => {
    expect((await client.get(`/v1/officeholders/${personOf('Nobody')}`)).status).toBe(404)
  })
})

describe('/v1/representatives', () => {
  const everywhere = ['Áda Ångström', 'Zoë Zander']
  const ofState = ['Di Dogwood', 'Ed Elm', 'Ed Elm', 'Fay Fir']

  test('at a point: the holders of seats that contain it in the lines of their election, including a retired plan', async () => {
    const west = await represented('lat=35.5&lng=-78.5')
    expect(west.names).toEqual([...everywhere, 'Bo Birch', ...ofState])
    expect(west.possible).toEqual([])
    expect(west.location).toEqual({
      ...{ exact: true, complete: true, lines_differ: false, basis: 'point', kind: 'coordinates', missing: [] },
      ...{ label: null, state: 'NC', resolver: 'coordinates' },
    })
    const east = await represented('lat=35.5&lng=-77.2')
    expect(east.names).toEqual([...everywhere, 'Cy Cedar', ...ofState])
  })

  test.each([-77.52, -77.48])(
    'nearer to a generalised border than its error, at %s: both sides are possible, and not complete',
    async (lng) => {
      const near = await represented(`lat=35.5&lng=${lng}`)
      expect(near.names).toEqual([...everywhere, 'Bo Birch', 'Cy Cedar', ...ofState])
      expect(near.possible).toEqual(['Bo Birch', 'Cy Cedar'])
      expect(near.location.complete).toBe(false)
    },
  )

  test('if a seat has no lines, its holder may be missing, so the answer is not complete', async () => {
    const dc = await represented('lat=38.87&lng=-77')
    expect([dc.names, dc.location.complete]).toEqual([['Gil Ginkgo', 'Hal Holly'], false])
  })

  test('of a ZIP code, city or county: everyone whose district overlaps it', async () => {
    const split = await represented('location=27999')
    expect(split.names).toEqual([...everywhere, 'Bo Birch', 'Cy Cedar', ...ofState.slice(0, 3)])
    expect(split.possible).toEqual(['Bo Birch', 'Cy Cedar'])
    expect(split.location).toMatchObject({ exact: false, basis: 'county', label: 'ZIP 27999' })
    const county = await represented('address=Alder+County,+NC')
    expect(county.names).toContain('Bo Birch')
    expect(county.possible).not.toContain('Bo Birch')
  })

  test('of a state: only its federal and state officers, of all districts', async () => {
    const whole = await represented('location=North+Carolina')
    expect(whole.names).toEqual([...everywhere, 'Bo Birch', 'Cy Cedar', ...ofState])
    // Officeholders of the whole state are certain.
    expect(whole.possible).toEqual(['Bo Birch', 'Cy Cedar', 'Fay Fir'])
  })

  test('of the District of Columbia as a state: its Council too, seats without lines included', async () => {
    const dc = await represented('location=DC')
    expect([dc.names, dc.location.complete]).toEqual([['Gil Ginkgo', 'Hal Holly', 'Ida Ivy'], true])
  })

  test.each(['', 'lat=35', 'location=NC&address=NC', 'location=NC&levels=state'])('%s is 400', async (query) => {
    expect((await client.get(`/v1/representatives?${query}`)).status).toBe(400)
  })

  test('of nowhere is 404', async () => {
    expect((await client.get('/v1/representatives?lat=0&lng=0')).status).toBe(404)
    expect((await client.get('/v1/representatives?location=Nowhere,+NC')).status).toBe(404)
  })
})

test('a district names the holders of its seats', async () => {
  const holders = async (name: keyof typeof DISTRICTS) => {
    const answer = await client.get(`/v1/districts/${districtId(name)}`)
    return record(districtRecord)
      .parse(answer.body)
      .data.officeholders.map((holder) => holder.name)
  }
  expect(await holders('cd1')).toEqual(['Bo Birch'])
  expect(await holders('old')).toEqual(['Fay Fir'])
  expect(await holders('nc')).toEqual(['Áda Ångström', 'Zoë Zander', 'Di Dogwood', 'Ed Elm', 'Ed Elm'])
  expect(await holders('alder')).toEqual([])
})

test('without officeholders in the bundle all three are 503 with Retry-After, and districts still work', async () => {
  const bare = await openFixture()
  try {
    await bare.publish({ fillers: 2, vacant: true })
    const { key } = await bare.makeKey()
    const other = await openClient((await bare.start()).url, key)
    for (const path of [
      '/v1/officeholders',
      `/v1/officeholders/${personOf('Ed Elm')}`,
      '/v1/representatives?lat=35.5&lng=-78.5',
      '/v1/representatives?location=NC',
    ]) {
      const answer = await other.get(path)
      expect([answer.status, Number(answer.headers.get('retry-after')) > 0], path).toEqual([503, true])
      expect(answer.text).toContain('internal_error')
    }
    expect((await other.get('/v1/officeholders?levels=county')).status).toBe(400)
    const district = record(districtRecord).parse((await other.get(`/v1/districts/${districtId('nc')}`)).body)
    expect(district.data.officeholders).toEqual([])
  } finally {
    await bare.close()
  }
})
