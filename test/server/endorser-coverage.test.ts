// /v1/coverage/endorsers: every row, the filters, paging, and bundles of earlier versions.

import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type EndorserCoverage, endorserCoverage } from '../../data/schema/endorser.ts'
import { openBundle, openPart } from '../../data/store/bundle.ts'
import { loadManifest } from '../../data/store/manifest.ts'
import { presentEndorserCoverage } from '../../server/read/endorsers.ts'
import { type Client, openClient } from './client.ts'
import { endorsedIn } from './endorsements.ts'
import { endorserCoverageOf } from './endorser-coverage.ts'
import { AS_OF, type Fixture, openFixture } from './fixture.ts'
import { withoutTables } from './without-tables.ts'

const PATH = '/v1/coverage/endorsers'
const { endorsers, endorsements } = endorsedIn({})
const rows = endorserCoverageOf(endorsers, endorsements)
const page = z.object({ data: z.array(endorserCoverage), next_cursor: z.string().nullable() })

let fixture: Fixture
let client: Client
let bundle: string
beforeAll(async () => {
  fixture = await openFixture()
  bundle = await fixture.publish()
  client = await openClient((await fixture.start()).url, (await fixture.makeKey()).key)
})
afterAll(() => fixture.close())

async function walk(query: string, limit = 500): Promise<EndorserCoverage[]> {
  const all: EndorserCoverage[] = []
  for (let cursor = ''; ; ) {
    const { status, text, body } = await client.get(`${PATH}?${query}&limit=${limit}${cursor}`)
    expect(status, text).toBe(200)
    const { data, next_cursor } = page.parse(body)
    all.push(...data)
    if (next_cursor === null) return all
    cursor = `&cursor=${next_cursor}`
  }
}

test('by endorser and election, in pages of any size; without upcoming=false, of coming elections alone', async () => {
  expect(new Set(rows.map(({ share }) => share === null)).size).toBe(2)
  for (const limit of [1, 7, 500]) expect(await walk('upcoming=false', limit)).toEqual(rows)
  const coming = rows.filter(({ election }) => election.date >= AS_OF)
  expect(coming.length).toBeGreaterThan(5)
  expect(coming.length).toBeLessThan(rows.length)
  expect(await walk('lang=en')).toEqual(coming)
})

test.each<[string, (row: EndorserCoverage) => boolean]>([
  ['endorsers=oak-party', ({ endorser }) => endorser.slug === 'oak-party'],
  ['categories=labor,party', ({ endorser }) => ['labor', 'party'].includes(endorser.category.slug)],
  ['endorser_states=national', ({ endorser }) => endorser.state === 'national'],
  ['states=dc', ({ election }) => election.state === 'DC'],
  ['elections=nc-2024-11-05-general', ({ election }) => election.slug === 'nc-2024-11-05-general'],
  ['endorsers=nobody', () => false],
  ['elections=nc-1900-11-06-general', () => false],
  [
    'categories=newspaper&states=NC&endorser_states=DC',
    ({ endorser, election }) =>
      endorser.category.slug === 'newspaper' && endorser.state === 'DC' && election.state === 'NC',
  ],
])('%s', async (query, isChosen) => {
  expect(await walk(`upcoming=false&${query}`, 3)).toEqual(rows.filter(isChosen))
})

test('in Spanish, the categories have their Spanish names', async () => {
  const [first] = await walk('categories=labor&lang=es')
  expect(first?.endorser.category.name).toBe('Sindicatos')
})

test('a cursor belongs to its filters', async () => {
  const { next_cursor } = page.parse((await client.get(`${PATH}?upcoming=false&limit=1`)).body)
  expect((await client.get(`${PATH}?upcoming=false&limit=9&cursor=${next_cursor}`)).status).toBe(200)
  expect((await client.get(`${PATH}?limit=1&cursor=${next_cursor}`)).status).toBe(400)
})

test('a bundle of an earlier version is told so', () => {
  const { paths } = fixture
  const whole = openBundle(paths, loadManifest(paths, bundle))
  const { sha256 } = whole.manifest.parts.endorsements
  const file = withoutTables(join(paths.parts, `${sha256}.sqlite`), ['endorser_coverage'])
  const older = { ...whole, endorsements: openPart(file, sha256) }
  const day = { key: AS_OF, in: () => AS_OF }
  const asked = { upcoming: false, lang: 'en' as const, limit: 2 }
  expect(presentEndorserCoverage(asked, '', { bundle: whole, day })).toContain('"usual_contest_count"')
  expect(() => presentEndorserCoverage(asked, '', { bundle: older, day })).toThrow('earlier version')
  older.endorsements.close()
})
