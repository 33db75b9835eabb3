// The interface of a place for backups: a folder, or a prefix in object storage. Both have the same layout.

import type { Backup } from '../../schema/backup.ts'
import type { LockOwner } from '../lock.ts'
import type { StoredFile } from './stored-file.ts'

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
  /** What is missing or, as far as the place can tell before the bytes are read, damaged: a sentence each. */
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
