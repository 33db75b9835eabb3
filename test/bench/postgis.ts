// The same polygons in PostGIS: ST_Covers over ST_Subdivide(255) with a GiST index, asked by pgbench with a prepared statement, one
// client on the server's socket. Needs PostgreSQL with PostGIS (Debian: postgresql-15-postgis-3), psql and pgbench, and a role
// that may create databases and extensions; libpq's own variables (PGHOST, PGUSER, …) say where.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MultiPolygon } from '../../data/geometry/polygon.ts'
import { type Contender, type Find, percentiles } from './lookup-contender.ts'

const DATABASE = `hustings_bench_${process.pid}`
const ROUND_SECONDS = 2
// The point comes from a table: pgbench has no list of pairs to draw from. This costs one read by primary key, and less than a
// statement for each point, which PostgreSQL would plan again or, prepared, look up among thousands.
const SCRIPT = `\\set i random(1, :points)
SELECT part.ordinal FROM part WHERE ST_Covers(part.geom, (SELECT geom FROM point WHERE id = :i));
`

export interface Postgis extends Contender {
  /** Drops the database. */
  close(): void
}

/**
 * In a database of its own.
 * @param points [x0, y0, x1, y1, …]: `rate` asks for random ones of them, `find` knows the answers to them alone
 * @returns why not, where it cannot be had
 */
export async function openPostgis(shapes: readonly MultiPolygon[], points: Int32Array): Promise<Postgis | string> {
  try {
    const available = ask('postgres', `SELECT default_version FROM pg_available_extensions WHERE name = 'postgis'`)
    execFileSync('pgbench', ['--version'])
    if (available === '') return 'PostgreSQL is there, PostGIS is not'
    ask('postgres', `CREATE DATABASE ${DATABASE}`)
  } catch (fault) {
    // The last line is the program's own, if it ran.
    return fault instanceof Error ? (fault.message.trim().split('\n').at(-1) ?? '') : String(fault)
  }
  const folder = mkdtempSync(join(tmpdir(), 'hustings-postgis-'))
  const close = (): void => {
    ask('postgres', `DROP DATABASE ${DATABASE}`)
    rmSync(folder, { recursive: true })
  }
  try {
    await copy('CREATE EXTENSION postgis; CREATE TABLE shape (ordinal int, geom geometry)', 'shape', shapeRows(shapes))
    const started = performance.now()
    ask(DATABASE, 'CREATE TABLE part AS SELECT ordinal, ST_Subdivide(geom, 255) AS geom FROM shape')
    ask(DATABASE, 'CREATE INDEX part_geom ON part USING gist (geom)')
    const build_s = (performance.now() - started) / 1000
    await copy('CREATE TABLE point (id int PRIMARY KEY, geom geometry)', 'point', pointRows(points))
    for (const table of ['part', 'point']) ask(DATABASE, `VACUUM ANALYZE ${table}`)
    const script = join(folder, 'lookup.sql')
    writeFileSync(script, SCRIPT)
    const bench = (...options: string[]): string => {
      const fixed = `-n -M prepared -c 1 -T ${ROUND_SECONDS} -D points=${points.length / 2}`.split(' ')
      return execFileSync('pgbench', [...fixed, ...options, '-f', script, DATABASE], { encoding: 'utf8' })
    }
    return {
      what: `PostGIS ${ask(DATABASE, 'SELECT PostGIS_Lib_Version()')}`,
      find: readAnswers(points),
      build_s,
      disk_mb: Number(ask(DATABASE, `SELECT pg_total_relation_size('part')`)) / 1e6,
      memory_mb: 0,
      rate: () => Number(/tps = ([\d.]+)/.exec(bench())?.[1]),
      percentiles() {
        bench('-l', `--log-prefix=${join(folder, 'log')}`)
        const logs = readdirSync(folder).filter((name) => name.startsWith('log'))
        const lines = logs.flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
        return percentiles(Float64Array.from(lines.map((line) => Number(line.split(' ')[2]))))
      },
      close,
    }
  } catch (fault) {
    close()
    throw fault
  }
}

/** Throws with what the server says. */
function ask(database: string, sql: string): string {
  const options = ['-X', '-A', '-t', '-q', '-v', 'ON_ERROR_STOP=1', '-d', database, '-c', sql]
  return execFileSync('psql', options, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 2 ** 28,
  }).trim()
}

async function copy(ddl: string, table: string, rows: Iterable<string>): Promise<void> {
  const psql = spawn('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', DATABASE], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const ended = once(psql, 'exit')
  psql.stdin.write(`${ddl};\nCOPY ${table} FROM STDIN;\n`)
  for (const row of rows) if (!psql.stdin.write(`${row}\n`)) await once(psql.stdin, 'drain')
  psql.stdin.end('\\.\n')
  const [code] = await ended
  if (code !== 0) throw new Error(`psql ended with ${code} while it filled ${table}`)
}

function* shapeRows(shapes: readonly MultiPolygon[]): Generator<string> {
  for (const [i, polygons] of shapes.entries()) yield `${i + 1}\t${wellKnownBinary(polygons)}`
}

function* pointRows(points: Int32Array): Generator<string> {
  for (let i = 0; i < points.length; i += 2) yield `${i / 2 + 1}\tPOINT(${points[i]} ${points[i + 1]})`
}

/** A MultiPolygon in microdegrees, which doubles hold exactly. OGC Simple Features 1.2.1, section 8.2. */
export function wellKnownBinary(polygons: MultiPolygon): string {
  const rings = polygons.flat()
  const vertices = rings.reduce((sum, ring) => sum + ring.length / 2 + 1, 0)
  const bytes = Buffer.allocUnsafe(9 + polygons.length * 9 + rings.length * 4 + vertices * 16)
  let at = 0
  const header = (type: number, count: number): void => {
    at = bytes.writeUInt8(1, at)
    at = bytes.writeUInt32LE(type, at)
    at = bytes.writeUInt32LE(count, at)
  }
  header(6, polygons.length)
  for (const polygon of polygons) {
    header(3, polygon.length)
    for (const ring of polygon) {
      at = bytes.writeUInt32LE(ring.length / 2 + 1, at)
      for (let i = 0; i < ring.length + 2; i++) at = bytes.writeDoubleLE(ring[i % ring.length] ?? 0, at)
    }
  }
  return bytes.toString('hex')
}

/** A point on a seam of two parts is in both. */
function readAnswers(points: Int32Array): Find {
  const rows = ask(
    DATABASE,
    `SELECT point.id, string_agg(DISTINCT part.ordinal::text, ',')
    FROM point
    JOIN part ON ST_Covers(part.geom, point.geom)
    GROUP BY point.id`,
  )
  const answers = new Map<string, number[]>()
  for (const row of rows.split('\n')) {
    const [id = '', list = ''] = row.split('|')
    const nth = (Number(id) - 1) * 2
    const ordinals = list.split(',').map(Number)
    answers.set(
      `${points[nth]} ${points[nth + 1]}`,
      ordinals.sort((a, b) => a - b),
    )
  }
  return (x, y) => answers.get(`${x} ${y}`) ?? []
}
