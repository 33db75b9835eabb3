// The views of the schema `api` beside the API itself: a server over the same sample, walked page by page.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { projectFile } from '../../../data/store/paths.ts'
import { openWarehouse } from '../../../data/store/warehouse.ts'
import { runCommand } from '../../cli/hustings.ts'
import { copySample } from '../../cli/sample.ts'
import { type ServedFolder, serveFolder } from '../../cli/served-folder.ts'
import { type Client, openClient } from '../../server/client.ts'
import { flatten, RESOURCES, type Row } from './resources.ts'

const rows = z.array(z.record(z.string(), z.unknown()))
const page = z.object({ data: rows, next_cursor: z.string().nullable().optional() })

let folder: string
let server: ServedFolder
let client: Client

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hustings-api-views-'))
  await copySample(folder)
  server = await serveFolder(folder, { sample: true })
  client = await openClient(server.url, server.key)
})

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

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
        if (row?.[name] === undefined || name === 'updated_at' || (typeof value === 'object' && value !== null))
          continue
        compared += 1
        expect(row[name], `${view} ${keyOf(record)} ${name}`).toEqual(value)
      }
    }
    expect(compared).toBeGreaterThan(served.length * 4)
  })
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

it('each query of docs/queries.md finds rows in the sample', async () => {
  const queries = [
    ...readFileSync(projectFile('docs', 'queries.md'), 'utf8').matchAll(/## (.+)\n[^#]*?```sql\n([^`]+)```/g),
  ]
  expect(queries).toHaveLength(12)
  for (const [, title, sql = ''] of queries) expect((await query(sql)).length, title).toBeGreaterThan(0)
})
