// `hustings match` over the nation beside PostGIS and geopandas, file to file: the same points where people live, the same layers with
// the same polygons, on all cores. Takes about ten minutes, so `make bench` leaves it out:
//
// npx tsc -p tsconfig.bench.json && HUSTINGS_BENCH_VAR=DIR HUSTINGS_BENCH_PYTHON=PYTHON node dist-bench/test/bench/match-nation.js
//
// DIR: a folder in which a nightly of the nation ended. PYTHON: one that has geopandas and pyarrow. HUSTINGS_BENCH_ROWS: fewer points.
// A contender that is missing is left out.

import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { projectFile } from '../../data/store/paths.ts'
import { openWarehouse, quoteText, type Warehouse } from '../../data/store/warehouse.ts'
import { drawPoints } from './lookup-points.ts'
import { openPostgisJoin, type PostgisJoin } from './match-postgis.ts'
import { type Measured, measure } from './measured.ts'
import { readNation } from './national.ts'

const VAR = process.env.HUSTINGS_BENCH_VAR
const PYTHON = process.env.HUSTINGS_BENCH_PYTHON ?? 'python3'
const ROWS = Number(process.env.HUSTINGS_BENCH_ROWS ?? 5_000_000)
const ROUNDS = 3
/** Of the points, the first ones, whose answers are compared. */
const COMPARED_MAX = 1_000_000
/** On this day every layer has lines in force. */
const AS_OF = '2024-11-05'
const LAYERS = {
  congressional: 'cd',
  state_upper: 'sldu',
  state_lower: 'sldl',
  county: 'county',
  place: 'place',
  school: 'school',
  ward: 'ward',
}
const TYPES = Object.keys(LAYERS).map(quoteText).join(', ')

interface Result {
  what: string
  rows_per_s: number
  per_core: number
  peak_mb: number
  seconds: number
}

const told = z.object({ rows: z.literal(ROWS) })

if (VAR === undefined)
  throw new Error('HUSTINGS_BENCH_VAR is not set, expected a folder in which a nightly of the nation ended')
const folder = mkdtempSync(join(tmpdir(), 'hustings-bench-match-'))
const inFolder = (name: string): string => join(folder, name)
const results: Result[] = []
const warehouse = await openWarehouse(':memory:')
let postgis: PostgisJoin | undefined
try {
  await writeInputs(warehouse)
  add('hustings match, CSV', await matchRounds('csv'))
  add('hustings match, Parquet', await matchRounds('parquet'))
  try {
    postgis = await openPostgisJoin(inFolder('districts.csv'))
  } catch (fault) {
    skip('PostGIS', fault)
  }
  if (postgis) {
    add('PostGIS, CSV', await postgis.join(inFolder('points.csv'), inFolder('postgis.csv')))
    await compareAnswers(warehouse, 'PostGIS', 'postgis.csv', postgis)
  }
  for (const format of ['csv', 'parquet']) await benchGeopandas(format)
  console.log(`${ROWS} points of the nation where people live, ${availableParallelism()} cores, file to file`)
  console.table(results)
} finally {
  await warehouse.close()
  postgis?.close()
  rmSync(folder, { recursive: true })
}

/** @param seconds where the program times itself */
function add(what: string, { seconds: whole, peak_mb }: Measured, seconds = whole): void {
  const rows_per_s = Math.round(ROWS / seconds)
  const per_core = Math.round(rows_per_s / availableParallelism())
  results.push({ what, rows_per_s, per_core, peak_mb: Math.round(peak_mb), seconds: Math.round(seconds * 10) / 10 })
  console.log(`${what}: ${rows_per_s} rows/s, ${Math.round(peak_mb)} MB`)
}

/** The last line is the program's own. */
function skip(what: string, fault: unknown): void {
  console.log(`Skipped: ${what}: ${fault instanceof Error ? fault.message.trim().split('\n').at(-1) : fault}`)
}

function hustings(...words: string[]): Promise<Measured> {
  const env = { HUSTINGS_VAR: VAR ?? '' }
  return measure(process.execPath, [projectFile('dist', 'cli.js'), ...words], { env })
}

/** The round of median time. The others run once: they take minutes. */
async function matchRounds(format: string): Promise<Measured> {
  const rounds: Measured[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await match(format))
  rounds.sort((a, b) => a.seconds - b.seconds)
  const [middle] = rounds.slice(ROUNDS >> 1)
  if (!middle) throw new Error('no round was run')
  return middle
}

async function match(format: string): Promise<Measured> {
  const files = [inFolder(`points.${format}`), '-o', inFolder(`matched.${format}`)]
  const options = `--lat lat --lng lng --as-of ${AS_OF} --force --json`.split(' ')
  const measured = await hustings('match', ...files, ...options)
  told.parse(JSON.parse(measured.stdout))
  return measured
}

async function benchGeopandas(format: string): Promise<void> {
  const script = projectFile('test', 'bench', 'match_sjoin.py')
  const districts = inFolder('exported/district-lines.parquet')
  const files = [inFolder(`points.${format}`), districts, inFolder(`geopandas.${format}`)]
  try {
    const measured = await measure(PYTHON, [script, ...files, ...Object.keys(LAYERS)])
    add(`geopandas sjoin, ${format === 'csv' ? 'CSV' : 'Parquet'}`, measured, Number(measured.stdout))
  } catch (fault) {
    skip('geopandas', fault)
    return
  }
  if (format === 'csv') await compareAnswers(warehouse, 'geopandas', 'geopandas.csv', postgis)
}

