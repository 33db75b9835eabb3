// A valid request for each live operation, and its scopes.

import type { Scope } from '../../data/schema/vocabulary.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import type { Client } from './client.ts'

export interface LiveGood {
  /** `{id}` is one of the account's subscriptions. */
  path: string
  body?: unknown
  status: number
  /** Any of them, after docs/rules.md#api-keys. */
  scopes: readonly Scope[]
  streams?: true
  /** The key must have all scopes, and not only one of them. */
  every?: true
}

const FEED: readonly Scope[] = ['stream:read']
const READING: readonly Scope[] = ['stream:read', 'subscriptions:write']
const WRITING: readonly Scope[] = ['subscriptions:write']

const ONE = '/v1/subscriptions/{id}'
const TOKEN = `${ONE}/feed-token`

/** By method and path template. */
export const LIVE_GOOD: Readonly<Record<string, LiveGood>> = {
  'GET /v1/events': { path: '/v1/events', status: 200, scopes: FEED },
  'GET /v1/stream': { path: '/v1/stream', status: 200, scopes: FEED, streams: true },
  'GET /v1/corrections': { path: '/v1/corrections', status: 200, scopes: ['data:read'] },
  'GET /v1/snapshots': { path: '/v1/snapshots', status: 200, scopes: ['data:read'] },
  'GET /v1/subscriptions': { path: '/v1/subscriptions', status: 200, scopes: READING },
  'POST /v1/subscriptions': { path: '/v1/subscriptions', body: { name: 'Made' }, status: 201, scopes: WRITING },
  [`GET ${ONE}`]: { path: ONE, status: 200, scopes: READING },
  [`PUT ${ONE}`]: { path: ONE, body: { name: 'Replaced' }, status: 200, scopes: WRITING },
  [`DELETE ${ONE}`]: { path: ONE, status: 204, scopes: WRITING },
  [`POST ${TOKEN}`]: { path: TOKEN, status: 201, scopes: WRITING, every: true },
  [`GET ${TOKEN}`]: { path: TOKEN, status: 200, scopes: READING },
  [`DELETE ${TOKEN}`]: { path: TOKEN, status: 204, scopes: WRITING },
}

export function methodOf(operation: string): string {
  return operation.split(' ')[0] ?? ''
}

/** Gives the account exactly one subscription, with a token. @returns its id */
export async function keepOne(state: ServiceStore, account: string): Promise<number> {
  const { id: account_id } = (await state.findAccount(account)) ?? { id: 0 }
  for (const { id } of await state.subscriptions(account_id)) await state.deleteSubscription({ id, account_id })
  const made = await state.createSubscription(account_id, { name: 'Kept', filter: {} }, '2024-10-01T00:00:00.000Z')
  if ('refused' in made) throw new Error(made.refused)
  const change = { by: account, at: made.created_at }
  await state.createFeedToken({ id: made.id, account_id }, { hash: `of ${made.id}`, last_four: 'aaaa' }, change)
  return made.id
}

type Asked = Pick<LiveGood, 'path'> & { body?: unknown; id?: number }
type Init = NonNullable<Parameters<Client['get']>[1]>

/** As it stands in the table. */
export async function askLive(client: Client, method: string, { path, body, id = 1 }: Asked, init: Init = {}) {
  const filled = path.replace('{id}', String(id))
  return body === undefined
    ? await client.get(filled, { method, ...init })
    : await client.send(method, filled, body, init)
}
