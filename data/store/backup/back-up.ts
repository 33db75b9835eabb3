// Makes a backup beside a running server, publisher and nightly. The order makes its files agree:
// 1. usage before the state: a count never belongs to an account that the state lacks;
// 2. the feed mark before the state: the mark never claims an event that the state lacks;
// 3. the state, in one piece, and then the bundle that it names: a publisher moves the head only after it has written the bundle;
// 4. the archive of events after the state: an event is written to the archive before the state deletes it, so none is in neither.
// A publication may delete the bundle of (3) before its parts are copied. Then the state is taken again.

import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BACKUP_FORMAT, type Backup, PATH_IN_BACKUP } from '../../schema/backup.ts'
import { listBundles, loadPartHashes, manifestFile } from '../manifest.ts'
import { listOverlayFiles } from '../overlay.ts'
import { loadVersion, type Paths } from '../paths.ts'
import { checkPepper, readPepper } from '../pepper.ts'
import { nameState, openState, stateExists } from '../state/open.ts'
import type { ServiceStore } from '../state/state.ts'
import { openUsage } from '../usage.ts'
import { isUnwritable } from '../wal-file.ts'
import { type BackupPlace, nameNext, type Pruned, type StoredFile } from './place.ts'
import { seal } from './seal.ts'

/** @setting Times that a backup takes the state again because the bundle that it names was deleted while its parts were being copied. */
const BACKUP_ATTEMPTS = 5

export interface BackUpOptions {
  paths: Paths
  folder: BackupPlace
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
  const since = now()
  const release = await folder.claim({ pid: process.pid, command: 'backup', since: since.toISOString() })
  try {
    const { copied, left_out, ...copy } = await copyAll(options)
    const name = nameNext(await folder.list(), since.getTime())
    const made = {
      format: BACKUP_FORMAT,
      made_at: since.toISOString(),
      version: loadVersion(),
      folder: paths.root,
    } as const
    const backup: Backup = { ...made, ...copy }
    await folder.write(name, backup)
    return { name, backup, copied, left_out, ...(await prune(folder, keep, since)) }
  } catch (fault) {
    // A full disk needs the space of the files that this backup wrote.
    await prune(folder, Number.POSITIVE_INFINITY, since)
    throw fault
  } finally {
    release()
  }
}

async function prune(
  folder: BackupPlace,
  keep: number,
  now: Date,
): Promise<Pick<BackupReport, 'pruned' | 'not_pruned'>> {
  try {
    return { pruned: await folder.prune(keep, now.getTime()), not_pruned: null }
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
  await files.copy(paths.mark)
  const { stored, head, fingerprint } = await copyState(paths, folder)
  files.add('state.sqlite', stored)
  const left_out = await copyBundles(paths, head?.bundle, files)
  for (const name of namesIn(paths.events)) await files.copy(join(paths.events, name))
  await files.copy(paths.lastRun)
  await files.copy(paths.sourcesFile)
  for (const name of listOverlayFiles(paths.overlay)) await files.copy(join(paths.overlay, name))
  await copyFolder(paths.evidence, files)
  const pepper = await sealPepper(options, fingerprint, files)
  if (withSources) await copySources(paths, files)
  return { head, pepper, left_out, ...files.list() }
}

interface Files {
  add(path: string, stored: StoredFile): void
  /** Copies a file of the data folder, once. Leaves out one that is missing, or has no name of a data folder's file. */
  copy(file: string): Promise<void>
  /** Copies a file whose hash is known. Throws if it is missing or damaged. */
  copyKnown(file: string, sha256: string): Promise<void>
  list(): Pick<Copy, 'files' | 'copied'>
}

function collectFiles(paths: Paths, folder: BackupPlace): Files {
  const stored = new Map<string, StoredFile>()
  const copyOne = async (file: string, sha256?: string): Promise<void> => {
    const path = relative(paths.root, file)
    if (!stored.has(path)) stored.set(path, await folder.store(file, sha256))
  }
  return {
    add: (path, file) => void stored.set(path, file),
    copy: async (file) => {
      if (PATH_IN_BACKUP.test(relative(paths.root, file)) && existsSync(file)) await copyOne(file)
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

async function copyUsage(paths: Paths, folder: BackupPlace): Promise<StoredFile> {
  const draft = folder.draft('usage')
  const usage = openUsage(paths, { readonly: true })
  try {
    await usage.copyTo(draft)
  } finally {
    usage.close()
  }
  return folder.storeDraft(draft)
}

/** The head is that of the copy: the state itself may have moved on. */
async function copyState(
  paths: Paths,
  folder: BackupPlace,
): Promise<{ stored: StoredFile; head: Backup['head']; fingerprint: string | null }> {
  const draft = folder.draft('state')
  await withOpen(paths, (state) => state.copyTo(draft))
  const read = await withOpen({ state: draft }, async (state) => {
    const [head, [published], { fingerprint }] = [await state.head(), await state.publications(1), await state.pepper()]
    return { head: head && published ? { ...head, published_at: published.published_at } : null, fingerprint }
  })
  return { ...read, stored: await folder.storeDraft(draft) }
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
async function copyBundles(paths: Paths, current: string | undefined, files: Files): Promise<BackupReport['left_out']> {
  const left_out: { bundle: string; why: string }[] = []
  try {
    if (current !== undefined) await copyBundle(paths, current, files)
  } catch (fault) {
    if (isMissing(fault) || isUnwritable(fault)) throw fault
    throw new Error(`the current bundle cannot be backed up: ${sayFault(fault)}; ${REPAIR}`)
  }
  for (const bundle of listBundles(paths).filter((one) => one !== current))
    try {
      await copyBundle(paths, bundle, files)
    } catch (fault) {
      if (isUnwritable(fault)) throw fault
      if (existsSync(manifestFile(paths, bundle))) left_out.push({ bundle, why: sayFault(fault) })
    }
  return left_out
}

/** The manifest after its parts: a backup has no manifest whose parts it lacks. */
async function copyBundle(paths: Paths, bundle: string, files: Files): Promise<void> {
  statSync(manifestFile(paths, bundle))
  for (const sha256 of loadPartHashes(paths, bundle).values())
    await files.copyKnown(join(paths.parts, `${sha256}.sqlite`), sha256)
  for (const name of namesIn(paths.bundles)) if (name.startsWith(bundle)) await files.copy(join(paths.bundles, name))
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
  const draft = folder.draft('pepper')
  writeFileSync(draft, await seal(readPepper(paths), passphrase), { mode: 0o600 })
  files.add('pepper.sealed', await folder.storeDraft(draft))
  return 'sealed'
}

/** The index before the bytes that it names: bytes are kept first and then indexed. Damaged bytes are fetched again by the next nightly. */
async function copySources({ raw, inbox }: Paths, files: Files): Promise<void> {
  for (const name of ['index.json', 'absent.json']) await files.copy(join(raw, name))
  for (const name of namesIn(raw))
    try {
      if (/^[0-9a-f]{64}$/.test(name)) await files.copyKnown(join(raw, name), name)
    } catch (fault) {
      if (isUnwritable(fault)) throw fault
    }
  await copyFolder(inbox, files)
}

async function copyFolder(folder: string, files: Files): Promise<void> {
  for (const name of namesIn(folder, true))
    if (statSync(join(folder, name)).isFile()) await files.copy(join(folder, name))
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
