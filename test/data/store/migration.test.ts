// States of earlier formats, made by their own DDL, opened by this version.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { CHAIN_START } from '../../../data/schema/event.ts'
import { projectFile, readProjectFile } from '../../../data/store/paths.ts'
import { Database } from '../../../data/store/sqlite.ts'
import { findStateFormat, openState } from '../../../data/store/state/sqlite/state.ts'
import { freshFolder } from '../../temporary.ts'
import { stageNext } from './feed-events.ts'
import { killAfter, startScript } from './killed.ts'

const at = '2028-03-01T12:00:00.000Z'
const change = { by: 'ada', at }
/** The format that this version writes. */
const CURRENT = 9
const folder = freshFolder()
let file: string

beforeEach(() => {
  file = join(folder, 'state.sqlite')
})

/** The rows of a format: from the fourth on, those of the third and what each later one adds. The eighth adds none. */
function rowsOf(format: number): string {
  const files = [1, 2, 3, 4, 5, 6, 7].filter((one) => (format < 3 ? one === format : one >= 3 && one <= format))
  return files.map((one) => readProjectFile('test', 'data', 'store', `state-rows-${one}.sql`)).join('')
}

function writeFormat(format: number): void {
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  database.exec(readFileSync(projectFile('test', 'data', 'store', `state-format-${format}.sql`), 'utf8'))
  database.exec(rowsOf(format))
  database.pragma(`user_version = ${format}`)
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
const FORMAT_2 = {
  plan: FORMAT_1.plan,
  account: `${FORMAT_1.account}, role, contact, password_hash`,
  api_key: `${FORMAT_1.api_key}, label, addresses, last_used_on`,
  publication: FORMAT_1.publication,
  head: `${FORMAT_1.head}, pepper`,
  session: 'hash, account_id, created_at, expires_at',
  audit: 'id, at, by, action, account, detail',
}

const FORMAT_3 = {
  ...FORMAT_2,
  publication: `${FORMAT_2.publication}, seq, epoch`,
  head: `${FORMAT_2.head}, occurred_at, chain, stage, baseline, pruned_at`,
  lease: 'server, publication, expires_at',
}

const FORMAT_4 = {
  ...FORMAT_3,
  account: `${FORMAT_3.account}, erased_at`,
  session: `${FORMAT_3.session}, seen_at, awaits_code`,
  second_factor: 'account_id, secret, set_at, last_step, wrong_codes, locked_until',
  recovery_code: 'hash, account_id',
}

const FORMAT_5 = { ...FORMAT_4, pin: 'bundle, name, pinned_at' }
const FORMAT_6 = {
  ...FORMAT_5,
  desk: 'endorser_slug, endorser, version, opened_at',
  desk_editor: 'account_id, endorser_slug',
  desk_position: 'endorser_slug, contest_id, version, body, scheduled, publish_at, changed_at, changed_by',
  desk_change: 'id, endorser_slug, contest_id, at, by, action, title, body, publish_at',
  invitation: 'account_id, hash, expires_at',
}
const FORMAT_7 = { ...FORMAT_6, desk: `${FORMAT_6.desk}, closed_at` }

describe.each([
  [1, FORMAT_1],
  [2, FORMAT_2],
  [3, FORMAT_3],
  [4, FORMAT_4],
  [5, FORMAT_5],
  [6, FORMAT_6],
  [7, FORMAT_7],
  [8, FORMAT_7],
] as const)('a state of format %i', (format, columns) => {
  it('is distinguished without a change, and migrated in place to the tables of a new one, without loss', async () => {
    writeFormat(format)
    for (let times = 0; times < 2; times++)
      expect(findStateFormat({ state: file })).toEqual({ found: format, expected: CURRENT })
    const before = dump(columns)
    const state = await openState({ state: file })
    expect(dump(columns)).toEqual(before)
    expect(await state.head()).toEqual({
      ...{ publication: 2, bundle: 'bb', epoch: '0123456789abcdef' },
      ...{ seq: 0, occurred_at: null, chain: CHAIN_START },
    })
    expect(await state.accounts()).toEqual([
      {
        ...{ id: 1, name: 'ada', status: 'approved', plan: 'own', contact: null, created_at: at },
        role: format < 6 ? 'member' : 'endorser',
      },
      { id: 4, name: 'bob', status: 'suspended', plan: 'free', role: 'member', contact: null, created_at: at },
    ])
    expect(await state.keyGrants()).toMatchObject([
      { id: 1, hash: '01', label: null, addresses: [], last_used_on: null, plan: { name: 'own' } },
      { id: 2, hash: '02', revoked_at: at, expires_at: '2029-01-01T00:00:00.000Z' },
      { id: 10, hash: '04', account: 'bob', account_status: 'suspended' },
    ])
    await state.close()
    expect(findStateFormat({ state: file })).toEqual({ found: CURRENT, expected: CURRENT })
    const fresh = join(folder, 'fresh.sqlite')
    await (await openState({ state: fresh })).close()
    expect(shapeOf(file)).toEqual(shapeOf(fresh))
  })

  it('supports every operation of this version afterwards, and reuses no id', async () => {
    writeFormat(format)
    const state = await openState({ state: file })
    const entries = (await state.audit(null, 10)).length
    await state.setAccountRole('ada', 'operator', change)
    await state.setPassword('ada', 'scrypt$…', change)
    const key = { label: 'l', hash: '05', last_four: 'eeee', addresses: ['10.0.0.0/8'], expires_at: null }
    expect(await state.createKey({ account: 'bob', scopes: ['data:read'], ...key }, change)).toMatchObject({ id: 11 })
    expect(
      await state.createAccount({ name: 'cy', plan: 'own', contact: null, password_hash: null }, change),
    ).toMatchObject({ id: 5 })
    expect(await state.audit(null, 10)).toHaveLength(entries + 4)
    await state.openDesk({ slug: 'sample-workers', name: 'Sample Workers', category: 'labor', state: 'ME' }, [], change)
    expect(await state.setEditor('cy', 'sample-workers', true, change)).toMatchObject({ role: 'endorser' })
    expect(await state.pins()).toHaveLength(format < 5 ? 0 : 1)
    expect(await state.pin('aa', 'first', at)).toEqual({ bundle: 'aa', name: 'first', pinned_at: at })
    await state.close()
  })

  it('has a feed that begins with its next publication', async () => {
    writeFormat(format)
    const state = await openState({ state: file })
    const { staged } = await stageNext(state, { count: 2 })
    const publication = { expectedPublication: 2, bundle: 'cc', published_at: at, staged }
    expect(await state.publish(publication)).toEqual({ publication: 3, changed: true })
    expect((await state.publications(3)).map(({ seq }) => seq)).toEqual([2, 0, 0])
    await state.renewLease({ server: 'a', publication: 2 })
    expect(await state.released()).toEqual({ epoch: '0123456789abcdef', publication: 2, seq: 0 })
    // The earlier publications have no events.
    expect(await state.seqBefore(at)).toEqual({ seq: 0, whole: false })
    expect(await state.seqBefore('2028-03-01T12:00:00.001Z')).toEqual({ seq: 1, whole: true })
    expect(await state.createSubscription(1, { name: 'all', filter: {} }, at)).toMatchObject({ id: 1 })
    await state.createFeedToken({ id: 1, account_id: 1 }, { hash: '0e', last_four: 'x7Qa' }, change)
    expect(await state.findFeedGrant('0e')).toMatchObject({ account_id: 1, subscription: { name: 'all' } })
    expect(await state.openCorrection({ record: 'contest/7', text: 'x' }, at)).toMatchObject({ id: 1, status: 'open' })
    await state.close()
  })

  it('stays unchanged if a statement of the migration fails', async () => {
    writeFormat(format)
    const database = new Database(file)
    const [clash, error] =
      format < 6
        ? ['CREATE TABLE invitation (word TEXT)', 'table invitation already exists']
        : ['CREATE TABLE correction (word TEXT)', 'table correction already exists']
    database.exec(clash)
    database.close()
    const before = shapeOf(file)
    await expect(openState({ state: file })).rejects.toThrow(error)
    expect(findStateFormat({ state: file }).found).toBe(format)
    expect(shapeOf(file)).toEqual(before)
  })
})

it('a state of format 1 is migrated once by processes that open it together', async () => {
  writeFormat(1)
  const writers = [1, 2, 3].map(() => startScript('state-writer.ts', file))
  const published = (await Promise.all(writers.map((writer) => killAfter(writer, 3)))).flat()
  expect(new Set(published).size).toBe(published.length)
  const state = await openState({ state: file })
  expect((await state.publications(1000)).length).toBeGreaterThanOrEqual(2 + published.length)
  expect(await state.accounts()).toHaveLength(2)
  await state.close()
})

/** Names, types and constraints; the order of columns does not matter. */
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
