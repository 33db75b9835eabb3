// What only the SQLite file has: its mode, its durability, its query plans, and the bytes of what was erased.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Database } from '../../../../../data/store/sqlite.ts'
import { find } from '../../../../../data/store/state/engine.ts'
import { eventQueries } from '../../../../../data/store/state/events.ts'
import { connect, openState, SQLITE } from '../../../../../data/store/state/sqlite/state.ts'
import type { ServiceStore } from '../../../../../data/store/state/state.ts'
import { freshFolder } from '../../../../temporary.ts'

const at = '2028-03-01T12:00:00.000Z'
const folder = freshFolder()
let file: string
let state: ServiceStore

beforeEach(async () => {
  file = join(folder, 'state.sqlite')
  state = await openState({ state: file })
})
afterEach(() => state.close())

it('is durable, readable only by its owner, and refused by name in another format', async () => {
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(`${file}-wal`).mode & 0o777).toBe(0o600)
  await state.close()
  const database = new Database(file)
  expect(database.pragma('journal_mode', { simple: true })).toBe('wal')
  expect(() => database.exec("UPDATE head SET seq = 'many'")).toThrow('cannot store TEXT value in INTEGER column')
  database.pragma('user_version = 10')
  database.close()
  await expect(openState({ state: file })).rejects.toThrow('its format is 10, this version of hustings reads 9')
  const repair = new Database(file)
  repair.pragma('user_version = 9')
  repair.close()
  state = await openState({ state: file })
})

it('is read by the feed without scanning a table', () => {
  const database = new Database(file, { readonly: true })
  const values = { after: 1, through: 2, limit: 3, instant: at }
  for (const [name, sql] of Object.entries(eventQueries(SQLITE))) {
    const used = Object.fromEntries(Object.entries(values).filter(([key]) => sql.includes(`@${key}`)))
    const steps = database.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(used)
    const details = steps.map(({ detail }) => detail)
    expect(details.join('\n'), name).toContain('SEARCH e USING')
    expect(
      details.filter((detail) => /SCAN (?!h$|head$)|TEMP B-TREE/.test(detail)),
      name,
    ).toEqual([])
  }
  database.close()
})

it('waits for the disk at each commit, except those that opt out', async () => {
  const connection = connect(file)
  const synchronous = () => find('PRAGMA synchronous')
  const [normal, full] = [{ synchronous: 1 }, { synchronous: 2 }]
  expect(await connection.read(synchronous)).toEqual(full)
  expect(await connection.writeLightly(synchronous)).toEqual(normal)
  expect(await connection.write(synchronous)).toEqual(full)
  const undone = connection.writeLightly(function* () {
    yield* synchronous()
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await connection.read(synchronous)).toEqual(full)
  await connection.close()
})

it('contains nothing of an erased account', async () => {
  const [name, contact, password_hash] = ['Quiet Press', 'quiet@example.org', 'scrypt$ of quiet']
  const [label, address, filter] = ['the importer', '203.0.113.77', 'a saved filter']
  const secrets = [name, contact, password_hash, label, address, filter]
  const change = { by: name, at }
  const made = await state.createAccount({ name, plan: 'free', contact, password_hash }, change)
  const { id } = made as { id: number }
  const key = { account: name, label, last_four: 'abcd', hash: 'f00d', expires_at: null }
  await state.createKey({ ...key, scopes: ['data:read'], addresses: [`${address}/32`] }, change)
  await state.createSubscription(id, { name: filter, filter: { states: ['NC'] } }, at)
  const bytes = () =>
    readdirSync(folder)
      .map((one) => readFileSync(join(folder, one), 'latin1'))
      .join('\n')
  for (const secret of secrets) expect(bytes().includes(secret), secret).toBe(true)
  await state.eraseAccount(name, change)
  for (const secret of secrets) expect(bytes().includes(secret), secret).toBe(false)
})
