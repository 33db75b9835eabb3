import { expect, test } from 'vitest'
import { type EndorserCoverage, endorserCoverage } from '../../data/schema/endorser.ts'
import { presentEndorserCoverage } from '../../server/read/endorsers.ts'
import { openApi, walk } from './api.ts'
import { endorsedIn } from './endorsements.ts'
import { endorserCoverageOf } from './endorser-coverage.ts'
import { AS_OF } from './fixture.ts'
import { openBoth } from './without-tables.ts'

const PATH = '/v1/coverage/endorsers'
const { endorsers, endorsements } = endorsedIn({})
const rows = endorserCoverageOf(endorsers, endorsements)
const { fixture, bundle, client } = await openApi()
const get = (query: string, limit = 500) => walk(client, endorserCoverage, `${PATH}?${query}`, limit)

test('by endorser and election, in pages of any size; without upcoming=false, of coming elections alone', async () => {
  expect(new Set(rows.map(({ share }) => share === null)).size).toBe(2)
  for (const limit of [1, 7, 500]) expect(await get('upcoming=false', limit)).toEqual(rows)
  const coming = rows.filter(({ election }) => election.date >= AS_OF)
  expect(coming.length).toBeGreaterThan(5)
  expect(coming.length).toBeLessThan(rows.length)
  expect(await get('lang=en')).toEqual(coming)
})

test.each<[string, (row: EndorserCoverage) => boolean]>([
  ['endorsers=oak-party', ({ endorser }) => endorser.slug === 'oak-party'],
  ['categories=labor,party', ({ endorser }) => ['labor', 'party'].includes(endorser.category.slug)],
  ['endorser_states=national', ({ endorser }) => endorser.state === 'national'],
  ['states=dc', ({ election }) => election.state === 'DC'],
  ['elections=nc-2024-11-05-general', ({ election }) => election.slug === 'nc-2024-11-05-general'],
  ['endorsers=nobody', () => false],
  ['elections=nc-1900-11-06-general', () => false],
  ['endorser_states=DC&states=NC', ({ endorser, election }) => endorser.state === 'DC' && election.state === 'NC'],
])('%s', async (query, isChosen) => {
  expect(await get(`upcoming=false&${query}`, 3)).toEqual(rows.filter(isChosen))
})

test('in Spanish, the categories have their Spanish names', async () => {
  const [first] = await get('categories=labor&lang=es')
  expect(first?.endorser.category.name).toBe('Sindicatos')
})

test('a bundle of an earlier version is told so', () => {
  const { whole, older } = openBoth(fixture, bundle, ['endorser_coverage'])
  const day = { key: AS_OF, in: () => AS_OF }
  const asked = { upcoming: false, lang: 'en' as const, limit: 2 }
  expect(presentEndorserCoverage(asked, '', { bundle: whole, day })).toContain('"usual_contest_count"')
  expect(() => presentEndorserCoverage(asked, '', { bundle: older, day })).toThrow('earlier version')
  older.endorsements.close()
})
