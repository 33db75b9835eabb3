// /v1/elections/{slug}/agreement and /contest-agreement: every row as counted pair by pair, the filters, paging, and bundles of earlier versions.

import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  type ContestAgreement,
  contestAgreement,
  type EndorserAgreement,
  endorserAgreement,
  SHARED_CONTESTS_DEFAULT,
  SPLIT_POSITIONS_DEFAULT,
} from '../../data/schema/agreement.ts'
import { dataOperations } from '../../data/schema/operations.ts'
import { openBundle, openPart } from '../../data/store/bundle.ts'
import { loadManifest } from '../../data/store/manifest.ts'
import { loadAgreementMatrix, presentContestAgreement, presentEndorserAgreement } from '../../server/read/agreement.ts'
import { pairsOf, splitsOf } from './agreement.ts'
import { type Client, openClient } from './client.ts'
import { endorsedIn } from './endorsements.ts'
import { type Fixture, openFixture } from './fixture.ts'
import { withoutTables } from './without-tables.ts'

const SLUG = 'nc-2024-11-05-general'
const PATH = `/v1/elections/${SLUG}`
const { contests, endorsements } = endorsedIn({})
const own = endorsements.filter(({ election }) => election.slug === SLUG)
const pairs = pairsOf(own)
const splits = splitsOf(contests, own)
const page = z.object({ data: z.array(z.unknown()), next_cursor: z.string().nullable() })

let fixture: Fixture
let client: Client
let bundle: string
beforeAll(async () => {
  fixture = await openFixture()
  bundle = await fixture.publish()
  client = await openClient((await fixture.start()).url, (await fixture.makeKey()).key)
})
afterAll(() => fixture.close())

