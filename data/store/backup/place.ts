// The interface of a place for backups: a folder, or a prefix in object storage. Both have the same layout.

import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { BACKUP_FORMAT, type Backup, backup as backupSchema } from '../../schema/backup.ts'
import { flush, hashFile, makePrivateFolder, replaceBy, replaceFile } from '../files.ts'
import { type LockOwner, takeLock } from '../lock.ts'

export interface BackupPlace {
  /** For messages: a path or an address, without credentials. */
  root: string
  /** Creates what is missing and makes this process its only writer. Throws LockHeld. @returns ends that */
  claim(owner: LockOwner): Promise<() => void>
  /** Names of the backups, oldest first. */
  list(): Promise<string[]>
  /** Throws a sentence if there is no such backup, or its manifest is not as it was written. */
  load(name: string): Promise<Backup>
  /** From then on the backup exists. */
  write(name: string, backup: Backup): Promise<void>
  /** Keeps the newest backups. Throws, without deleting, if one of them cannot be read. @param now milliseconds since 1970 */
  prune(keep: number, now: number): Promise<Pruned>
  /** A file on this machine to write and then to store. */
  draft(name: string): string
  /** Stores a file. @param expected its SHA-256; throws a sentence for other bytes */
  store(from: string, expected?: string): Promise<StoredFile>
  /** Stores a draft, which is then gone. */
  storeDraft(draft: string): Promise<StoredFile>
  /** A sentence for each file that is missing or, as far as the place can tell before the bytes are read, damaged. */
  verify(backup: Pick<Backup, 'files'>): Promise<string[]>
  /** @returns the hash of the bytes that were copied */
  copyTo(sha256: string, to: string): Promise<{ sha256: string }>
}

export interface Pruned {
  /** Names of the backups, oldest first. */
  backups: readonly string[]
  /** Number of files. */
  files: number
  bytes: number
}

// A backup folder: `files/<sha256>` and one manifest a backup, `backups/<time>.json`. A manifest is written last, so it names only files
// that are there; files go only after every manifest that names them.

interface BackupFolder extends BackupPlace {
  files: string
  backups: string
  /** Held by the one process that writes to the folder. */
  lock: string
}

const NAME = /^(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3}Z)\.json$/

type Folders = Pick<BackupFolder, 'root' | 'files' | 'backups' | 'lock'>

export function backupFolder(root: string): BackupFolder {
  const folder = { root, files: join(root, 'files'), backups: join(root, 'backups'), lock: join(root, 'lock') }
  return {
    ...folder,
    async claim(owner) {
      makeBackupFolder(folder)
      return takeLock(folder, owner).release
    },
    list: async () => listBackups(folder),
    load: async (name) => loadBackup(folder, name),
    write: async (name, backup) => replaceFile(manifestFile(folder, name), formatBackup(backup)),
    prune: async (keep) => pruneBackups(folder, keep),
    draft: (name) => draftFile(folder.files, name),
    store: async (from, expected) => storeFile(folder.files, from, expected),
    storeDraft: async (draft) => storeDraft(folder.files, draft),
    verify: async (backup) => verifyFiles(folder, backup),
    copyTo: async (sha256, to) => copyFile(storedFile(folder.files, sha256), to, 0o600),
  }
}

/** Everything that is missing, truncated or changed. Reads every file. */
export function verifyFiles(folder: Pick<BackupFolder, 'files'>, { files }: Pick<Backup, 'files'>): string[] {
  return files.flatMap(({ path, sha256, bytes }) => {
    const fault = findFault(folder.files, sha256, bytes)
    return fault === undefined ? [] : [`${path}: ${fault}`]
  })
}

/** Creates what is missing. Throws a sentence for a folder with other files: pruning deletes in it. */
function makeBackupFolder(folder: Folders): void {
  if (existsSync(folder.root) && !existsSync(folder.backups)) {
    const [other] = readdirSync(folder.root).filter((name) => !/^(files|lock(-journal|\.json)?)$/.test(name))
    if (other !== undefined)
      throw new Error(`${folder.root} is not a backup folder: it has ${other}, expected an empty or a new folder`)
  }
  makePrivateFolder(folder.files)
  makePrivateFolder(folder.backups)
  flush(folder.root)
}

/** Their names, oldest first. */
export function listBackups({ backups }: Pick<BackupFolder, 'backups'>): string[] {
  if (!existsSync(backups)) return []
  return readdirSync(backups)
    .flatMap((name) => NAME.exec(name)?.[1] ?? [])
    .sort()
}

/**
 * The name for a backup of this moment, in milliseconds since 1970. Later than every other one, also if the clock went back.
 * @param names of the backups, oldest first
 */
export function nameNext(names: readonly string[], now: number): string {
  const last = names.at(-1)
  for (let at = now; ; at = toMoment(last ?? '') + 1) {
    const name = new Date(at).toISOString().replaceAll(':', '-')
    if (last === undefined || name > last) return name
  }
}

function toMoment(name: string): number {
  return Date.parse(name.replace(/T(\d{2})-(\d{2})-/, 'T$1:$2:'))
}

function manifestFile({ backups }: Pick<BackupFolder, 'backups'>, name: string): string {
  return join(backups, `${name}.json`)
}

const stored = z.object({ sha256: z.string(), backup: z.looseObject({ format: z.number() }) })

