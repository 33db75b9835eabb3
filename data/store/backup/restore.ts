// Restores a backup into an empty data folder. Everything is verified before anything is written, and the state comes last, under its
// name only when its feed is ready: without it, no command serves or publishes from the folder.

import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Backup, BackupFile } from '../../schema/backup.ts'
import { findMark, renewMark } from '../feed-mark.ts'
import { flush, makePrivateFolder } from '../files.ts'
import { findLockHolder, takeLock } from '../lock.ts'
import type { Paths } from '../paths.ts'
import { checkPepper, fingerprintOf } from '../pepper.ts'
import type { AuditEntry } from '../state/audit.ts'
import type { Key } from '../state/keys.ts'
import { findStateFormat, nameState, openState, stateExists } from '../state/open.ts'
import type { Head, PublicationRecord } from '../state/publications.ts'
import type { ServiceStore } from '../state/state.ts'
import { type BackupPlace, verifyFiles } from './place.ts'
import { unseal } from './seal.ts'

export interface RestoreOptions {
  paths: Paths
  folder: BackupPlace
  backup: Backup
  now: () => Date
  /** Of a sealed pepper. */
  passphrase: string | undefined
  /** Restores no pepper. */
  withoutPepper: boolean
  /** Deletes the state of the database that `paths` names, in which the restored one is stored then. */
  replace: boolean
  /** The data folder as it was after the backup, if it may still be there. */
  old: Paths | undefined
}

export interface RestoreReport {
  /** The feed. Null if nothing was published. */
  head: Head | null
  /** Whether the feed begins a new epoch, because events may have been published since the backup. */
  new_epoch: boolean
  /** `given`: the operator keeps it elsewhere, and it is the right one. */
  pepper: 'restored' | 'given' | 'missing' | 'none'
  /** Null without an old folder; a sentence if it cannot be compared. */
  lost: Lost | string | null
}

/** The pepper of the backup is sealed under another passphrase. Nothing was written. */
export class WrongPassphrase extends Error {}

/** The database of the state has rows already. Nothing was written. */
export class DatabaseFull extends Error {}

/** A backup that cannot be restored. Nothing was written. */
export class RestoreRefused extends Error {
  /** One sentence each. */
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.name = 'RestoreRefused'
    this.faults = faults
  }
}

/** Everything that is missing, truncated or changed in a folder. Reads every file. */
export function verifyBackup(folder: Parameters<typeof verifyFiles>[0], backup: Backup): string[] {
  return [...verifyFiles(folder, backup), ...findStateless(backup)]
}

function findStateless({ files }: Backup): string[] {
  return files.some(({ path }) => path === STATE) ? [] : [`it names no ${STATE}`]
}

/** Files of a folder that a restore would mix with its own: all but locks and the sample. */
export function listInTheWay({ root }: Pick<Paths, 'root'>): string[] {
  if (!existsSync(root)) return []
  return readdirSync(root)
    .filter((name) => !IGNORED.test(name))
    .sort()
}

const IGNORED = /^(lock(-serve|-fetch|-fetch-past|-backup)?(-journal|\.json)?|sample|lost\+found)$/
const STATE = 'state.sqlite'
const SEALED = 'pepper.sealed'

/** Throws RestoreRefused or WrongPassphrase, or LockHeld if a process uses the folder. After any fault the folder is empty again. */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  const { paths, folder, backup, now } = options
  const faults = [...(await folder.verify(backup)), ...findStateless(backup)]
  if (faults.length > 0) throw new RestoreRefused(faults)
  const pepper = await openPepper(options)
  makePrivateFolder(paths.root)
  const owner = { pid: process.pid, command: 'restore', since: now().toISOString() }
  const locks = [takeLock(paths, owner)]
  try {
    locks.push(takeLock({ root: paths.root, lock: paths.serveLock }, owner))
    const [other] = listInTheWay(paths)
    if (other !== undefined) throw new RestoreRefused([`${paths.root} has ${other}, expected an empty folder`])
    return await fillFolder(options, pepper)
  } finally {
    for (const lock of locks) lock.release()
  }
}

