// The embedded state: one SQLite file in WAL mode. No await stands between BEGIN IMMEDIATE and COMMIT, so that no other
// turn of the event loop ever sees half an operation.

import type { Scope } from '../../schema/vocabulary.ts'
import type { Paths } from '../paths.ts'
import { openDatabase } from './sqlite-file.ts'
import type { Account, Head, Key, KeyGrant, Plan, Refusal, State } from './state.ts'

type KeyRow = Omit<Key, 'scopes'> & { scopes: string }
type GrantRow = KeyRow & Pick<KeyGrant, 'hash' | 'account_status'> & { plan_name: string } & Omit<Plan, 'name'>

const ACCOUNT = 'SELECT id, name, status, plan, created_at FROM account'
const KEY = `SELECT k.id, k.account_id, a.name AS account, k.last_four, k.scopes, k.created_at, k.expires_at, k.revoked_at
  FROM api_key AS k
  JOIN account AS a ON a.id = k.account_id`
const GRANT = `SELECT k.id, k.account_id, a.name AS account, k.last_four, k.scopes, k.created_at, k.expires_at, k.revoked_at,
    k.hash, a.status AS account_status, p.name AS plan_name, p.requests_per_minute, p.requests_per_day, p.streams
  FROM api_key AS k
  JOIN account AS a ON a.id = k.account_id
  JOIN plan AS p ON p.name = a.plan
  ORDER BY k.id`

/** Opens the state, and creates it (readable by its owner alone) on first use. Throws when it is of another format. */
export async function openState(paths: Pick<Paths, 'state'>): Promise<State> {
  const database = openDatabase(paths.state)
  const find = <Row>(sql: string, ...values: (string | number | null)[]): Row | undefined =>
    database.prepare(sql).get(...values) as Row | undefined
  const list = <Row>(sql: string, ...values: (string | number | null)[]): Row[] =>
    database.prepare(sql).all(...values) as Row[]
  const change = (sql: string, ...values: (string | number | null)[]): number =>
    Number(database.prepare(sql).run(...values).lastInsertRowid)

  let commits = 0
  const write = <Result>(operation: () => Result): Result => {
    const result = database.transaction(operation).immediate()
    commits += 1
    return result
  }

  const findHead = (): Head | undefined =>
    find(`SELECT h.publication, p.bundle, h.epoch, h.seq
      FROM head AS h
      JOIN publication AS p ON p.publication = h.publication`)
  const findAccount = (name: string): Account | undefined => find(`${ACCOUNT} WHERE name = ?`, name)
  const loadAccount = (name: string): Account | Refusal => findAccount(name) ?? unknownAccount(name)
  const findKey = (id: number): Key | undefined => {
    const row = find<KeyRow>(`${KEY} WHERE k.id = ?`, id)
    return row && toKey(row)
  }

  const dataVersion = database.prepare('PRAGMA data_version').pluck()
  let [seen, version] = [-1, 0]
  return {
    head: async () => findHead(),

    publish: async ({ expectedPublication, bundle, published_at }) =>
      write(() => {
        const head = findHead()
        if (head?.bundle === bundle) return { publication: head.publication, changed: false }
        const current = head?.publication ?? null
        if (current !== expectedPublication) return { refused: otherPublication(head, expectedPublication) }
        const publication = (current ?? 0) + 1
        change(
          'INSERT INTO publication (publication, bundle, published_at) VALUES (?, ?, ?)',
          publication,
          bundle,
          published_at,
        )
        change('UPDATE head SET publication = ? WHERE only_row = 1', publication)
        return { publication, changed: true }
      }),

    publications: async (limit) =>
      list('SELECT publication, bundle, published_at FROM publication ORDER BY publication DESC LIMIT ?', limit),

    createAccount: async ({ name, plan, created_at }) =>
      write(() => {
        const existing = findAccount(name)
        if (existing)
          return {
            refused: `There is an account called "${name}" already (${existing.status}, plan ${existing.plan}).`,
          }
        const plans = list<{ name: string }>('SELECT name FROM plan ORDER BY name').map((row) => row.name)
        if (!plans.includes(plan))
          return { refused: `There is no plan "${plan}": expected one of ${plans.join(', ')}.` }
        change(
          "INSERT INTO account (name, status, plan, created_at) VALUES (?, 'pending', ?, ?)",
          name,
          plan,
          created_at,
        )
        return loadAccount(name)
      }),

    approveAccount: async (name) =>
      write(() => {
        const before = findAccount(name)
        if (!before) return unknownAccount(name)
        if (before.status === 'suspended')
          return { refused: `The account "${name}" is suspended, and approval is for pending ones alone.` }
        const changed = before.status === 'pending'
        if (changed) change("UPDATE account SET status = 'approved' WHERE name = ?", name)
        return { account: { ...before, status: 'approved' }, changed }
      }),

    accounts: async () => list(`${ACCOUNT} ORDER BY name`),

    createKey: async ({ account, hash, last_four, scopes, created_at, expires_at }) =>
      write(() => {
        const owner = findAccount(account)
        if (!owner) return unknownAccount(account)
        const id = change(
          `INSERT INTO api_key (account_id, hash, last_four, scopes, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)`,
          owner.id,
          hash,
          last_four,
          JSON.stringify(scopes),
          created_at,
          expires_at,
        )
        return findKey(id) ?? unknownKey(id)
      }),

    revokeKey: async (id, revoked_at) =>
      write(() => {
        // The first revocation stands: a repeated one must not move its time.
        change('UPDATE api_key SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL', revoked_at, id)
        return findKey(id) ?? unknownKey(id)
      }),

    keys: async () => list<KeyRow>(`${KEY} ORDER BY k.id`).map(toKey),

    keyGrants: async () => list<GrantRow>(GRANT).map(toGrant),

    version: async () => {
      // data_version moves with the commits of other connections only; own commits are counted beside it.
      const other = dataVersion.get() as number
      if (other !== seen) version += 1
      seen = other
      version += commits
      commits = 0
      return version
    },

    close: async () => {
      database.close()
    },
  }
}

function toKey(row: KeyRow): Key {
  return { ...row, scopes: JSON.parse(row.scopes) as Scope[] }
}

function toGrant({ plan_name, requests_per_minute, requests_per_day, streams, ...row }: GrantRow): KeyGrant {
  const plan = { name: plan_name, requests_per_minute, requests_per_day, streams }
  return { ...row, scopes: JSON.parse(row.scopes) as Scope[], plan }
}

function otherPublication(head: Head | undefined, expected: number | null): string {
  const got = head
    ? `publication ${head.publication} (bundle ${head.bundle.slice(0, 12)}) is current`
    : 'nothing is published'
  const wanted = expected === null ? 'that nothing was' : `publication ${expected}`
  return `Another publisher came first: ${got}, this one expected ${wanted}.`
}

function unknownAccount(name: string): Refusal {
  return { refused: `There is no account called "${name}".` }
}

function unknownKey(id: number): Refusal {
  return { refused: `There is no key with the id ${id}.` }
}
