// As many endorsements as the nation has, drawn over copies of the sample's contests, in a working database of their own.

import { type Paths, PROJECT_ROOT } from '../../data/store/paths.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'
import { ingest } from '../../ingest/engine/ingest.ts'
import { sampleSources } from '../../ingest/sample/sources.ts'

export const ENDORSEMENTS = 200_000
const ENDORSERS = 2000
/** Of each of the sample's contests, so that about ten endorse in each. */
const COPIES = 300

export async function drawEndorsements(paths: Paths, now: Date): Promise<void> {
  const sources = sampleSources.filter(({ id }) => !id.includes('endorsement'))
  await ingest({ paths, sources, mirror: PROJECT_ROOT, states: null, now })
  const warehouse = await openWarehouse(paths.work)
  const copies = { copies: COPIES }
  for (const table of ['contest', 'contest_county'])
    await warehouse.run(
      `INSERT INTO core.${table}
SELECT ${table}.* REPLACE (contest_key || '/copy-' || n AS contest_key)
FROM core.${table}, range(1, CAST($copies AS BIGINT)) AS copy (n)`,
      copies,
    )
  await warehouse.run(
    `INSERT INTO core.choice
SELECT choice.* REPLACE (replace(choice_key, contest_key, contest_key || '/copy-' || n) AS choice_key, contest_key || '/copy-' || n AS contest_key)
FROM core.choice, range(1, CAST($copies AS BIGINT)) AS copy (n)`,
    copies,
  )
  await warehouse.run(
    `INSERT INTO core.endorser BY NAME
SELECT 'drawn' AS source_id, 'drawn' AS file, n AS line, 'endorser-' || n AS endorser_slug, 'Society ' || n AS name,
  ['labor', 'party', 'newspaper'][1 + n % 3] AS category, ['ME', 'NV', 'national'][1 + n % 3] AS state
FROM range(CAST($endorsers AS BIGINT)) AS endorser (n)`,
    { endorsers: ENDORSERS },
  )
  await warehouse.run(`CREATE TEMP TABLE drawn AS
SELECT contest_key, min(choice_key) AS choice_key, row_number() OVER (ORDER BY contest_key) - 1 AS n
FROM core.choice
GROUP BY contest_key`)
  // The endorser of each pick walks through all contests in steps that share no factor with their number.
  await warehouse.run(
    `INSERT INTO core.endorsement BY NAME
WITH pick AS (
  SELECT n AS line, n % CAST($endorsers AS BIGINT) AS endorser, (n * 7919) % (SELECT count(*) FROM drawn) AS contest
  FROM range(CAST($endorsements AS BIGINT)) AS pick (n)
)
SELECT 'drawn' AS source_id, 'drawn' AS file, line, 'endorser-' || endorser || '/' || choice_key AS endorsement_key,
  'endorser-' || endorser AS endorser_slug, contest_key, choice_key,
  'Said for the ' || line || 'th time, and as true as ever: a steady hand, and two open ears.' AS statement,
  'https://example.org/drawn/' || line AS source_url, DATE '2027-01-01' AS published_on
FROM pick
JOIN drawn ON drawn.n = pick.contest`,
    { endorsers: ENDORSERS, endorsements: ENDORSEMENTS },
  )
  await warehouse.run(
    "INSERT INTO core.source_read SELECT * REPLACE ('drawn' AS source_id) FROM core.source_read ORDER BY source_id LIMIT 1",
  )
  await warehouse.close()
}
