// A state of format 1, as its own DDL made it, in the hands of this version.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { projectFile } from '../../data/store/paths.ts'
import { findStateFormat, openState } from '../../data/store/state/open.ts'
import { killAfter, startScript } from './killed.ts'

const at = '2028-03-01T12:00:00.000Z'
const change = { by: 'ada', at }
let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hustings-migration-'))
  file = join(folder, 'state.sqlite')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** As version 0.1.0 left it: two accounts, a plan of the operator's own, three keys, two publications. */
function writeFormat1(): void {
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  database.exec(readFileSync(projectFile('test', 'store', 'state-format-1.sql'), 'utf8'))
  database.exec(`
    INSERT INTO head (only_row, publication, epoch, seq) VALUES (1, NULL, '0123456789abcdef', 7);
    INSERT INTO publication (publication, bundle, published_at) VALUES (1, 'aa', '${at}'), (2, 'bb', '${at}');
    UPDATE head SET publication = 2;
    INSERT INTO plan (name, requests_per_minute, requests_per_day, streams) VALUES ('own', 5, 50, 1);
    INSERT INTO account (id, name, status, plan, created_at) VALUES
      (1, 'ada', 'approved', 'own', '${at}'), (4, 'bob', 'suspended', 'free', '${at}');
    INSERT INTO api_key (id, account_id, hash, last_four, scopes, created_at, expires_at, revoked_at) VALUES
      (1, 1, '01', 'aaaa', '["data:read"]', '${at}', NULL, NULL),
      (2, 1, '02', 'bbbb', '["data:read","stream:read"]', '${at}', '2029-01-01T00:00:00.000Z', '${at}'),
      (9, 4, '03', 'cccc', '[]', '${at}', NULL, NULL);
    DELETE FROM api_key WHERE id = 9;
    INSERT INTO api_key (account_id, hash, last_four, scopes, created_at) VALUES (4, '04', 'dddd', '[]', '${at}');
    PRAGMA user_version = 1`)
  database.close()
}

type Row = Record<string, unknown>
function dump(columns: Record<string, string>): Record<string, Row[]> {
  const database = new Database(file, { readonly: true })
  const rows = Object.entries(columns).map(([table, list]) => [
    table,
    database.prepare<[], Row>(`SELECT ${list} FROM ${table} ORDER BY 1`).all(),
  ])
  database.close()
  return Object.fromEntries(rows)
}

const FORMAT_1 = {
  plan: 'name, requests_per_minute, requests_per_day, streams',
  account: 'id, name, status, plan, created_at',
  api_key: 'id, account_id, hash, last_four, scopes, created_at, expires_at, revoked_at',
  publication: 'publication, bundle, published_at',
  head: 'only_row, publication, epoch, seq',
}

describe('a state of format 1', () => {
  it('is told from this one without being changed', () => {
    writeFormat1()
    expect(findStateFormat({ state: file })).toEqual({ found: 1, expected: 2 })
    expect(findStateFormat({ state: file })).toEqual({ found: 1, expected: 2 })
  })

  it('is brought to format 2 in place, and loses nothing', async () => {
    writeFormat1()
    const before = dump(FORMAT_1)
    const state = await openState({ state: file })
    expect(dump(FORMAT_1)).toEqual(before)
    expect(await state.head()).toEqual({ publication: 2, bundle: 'bb', epoch: '0123456789abcdef', seq: 7 })
    expect(await state.accounts()).toEqual([
      { id: 1, name: 'ada', status: 'approved', plan: 'own', role: 'member', contact: null, created_at: at },
      { id: 4, name: 'bob', status: 'suspended', plan: 'free', role: 'member', contact: null, created_at: at },
    ])
    expect(await state.keyGrants()).toMatchObject([
      { id: 1, hash: '01', label: null, addresses: [], last_used_on: null, plan: { name: 'own' } },
      { id: 2, hash: '02', revoked_at: at, expires_at: '2029-01-01T00:00:00.000Z' },
      { id: 10, hash: '04', account: 'bob', account_status: 'suspended' },
    ])
    await state.close()
    expect(findStateFormat({ state: file })).toEqual({ found: 2, expected: 2 })
  })

  it('serves every operation of this version afterwards, and gives out no id twice', async () => {
    writeFormat1()
    const state = await openState({ state: file })
    await state.setAccountRole('ada', 'operator', change)
    await state.setPassword('ada', 'scrypt$…', change)
    const key = { label: 'l', hash: '05', last_four: 'eeee', addresses: ['10.0.0.0/8'], expires_at: null }
    expect(await state.createKey({ account: 'bob', scopes: ['data:read'], ...key }, change)).toMatchObject({ id: 11 })
    expect(
      await state.createAccount({ name: 'cy', plan: 'own', contact: null, password_hash: null }, change),
    ).toMatchObject({ id: 5 })
    expect(await state.audit(null, 10)).toHaveLength(4)
    await state.close()
  })

  it('is brought along once by processes that open it together', async () => {
    writeFormat1()
    const writers = [1, 2, 3].map(() => startScript('state-writer.ts', file))
    const published = (await Promise.all(writers.map((writer) => killAfter(writer, 3)))).flat()
    expect(new Set(published).size).toBe(published.length)
    const state = await openState({ state: file })
    expect((await state.publications(1000)).length).toBeGreaterThanOrEqual(2 + published.length)
    expect(await state.accounts()).toHaveLength(2)
    await state.close()
  })

  it('has the tables, columns and indexes of a new one', async () => {
    writeFormat1()
    await (await openState({ state: file })).close()
    const fresh = join(folder, 'fresh.sqlite')
    await (await openState({ state: fresh })).close()
    expect(shapeOf(file)).toEqual(shapeOf(fresh))
  })

  it('stays as it was when a statement on the way fails', async () => {
    writeFormat1()
    const database = new Database(file)
    database.exec('CREATE TABLE audit (word TEXT)')
    database.close()
    await expect(openState({ state: file })).rejects.toThrow('table audit already exists')
    expect(findStateFormat({ state: file }).found).toBe(1)
    expect(shapeOf(file)['table account']).toEqual(expect.not.arrayContaining([expect.stringContaining('role')]))
  })
})

/** Names, types and obligations; a column's place in its table means nothing to the state. */
function shapeOf(of: string): Record<string, string[]> {
  const database = new Database(of, { readonly: true })
  const objects = database
    .prepare<[], { type: string; name: string }>(
      "SELECT type, name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name",
    )
    .all()
  const shape = objects.map(({ type, name }) => {
    const columns = database
      .prepare<[string, string], { column: string }>(
        type === 'table'
          ? "SELECT name || ' ' || type || ' ' || \"notnull\" || ' ' || pk AS \"column\" FROM pragma_table_info(?) WHERE ? IS NOT NULL ORDER BY 1"
          : 'SELECT seqno || name AS "column" FROM pragma_index_info(?) WHERE ? IS NOT NULL ORDER BY 1',
      )
      .all(name, name)
    return [`${type} ${name}`, columns.map(({ column }) => column)]
  })
  database.close()
  return Object.fromEntries(shape)
}