/** Points as CSV and Parquet, and the districts in force as the exports have them. */
async function writeInputs(database: Warehouse): Promise<void> {
  await hustings('export', inFolder('exported'))
  const lines = quoteText(inFolder('exported/district-lines.parquet'))
  await database.run('SET enable_geoparquet_conversion = false')
  const chosen = `FROM read_parquet(${lines}) WHERE NOT retired AND type IN (${TYPES})`
  const csv = `${quoteText(inFolder('districts.csv'))} (FORMAT csv, HEADER false)`
  await database.run(`COPY (SELECT type, ocd_id, hex(geometry) ${chosen}) TO ${csv}`)
  const points = drawPoints((await readNation()).peopled, ROWS)
  await pipeline(toCsv(points), createWriteStream(inFolder('points.csv')))
  const typed = `SELECT CAST(id AS INTEGER) AS id, CAST(lat AS DOUBLE) AS lat, CAST(lng AS DOUBLE) AS lng`
  const from = `FROM read_csv(${quoteText(inFolder('points.csv'))}, all_varchar = true)`
  await database.run(`COPY (${typed} ${from}) TO ${quoteText(inFolder('points.parquet'))} (FORMAT parquet)`)
}

function* toCsv(points: Int32Array): Generator<string> {
  yield 'id,lat,lng\n'
  const degrees = (at: number): string => ((points[at] ?? 0) / 1e6).toFixed(6)
  for (let at = 0; at < points.length; at += 2) yield `${at / 2 + 1},${degrees(at + 1)},${degrees(at)}\n`
}

/** Prints how many points have the same districts, and why the others have not. */
async function compareAnswers(
  database: Warehouse,
  what: string,
  file: string,
  borders: PostgisJoin | undefined,
): Promise<void> {
  const few = `CAST(id AS INTEGER) <= ${COMPARED_MAX}`
  const matched = `read_csv(${quoteText(inFolder('matched.csv'))}, all_varchar = true)`
  const own = Object.values(LAYERS).map(
    (
      layer,
    ) => `SELECT CAST(id AS INTEGER) AS id, '${layer}' AS layer, unnest(string_split(${layer}_ocd_id, '|')) AS ocd_id
      FROM ${matched} WHERE ${few}`,
  )
  const cases = Object.entries(LAYERS).map(([type, layer]) => `WHEN '${type}' THEN '${layer}'`)
  await database.run(`
    CREATE OR REPLACE TABLE point AS SELECT CAST(id AS INTEGER) AS id, coalesce(reason, '') AS reason,
      split_part(concat(cd_ocd_id, ' ', sldu_ocd_id, ' ', county_ocd_id), '/', 3) AS state FROM ${matched} WHERE ${few};
    CREATE OR REPLACE TABLE own AS ${own.join(' UNION ALL ')};
    CREATE OR REPLACE TABLE other AS SELECT DISTINCT CAST(id AS INTEGER) AS id, CASE type ${cases.join(' ')} END AS layer, ocd_id
      FROM read_csv(${quoteText(inFolder(file))}, all_varchar = true) WHERE ${few};
    CREATE OR REPLACE TABLE difference AS
    SELECT id, ocd_id, CASE
      WHEN is_own AND contains(reason, ':' || layer) THEN 'match also lists districts that are possible, and says so'
      WHEN reason = 'outside' THEN 'outside the lines of every state, mostly in water'
      WHEN NOT is_own AND NOT contains(ocd_id, state) THEN 'lines of two states overlap: match has the state of the point'
      ELSE 'other' END AS why
    FROM (
      SELECT *, true AS is_own FROM own ANTI JOIN other USING (id, layer, ocd_id) WHERE ocd_id IS NOT NULL
      UNION ALL SELECT *, false FROM other ANTI JOIN own USING (id, layer, ocd_id)
    ) JOIN point USING (id)`)
  const [points] = await database.all<{ points: number; same: number }>(`
    SELECT count(*) AS points, count(*) FILTER (id NOT IN (SELECT id FROM difference)) AS same FROM point`)
  console.log(`${what}: the same districts at ${points?.same} of ${points?.points} points`)
  const reasons = await database.all<{ why: string; points: number }>(
    'SELECT why, count(DISTINCT id) AS points FROM difference GROUP BY why ORDER BY points DESC',
  )
  for (const { why, points: count } of reasons) console.log(`  ${why}: ${count}`)
  if (!borders) return
  const pairs = inFolder('pairs.csv')
  await database.run(
    `COPY (SELECT DISTINCT id, ocd_id FROM difference WHERE why = 'other') TO ${quoteText(pairs)} (FORMAT csv, HEADER)`,
  )
  const [asked] = await database.all<{ pairs: number }>(
    `SELECT count(*) AS pairs FROM (SELECT DISTINCT id, ocd_id FROM difference WHERE why = 'other')`,
  )
  console.log(
    `  of ${asked?.pairs} other pairs of a point and a district, on the border: ${borders.countOnBorder(pairs)}`,
  )
}
