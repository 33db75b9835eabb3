// The keys of accounts, and the pepper that hashes them.

import { type AccountStatus, COMMAND_LINE } from '../../access/account.ts'
import { KEYS_PER_ACCOUNT_MAX, KEYS_PER_DAY_MAX } from '../../access/key.ts'
import type { Plan } from '../../access/plan.ts'
import { DAY } from '../../schema/scalar.ts'
import type { Scope } from '../../schema/vocabulary.ts'
import { type Account, findAccountOrRefuse } from './accounts.ts'
import { type AuditedChange, record } from './audit.ts'
import { type Connection, find, insert, list, type Refusal, run, type Work } from './engine.ts'

/** @setting Milliseconds between two writes of the day on which each key was last used. */
export const KEY_USE_WRITE_MS = 60_000

export interface Key {
  id: number
  account_id: number
  account: string
  label: string | null
  last_four: string
  scopes: Scope[]
  /** CIDR ranges; empty: any address. */
  addresses: string[]
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  /** The UTC day, YYYY-MM-DD. */
  last_used_on: string | null
}

/** The data for authorizing a request, by the key's HMAC (hex). The `addresses` of a revoked key are not read: they are empty. */
export interface KeyGrant extends Key {
  hash: string
  account_status: AccountStatus
  plan: Plan
}

/** `existing`: the key that has the hash already. */
export interface KeyRefusal extends Refusal {
  existing?: Key
}

export interface KeyOperations {
  /** Refused for the hash of a key that exists, which the refusal then names. */
  createKey(
    key: Pick<Key, 'account' | 'label' | 'last_four' | 'scopes' | 'addresses' | 'expires_at'> & { hash: string },
    change: AuditedChange,
  ): Promise<Key | KeyRefusal>
  /** @param account_id the key's required owner; null on the command line. Refused for a revoked key. */
  changeKey(
    key: { id: number; account_id: number | null },
    to: Partial<Pick<Key, 'label' | 'scopes' | 'addresses' | 'expires_at'>>,
    change: AuditedChange,
  ): Promise<Key | Refusal>
  /** Revoking again changes nothing. */
  revokeKey(key: { id: number; account_id: number | null }, change: AuditedChange): Promise<Key | Refusal>
  keys(): Promise<Key[]>
  keysOf(account_id: number): Promise<Key[]>
  keyGrants(): Promise<KeyGrant[]>
  /** Rises with every change of an account, a key or a plan in any process; cheap. Changes made by hand in SQL do not raise it. */
  grantsVersion(): Promise<number>
  /** Never moves a day back. Does not change `version`. */
  keysUsed(uses: readonly { id: number; on: string }[]): Promise<void>
}

type Stored<Record> = Omit<Record, 'scopes' | 'addresses'> & { scopes: string; addresses: string }
type GrantRow = Stored<Omit<KeyGrant, 'plan'>> & Omit<Plan, 'name'> & { plan_name: string }

const COLUMNS = `k.id, k.account_id, a.name AS account, k.label, k.last_four, k.scopes, k.created_at, k.expires_at, k.revoked_at,
    k.last_used_on`
const KEY = `SELECT ${COLUMNS}, k.addresses
  FROM api_key AS k
  JOIN account AS a ON a.id = k.account_id AND a.erased_at IS NULL`
const GRANT = `SELECT ${COLUMNS}, CASE WHEN k.revoked_at IS NULL THEN k.addresses ELSE '[]' END AS addresses, k.hash, a.status AS account_status,
    p.name AS plan_name, p.requests_per_minute, p.requests_per_day, p.streams
  FROM api_key AS k
  JOIN account AS a ON a.id = k.account_id
  JOIN plan AS p ON p.name = a.plan
  ORDER BY k.id`
const GRANTS_VERSION = 'SELECT coalesce(max(id), 0) AS version FROM audit'

