// Makes a backup beside a running server, publisher and nightly. The order makes its files agree:
// 1. usage before the state: a count never belongs to an account that the state lacks;
// 2. the feed mark before the state: the mark never claims an event that the state lacks;
// 3. the state, in one piece, and then the bundle that it names: a publisher moves the head only after it has written the bundle;
// 4. the archive of events after the state: an event is written to the archive before the state deletes it, so none is in neither.
// A publication may delete the bundle of (3) before its parts are copied. Then the state is taken again.

import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BACKUP_FORMAT, type Backup, PATH_IN_BACKUP } from '../../schema/backup.ts'
import { BACKUP_ATTEMPTS } from '../constants.ts'
import { takeLock } from '../lock.ts'
import { listBundles, loadPartHashes, manifestFile } from '../manifest.ts'
import type { Paths } from '../paths.ts'
import { checkPepper, readPepper } from '../pepper.ts'
import { nameState, openState, stateExists } from '../state/open.ts'
import type { ServiceStore } from '../state/state.ts'
import { openUsage } from '../usage.ts'
import { loadVersion } from '../version.ts'
import { isUnwritable } from '../wal-file.ts'
import { type BackupFolder, makeBackupFolder, nameNext, type Pruned, pruneBackups, writeBackup } from './folder.ts'
import { seal } from './seal.ts'
import { draftFile, type StoredFile, storeDraft, storeFile } from './stored-file.ts'

export interface BackUpOptions {
  paths: Paths
  folder: BackupFolder
  now: () => Date
  /** Without one, the pepper is left out. */
  passphrase: string | undefined
  /** Also the bytes of the sources: `raw` and `inbox`. */
  withSources: boolean
  /** Number of backups to keep, this one included; at least 1. */
  keep: number
}

export interface BackupReport {
  name: string
  backup: Backup
  /** Files that the folder did not have yet, and their bytes. */
  copied: { files: number; bytes: number }
  /** Other bundles than the current one that could not be copied. */
  left_out: readonly { bundle: string; why: string }[]
  pruned: Pruned
  /** Why older backups were not deleted. */
  not_pruned: string | null
}

/** Every file that the new backup names was read back and has its hash. Throws LockHeld while another backup writes to the folder. */
export async function backUp(options: BackUpOptions): Promise<BackupReport> {
  const { paths, folder, now, keep } = options
  if (!(await stateExists(paths)))
    throw new Error(`${await nameState(paths)} does not exist, so there is nothing to back up; run: hustings nightly`)
  const move = await withOpen(paths, (state) => state.findMove())
  if (move?.over) throw new Error(`a backup would have an old state: ${move.sentence}`)
  makeBackupFolder(folder)
  const since = now()
  const lock = takeLock(folder, { pid: process.pid, command: 'backup', since: since.toISOString() })
  try {
    const { copied, left_out, ...copy } = await copyAll(options)
    const name = nameNext(folder, since.getTime())
    const made = {
      format: BACKUP_FORMAT,
      made_at: since.toISOString(),
      version: loadVersion(),
      folder: paths.root,
    } as const
    const backup: Backup = { ...made, ...copy }
    writeBackup(folder, name, backup)
    return { name, backup, copied, left_out, ...prune(folder, keep) }
  } catch (fault) {
    // A full disk needs the space of the files that this backup wrote.
    prune(folder, Number.POSITIVE_INFINITY)
    throw fault
  } finally {
    lock.release()
  }
}

function prune(folder: BackupFolder, keep: number): Pick<BackupReport, 'pruned' | 'not_pruned'> {
  try {
    return { pruned: pruneBackups(folder, keep), not_pruned: null }
  } catch (fault) {
    return { pruned: { backups: [], files: 0, bytes: 0 }, not_pruned: sayFault(fault) }
  }
}

const REPAIR = 'run: hustings build   # writes a damaged or missing part again'

type Copy = Pick<Backup, 'head' | 'pepper' | 'files'> & Pick<BackupReport, 'copied' | 'left_out'>

async function copyAll(options: BackUpOptions): Promise<Copy> {
  for (let attempt = 1; ; attempt++)
    try {
      return await copyOnce(options)
    } catch (fault) {
      if (!isMissing(fault)) throw fault
      if (attempt === BACKUP_ATTEMPTS) throw new Error(`${sayFault(fault)}; ${REPAIR}`)
    }
}

async function copyOnce(options: BackUpOptions): Promise<Copy> {
  const { paths, folder, withSources } = options
  const files = collectFiles(paths, folder)
  if (existsSync(paths.usage)) files.add('usage.sqlite', await copyUsage(paths, folder))
  files.copy(paths.mark)
  const { stored, head, fingerprint } = await copyState(paths, folder)
  files.add('state.sqlite', stored)
  const left_out = copyBundles(paths, head?.bundle, files)
  for (const name of namesIn(paths.events)) files.copy(join(paths.events, name))
  files.copy(paths.lastRun)
  files.copy(paths.sourcesFile)
  const pepper = await sealPepper(options, fingerprint, files)
  if (withSources) copySources(paths, files)
  return { head, pepper, left_out, ...files.list() }
}

interface Files {
  add(path: string, stored: StoredFile): void
  /** Copies a file of the data folder, once. Leaves out one that is missing, or has no name of a data folder's file. */
  copy(file: string): void
  /** Copies a file whose hash is known. Throws if it is missing or damaged. */
  copyKnown(file: string, sha256: string): void
  list(): Pick<Copy, 'files' | 'copied'>
}

