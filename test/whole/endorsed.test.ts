// The sample with invented endorsements, from rows to answers: build → publish → HTTP, against the rows themselves.

import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { build } from '../../build/build.ts'
import { publishBundle } from '../../build/publish/publish.ts'
import type { CoreRows } from '../../data/core/rows.ts'
import { ENDORSER_CATEGORIES } from '../../data/reference/endorser-categories.ts'
import { ballot } from '../../data/schema/ballot.ts'
import { type ContestRecord, contestRecord } from '../../data/schema/contest.ts'
import { coverage } from '../../data/schema/coverage.ts'
import { election } from '../../data/schema/election.ts'
import { type Endorsement, endorsement, endorsementRecord } from '../../data/schema/endorsement.ts'
import { endorser, endorserCategory, endorserRecord } from '../../data/schema/endorser.ts'
import { list, record } from '../../data/schema/envelope.ts'
import { byFoldedName } from '../../data/schema/folded-name.ts'
import { pathsIn } from '../../data/store/paths.ts'
import type { SourceRow } from '../../data/store/source-read.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'
import { copySample } from '../cli/sample.ts'
import { walk as walkPages } from '../server/api.ts'
import { type Client, openClient } from '../server/client.ts'
import { idOf } from '../server/geography.ts'
import { fixture, shareFixture } from '../server/shared-fixture.ts'

const NOW = new Date('2028-01-01T00:00:00Z')
const HOMES = ['ME', 'NM', 'NV', 'VT', 'national'] as const
const ENDORSERS = 24

type Ballot = Pick<CoreRows['contest'], 'contest_key' | 'vote_method' | 'votes_allowed'> & { choices: string[] }

let client: Client
/** `endorser choice-key rank` of every row to be served. */
const told: string[] = []
let overfull = 0

shareFixture()
beforeAll(async () => {
  const { paths, state } = fixture
  const sample = join(paths.root, 'copied')
  await copySample(sample)
  const copied = pathsIn(join(sample, 'sample'))
  renameSync(copied.work, paths.work)
  renameSync(copied.parts, paths.parts)
  const warehouse = await openWarehouse(paths.work)
  // Other endorsements of the sample are left out, because these rows are counted.
  for (const { source_id } of await warehouse.sourceReads())
    if (!['sample-places', 'sample-ballots'].includes(source_id))
      for (const table of ['endorser', 'endorsement', 'officeholder', 'source_read'])
        await warehouse.run(`DELETE FROM core.${table} WHERE source_id = $id`, { id: source_id })
  const contests = await warehouse.all<Omit<Ballot, 'choices'> & { choices: string }>(
    `SELECT contest_key, any_value(vote_method) AS vote_method, any_value(votes_allowed) AS votes_allowed,
  to_json(list(choice_key ORDER BY choice_key)) AS choices
FROM core.contest JOIN core.choice USING (contest_key)
GROUP BY contest_key
ORDER BY contest_key`,
  )
  const rows = invent(
    contests.map((contest) => ({ ...contest, choices: z.array(z.string()).parse(JSON.parse(contest.choices)) })),
  )
  await warehouse.replaceSource(
    {
      ...{ source_id: 'invented', family: 'sample', signature: '1', publisher: 'p', licence: 'CC0-1.0', vintage: 'v' },
      ...{ published_on: '2027-12-01', url: 'https://example.org', states: [], rows_in: rows.length, files: [] },
    },
    rows,
    [],
  )
  await warehouse.close()
  const { bundle, overfull_positions } = await build({ paths })
  expect([overfull_positions.length, overfull > 5]).toEqual([overfull, true])
  await publishBundle({ paths, state, bundle, now: () => NOW, accept: false, retentionDays: 7 })
  const { key } = await fixture.makeKey()
  client = await openClient((await fixture.start({ asOf: '2028-01-01' })).url, key)
})