/** Every page of a list. */
async function walk(path: string, limit: number): Promise<unknown[]> {
  const all: unknown[] = []
  let cursor = ''
  for (;;) {
    const { status, text, body } = await client.get(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}${cursor}`)
    expect(status, text).toBe(200)
    const { data, next_cursor } = page.parse(body)
    expect(data.length).toBeLessThanOrEqual(limit)
    all.push(...data)
    if (next_cursor === null) return all
    cursor = `&cursor=${next_cursor}`
  }
}

const slugsOf = ({ endorser, other }: EndorserAgreement): string => `${endorser.slug} ${other.slug}`
const agreement = async (query: string, limit = 500): Promise<EndorserAgreement[]> =>
  endorserAgreement.array().parse(await walk(`${PATH}/agreement?${query}`, limit))
const split = async (query: string, limit = 500): Promise<ContestAgreement[]> =>
  contestAgreement.array().parse(await walk(`${PATH}/contest-agreement?${query}`, limit))

describe('pairs of endorsers', () => {
  test('are those that a count pair by pair gives, in pages of any size', async () => {
    expect(pairs.length).toBeGreaterThan(20)
    expect(pairs.some(({ agreed_contests }) => agreed_contests > 0)).toBe(true)
    for (const limit of [1, 7, 500]) expect(await agreement('min_shared=2', limit)).toEqual(pairs)
    const usual = pairs.filter(({ shared_contests }) => shared_contests >= SHARED_CONTESTS_DEFAULT)
    expect(await agreement('')).toEqual(usual)
    const many = pairs.filter(({ shared_contests }) => shared_contests >= 8)
    expect(many.length).toBeLessThan(pairs.length)
    expect(await agreement('min_shared=8')).toEqual(many)
  })

  test('an endorser is named first in its own pairs; both=true keeps those within the filter', async () => {
    const with_ = (slug: string) => pairs.filter((pair) => slugsOf(pair).split(' ').includes(slug))
    const oak = await agreement('min_shared=2&endorsers=oak-party')
    expect(oak.length).toBe(with_('oak-party').length)
    expect(oak.map(({ endorser }) => endorser.slug)).toEqual(oak.map(() => 'oak-party'))
    expect(oak.map(({ interval_low }) => interval_low)).toEqual(with_('oak-party').map((one) => one.interval_low))
    const labor = await agreement('min_shared=2&categories=labor&both=true')
    const expected = pairs.filter(({ endorser, other }) =>
      [endorser, other].every((one) => one.category.slug === 'labor'),
    )
    expect(labor).toEqual(expected)
    expect(expected.length).toBeGreaterThan(0)
    expect(await agreement('min_shared=2&both=true')).toEqual(pairs)
    expect(await agreement('endorsers=nobody')).toEqual([])
    expect(await agreement('min_shared=2&endorsers=oak-party&both=true')).toEqual([])
  })

  test('in Spanish, the categories have their Spanish names', async () => {
    const [first] = await agreement('min_shared=2&categories=labor&both=true&lang=es')
    expect(first?.endorser.category.name).toBe('Sindicatos')
  })

  test('a cursor belongs to its election and filters', async () => {
    const { body } = await client.get(`${PATH}/agreement?min_shared=2&limit=1`)
    const { next_cursor } = dataOperations.listEndorserAgreement.response.parse(body)
    expect((await client.get(`${PATH}/agreement?min_shared=2&cursor=${next_cursor}`)).status).toBe(200)
    for (const path of [
      `${PATH}/agreement?`,
      `/v1/elections/dc-2024-11-05-general/agreement?min_shared=2&`,
      `${PATH}/contest-agreement?`,
    ])
      expect((await client.get(`${path}cursor=${next_cursor}`)).status, path).toBe(400)
  })

  test('an unknown election is 404; a number below two is 400', async () => {
    for (const path of ['agreement', 'contest-agreement']) {
      expect((await client.get(`/v1/elections/nc-1900-11-05-general/${path}`)).status).toBe(404)
      const name = path === 'agreement' ? 'min_shared' : 'min_positions'
      for (const value of ['1', '0', '-2', 'x', '10001', ''])
        expect((await client.get(`${PATH}/${path}?${name}=${value}`)).status, value).toBe(400)
    }
  })
})

describe('contests', () => {
  test('are those that a count gives, most split first, in pages of any size', async () => {
    expect(splits.length).toBeGreaterThan(5)
    for (const limit of [1, 7, 500]) expect(await split('min_positions=2', limit)).toEqual(splits)
    expect(await split('')).toEqual(splits.filter((one) => one.position_count >= SPLIT_POSITIONS_DEFAULT))
  })
})

test('a bundle of an earlier version says that it holds none, and has no matrix', () => {
  const { paths } = fixture
  const whole = openBundle(paths, loadManifest(paths, bundle))
  const { sha256 } = whole.manifest.parts.endorsements
  const file = withoutTables(join(paths.parts, `${sha256}.sqlite`), ['endorser_agreement', 'contest_agreement'])
  const older = { ...whole, endorsements: openPart(file, sha256) }
  const asked = { lang: 'en', limit: 5, both: false, min_shared: 2, min_positions: 2 } as const
  expect(presentEndorserAgreement(whole, SLUG, asked, '')).toContain('"shared_contests"')
  for (const present of [presentEndorserAgreement, presentContestAgreement])
    expect(() => present(older, SLUG, asked, '')).toThrow('built by an earlier version')
  expect(loadAgreementMatrix(older, 'oak-party', 5)).toBeUndefined()
  const matrix = loadAgreementMatrix(whole, 'oak-party', 5)
  expect(matrix?.endorsers[0]?.slug).toBe('oak-party')
  expect(matrix?.endorsers.length).toBe(6)
  for (const [row, cells] of (matrix?.cells ?? []).entries())
    for (const [column, cell] of cells.entries()) {
      expect(cell).toEqual(matrix?.cells[column]?.[row])
      if (row === column) expect(cell).toBeNull()
    }
  older.endorsements.close()
})
