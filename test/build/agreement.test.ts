// Agreement beside other ways to the same figures: SQL over the exported files, and for the intervals a bootstrap with a fixed seed.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportTables } from '../../build/export/export.ts'
import { runSql } from '../../build/sql/run-sql.ts'
import { endorserAgreement } from '../../data/schema/agreement.ts'
import { dataOperations } from '../../data/schema/operations.ts'
import { openWarehouse, quoteText, type Warehouse } from '../../data/store/warehouse.ts'
import { copySample } from '../cli/sample.ts'
import { type ServedFolder, serveFolder } from '../cli/served-folder.ts'
import { type Client, openClient } from '../server/client.ts'

let root: string
let server: ServedFolder
let client: Client
let files: Warehouse
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'hustings-agreement-'))
  await copySample(root)
  server = await serveFolder(root, { sample: true })
  client = await openClient(server.url, server.key)
  const folder = join(root, 'export')
  await exportTables({ warehouse: join(root, 'sample', 'warehouse.duckdb'), folder })
  files = await openWarehouse(join(root, 'analyst.duckdb'))
  for (const table of ['election', 'contest', 'endorsement', 'endorser_agreement', 'contest_agreement'])
    await files.run(`CREATE VIEW "${table}" AS FROM read_parquet(${quoteText(join(folder, `${table}.parquet`))})`)
})
afterAll(async () => {
  await files.close()
  await server.stop()
  rmSync(root, { recursive: true })
})

/** Compares contest by contest, without groups or ranks of positions: each pick of one against each pick of the other. */
const PAIRS = `
WITH compared AS (
  SELECT * FROM endorsement
  QUALIFY rank IS NOT DISTINCT FROM 1
    OR NOT bool_or(rank IS NOT DISTINCT FROM 1) OVER (PARTITION BY endorser_slug, contest_id)
),
size AS (SELECT endorser_slug, contest_id, count(*) AS picks FROM compared GROUP BY ALL),
contest_pair AS (
  SELECT one.election_slug, one.contest_id, one.endorser_slug AS first, other.endorser_slug AS second,
    count(*) FILTER (one.choice_id = other.choice_id) AS common
  FROM compared AS one
  JOIN compared AS other ON one.contest_id = other.contest_id AND one.endorser_slug < other.endorser_slug
  GROUP BY ALL
),
agreed AS (
  SELECT election_slug, first, second, common = a.picks AND common = b.picks AS same
  FROM contest_pair
  JOIN size AS a ON a.endorser_slug = first AND a.contest_id = contest_pair.contest_id
  JOIN size AS b ON b.endorser_slug = second AND b.contest_id = contest_pair.contest_id
)
SELECT election_slug, first, second, count(*) AS shared, count(*) FILTER (same) AS agreed
FROM agreed
GROUP BY ALL
HAVING count(*) >= 2
ORDER BY ALL`

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
    const counted = (await files.all<Record<string, unknown>>(PAIRS)).map((row) => Object.values(row).join(' ')).sort()
    expect(counted.length).toBeGreaterThan(5)
    expect(await servedPairs()).toEqual(counted)
    const table = await files.all<Record<string, unknown>>(
      'SELECT election_slug, least(endorser_slug, other_slug), greatest(endorser_slug, other_slug), shared_contests, agreed_contests FROM endorser_agreement',
    )
    expect(table.map((row) => Object.values(row).join(' ')).sort()).toEqual(counted)
  })

  it('of contests is the share of the pairs of that contest that agree', async () => {
    const counted = await files.all(`
WITH side AS (
  SELECT contest_id, endorser_slug, coalesce(max(choice_id) FILTER (rank = 1)::VARCHAR, string_agg(choice_id, ' ' ORDER BY choice_id)) AS side
  FROM endorsement
  GROUP BY ALL
)
SELECT contest_id, count(*) AS pairs, count(*) FILTER (one.side = other.side) AS agreeing
FROM side AS one
JOIN side AS other USING (contest_id)
WHERE one.endorser_slug < other.endorser_slug
GROUP BY ALL
ORDER BY contest_id`)
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

/** Uniform numbers in [0, 1) from a seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const RESAMPLES = 4000

/** The 2.5 % and 97.5 % points of the share in resamples of the contests, with replacement. */
function bootstrap(agrees: readonly boolean[], random: () => number): { low: number; high: number } {
  const shares = Array.from({ length: RESAMPLES }, () => {
    let agreed = 0
    for (let nth = 0; nth < agrees.length; nth++) if (agrees[Math.floor(random() * agrees.length)]) agreed++
    return agreed / agrees.length
  }).sort((a, b) => a - b)
  return { low: shares[RESAMPLES * 0.025] ?? NaN, high: shares[RESAMPLES * 0.975] ?? NaN }
}

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

  it('is near the bootstrap over the contests, for many contests', async () => {
    const random = createRandom(20_281_107)
    const cases = [40, 80, 160].flatMap((n) => [0.3, 0.5, 0.7].map((share) => [Math.round(share * n), n] as const))
    for (const { k, n, low, high } of await intervalOf(cases)) {
      const resampled = bootstrap(
        Array.from({ length: n }, (_, nth) => nth < k),
        random,
      )
      // Two steps of the resampled share, which is a multiple of 1 / n.
      expect(Math.abs(resampled.low - low), `${k} of ${n}`).toBeLessThan(2 / n)
      expect(Math.abs(resampled.high - high), `${k} of ${n}`).toBeLessThan(2 / n)
    }
  })

  it('contains the true share in about 95 % of drawn elections, also with few contests', async () => {
    const random = createRandom(20_261_103)
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