/** Each endorser endorses in a third of all contests; every eleventh position exceeds the limit of picks, if there is one. */
function invent(contests: readonly Ballot[]): SourceRow[] {
  const at = { file: 'invented', line: null }
  const rows: SourceRow[] = []
  for (let nth = 0; nth < ENDORSERS; nth++) {
    const endorser_slug = `endorser-${nth}`
    const [category, state] = [ENDORSER_CATEGORIES[nth % ENDORSER_CATEGORIES.length], HOMES[nth % HOMES.length]]
    if (!category || !state) throw new Error('no category or home')
    const name = `${'ZYXÁb'[nth % 5]} Society ${nth}`
    const row = { endorser_slug, name, category: category.slug, state, description: null, website_url: null }
    rows.push({ table: 'endorser', row, ...at })
    for (const { contest_key, vote_method, votes_allowed, choices } of contests) {
      const chance = idOf('chance', `${endorser_slug} ${contest_key}`)
      if (chance % 3 !== 0) continue
      const ranked = vote_method === 'ranked_choice'
      const unlimited = ranked || vote_method === 'approval'
      const tooMany = !unlimited && chance % 11 === 0 && choices.length > votes_allowed
      const picked = choices.slice(0, unlimited ? choices.length : votes_allowed + (tooMany ? 1 : 0))
      if (tooMany) overfull += 1
      for (const [index, choice_key] of picked.entries()) {
        const rank = ranked ? index + 1 : null
        const row: CoreRows['endorsement'] = {
          ...{ endorsement_key: `${endorser_slug}/${choice_key}`, endorser_slug, contest_key, choice_key, rank },
          ...{ statement: `"${name}" says so`, statement_es: chance % 2 ? `«${name}» lo dice` : null },
          ...{ source_url: null, published_on: '2027-11-30', evidence_url: null },
        }
        rows.push({ table: 'endorsement', row, ...at })
        if (!tooMany) told.push(`${endorser_slug} ${choice_key} ${rank}`)
      }
    }
  }
  return rows
}

const walk = <Row>(path: string, row: z.ZodType<Row>, limit?: number) => walkPages(client, row, path, limit)

const contests = new Map<number, Promise<ContestRecord>>()

function contestOf(id: number): Promise<ContestRecord> {
  const load = async () => record(contestRecord).parse((await client.get(`/v1/contests/${id}`)).body).data
  const loaded = contests.get(id) ?? load()
  contests.set(id, loaded)
  return loaded
}

let walked: Promise<Endorsement[]> | undefined
const all = (): Promise<Endorsement[]> => {
  walked ??= walk('/v1/endorsements', endorsement)
  return walked
}
const tally = (some: readonly Endorsement[]) => ({
  endorser_count: new Set(some.map((one) => one.endorser.slug)).size,
  endorsement_count: some.length,
  endorsed_contest_count: new Set(some.map((one) => one.contest.id)).size,
})

test('exactly the valid rows are served, on pages of any size', async () => {
  const served = await all()
  expect(served.length).toBe(told.length)
  expect(served.length).toBeGreaterThan(300)
  expect(await walk('/v1/endorsements', endorsement, 7)).toEqual(served)
  const warehouse = await openWarehouse(fixture.paths.work)
  const keys = await warehouse.all<{ id: number; choice_key: string }>(
    'SELECT id, choice_key FROM out.choice_body ORDER BY id',
  )
  await warehouse.close()
  const keyOf = new Map(keys.map(({ id, choice_key }) => [id, choice_key]))
  expect(served.map((one) => `${one.endorser.slug} ${keyOf.get(one.choice.id)} ${one.rank}`).sort()).toEqual(
    [...told].sort(),
  )
})

test('an endorsement, its contest, its position and its endorser agree', async () => {
  const served = await all()
  for (const id of new Set(served.map((one) => one.contest.id))) {
    const { endorsements: positions, stances, ...contest } = await contestOf(id)
    expect(stances).toEqual([])
    const own = served.filter((one) => one.contest.id === id)
    expect(positions.flatMap(({ picks }) => picks.map((pick) => pick.id)).sort()).toEqual(
      own.map((one) => one.id).sort(),
    )
    const endorsers = positions.map((one) => one.endorser)
    expect(endorsers).toEqual([...endorsers].sort(byFoldedName))
    for (const { picks } of positions) expect(picks).toEqual([...picks].sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0)))
    for (const one of own) {
      expect(contest).toMatchObject({ ...one.contest, election: one.election })
      expect(contest.choices).toContainEqual(expect.objectContaining(one.choice))
    }
    const [first] = own
    const { data } = record(endorsementRecord).parse((await client.get(`/v1/endorsements/${first?.id}`)).body)
    expect(data.contest).toEqual(contest)
    expect(data).toMatchObject({ statement: first?.statement, election: first?.election, choice: first?.choice })
  }
})

