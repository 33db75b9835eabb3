import { COMMAND_LINE } from '../data/schema/account.ts'
import { openState } from '../data/store/state/open.ts'
import type { Account, Change, State } from '../data/store/state/state.ts'
import { CommandError } from './exit.ts'
import { type CommonOptions, pathsOf, sampleFlag } from './options.ts'

/** Opens the state for one piece of work, and closes it however that ends. */
export async function withState<Result>(
  options: CommonOptions,
  work: (state: State) => Promise<Result>,
): Promise<Result> {
  const state = await openState(pathsOf(options))
  try {
    return await work(state)
  } finally {
    await state.close()
  }
}

/** What the audit says of a change that is made from a shell. */
export function changeNow(): Change {
  return { by: COMMAND_LINE, at: new Date().toISOString() }
}

/** Throws CommandError where there is no such account. */
export async function loadAccount(state: State, name: string, options: CommonOptions): Promise<Account> {
  const account = await state.findAccount(name)
  if (account) return account
  throw new CommandError(`There is no account called "${name}".`, `hustings accounts list${sampleFlag(options)}`)
}
