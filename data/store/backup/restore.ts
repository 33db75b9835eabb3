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
import type { Backup, BackupFile } from '../../schema/backup.ts'
import { findMark, renewMark } from '../feed-mark.ts'
import { takeLock } from '../lock.ts'
import type { Paths } from '../paths.ts'
import { checkPepper, fingerprintOf } from '../pepper.ts'
import { makePrivateFolder } from '../private-folder.ts'
import { flush } from '../replace-file.ts'
import { nameState, openState } from '../state/open.ts'
import type { Head } from '../state/publications.ts'
import type { ServiceStore } from '../state/state.ts'
import { verifyFiles } from './folder.ts'
import { findLost, type Lost } from './lost.ts'
import type { BackupPlace } from './place.ts'
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

/** What a folder has that a restore would mix with its own files: everything but locks and the sample. */
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
