// What `doctor` says of accounts, keys and what they took.

import { statSync } from 'node:fs'
import type { Paths } from '../data/store/paths.ts'
import type { Account, Key } from '../data/store/state/state.ts'
import { type Finding, firstLine } from './finding.ts'
import { formatNumberOf } from './output.ts'

/** @param flag ` --sample` or nothing, for the commands to type next */
export function checkAccounts(accounts: readonly Account[], keys: readonly Key[], flag: string): Finding {
  const pending = accounts.filter((account) => account.status === 'pending').length
  const waiting = pending > 0 ? ` (${pending} pending)` : ''
  const found = `${formatNumberOf(accounts.length, 'account')}${waiting}, ${formatNumberOf(keys.length, 'key')}`
  if (keys.length === 0)
    return { check: 'state', status: 'warn', found, next: `hustings keys create --account NAME${flag}` }
  if (pending > 0) return { check: 'state', status: 'ok', found, next: `hustings accounts list${flag}` }
  return { check: 'state', status: 'ok', found }
}

export function checkPepper(paths: Paths, flag: string): Finding {
  const check = 'pepper'
  const stats = statSync(paths.pepper, { throwIfNoEntry: false })
  if (!stats)
    return {
      check,
      status: 'fail',
      found: `${paths.pepper} is missing: no key is recognised; restore it, or make new keys`,
      next: `hustings keys create --account NAME${flag}`,
    }
  if (stats.mode & 0o077)
    return { check, status: 'warn', found: `${paths.pepper} can be read by others`, next: `chmod 600 ${paths.pepper}` }
  return { check, status: 'ok', found: 'there, and its owner alone may read it' }
}

/** Opens it to read alone. */
export async function checkUsage(paths: Paths): Promise<Finding> {
  const check = 'usage'
  const { openUsage } = await import('../data/store/usage.ts')
  try {
    const usage = openUsage(paths, { readonly: true })
    const counted = usage.latest().length
    usage.close()
    return { check, status: 'ok', found: `requests of ${formatNumberOf(counted, 'account')} are counted` }
  } catch (error) {
    return { check, status: 'fail', found: firstLine(error), next: 'hustings --version' }
  }
}
