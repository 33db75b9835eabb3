// The join of points and districts in PostGIS, file to file, in a database of its own: ST_Covers over ST_Subdivide(255) with a GiST
// index, by parallel workers. It writes a row for each point and district.

import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { type Measured, measure } from './measured.ts'

const DATABASE = `hustings_bench_match_${process.pid}`

export interface PostgisJoin {
  /** From points of CSV to pairs of CSV. @param output columns id, type, ocd_id */
  join(points: string, output: string): Promise<Measured>
  /** Of these pairs of points and OCD ids those where the point lies on the district's border. */
  countOnBorder(pairs: string): number
  close(): void
}

/** @param districts CSV without header: type, ocd_id, WKB in hex. @throws if PostgreSQL with PostGIS cannot be had */
export async function openPostgisJoin(districts: string): Promise<PostgisJoin> {
  execFileSync('psql', [...OPTIONS, '-d', 'postgres', '-c', `CREATE DATABASE ${DATABASE}`])
  await run(`CREATE EXTENSION postgis;
CREATE UNLOGGED TABLE district (type text, ocd_id text, geom geometry);
\\copy district FROM '${districts}' (FORMAT csv)
CREATE TABLE part AS SELECT type, ocd_id, ST_SetSRID(ST_Subdivide(geom, 255), 0) AS geom FROM district;
CREATE INDEX part_geom ON part USING gist (geom);
VACUUM ANALYZE part;
`)
  return {
    join: (points, output) =>
      run(`SET client_min_messages = warning; SET work_mem = '256MB'; SET jit = off;
SET max_parallel_workers_per_gather = ${availableParallelism()};
SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0;
DROP TABLE IF EXISTS point;
CREATE UNLOGGED TABLE point (id int, lat float8, lng float8);
\\copy point FROM '${points}' (FORMAT csv, HEADER)
ANALYZE point;
\\copy (SELECT point.id, part.type, part.ocd_id FROM point JOIN part ON ST_Covers(part.geom, ST_Point(point.lng, point.lat))) TO '${output}' (FORMAT csv, HEADER)
`),
    countOnBorder(pairs) {
      execFileSync('psql', [...OPTIONS, '-d', DATABASE], {
        input: `SET client_min_messages = warning; DROP TABLE IF EXISTS pair; CREATE TABLE pair (id int, ocd_id text);\n\\copy pair FROM '${pairs}' (FORMAT csv, HEADER)\n`,
      })
      const sql = `SELECT count(*) FROM pair JOIN point USING (id) JOIN district USING (ocd_id)
        WHERE ST_DWithin(ST_Boundary(district.geom), ST_Point(lng, lat), 1e-7)`
      return Number(execFileSync('psql', [...OPTIONS, '-A', '-t', '-d', DATABASE, '-c', sql], { encoding: 'utf8' }))
    },
    close() {
      execFileSync('psql', [...OPTIONS, '-d', 'postgres', '-c', `DROP DATABASE ${DATABASE}`])
    },
  }
}

const OPTIONS = ['-X', '-q', '-v', 'ON_ERROR_STOP=1']

/** The server's processes count, those of this database and their parallel workers. */
function run(script: string): Promise<Measured> {
  return measure('psql', [...OPTIONS, '-d', DATABASE], {
    input: script,
    watched: new RegExp(`^postgres: .*(${DATABASE}|parallel worker)`),
  })
}
