import { expect, test } from 'vitest'
import {
  contestAgreement,
  type EndorserAgreement,
  endorserAgreement,
  SHARED_CONTESTS_DEFAULT,
  SPLIT_POSITIONS_DEFAULT,
} from '../../data/schema/agreement.ts'
import { dataOperations } from '../../data/schema/operations.ts'
import { loadAgreementMatrix } from '../../data/store/page-reads.ts'
import { presentContestAgreement, presentEndorserAgreement } from '../../server/read/agreement.ts'
import { pairsOf, splitsOf } from './agreement.ts'
import { openApi, walk } from './api.ts'
import { endorsedIn } from './endorsements.ts'
import { openBoth } from './without-tables.ts'

const SLUG = 'nc-2024-11-05-general'
const PATH = `/v1/elections/${SLUG}`
const { contests, endorsements } = endorsedIn({})
const own = endorsements.filter(({ election }) => election.slug === SLUG)
const pairs = pairsOf(own)
const splits = splitsOf(contests, own)
const { fixture, bundle, client } = await openApi()

const agreement = (query: string, limit = 500) => walk(client, endorserAgreement, `${PATH}/agreement?${query}`, limit)
const isOf = (slug: string) => (pair: EndorserAgreement) => [pair.endorser, pair.other].some((one) => one.slug === slug)
const areLabor = ({ endorser, other }: EndorserAgreement) =>
  [endorser, other].every(({ category }) => category.slug === 'labor')

test('pairs and contests are those that a count gives, in pages of any size', async () => {
  expect(pairs.length).toBeGreaterThan(20)
  expect(pairs.some(({ agreed_contests }) => agreed_contests > 0)).toBe(true)
  expect(splits.length).toBeGreaterThan(5)
  for (const limit of [1, 7, 500]) {
    expect(await agreement('min_shared=2', limit)).toEqual(pairs)
    const path = `${PATH}/contest-agreement?min_positions=2`
    expect(await walk(client, contestAgreement, path, limit)).toEqual(splits)
  }
  expect(await walk(client, contestAgreement, `${PATH}/contest-agreement`)).toEqual(
    splits.filter((one) => one.position_count >= SPLIT_POSITIONS_DEFAULT),
  )
})

test.each<[query: string, count: 'some' | 'none', (pair: EndorserAgreement) => boolean]>([
  ['', 'some', ({ shared_contests }) => shared_contests >= SHARED_CONTESTS_DEFAULT],
  ['min_shared=8', 'some', ({ shared_contests }) => shared_contests >= 8],
  ['min_shared=2&both=true', 'some', () => true],
  ['min_shared=2&categories=labor&both=true', 'some', areLabor],
  ['min_shared=2&endorsers=oak-party&both=true', 'none', () => false],
  ['endorsers=nobody', 'none', () => false],
])('the pairs of %s: %s', async (query, count, isChosen) => {
  const expected = pairs.filter(isChosen)
  expect(expected.length > 0).toBe(count === 'some')
  expect(await agreement(query)).toEqual(expected)
})

test('an endorser is named first in its own pairs, with its category in Spanish', async () => {
  const oak = await agreement('min_shared=2&endorsers=oak-party')
  expect(new Set(oak.map(({ endorser }) => endorser.slug))).toEqual(new Set(['oak-party']))
  expect(oak.map((one) => one.interval_low)).toEqual(pairs.filter(isOf('oak-party')).map((one) => one.interval_low))
  const [first] = await agreement('min_shared=2&categories=labor&both=true&lang=es')
  expect(first?.endorser.category.name).toBe('Sindicatos')
})

test('a cursor belongs to its election and filters', async () => {
  const { body } = await client.get(`${PATH}/agreement?min_shared=2&limit=1`)
  const { next_cursor } = dataOperations.listEndorserAgreement.response.parse(body)
  const other = '/v1/elections/dc-2024-11-05-general/agreement?min_shared=2&'
  for (const path of [`${PATH}/agreement?`, other, `${PATH}/contest-agreement?`])
    expect((await client.get(`${path}cursor=${next_cursor}`)).status, path).toBe(400)
})

test.each([
  ['agreement', 'min_shared'],
  ['contest-agreement', 'min_positions'],
])('%s: an unknown election is 404; a number below two is 400', async (path, name) => {
  expect((await client.get(`/v1/elections/nc-1900-11-05-general/${path}`)).status).toBe(404)
  for (const value of ['1', '0', '-2', 'x', '10001', ''])
    expect((await client.get(`${PATH}/${path}?${name}=${value}`)).status, value).toBe(400)
})

test('a bundle of an earlier version says that it holds none, and has no matrix', () => {
  const { whole, older } = openBoth(fixture, bundle, ['endorser_agreement', 'contest_agreement'])
  const asked = { lang: 'en', limit: 5, both: false, min_shared: 2, min_positions: 2 } as const
  expect(presentEndorserAgreement(whole, SLUG, asked, '')).toContain('"shared_contests"')
  for (const present of [presentEndorserAgreement, presentContestAgreement])
    expect(() => present(older, SLUG, asked, '')).toThrow('built by an earlier version')
  expect(loadAgreementMatrix(older, 'oak-party', 5)).toBeUndefined()
  const matrix = loadAgreementMatrix(whole, 'oak-party', 5)
  expect([matrix?.endorsers[0]?.slug, matrix?.endorsers.length]).toEqual(['oak-party', 6])
  for (const [row, cells] of (matrix?.cells ?? []).entries())
    for (const [column, cell] of cells.entries())
      expect(cell).toEqual(row === column ? null : matrix?.cells[column]?.[row])
  older.endorsements.close()
})
