// Opens what a data folder holds, for one command: its state, the analysts' database, and its lock. Always closes it.

import { existsSync } from 'node:fs'
import { COMMAND_LINE } from '../data/access/account.ts'
import { type Lock, waitForLock } from '../data/store/lock.ts'
import type { Account } from '../data/store/state/accounts.ts'
import type { AuditedChange } from '../data/store/state/audit.ts'
import { openState } from '../data/store/state/open.ts'
import type { ServiceStore } from '../data/store/state/state.ts'
import type { Warehouse } from '../data/store/warehouse.ts'
import { CommandError } from './exit.ts'
import { type CommonOptions, nightlyFor, pathsOf, sampleFlag } from './options.ts'
import { logToStderr } from './output.ts'

/** @setting Milliseconds for which a command waits for a `watch` that holds the lock. */
export const LOCK_WAIT_MS = 300_000

/** Opens the state for one operation and always closes it. */
export async function withState<Result>(
  options: CommonOptions,
  work: (state: ServiceStore) => Promise<Result>,
): Promise<Result> {
  const state = await openState(pathsOf(options))
  try {
    return await work(state)
  } finally {
    await state.close()
  }
}

/** The author and time that the audit records for a change from a shell. */
export function changeNow(): AuditedChange {
  return { by: COMMAND_LINE, at: new Date().toISOString() }
}

/** Throws CommandError if there is no such account. */
export async function loadAccount(state: ServiceStore, name: string, options: CommonOptions): Promise<Account> {
  const account = await state.findAccount(name)
  if (account) return account
  throw new CommandError(`There is no account called "${name}".`, `hustings accounts list${sampleFlag(options)}`)
}

// The analysts' database: the sealed copy that every build writes.

/** Opens it read-only and always closes it. @param next what to do before the first build */
export async function withWarehouse<Result>(
  options: CommonOptions,
  ask: (warehouse: Warehouse) => Promise<Result>,
  next = nightlyFor(options),
): Promise<Result> {
  const { warehouse: file } = pathsOf(options)
  if (!existsSync(file)) throw new CommandError(`${file} does not exist yet: the first build creates it.`, next)
  const { openWarehouse } = await import('../data/store/warehouse.ts')
  const warehouse = await openWarehouse(file, { readonly: true })
  try {
    return await ask(warehouse)
  } finally {
    await warehouse.close()
  }
}

// The lock.

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
