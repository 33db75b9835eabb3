// One owner of a resource: of work.duckdb, of `watch`, of `serve`. The lock is the kernel's, on a small SQLite file: it ends with
// its process, so there is no stale lock to detect. It also holds between containers, where process numbers mean nothing.

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { z } from 'zod'
import type { Paths } from './paths.ts'
import { makePrivateFolder } from './private-folder.ts'

const lockOwner = z.object({
  pid: z.number().int(),
  command: z.string(),
  since: z.string(),
  url: z.string().optional(),
})
/** `command` as in `nightly`; `since` an instant; `url` where a server listens. */
export type LockOwner = z.infer<typeof lockOwner>

export interface Lock {
  /** Replaces what others are told about the owner. */
  recordOwner(owner: LockOwner): void
  /** May be called twice. */
  release(): void
}

export class LockHeld extends Error {
  readonly owner: LockOwner | undefined
  constructor(root: string, owner: LockOwner | undefined) {
    const who = owner ? `hustings ${owner.command} (process ${owner.pid}, since ${owner.since})` : 'Another hustings'
    super(`${who} is at work in ${root}, and only one may be.`)
    this.name = 'LockHeld'
    this.owner = owner
  }
}

/** Longer than `findLockHolder` ever holds the lock, so that looking never makes a nightly fail. */
const LOOK_MS = 250
const LOOK_AGAIN_MS = 50

type LockPaths = Pick<Paths, 'lock' | 'root'>

export interface LockWait {
  /** Whether this holder is one to wait for; undefined: nobody knows who it is. */
  waitsFor(holder: LockOwner | undefined): boolean
  /** Milliseconds. */
  atMost: number
  /** Told once, when the waiting begins. */
  onWait(holder: LockOwner | undefined): void
  /** Ends the waiting with an AbortError. */
  stop?: AbortSignal
}

/** Locks held by this process. A handle nobody refers to is collected and closed, and its lock with it. */
const held = new Set<Database.Database>()

/** Takes the lock until `release` or the process's end, or throws LockHeld; waits no longer than a look takes. */
export function takeLock(paths: LockPaths, owner: LockOwner): Lock {
  const database = tryLock(paths, LOOK_MS)
  if (!database) throw new LockHeld(paths.root, readOwner(paths))
  return createLock(paths, database, owner)
}

/** As takeLock, and waits for the holders that it is told to wait for, without stopping the process. */
export async function waitForLock(paths: LockPaths, owner: () => LockOwner, wait: LockWait): Promise<Lock> {
  let [told, others] = [false, 0]
  for (let waited = 0; ; waited += LOOK_AGAIN_MS) {
    const database = tryLock(paths, 0)
    if (database) return createLock(paths, database, owner())
    const holder = readOwner(paths)
    const waits = wait.waitsFor(holder)
    // The owner's file may be of a moment ago, or not written yet: several looks tell.
    others = waits ? 0 : others + LOOK_AGAIN_MS
    if (others > LOOK_MS || waited >= wait.atMost) throw new LockHeld(paths.root, holder)
    if (waits && !told) wait.onWait(holder)
    told ||= waits
    await delay(LOOK_AGAIN_MS, undefined, wait.stop && { signal: wait.stop })
  }
}

function createLock(paths: LockPaths, database: Database.Database, owner: LockOwner): Lock {
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

/** Whether somebody holds the lock now, and who as far as is known. */
export function findLockHolder(paths: LockPaths): { held: boolean; owner: LockOwner | undefined } {
  const database = tryLock(paths, LOOK_MS)
  database?.close()
  return database ? { held: false, owner: undefined } : { held: true, owner: readOwner(paths) }
}

/** @param timeout milliseconds that the whole process stands still for it */
function tryLock(paths: LockPaths, timeout: number): Database.Database | undefined {
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

/** Only for the message: whether the lock is held is the kernel's to say. */
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
