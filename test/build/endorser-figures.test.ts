import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportTables } from '../../build/export/export.ts'
import { runSql } from '../../build/sql/run-sql.ts'
import { endorserAgreement } from '../../data/schema/agreement.ts'
import type { EndorserCoverage } from '../../data/schema/endorser.ts'
import { dataOperations } from '../../data/schema/operations.ts'
import { readProjectFile } from '../../data/store/paths.ts'
import { openWarehouse, quoteText, type Warehouse } from '../../data/store/warehouse.ts'
import { copySample } from '../cli/sample.ts'
import { type ServedFolder, serveFolder } from '../cli/served-folder.ts'
import { type Client, openClient } from '../server/client.ts'
import { shareFolder } from '../temporary.ts'
import { randomGenerator } from './boundaries/random.ts'

const root = shareFolder()
let server: ServedFolder
let client: Client
let files: Warehouse
beforeAll(async () => {
  await copySample(root)
  server = await serveFolder(root, { sample: true })
  client = await openClient(server.url, server.key)
  const folder = join(root, 'export')
  await exportTables({ warehouse: join(root, 'sample', 'warehouse.duckdb'), folder })
  files = await openWarehouse(join(root, 'analyst.duckdb'))
  for (const table of [
    'election',
    'contest',
    'endorsement',
    'stance',
    'endorser_agreement',
    'contest_agreement',
    'endorser_coverage',
  ])
    await files.run(`CREATE VIEW "${table}" AS FROM read_parquet(${quoteText(join(folder, `${table}.parquet`))})`)
})
afterAll(async () => {
  await files.close()
  await server.stop()
})

const sqlOf = (name: string): string => String(readProjectFile('test', 'build', `${name}.sql`))

async function servedPairs(): Promise<string[]> {
  const elections = await files.all<{ slug: string }>('SELECT slug FROM election ORDER BY slug')
  const all: string[] = []
  for (const { slug } of elections) {
    const { body } = await client.get(`/v1/elections/${slug}/agreement?min_shared=2&limit=500`)
    const { data, next_cursor } = dataOperations.listEndorserAgreement.response.parse(body)
    expect(next_cursor).toBeNull()
    for (const { endorser, other, shared_contests, agreed_contests, agreement } of data) {
      const [first, second] = [endorser.slug, other.slug].sort()
      all.push([slug, first, second, shared_contests, agreed_contests].join(' '))
      expect(agreement).toBeCloseTo(agreed_contests / shared_contests, 4)
    }
  }
  return all.sort()
}

describe('agreement of the sample', () => {
  it('is what SQL over the exported endorsements counts, served and in its own table', async () => {
    const counted = (await files.all<Record<string, unknown>>(sqlOf('agreement-pairs')))
      .map((row) => Object.values(row).join(' '))
      .sort()
    expect(counted.length).toBeGreaterThan(5)
    expect(await servedPairs()).toEqual(counted)
    const table = await files.all<Record<string, unknown>>(
      'SELECT election_slug, least(endorser_slug, other_slug), greatest(endorser_slug, other_slug), shared_contests, agreed_contests FROM endorser_agreement',
    )
    expect(table.map((row) => Object.values(row).join(' ')).sort()).toEqual(counted)
  })

  it('of contests is the share of the pairs of that contest that agree', async () => {
    const counted = await files.all(sqlOf('agreeing-pairs'))
    expect(counted.length).toBeGreaterThan(5)
    expect(
      await files.all(
        'SELECT contest_id, pair_count AS pairs, agreeing_pair_count AS agreeing FROM contest_agreement ORDER BY contest_id',
      ),
    ).toEqual(counted)
    expect(
      await files.all(
        'SELECT contest_id FROM contest_agreement WHERE agreement <> round(agreeing_pair_count / pair_count, 4)',
      ),
    ).toEqual([])
  })
})

const RESAMPLES = 4000

