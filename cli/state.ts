import { COMMAND_LINE } from '../data/access/account.ts'
import type { Account } from '../data/store/state/accounts.ts'
import type { AuditedChange } from '../data/store/state/change.ts'
import { openState } from '../data/store/state/open.ts'
import type { ServiceStore } from '../data/store/state/state.ts'
import { CommandError } from './exit.ts'
import { type CommonOptions, pathsOf, sampleFlag } from './options.ts'

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