test('counts: of elections, states, endorsers, categories', async () => {
  const served = await all()
  for (const { slug, endorsement_count } of await walk('/v1/elections', election))
    expect(endorsement_count, slug).toBe(served.filter((one) => one.election.slug === slug).length)
  for (const upcoming of [true, false]) {
    const { data } = list(coverage).parse((await client.get(`/v1/coverage?upcoming=${upcoming}`)).body)
    const counted = served.filter((one) => !upcoming || one.election.date >= '2028-01-01')
    for (const row of data) expect(row).toMatchObject(tally(counted.filter((one) => one.election.state === row.state)))
    expect(data.find((row) => row.state === 'ME')?.updated_at).toBe('2027-12-01T00:00:00.000Z')
  }
  const endorsers = await walk('/v1/endorsers', endorser, 5)
  expect(endorsers.length).toBe(ENDORSERS)
  for (const one of endorsers) {
    const own = served.filter(({ endorser: by }) => by.id === one.id)
    const { data } = record(endorserRecord).parse((await client.get(`/v1/endorsers/${one.slug}`)).body)
    expect(data).toMatchObject({ ...one, endorsement_count: own.length })
    for (const { election: slug, contests } of data.elections)
      expect(contests).toBe(tally(own.filter((each) => each.election.slug === slug)).endorsed_contest_count)
    const dates = data.elections.map(({ date }) => date)
    expect(dates).toEqual([...dates].sort().reverse())
    expect(new Set(data.elections.map((each) => each.election))).toEqual(new Set(own.map((each) => each.election.slug)))
  }
  const categories = list(endorserCategory).parse((await client.get('/v1/endorser-categories')).body).data
  for (const { slug, endorser_count } of categories)
    expect(endorser_count, slug).toBe(endorsers.filter((one) => one.category.slug === slug).length)
})

test('filters on real rows', async () => {
  const served = await all()
  const only = async (query: string) => (await walk(`/v1/endorsements?${query}`, endorsement)).map((one) => one.id)
  const where = (keeps: (one: Endorsement) => boolean) => served.filter(keeps).map((one) => one.id)
  expect(await only('states=me&endorser_states=national,NV')).toEqual(
    where((one) => one.election.state === 'ME' && ['national', 'NV'].includes(one.endorser.state)),
  )
  expect(await only('contest_kinds=measure&categories=labor')).toEqual(
    where((one) => one.contest.kind === 'measure' && one.endorser.category.slug === 'labor'),
  )
  const levels = new Map<number, string>()
  for (const id of new Set(served.map((one) => one.contest.id))) levels.set(id, (await contestOf(id)).level)
  expect(await only('levels=federal,city&upcoming=true')).toEqual(
    where((one) => ['federal', 'city'].includes(levels.get(one.contest.id) ?? '') && one.election.date >= '2028-01-01'),
  )
  const [first] = served
  expect(await only(`contest=${first?.contest.id}&endorsers=${first?.endorser.slug}`)).toContain(first?.id)
  expect(await only('contest_kinds=measure&levels=federal')).toEqual([])
})

test('on a ballot: each contest with only the selected positions', async () => {
  const ask = async (query: string) =>
    record(ballot).parse((await client.get(`/v1/ballot?location=ME${query}`)).body).data.contests
  const contests = await ask('')
  expect(contests.flatMap((contest) => contest.endorsements).length).toBeGreaterThan(20)
  for (const { id, endorsements: positions } of contests) expect(positions).toEqual((await contestOf(id)).endorsements)
  const labor = await ask('&categories=labor')
  for (const [at, { id, endorsements: positions }] of labor.entries()) {
    expect(id).toBe(contests[at]?.id)
    expect(positions).toEqual(contests[at]?.endorsements.filter((one) => one.endorser.category.slug === 'labor'))
  }
})
