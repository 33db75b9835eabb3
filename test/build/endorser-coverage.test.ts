// Coverage of endorsers in the sample, beside two other ways to the same figures: SQL over the exported files, and the sample by hand.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportTables } from '../../build/export/export.ts'
import type { EndorserCoverage } from '../../data/schema/endorser.ts'
import { dataOperations } from '../../data/schema/operations.ts'
import { openWarehouse, quoteText, type Warehouse } from '../../data/store/warehouse.ts'
import { copySample } from '../cli/sample.ts'
import { type ServedFolder, serveFolder } from '../cli/served-folder.ts'
import { openClient } from '../server/client.ts'

let root: string
let server: ServedFolder
let files: Warehouse
let served: EndorserCoverage[]
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'hustings-coverage-'))
  await copySample(root)
  server = await serveFolder(root, { sample: true })
  const client = await openClient(server.url, server.key)
  const { body } = await client.get('/v1/coverage/endorsers?upcoming=false&limit=500')
  const { data, next_cursor } = dataOperations.listEndorserCoverage.response.parse(body)
  expect(next_cursor).toBeNull()
  served = data
  const folder = join(root, 'export')
  await exportTables({ warehouse: join(root, 'sample', 'warehouse.duckdb'), folder })
  files = await openWarehouse(join(root, 'analyst.duckdb'))
  for (const table of ['election', 'contest', 'endorsement', 'stance', 'endorser_coverage'])
    await files.run(`CREATE VIEW "${table}" AS FROM read_parquet(${quoteText(join(folder, `${table}.parquet`))})`)
})
afterAll(async () => {
  await files.close()
  await server.stop()
  rmSync(root, { recursive: true })
})

/** For each endorser and each contest of the data, one question: did it speak on a contest of this seat on an earlier day? */
const COUNTED = `
WITH spoken AS (
  SELECT DISTINCT endorser_slug, contest_id FROM endorsement UNION SELECT endorser_slug, contest_id FROM stance
),
asked AS (
  SELECT
    who.endorser_slug, contest.id, contest.election_slug, contest.election_date,
    EXISTS (
      FROM spoken JOIN contest AS before ON before.id = spoken.contest_id
      WHERE spoken.endorser_slug = who.endorser_slug
        AND before.seat = contest.seat AND before.election_date < contest.election_date
    ) AS usual,
    EXISTS (FROM spoken WHERE spoken.endorser_slug = who.endorser_slug AND spoken.contest_id = contest.id) AS spoke
  FROM (SELECT DISTINCT endorser_slug FROM spoken) AS who
  CROSS JOIN contest
)
SELECT
  endorser_slug, election_slug, count(*) FILTER (spoke) AS spoken,
  CASE WHEN election_date > (
      SELECT min(first.election_date)
      FROM spoken JOIN contest AS first ON first.id = spoken.contest_id
      WHERE spoken.endorser_slug = asked.endorser_slug
    )
    THEN concat(count(*) FILTER (usual), ' ', count(*) FILTER (usual AND spoke)) END AS usual
FROM asked
GROUP BY endorser_slug, election_slug, election_date
HAVING count(*) FILTER (usual OR spoke) > 0
ORDER BY endorser_slug, election_slug`

it('is what SQL over the exported contests, endorsements and stances counts, served and in its own table', async () => {
  const rows = await files.all<Record<string, string | number | null>>(COUNTED)
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
