// The views of the schema `api` beside the API itself: a server over the same sample, walked page by page.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { evidence } from '../../../data/schema/evidence.ts'
import { position } from '../../../data/schema/position.ts'
import { projectFile } from '../../../data/store/paths.ts'
import { openWarehouse, quoteText } from '../../../data/store/warehouse.ts'
import { runCommand } from '../../cli/hustings.ts'
import { copySample } from '../../cli/sample.ts'
import { type ServedFolder, serveFolder } from '../../cli/served-folder.ts'
import { type Client, openClient } from '../../server/client.ts'
import { shareFolder } from '../../temporary.ts'
import { flatten, RESOURCES, type Row } from './resources.ts'
import { findBroken } from './row-rules.ts'

const rows = z.array(z.record(z.string(), z.unknown()))
const page = z.object({ data: rows, next_cursor: z.string().nullable().optional() })

const folder = shareFolder()
let server: ServedFolder
let client: Client

beforeAll(async () => {
  await copySample(folder)
  server = await serveFolder(folder, { sample: true })
  client = await openClient(server.url, server.key)
})

afterAll(() => server.stop())

async function query(sql: string): Promise<Row[]> {
  const { code, stdout, stderr } = await runCommand(folder, 'sql', '--sample', '--json', sql)
  expect(code, stderr).toBe(0)
  return rows.parse(JSON.parse(stdout))
}

async function walk(path: string): Promise<Row[]> {
  const all: Row[] = []
  for (let cursor: string | null | undefined = ''; cursor !== null && cursor !== undefined; ) {
    const { data, next_cursor } = page.parse(
      (await client.get(`${path}&limit=50${cursor && `&cursor=${cursor}`}`)).body,
    )
    all.push(...data)
    cursor = next_cursor
  }
  return all
}

describe.each(RESOURCES)('api.$view', ({ view, path, key }) => {
  it('has the records of the API, with the same values', async () => {
    const keyOf = (row: Row): string => key.map((name) => String(row[name])).join(' ')
    const held = new Map((await query(`SELECT * FROM api.${view}`)).map((row) => [keyOf(row), row]))
    const served = (await walk(path)).map(flatten)
    expect(served.length).toBeGreaterThan(0)
    expect(held.size).toBe(served.length)
    let compared = 0
    for (const record of served) {
      const row = held.get(keyOf(record))
      for (const [name, value] of Object.entries(record)) {
        // Whether a district is retired depends on the day for the API, and on no day for the warehouse.
        if (
          row?.[name] === undefined ||
          ['updated_at', 'retired'].includes(name) ||
          (typeof value === 'object' && value !== null)
        )
          continue
        compared += 1
        expect(row[name], `${view} ${keyOf(record)} ${name}`).toEqual(value)
      }
    }
    expect(compared).toBeGreaterThan(served.length * 4)
  })
})

it('api.evidence has the evidence of each endorsement, and positions and backers have its kind', async () => {
  const served = new Map((await walk('/v1/endorsements?')).map(({ id, evidence }) => [id, evidence]))
  const held = await query('SELECT * EXCLUDE (retrieved_at, election_slug, state) FROM api.evidence')
  const { retrieved_at, ...names } = evidence.shape
  expect(Object.keys(held[0] ?? {}).sort()).toEqual(['endorsement_id', ...Object.keys(names)].sort())
  expect(held).toHaveLength(served.size)
  expect(held.some(({ sha256 }) => sha256 === null) && held.some(({ sha256 }) => sha256 !== null)).toBe(true)
  for (const { endorsement_id, ...row } of held) {
    expect(served.get(endorsement_id), String(endorsement_id)).toMatchObject(row)
    expect(row).toMatchObject({ method: 'feed' })
  }
  const [named] = await query('SELECT contest_id AS id FROM api.endorsement ORDER BY id LIMIT 1')
  const contest = z
    .object({ data: z.object({ endorsements: z.array(position) }) })
    .parse((await client.get(`/v1/contests/${named?.id}`)).body).data
  const kind = { method: 'feed', quote_found: true }
  const picks = contest.endorsements.flatMap((one) => one.picks)
  expect(picks.length).toBeGreaterThan(0)
  expect(picks.map((one) => one.evidence)).toEqual(picks.map(() => kind))
})