export function keyOperations(connection: Connection): KeyOperations {
  /** A key of another account counts as unknown. */
  function* findOrRefuse({ id, account_id }: { id: number; account_id: number | null }): Work<Key | Refusal> {
    const row = yield* find<Stored<Key>>(
      `${KEY} WHERE k.id = @id AND k.account_id = coalesce(@account_id, k.account_id)`,
      { id, account_id },
    )
    return row ? toKey(row) : { refused: `There is no key with the id ${id}.` }
  }

  return {
    createKey: ({ account, hash, label, last_four, scopes, addresses, expires_at }, change) =>
      connection.write(function* () {
        const owner = yield* findAccountOrRefuse(account)
        if ('refused' in owner) return owner
        const existing = yield* find<Stored<Key>>(`${KEY} WHERE k.hash = @hash`, { hash })
        if (existing) return { refused: 'This key was created already.', existing: toKey(existing) }
        const tooMany = yield* refuseTooMany(owner, change)
        if (tooMany) return tooMany
        const id = yield* insert(
          `INSERT INTO api_key (account_id, label, hash, last_four, scopes, addresses, created_at, expires_at)
          VALUES (@account_id, @label, @hash, @last_four, @scopes, @addresses, @created_at, @expires_at)`,
          {
            account_id: owner.id,
            label,
            hash,
            last_four,
            expires_at,
            created_at: change.at,
            scopes: JSON.stringify(scopes),
            addresses: JSON.stringify(addresses),
          },
        )
        const detail = { key: id, label, scopes, addresses, expires_at }
        yield* record(change, { action: 'key.created', account, detail })
        return yield* findOrRefuse({ id, account_id: null })
      }),

    changeKey: (which, to, change) =>
      connection.write(function* () {
        const before = yield* findOrRefuse(which)
        if ('refused' in before) return before
        if (before.revoked_at !== null)
          return {
            refused: `Key ${before.id} was revoked on ${before.revoked_at.slice(0, 10)}: it cannot be changed.`,
          }
        const { label, scopes, addresses, expires_at } = { ...before, ...to }
        const after = { label, scopes, addresses, expires_at }
        const changed = Object.entries(after).filter(
          ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof after]),
        )
        if (changed.length === 0) return before
        yield* run(
          `UPDATE api_key
          SET label = @label, scopes = @scopes, addresses = @addresses, expires_at = @expires_at
          WHERE id = @id`,
          {
            id: before.id,
            label,
            expires_at,
            scopes: JSON.stringify(scopes),
            addresses: JSON.stringify(addresses),
          },
        )
        const detail = { key: before.id, ...Object.fromEntries(changed) }
        yield* record(change, { action: 'key.changed', account: before.account, detail })
        return { ...before, ...after }
      }),

    revokeKey: (which, change) =>
      connection.write(function* () {
        const before = yield* findOrRefuse(which)
        if ('refused' in before || before.revoked_at !== null) return before
        yield* run('UPDATE api_key SET revoked_at = @at WHERE id = @id', { at: change.at, id: before.id })
        yield* record(change, { action: 'key.revoked', account: before.account, detail: { key: before.id } })
        return { ...before, revoked_at: change.at }
      }),

    keys: async () => (await connection.read(() => list<Stored<Key>>(`${KEY} ORDER BY k.id`))).map(toKey),

    keysOf: async (account_id) =>
      (
        await connection.read(() =>
          list<Stored<Key>>(`${KEY} WHERE k.account_id = @account_id ORDER BY k.id`, { account_id }),
        )
      ).map(toKey),

    keyGrants: async () => (await connection.read(() => list<GrantRow>(GRANT))).map(toGrant),

    // Each change of an account, a key or a plan writes its audit entry in its own transaction (audit.ts), and entries are never reused.
    grantsVersion: async () => (await connection.read(() => find<{ version: number }>(GRANTS_VERSION)))?.version ?? 0,

    keysUsed: (uses) =>
      connection.writeQuietly(function* () {
        for (const { id, on } of uses)
          yield* run(
            `UPDATE api_key
            SET last_used_on = @on
            WHERE id = @id AND (last_used_on IS NULL OR last_used_on < @on)`,
            { id, on },
          )
      }),
  }
}

/** The daily limit counts revoked keys too. It does not apply to keys that the operator creates. */
function* refuseTooMany({ id, name }: Account, { by, at }: AuditedChange): Work<Refusal | undefined> {
  const since = new Date(Date.parse(at) - DAY).toISOString()
  const counted = yield* find<{ in_force: number; of_day: number }>(
    `SELECT count(*) FILTER (WHERE revoked_at IS NULL) AS in_force, count(*) FILTER (WHERE created_at > @since) AS of_day
    FROM api_key
    WHERE account_id = @id`,
    { id, since },
  )
  if (!counted) return undefined
  if (counted.in_force >= KEYS_PER_ACCOUNT_MAX)
    return {
      refused: `The account "${name}" has ${counted.in_force} keys, expected fewer than ${KEYS_PER_ACCOUNT_MAX}: revoke one first.`,
    }
  if (by !== COMMAND_LINE && counted.of_day >= KEYS_PER_DAY_MAX)
    return {
      refused: `The account "${name}" has created ${counted.of_day} keys in the last 24 hours, expected fewer than ${KEYS_PER_DAY_MAX}: try again later.`,
    }
  return undefined
}

function toKey<Row extends Stored<Key>>(
  row: Row,
): Omit<Row, 'scopes' | 'addresses'> & Pick<Key, 'scopes' | 'addresses'> {
  return { ...row, scopes: JSON.parse(row.scopes) as Scope[], addresses: JSON.parse(row.addresses) as string[] }
}

function toGrant({ plan_name, requests_per_minute, requests_per_day, streams, ...row }: GrantRow): KeyGrant {
  return { ...toKey(row), plan: { name: plan_name, requests_per_minute, requests_per_day, streams } }
}

// The pepper.

export interface PepperOperations {
  /** The fingerprint of the pepper that hashes the keys (pepper.ts), null before its first use, and the number of keys ever created. */
  pepper(): Promise<{ fingerprint: string | null; keys: number }>
  /** Stores the first fingerprint and never replaces it. @returns the stored one */
  keepPepper(fingerprint: string): Promise<string>
}

export function pepperOperations(connection: Connection): PepperOperations {
  function* findPepper(): Work<string | null> {
    return (yield* find<{ pepper: string | null }>('SELECT pepper FROM head WHERE only_row = 1'))?.pepper ?? null
  }

  return {
    pepper: () =>
      connection.readOnce(function* () {
        const fingerprint = yield* findPepper()
        const counted = yield* find<{ count: number }>('SELECT count(*) AS count FROM api_key')
        return { fingerprint, keys: counted?.count ?? 0 }
      }),

    keepPepper: async (fingerprint) =>
      (await connection.read(findPepper)) ??
      connection.writeQuietly(function* () {
        yield* run('UPDATE head SET pepper = @fingerprint WHERE only_row = 1 AND pepper IS NULL', { fingerprint })
        return (yield* findPepper()) ?? fingerprint
      }),
  }
}