describe("Wilson's interval", () => {
  const intervalOf = async (cases: readonly (readonly [k: number, n: number])[]) => {
    await runSql(files, '00_macro')
    return files.all<{ k: number; n: number; low: number; high: number }>(
      `SELECT k, n, wilson_centre(k, n) - wilson_half(k, n) AS low, wilson_centre(k, n) + wilson_half(k, n) AS high
FROM (VALUES ${cases.map(([k, n]) => `(${k}, ${n})`).join(', ')}) AS counted (k, n)`,
    )
  }

  it('is that of published tables', async () => {
    // Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    const published = [
      { k: 81, n: 263, low: 0.2553, high: 0.3662 },
      { k: 15, n: 148, low: 0.0624, high: 0.1605 },
      { k: 0, n: 20, low: 0, high: 0.1611 },
      { k: 1, n: 29, low: 0.0061, high: 0.1718 },
    ]
    const computed = await intervalOf(published.map(({ k, n }) => [k, n]))
    for (const [at, { low, high }] of published.entries()) {
      expect(computed[at]?.low).toBeCloseTo(low, 4)
      expect(computed[at]?.high).toBeCloseTo(high, 4)
    }
  })

  it('contains the true share in about 95 % of drawn elections, also with few contests', async () => {
    const random = randomGenerator(20_261_103)
    for (const n of [5, 12, 40]) {
      const intervals = await intervalOf(Array.from({ length: n + 1 }, (_, k) => [k, n] as const))
      let held = 0
      for (let drawn = 0; drawn < RESAMPLES; drawn++) {
        const share = random()
        let agreed = 0
        for (let contest = 0; contest < n; contest++) if (random() < share) agreed++
        const { low = NaN, high = NaN } = intervals[agreed] ?? {}
        if (low <= share && share <= high) held++
      }
      expect(held / RESAMPLES, `${n} contests`).toBeGreaterThan(0.94)
      expect(held / RESAMPLES, `${n} contests`).toBeLessThan(0.97)
    }
  })

  it('of the served pairs is that of their counts', async () => {
    const elections = await files.all<{ slug: string }>('SELECT DISTINCT election_slug AS slug FROM endorser_agreement')
    for (const { slug } of elections) {
      const { body } = await client.get(`/v1/elections/${slug}/agreement?min_shared=2&limit=500`)
      const pairs = dataOperations.listEndorserAgreement.response
        .extend({ data: endorserAgreement.array() })
        .parse(body).data
      const intervals = await intervalOf(pairs.map((one) => [one.agreed_contests, one.shared_contests]))
      for (const [at, { interval_low, interval_high }] of pairs.entries()) {
        expect(interval_low).toBeCloseTo(intervals[at]?.low ?? NaN, 4)
        expect(interval_high).toBeCloseTo(intervals[at]?.high ?? NaN, 4)
      }
    }
  })
})

describe('coverage of endorsers in the sample', () => {
  let served: EndorserCoverage[]
  beforeAll(async () => {
    const { body } = await client.get('/v1/coverage/endorsers?upcoming=false&limit=500')
    const { data, next_cursor } = dataOperations.listEndorserCoverage.response.parse(body)
    expect(next_cursor).toBeNull()
    served = data
  })

  it('is what SQL over the exported contests, endorsements and stances counts, served and in its own table', async () => {
    const rows = await files.all<Record<string, string | number | null>>(sqlOf('coverage-counted'))
    const counted = rows.map((row) => Object.values(row).join(' ')).sort()
    expect(counted.length).toBeGreaterThan(20)
    const sayRow = (slug: string, election: string, one: Omit<EndorserCoverage, 'endorser' | 'election'>): string => {
      const usual = one.usual_contest_count === null ? '' : `${one.usual_contest_count} ${one.covered_contest_count}`
      return [slug, election, Number(one.position_count) + Number(one.stance_count), usual].join(' ')
    }
    expect(served.map((one) => sayRow(one.endorser.slug, one.election.slug, one)).sort()).toEqual(counted)
    const table = await files.all<EndorserCoverage & { endorser_slug: string; election_slug: string }>(
      'FROM endorser_coverage ORDER BY endorser_id, election_id',
    )
    expect(table.map((one) => sayRow(one.endorser_slug, one.election_slug, one)).sort()).toEqual(counted)
  })

  it('gives the share beside its counts, and null where nothing is usual', () => {
    for (const { usual_contest_count: usual, covered_contest_count: covered, share } of served) {
      expect(covered === null).toBe(usual === null)
      expect(share).toBe(usual === null || usual === 0 ? null : Math.round(((covered ?? 0) / usual) * 10_000) / 10_000)
    }
    const shares = served.map(({ share }) => share)
    expect(shares.filter((share) => share === null).length).toBeGreaterThan(5)
    expect(new Set(shares).size).toBeGreaterThan(2)
  })

  it('is, of the sample, what its files say', () => {
    const liga = served.filter(({ endorser }) => endorser.slug === 'liga-civica-de-ejemplo')
    // The mayor is elected again in 2028; the other contests of 2028, and those of the runoff and of 2027, recur in nothing earlier.
    expect(liga.map(({ endorser: _, election, ...one }) => [election.slug, ...Object.values(one)])).toEqual([
      ['nm-2026-11-03-general', 1, 0, null, null, null],
      ['nm-2026-12-08-runoff', 1, 0, 0, 0, null],
      ['nm-2027-11-02-consolidated', 1, 0, 0, 0, null],
      ['nm-2028-11-07-general', 4, 3, 1, 1, 1],
    ])
  })
})