it('api.evidence has the file of a feed, of the desk the file of the endorser, and a capture before both', async () => {
  const warehouse = await openWarehouse(join(folder, 'sample', 'warehouse.duckdb'))
  const files = ['one', 'two'].map((name) => ({ name: `desk/${name}.json`, sha256: name.padEnd(64, '0') }))
  const setFiles = (of: typeof files) =>
    warehouse.run(`UPDATE core.source_read SET files = ${quoteText(JSON.stringify(of))}`)
  const hashes = () =>
    warehouse.all<{ method: string; sha256: string | null }>(
      'SELECT DISTINCT method, sha256 FROM api.evidence ORDER BY method, sha256 NULLS FIRST',
    )
  try {
    await warehouse.run('BEGIN')
    await setFiles(files.slice(0, 1))
    expect(await hashes()).toEqual([{ method: 'feed', sha256: files[0]?.sha256 }])
    await setFiles(files)
    await warehouse.run(`UPDATE core.source_read SET source_id = 'desk' WHERE source_id = (SELECT min(source_id) FROM out.endorsement);
      UPDATE out.endorsement SET source_id = 'desk', endorser_slug = if(id % 2 = 0, 'two', 'a-two')`)
    expect(await hashes()).toEqual([
      { method: 'desk', sha256: null },
      { method: 'desk', sha256: files[1]?.sha256 },
    ])
    await warehouse.run(`INSERT INTO out.evidence
      SELECT id, repeat('c', 64), '2028-10-01T06:00:00.000Z', NULL, false, NULL FROM out.endorsement LIMIT 1`)
    const captured = await warehouse.all(
      "SELECT sha256, CAST(retrieved_at AS VARCHAR) AS at, quote, quote_found FROM api.evidence WHERE method = 'capture'",
    )
    const at = '2028-10-01 06:00:00'
    expect(captured).toEqual([{ sha256: 'c'.repeat(64), at, quote: null, quote_found: false }])
    await warehouse.run('ROLLBACK')
  } finally {
    await warehouse.close()
  }
})

it('api.choice has the choices of all contests', async () => {
  const contests = z.array(
    z.object({ id: z.number(), choices: z.array(z.object({ id: z.number(), label: z.string() })) }),
  )
  const served = contests
    .parse(await walk('/v1/contests?'))
    .flatMap(({ id, choices }) => choices.map((choice) => `${id} ${choice.id} ${choice.label}`))
  const held = await query('SELECT contest_id, id, label FROM api.choice')
  expect(held.map(({ contest_id, id, label }) => `${contest_id} ${id} ${label}`).sort()).toEqual(served.sort())
})

it('api.coverage has the counts of /v1/coverage', async () => {
  const served = page.parse((await client.get('/v1/coverage?upcoming=false')).body).data
  const held = await query('SELECT * EXCLUDE (updated_at) FROM api.coverage ORDER BY state')
  const names = Object.keys(held[0] ?? {})
  expect(held).toEqual(served.map((record) => Object.fromEntries(names.map((name) => [name, record[name]]))))
})

it('api.election has elections without endorsements', async () => {
  const warehouse = await openWarehouse(join(folder, 'sample', 'warehouse.duckdb'))
  try {
    await warehouse.run('BEGIN; DELETE FROM out.election_count')
    const rows = await warehouse.all<{ endorsement_count: number }>('SELECT endorsement_count FROM api.election')
    await warehouse.run('ROLLBACK')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.map((row) => Number(row.endorsement_count)).filter((count) => count !== 0)).toEqual([])
  } finally {
    await warehouse.close()
  }
})

it('every table keeps the rules of its rows, and a broken one is found', async () => {
  const warehouse = await openWarehouse(join(folder, 'sample', 'warehouse.duckdb'))
  try {
    expect(await findBroken(warehouse)).toEqual([])
    await warehouse.run(`BEGIN;
      INSERT INTO out.district_body SELECT * REPLACE (id + 1 AS id) FROM out.district_body WHERE type = 'county' LIMIT 1`)
    expect(await findBroken(warehouse)).toMatchObject([
      {
        rule: 'api.district: no two drawn current records of one OCD id',
        rows: [{ ocd_id: expect.stringContaining('/county:') }],
      },
    ])
    await warehouse.run('INSERT INTO out.election_body SELECT * FROM out.election_body LIMIT 1')
    expect((await findBroken(warehouse)).map(({ rule }) => rule)).toContain(
      'api.election: no two rows of one id, and none without it',
    )
    await warehouse.run('ROLLBACK')
  } finally {
    await warehouse.close()
  }
})

it('each query of docs/queries.md finds rows in the sample', async () => {
  const queries = [
    ...readFileSync(projectFile('docs', 'queries.md'), 'utf8').matchAll(/## (.+)\n[^#]*?```sql\n([^`]+)```/g),
  ]
  expect(queries).toHaveLength(12)
  for (const [, title, sql = ''] of queries) expect((await query(sql)).length, title).toBeGreaterThan(0)
})
