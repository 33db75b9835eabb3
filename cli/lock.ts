// The lock of a data folder, as commands take it.

import { type Lock, waitForLock } from '../data/store/lock.ts'
import { LOCK_WAIT_MS } from './constants.ts'
import { type CommonOptions, pathsOf } from './options.ts'
import { logToStderr } from './output.ts'

/** Waits for a `watch` or `doctor` that holds the lock. Throws LockHeld for any other holder. */
export async function takeFolderLock(command: string, options: CommonOptions): Promise<Lock> {
  const owner = () => ({ pid: process.pid, command, since: new Date().toISOString() })
  return waitForLock(pathsOf(options), owner, {
    waitsFor: (holder) => holder?.command === 'watch' || holder?.command === 'doctor',
    atMost: LOCK_WAIT_MS,
    onWait: (holder) => logToStderr(`hustings ${holder?.command} is running: waiting for it to finish.`),
  })
}

/** Runs the work as the only owner of the folder. */
export async function withLock<Result>(
  command: string,
  options: CommonOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const lock = await takeFolderLock(command, options)
  try {
    return await work()
  } finally {
    lock.release()
  }
}
