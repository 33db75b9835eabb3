// Compares an old data folder with its backup: lists the publications, events, account changes, subscriptions and desks that only the
// folder has.

import { existsSync } from 'node:fs'
import { z } from 'zod'
import { findLockHolder } from '../lock.ts'
import type { Paths } from '../paths.ts'
import type { AuditEntry } from '../state/audit.ts'
import type { Key } from '../state/keys.ts'
import { findStateFormat, nameState, openState, stateExists } from '../state/open.ts'
import type { Head, PublicationRecord } from '../state/publications.ts'
import type { ServiceStore } from '../state/state.ts'

export interface Lost {
  /** The folder that was compared, or the database. */
  folder: string
  /** Its publication and the end of its feed. */
  head: Head
  /** True if nothing was published since the backup, and no process uses the folder: the feed can continue in its epoch. */
  same_feed: boolean
  publications: readonly Pick<PublicationRecord, 'publication' | 'bundle' | 'published_at' | 'seq'>[]
  /** In order. Without those that the folder has moved to its archive: `head.seq` counts them too. */
  events: readonly { seq: number; id: string; type: string; occurred_at: string }[]
  keys_created: readonly LostKey[]
  /** Keys that were revoked since the backup: they work again. */
  keys_revoked: readonly LostKey[]
  /** Every change of an account, a key or a plan, the oldest first. */
  changes: readonly AuditEntry[]
  subscriptions: readonly { account: string; name: string; change: 'created' | 'changed' | 'deleted' }[]
  /** Endorsers whose positions at the publishing desk changed. */
  desks: readonly string[]
}

type LostKey = Pick<Key, 'id' | 'account' | 'label' | 'last_four' | 'created_at' | 'revoked_at'>

const PAGE = 1000
const identified = z.looseObject({ id: z.string() })

/**
 * @param restored the state of the backup, before a new epoch begins
 * @returns a sentence if the folder cannot be compared
 */
export async function findLost(old: Paths, restored: ServiceStore): Promise<Lost | string> {
  const name = await nameState(old)
  try {
    if (!(await stateExists(old))) return `${name} does not exist`
    const { found, expected } = await findStateFormat(old)
    if (found !== expected) return `${name}: its format is ${found}, this version reads ${expected}`
    const state = await openState(old)
    try {
      return await compare(old, state, restored)
    } finally {
      await state.close()
    }
  } catch (fault) {
    return `${name} cannot be read: ${fault instanceof Error ? fault.message : String(fault)}`
  }
}

async function compare(paths: Paths, old: ServiceStore, restored: ServiceStore): Promise<Lost | string> {
  const [head, before] = [await old.head(), await restored.head()]
  const name = await nameState(paths)
  if (!head) return `${name}: nothing is published in it`
  if (before && !(await continues(old, head, before)))
    return `${name} is not a later state of the backup: its feed ends at event ${head.seq} of epoch ${head.epoch}`
  const keys = new Map((await restored.keys()).map((key) => [key.id, key]))
  const now = await old.keys()
  const [lastChange] = await restored.audit(null, 1)
  const changes = await old.audit(null, Number.MAX_SAFE_INTEGER)
  return {
    ...{ folder: paths.stateServer === undefined ? paths.root : name, head },
    same_feed: before?.publication === head.publication && before.epoch === head.epoch && !(await isUsed(paths, old)),
    publications: await listPublications(old, before?.publication ?? 0),
    events: await listEvents(old, before?.seq ?? 0),
    keys_created: now.filter(({ id }) => !keys.has(id)).map(toLostKey),
    keys_revoked: now
      .filter(({ id, revoked_at }) => revoked_at !== null && keys.get(id)?.revoked_at === null)
      .map(toLostKey),
    changes: changes.filter(({ id }) => id > (lastChange?.id ?? 0)).reverse(),
    subscriptions: await listSubscriptions(old, restored),
    desks: await listDesks(old, restored),
  }
}

/** Whether the feed of the old folder has the backup's last event. If that event and the next were archived, the epoch has to do. */
async function continues(old: ServiceStore, head: Head, before: Head): Promise<boolean> {
  if (head.seq <= before.seq) return head.seq === before.seq && head.chain === before.chain
  const [next] = await old.chain(before.seq, 1)
  return next?.seq === before.seq + 1 ? next.chain_before === before.chain : head.epoch === before.epoch
}

/** A folder that cannot be asked counts as used. Servers of a database may run on other machines. */
async function isUsed(paths: Paths, old: ServiceStore): Promise<boolean> {
  if (paths.stateServer !== undefined) return (await old.newestLease()) !== undefined
  try {
    const locks = [paths.lock, paths.serveLock].filter((lock) => existsSync(lock))
    return locks.some((lock) => findLockHolder({ lock, root: paths.root }).held)
  } catch {
    return true
  }
}

async function listPublications(old: ServiceStore, after: number): Promise<Lost['publications']> {
  const found: PublicationRecord[] = []
  for (;;) {
    const page = await old.publicationsAfter(found.at(-1)?.publication ?? after, PAGE)
    found.push(...page)
    if (page.length < PAGE)
      return found.map(({ publication, bundle, published_at, seq }) => ({ publication, bundle, published_at, seq }))
  }
}

async function listEvents(old: ServiceStore, after: number): Promise<Lost['events']> {
  const found: Lost['events'][number][] = []
  for (;;) {
    const page = await old.chain(found.at(-1)?.seq ?? after, PAGE)
    found.push(
      ...page.map(({ seq, kind, occurred_at, body }) => ({
        ...{ seq, id: identified.parse(JSON.parse(body)).id, type: `endorsement.${kind}`, occurred_at },
      })),
    )
    if (page.length < PAGE) return found
  }
}

async function listSubscriptions(old: ServiceStore, restored: ServiceStore): Promise<Lost['subscriptions']> {
  const found: Lost['subscriptions'][number][] = []
  for (const { id, name: account } of await old.accounts()) {
    const before = new Map((await restored.subscriptions(id)).map((one) => [one.id, one]))
    const now = await old.subscriptions(id)
    for (const { id, name, updated_at } of now) {
      const earlier = before.get(id)
      if (!earlier) found.push({ account, name, change: 'created' })
      else if (earlier.updated_at !== updated_at) found.push({ account, name, change: 'changed' })
      before.delete(id)
    }
    for (const { name } of before.values()) found.push({ account, name, change: 'deleted' })
  }
  return found
}

async function listDesks(old: ServiceStore, restored: ServiceStore): Promise<string[]> {
  const before = new Map((await restored.desks()).map(({ endorser, version }) => [endorser.slug, version]))
  return (await old.desks()).flatMap(({ endorser: { slug }, version }) => (before.get(slug) === version ? [] : [slug]))
}

function toLostKey({ id, account, label, last_four, created_at, revoked_at }: Key): LostKey {
  return { id, account, label, last_four, created_at, revoked_at }
}