/** Throws a sentence if there is no such backup, or its manifest is not as it was written. */
export function loadBackup(folder: Pick<BackupFolder, 'backups'>, name: string): Backup {
  const file = manifestFile(folder, name)
  if (!existsSync(file)) throw new Error(`${file} is missing`)
  return parseBackup(readFileSync(file, 'utf8'), file)
}

/** Throws a sentence that begins with `file` if the text is not as formatBackup gave it. */
export function parseBackup(text: string, file: string): Backup {
  const read = stored.safeParse(parse(text))
  if (!read.success) throw new Error(`${file}: it is not the manifest of a backup, or it is truncated`)
  const { sha256, backup } = read.data
  const got = hashOf(backup)
  if (got !== sha256) throw new Error(`${file}: it was changed: got the SHA-256 ${got}, expected ${sha256}`)
  if (backup.format !== BACKUP_FORMAT)
    throw new Error(
      `${file}: its format is ${backup.format}, this version reads ${BACKUP_FORMAT}: use the version that made it`,
    )
  const known = backupSchema.safeParse(backup)
  if (known.success) return known.data
  const [issue] = known.error.issues
  throw new Error(`${file}: ${issue?.path.join('.')}: ${issue?.message}`)
}

/** The text of its manifest. */
export function formatBackup(backup: Backup): string {
  return `${JSON.stringify({ sha256: hashOf(backup), backup }, null, 1)}\n`
}

function hashOf(backup: object): string {
  return createHash('sha256').update(JSON.stringify(backup)).digest('hex')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Keeps the newest backups, and deletes the files that none of them names. Throws, without deleting, if one of them cannot be read. */
export function pruneBackups(folder: Pick<BackupFolder, 'files' | 'backups'>, keep: number): Pruned {
  const names = listBackups(folder)
  const kept = names.slice(-keep)
  const named = new Set(kept.flatMap((name) => loadBackup(folder, name).files.map(({ sha256 }) => sha256)))
  const backups = names.slice(0, -keep)
  // A manifest goes before its files.
  for (const name of backups) rmSync(manifestFile(folder, name))
  for (const name of readdirSync(folder.backups)) if (!NAME.test(name)) rmSync(join(folder.backups, name))
  flush(folder.backups)
  const files = readdirSync(folder.files).filter((name) => !named.has(name))
  let bytes = 0
  for (const file of files.map((name) => join(folder.files, name))) {
    bytes += statSync(file).size
    rmSync(file)
  }
  return { backups, files: files.length, bytes }
}

// Files under their SHA-256 in a backup folder. A file is written beside, flushed and renamed, and never changed afterwards.

const CHUNK_BYTES = 1 << 20
/** A file that is being written. The next backup deletes those of a killed one. */
const WRITING = '.writing'

export interface StoredFile {
  sha256: string
  bytes: number
  /** False if the same bytes were there already. */
  copied: boolean
}

/** @param folder the files of a backup folder */
function storedFile(folder: string, sha256: string): string {
  return join(folder, sha256)
}

function draftFile(folder: string, name: string): string {
  return join(folder, `${name}${WRITING}`)
}

/**
 * Copies a file into the folder. Does not read it if the folder has intact bytes of the expected hash.
 * @param expected throws a sentence for other bytes
 */
function storeFile(folder: string, from: string, expected?: string): StoredFile {
  if (expected !== undefined && findFault(folder, expected) === undefined) return found(folder, expected)
  const draft = draftFile(folder, 'copy')
  try {
    const { sha256 } = copyFile(from, draft, 0o600)
    if (expected !== undefined && sha256 !== expected)
      throw new Error(`${from}: its bytes have the SHA-256 ${sha256}, expected ${expected}: the file is damaged`)
    return storeDraft(folder, draft)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Stores a file that was written in the folder itself, and moves it to its name. */
function storeDraft(folder: string, draft: string): StoredFile {
  const sha256 = hashFile(draft)
  if (findFault(folder, sha256) === undefined) {
    rmSync(draft)
    return found(folder, sha256)
  }
  replaceBy(storedFile(folder, sha256), draft)
  return { ...found(folder, sha256), copied: true }
}

function found(folder: string, sha256: string): StoredFile {
  return { sha256, bytes: statSync(storedFile(folder, sha256)).size, copied: false }
}

/** The fault of a stored file: missing, or other bytes. Reads all of it. @param bytes its expected size */
function findFault(folder: string, sha256: string, bytes?: number): string | undefined {
  const file = storedFile(folder, sha256)
  if (!existsSync(file)) return `${file} is missing`
  const { size } = statSync(file)
  if (bytes !== undefined && size !== bytes) return `${file}: got ${size} bytes, expected ${bytes}`
  const got = hashFile(file)
  return got === sha256 ? undefined : `${file}: got bytes with the SHA-256 ${got}, expected ${sha256}`
}

/** Copies a file, flushes the copy, and hashes what it copied. */
export function copyFile(from: string, to: string, mode: number): { sha256: string } {
  const hash = createHash('sha256')
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  const source = openSync(from, 'r')
  try {
    const target = openSync(to, 'w', mode)
    try {
      for (;;) {
        const read = readSync(source, chunk, 0, chunk.length, null)
        if (read === 0) break
        hash.update(chunk.subarray(0, read))
        for (let written = 0; written < read; ) written += writeSync(target, chunk, written, read - written)
      }
      fsyncSync(target)
    } finally {
      closeSync(target)
    }
  } finally {
    closeSync(source)
  }
  return { sha256: hash.digest('hex') }
}
