// Sends requests to /v1, and reads the members of the answers that the questions need.

import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'undici'
import { z } from 'zod'
import { PAGE_SIZE_MAX } from '../../../data/schema/constants.ts'
import { AUDIT_REQUESTS_AT_ONCE, AUDIT_RETRY_AFTER_MAX } from './constants.ts'

export type Query = Readonly<Record<string, string | number | boolean>>

export interface Ask {
  /** Undefined if the server knows no such record or place (404), or several (400). Throws an Error for any other status but 200. */
  find<Body extends z.ZodType>(path: string, query: Query, body: Body): Promise<z.output<Body> | undefined>
  /** Throws an Error for any status but 200. */
  get<Body extends z.ZodType>(path: string, query: Query, body: Body): Promise<z.output<Body>>
  /** Every page of a list. */
  list<Item extends z.ZodType>(path: string, query: Query, item: Item): Promise<z.output<Item>[]>
  close(): Promise<void>
}

const paged = z.object({ data: z.array(z.unknown()), next_cursor: z.string().nullish() })

/** @param url without `/v1` */
export function createAsk({ url, key }: { url: string; key: string }): Ask {
  const base = new URL(url)
  const pool = new Pool(base.origin, { connections: AUDIT_REQUESTS_AT_ONCE })
  const headers = { authorization: `Bearer ${key}` }

  const send = async (path: string, query: Query): Promise<{ status: number; json: unknown }> => {
    const target = toTarget(base.pathname, path, query)
    for (;;) {
      const { statusCode, headers: got, body } = await pool.request({ method: 'GET', path: target, headers })
      const text = await body.text()
      if (statusCode !== 429) return { status: statusCode, json: parseJson(text, target, statusCode) }
      await wait(Math.min(Number(got['retry-after'] ?? 1) || 1, AUDIT_RETRY_AFTER_MAX) * 1000)
    }
  }
  const find: Ask['find'] = async (path, query, schema) => {
    const { status, json } = await send(path, query)
    if (status === 404 || status === 400) return undefined
    if (status !== 200)
      throw new Error(`GET ${toTarget('', path, query)} answered ${status}, expected 200: ${sentenceOf(json)}`)
    return schema.parse(json)
  }
  const get: Ask['get'] = async (path, query, schema) => {
    const found = await find(path, query, schema)
    if (found === undefined) throw new Error(`GET ${toTarget('', path, query)} answered 400 or 404, expected 200`)
    return found
  }
  return {
    find,
    get,
    async list(path, query, item) {
      const records: z.output<typeof item>[] = []
      const items = z.array(item)
      for (let cursor: string | undefined; ; ) {
        const page = await get(path, { limit: PAGE_SIZE_MAX, ...query, ...(cursor !== undefined && { cursor }) }, paged)
        for (const one of items.parse(page.data)) records.push(one)
        if (page.next_cursor == null) return records
        cursor = page.next_cursor
      }
    },
    close: () => pool.close(),
  }
}

/** Visits the items, some at once. */
export async function each<Item>(
  items: readonly Item[],
  visit: (item: Item) => Promise<void>,
  atOnce = AUDIT_REQUESTS_AT_ONCE,
): Promise<void> {
  let next = 0
  const work = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await visit(item)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

export function toTarget(base: string, path: string, query: Query): string {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return `${base.replace(/\/$/, '')}${path}${search.size === 0 ? '' : `?${search}`}`
}

function parseJson(text: string, target: string, status: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`GET ${target} answered ${status} with ${text.length} characters that are no JSON`)
  }
}

const refusal = z.object({ error: z.object({ message: z.string() }) })

function sentenceOf(json: unknown): string {
  return refusal.safeParse(json).data?.error.message ?? 'no reason was given'
}