function collectFiles(paths: Paths, folder: BackupFolder): Files {
  const stored = new Map<string, StoredFile>()
  const copyOne = (file: string, sha256?: string): void => {
    const path = relative(paths.root, file)
    if (!stored.has(path)) stored.set(path, storeFile(folder.files, file, sha256))
  }
  return {
    add: (path, file) => void stored.set(path, file),
    copy: (file) => {
      if (PATH_IN_BACKUP.test(relative(paths.root, file)) && existsSync(file)) copyOne(file)
    },
    copyKnown: copyOne,
    list() {
      const files = [...stored].sort(([a], [b]) => (a < b ? -1 : 1))
      const copied = files.flatMap(([, file]) => (file.copied ? file.bytes : []))
      return {
        files: files.map(([path, { sha256, bytes }]) => ({ path, sha256, bytes })),
        copied: { files: copied.length, bytes: copied.reduce((sum, bytes) => sum + bytes, 0) },
      }
    },
  }
}

async function copyUsage(paths: Paths, folder: BackupFolder): Promise<StoredFile> {
  const draft = draftFile(folder.files, 'usage')
  const usage = openUsage(paths, { readonly: true })
  try {
    await usage.copyTo(draft)
  } finally {
    usage.close()
  }
  return storeDraft(folder.files, draft)
}

/** The head is that of the copy: the state itself may have moved on. */
async function copyState(
  paths: Paths,
  folder: BackupFolder,
): Promise<{ stored: StoredFile; head: Backup['head']; fingerprint: string | null }> {
  const draft = draftFile(folder.files, 'state')
  await withOpen(paths, (state) => state.copyTo(draft))
  const read = await withOpen({ state: draft }, async (state) => {
    const [head, [published], { fingerprint }] = [await state.head(), await state.publications(1), await state.pepper()]
    return { head: head && published ? { ...head, published_at: published.published_at } : null, fingerprint }
  })
  return { ...read, stored: storeDraft(folder.files, draft) }
}

async function withOpen<Result>(
  paths: Pick<Paths, 'state' | 'stateServer'>,
  use: (state: ServiceStore) => Promise<Result>,
): Promise<Result> {
  const state = await openState(paths)
  try {
    return await use(state)
  } finally {
    await state.close()
  }
}

/** Every stored bundle, because a rule or a pin keeps it. Only the current one must be whole; another may be deleted meanwhile. */
function copyBundles(paths: Paths, current: string | undefined, files: Files): BackupReport['left_out'] {
  const left_out: { bundle: string; why: string }[] = []
  try {
    if (current !== undefined) copyBundle(paths, current, files)
  } catch (fault) {
    if (isMissing(fault) || isUnwritable(fault)) throw fault
    throw new Error(`the current bundle cannot be backed up: ${sayFault(fault)}; ${REPAIR}`)
  }
  for (const bundle of listBundles(paths).filter((one) => one !== current))
    try {
      copyBundle(paths, bundle, files)
    } catch (fault) {
      if (isUnwritable(fault)) throw fault
      if (existsSync(manifestFile(paths, bundle))) left_out.push({ bundle, why: sayFault(fault) })
    }
  return left_out
}

/** The manifest after its parts: a backup has no manifest whose parts it lacks. */
function copyBundle(paths: Paths, bundle: string, files: Files): void {
  statSync(manifestFile(paths, bundle))
  for (const sha256 of loadPartHashes(paths, bundle).values())
    files.copyKnown(join(paths.parts, `${sha256}.sqlite`), sha256)
  for (const name of namesIn(paths.bundles)) if (name.startsWith(bundle)) files.copy(join(paths.bundles, name))
}

async function sealPepper(
  { paths, folder, passphrase }: BackUpOptions,
  fingerprint: string | null,
  files: Files,
): Promise<Backup['pepper']> {
  if (fingerprint === null && !existsSync(paths.pepper)) return 'none'
  if (passphrase === undefined) return 'left out'
  if (!existsSync(paths.pepper))
    throw new Error(
      `${paths.pepper}: no such file, expected the pepper, which a passphrase was given for: name its file in HUSTINGS_PEPPER_FILE, or give no passphrase`,
    )
  checkPepper(paths, fingerprint)
  const draft = draftFile(folder.files, 'pepper')
  writeFileSync(draft, await seal(readPepper(paths), passphrase), { mode: 0o600 })
  files.add('pepper.sealed', storeDraft(folder.files, draft))
  return 'sealed'
}

/** The index before the bytes that it names: bytes are kept first and then indexed. Damaged bytes are fetched again by the next nightly. */
function copySources({ raw, inbox }: Paths, files: Files): void {
  for (const name of ['index.json', 'absent.json']) files.copy(join(raw, name))
  for (const name of namesIn(raw))
    try {
      if (/^[0-9a-f]{64}$/.test(name)) files.copyKnown(join(raw, name), name)
    } catch (fault) {
      if (isUnwritable(fault)) throw fault
    }
  for (const name of namesIn(inbox, true)) if (statSync(join(inbox, name)).isFile()) files.copy(join(inbox, name))
}

function namesIn(folder: string, recursive = false): string[] {
  return existsSync(folder) ? readdirSync(folder, { recursive, encoding: 'utf8' }).sort() : []
}

function isMissing(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && fault.code === 'ENOENT'
}

function sayFault(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault)
}
