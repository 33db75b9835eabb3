// Gives a resource one owner: work.duckdb, `watch` or `serve`. It is a kernel lock on a small SQLite file. It ends with its process, so
// there are no stale locks. It also works between containers, where process ids mean nothing.

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { makePrivateFolder } from './files.ts'
import type { Paths } from './paths.ts'
import { Database } from './sqlite.ts'

const lockOwner = z.object({
  pid: z.number().int(),
  command: z.string(),
  since: z.string(),
  url: z.string().optional(),
})
/** `command` such as `nightly`; `since` an instant; `url` of a listening server. */
export type LockOwner = z.infer<typeof lockOwner>

export interface Lock {
  /** Replaces the owner's record, which other processes read. */
  recordOwner(owner: LockOwner): void
  /** May be called twice. */
  release(): void
}

export class LockHeld extends Error {
  readonly owner: LockOwner | undefined
  constructor(root: string, owner: LockOwner | undefined) {
    const who = owner ? `hustings ${owner.command} (process ${owner.pid}, since ${owner.since})` : 'Another hustings'
    super(`${who} already uses ${root}: only one process may use it at a time.`)
    this.name = 'LockHeld'
    this.owner = owner
  }
}

/** Longer than `findLockHolder` ever holds the lock, so that a check never makes a nightly run fail. */
const LOOK_MS = 250
const LOOK_AGAIN_MS = 50

type LockPaths = Pick<Paths, 'lock' | 'root'>

export interface LockWait {
  /** Whether to wait for this holder; undefined if the holder is unknown. */
  waitsFor(holder: LockOwner | undefined): boolean
  /** Milliseconds. */
  atMost: number
  /** Called once, when waiting begins. */
  onWait(holder: LockOwner | undefined): void
  /** Ends waiting with an AbortError. */
  stop?: AbortSignal
}

/** Locks held by this process. Without a reference, a handle would be garbage-collected and its lock released. */
const held = new Set<Database>()

/** Takes the lock until `release` or the end of the process, or throws LockHeld. Waits no longer than a check takes. */
export function takeLock(paths: LockPaths, owner: LockOwner): Lock {
  const database = tryLock(paths, LOOK_MS)
  if (!database) throw new LockHeld(paths.root, readOwner(paths))
  return createLock(paths, database, owner)
}

/**
 * Takes the lock until `release` or the end of the process. Waits for the holders that `waitsFor` accepts, without blocking the process;
 * throws LockHeld for others.
 */
export async function waitForLock(paths: LockPaths, owner: () => LockOwner, wait: LockWait): Promise<Lock> {
  let [told, others] = [false, 0]
  for (let waited = 0; ; waited += LOOK_AGAIN_MS) {
    const database = tryLock(paths, 0)
    if (database) return createLock(paths, database, owner())
    const holder = readOwner(paths)
    const waits = wait.waitsFor(holder)
    // The owner's file may be outdated or not written yet: check several times.
    others = waits ? 0 : others + LOOK_AGAIN_MS
    if (others > LOOK_MS || waited >= wait.atMost) throw new LockHeld(paths.root, holder)
    if (waits && !told) wait.onWait(holder)
    told ||= waits
    await delay(LOOK_AGAIN_MS, undefined, wait.stop && { signal: wait.stop })
  }
}

function createLock(paths: LockPaths, database: Database, owner: LockOwner): Lock {
  const recordOwner = (now: LockOwner): void => writeFileSync(ownerFile(paths), JSON.stringify(now))
  try {
    recordOwner(owner)
  } catch (error) {
    database.close()
    throw error
  }
  held.add(database)
  return {
    recordOwner,
    release: () => {
      if (!held.delete(database)) return
      rmSync(ownerFile(paths), { force: true })
      database.close()
    },
  }
}

/** Whether a process holds the lock now, and its record if known. */
export function findLockHolder(paths: LockPaths): { held: boolean; owner: LockOwner | undefined } {
  const database = tryLock(paths, LOOK_MS)
  database?.close()
  return database ? { held: false, owner: undefined } : { held: true, owner: readOwner(paths) }
}

/** @param timeout milliseconds for which it may block the whole process */
function tryLock(paths: LockPaths, timeout: number): Database | undefined {
  makePrivateFolder(dirname(paths.lock))
  const database = new Database(paths.lock, { timeout })
  try {
    return database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return undefined
    throw error
  }
}

/** Only for messages: the kernel decides whether the lock is held. */
function readOwner(paths: LockPaths): LockOwner | undefined {
  try {
    return lockOwner.parse(JSON.parse(readFileSync(ownerFile(paths), 'utf8')))
  } catch {
    return undefined
  }
}

function ownerFile(paths: LockPaths): string {
  return `${paths.lock}.json`
}