async function fillFolder(options: RestoreOptions, pepper: Uint8Array | undefined): Promise<RestoreReport> {
  const { paths, folder, backup } = options
  const draft = `${paths.state}.restoring`
  try {
    for (const file of backup.files) {
      if (file.path === STATE) await copyBack(folder, file, draft)
      else if (file.path !== SEALED) await copyBack(folder, file, join(paths.root, file.path))
    }
    const state = await openState({ state: draft })
    let report: RestoreReport
    try {
      const is = await restorePepper(options, pepper, state)
      const lost = options.old ? await findLost(options.old, state) : null
      report = { pepper: is, lost, ...(await renewFeed(paths, state, lost)) }
    } finally {
      await state.close()
    }
    for (const path of new Set(backup.files.map((file) => dirname(join(paths.root, file.path))))) flush(path)
    if (paths.stateServer === undefined) renameSync(draft, paths.state)
    else await loadState(options, draft)
    flush(paths.root)
    return report
  } catch (fault) {
    for (const name of listInTheWay(paths)) rmSync(join(paths.root, name), { recursive: true })
    throw fault
  }
}

/** Into the database, in one transaction. */
async function loadState({ paths, replace }: RestoreOptions, draft: string): Promise<void> {
  const state = await openState(paths)
  try {
    const loaded = await state.load(draft, replace)
    if ('refused' in loaded)
      throw new DatabaseFull(`${await nameState(paths)} cannot take the state: ${loaded.refused}`)
  } finally {
    await state.close()
  }
  for (const one of [draft, `${draft}-wal`, `${draft}-shm`]) rmSync(one, { force: true })
}

async function copyBack(folder: BackupPlace, { path, sha256 }: BackupFile, to: string): Promise<void> {
  makePrivateFolder(dirname(to))
  const got = await folder.copyTo(sha256, to)
  if (got.sha256 !== sha256)
    throw new RestoreRefused([
      `${path}: it changed while it was read: got the SHA-256 ${got.sha256}, expected ${sha256}`,
    ])
  // Sealed, as the build leaves it.
  if (path.startsWith('parts/')) chmodSync(to, 0o444)
}

/** The feed continues in its epoch only if the old folder proves that no reader has a later event. */
async function renewFeed(
  paths: Paths,
  state: ServiceStore,
  lost: RestoreReport['lost'],
): Promise<Pick<RestoreReport, 'head' | 'new_epoch'>> {
  const before = await state.head()
  const mark = findMark(paths)?.mark
  rmSync(paths.mark, { force: true })
  if (!before) return { head: null, new_epoch: false }
  const new_epoch = lost === null || typeof lost === 'string' || !lost.same_feed
  const head = new_epoch ? { ...before, epoch: await state.beginEpoch() } : before
  renewMark(paths, mark, before, head)
  return { head, new_epoch }
}

/** The secret of the backup, if this restore needs it. */
async function openPepper(options: RestoreOptions): Promise<Uint8Array | undefined> {
  const { paths, folder, backup, passphrase, withoutPepper } = options
  const sealed = backup.files.find(({ path }) => path === SEALED)
  if (!sealed || withoutPepper || paths.pepperGiven) return undefined
  const pepper = await unseal(await readSealed(folder, sealed), passphrase ?? '')
  if (pepper === undefined) throw new WrongPassphrase('the pepper of the backup is sealed under another passphrase')
  return pepper
}

/** Through a private file: a place copies only to files. */
async function readSealed(folder: BackupPlace, file: BackupFile): Promise<string> {
  const aside = mkdtempSync(join(tmpdir(), 'hustings-restore-'))
  try {
    await copyBack(folder, file, join(aside, SEALED))
    return readFileSync(join(aside, SEALED), 'utf8')
  } finally {
    rmSync(aside, { recursive: true })
  }
}

async function restorePepper(
  { paths }: RestoreOptions,
  pepper: Uint8Array | undefined,
  state: ServiceStore,
): Promise<RestoreReport['pepper']> {
  const { fingerprint } = await state.pepper()
  if (pepper !== undefined) {
    if (fingerprint !== null && fingerprintOf(pepper) !== fingerprint)
      throw new RestoreRefused(['its pepper is not the one of its keys'])
    writeFileSync(paths.pepper, pepper, { mode: 0o600, flush: true })
    return 'restored'
  }
  if (fingerprint === null) return 'none'
  if (!paths.pepperGiven || !existsSync(paths.pepper)) return 'missing'
  checkPepper(paths, fingerprint)
  return 'given'
}

// Compares an old data folder with its backup: lists the publications, events, account changes, subscriptions and desks that only the
// folder has.

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
async function findLost(old: Paths, restored: ServiceStore): Promise<Lost | string> {
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
    folder: paths.stateServer === undefined ? paths.root : name,
    head,
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
        seq,
        id: identified.parse(JSON.parse(body)).id,
        type: `endorsement.${kind}`,
        occurred_at,
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
