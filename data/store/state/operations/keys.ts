import { COMMAND_LINE } from '../../../access/account.ts'
import { KEYS_PER_ACCOUNT_MAX, KEYS_PER_DAY_MAX } from '../../../access/constants.ts'
import type { Plan } from '../../../access/plan.ts'
import { DAY } from '../../../schema/duration.ts'
import type { Scope } from '../../../schema/vocabulary.ts'
import type { Account, Key, KeyGrant } from '../accounts.ts'
import type { AuditedChange, Refusal } from '../change.ts'
import type { ServiceStore } from '../state.ts'
import { findAccountOrRefuse } from './accounts.ts'
import { record } from './audit.ts'
import { type Connection, find, insert, list, run, type Work } from './connection.ts'

type Operations = Pick<
  ServiceStore,
  'createKey' | 'changeKey' | 'revokeKey' | 'keys' | 'keysOf' | 'keyGrants' | 'grantsVersion' | 'keysUsed'
>
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

export function keyOperations(connection: Connection): Operations {
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
        const tooMany = yield* refuseTooMany(owner, change)
        if (tooMany) return tooMany
        const id = yield* insert(
          `INSERT INTO api_key (account_id, label, hash, last_four, scopes, addresses, created_at, expires_at)
          VALUES (@account_id, @label, @hash, @last_four, @scopes, @addresses, @created_at, @expires_at)`,
          {
            ...{ account_id: owner.id, label, hash, last_four, expires_at, created_at: change.at },
            ...{ scopes: JSON.stringify(scopes), addresses: JSON.stringify(addresses) },
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
            ...{ id: before.id, label, expires_at },
            ...{ scopes: JSON.stringify(scopes), addresses: JSON.stringify(addresses) },
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
