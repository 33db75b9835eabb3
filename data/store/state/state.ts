// What the service remembers between requests: publications, accounts and keys. Every operation is one whole
// transaction; plain data goes in and out. Nothing outside this folder knows which engine keeps it.

import type { AccountStatus, Scope } from '../../schema/vocabulary.ts'

/** Which bundle is current. `publication` rises by one with each; a bundle id may come back after a rollback. */
export interface Head {
  publication: number
  bundle: string
  /** Changes on restore; stands in every feed cursor. */
  epoch: string
  /** The last committed event; 0 before the first. */
  seq: number
}

export interface Publication {
  /** The publication that the publisher compared with; null for the first. */
  expectedPublication: number | null
  bundle: string
  published_at: string
}

export interface Plan {
  name: string
  requests_per_minute: number
  /** Null: no daily cap. */
  requests_per_day: number | null
  streams: number
}

export interface Account {
  id: number
  name: string
  status: AccountStatus
  plan: string
  created_at: string
}

export interface Key {
  id: number
  account_id: number
  account: string
  last_four: string
  scopes: Scope[]
  created_at: string
  expires_at: string | null
  revoked_at: string | null
}

/** What the server needs to let a request in, by the key's HMAC (hex). */
export interface KeyGrant extends Key {
  hash: string
  account_status: AccountStatus
  plan: Plan
}

export type Refusal = { refused: string }

export interface State {
  head(): Promise<Head | undefined>
  /** One conditional update: refused when another publication came first; the same bundle again is no change. */
  publish(publication: Publication): Promise<{ publication: number; changed: boolean } | Refusal>
  /** Newest first. */
  publications(limit: number): Promise<{ publication: number; bundle: string; published_at: string }[]>

  createAccount(account: { name: string; plan: string; created_at: string }): Promise<Account | Refusal>
  /** Refused for a suspended account; an approved one again is no change. */
  approveAccount(name: string): Promise<{ account: Account; changed: boolean } | Refusal>
  accounts(): Promise<Account[]>

  createKey(key: {
    account: string
    hash: string
    last_four: string
    scopes: Scope[]
    created_at: string
    expires_at: string | null
  }): Promise<Key | Refusal>
  revokeKey(id: number, revoked_at: string): Promise<Key | Refusal>
  keys(): Promise<Key[]>
  keyGrants(): Promise<KeyGrant[]>

  /** Changes whenever anything else has committed to this state; cheap enough to ask every few milliseconds. */
  version(): Promise<number>
  close(): Promise<void>
}
