// What `doctor` says of accounts, keys and what they took.

import { statSync } from 'node:fs'
import { DAY, MINUTE } from '../data/schema/duration.ts'
import type { Paths } from '../data/store/paths.ts'
import { checkPepper as expectPepper } from '../data/store/pepper.ts'
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

/** @param fingerprint of the pepper that the state is kept under */
export function checkPepper(paths: Paths, fingerprint: string | null, flag: string): Finding {
  const check = 'pepper'
  const stats = statSync(paths.pepper, { throwIfNoEntry: false })
  if (!stats)
    return {
      check,
      status: 'fail',
      found: `${paths.pepper} is missing: no key is recognised, and no new one is made; restore it, or name where it lies`,
      next: `HUSTINGS_PEPPER_FILE=FILE hustings doctor${flag}`,
    }
  try {
    expectPepper(paths, fingerprint)
  } catch (error) {
    return { check, status: 'fail', found: firstLine(error), next: `HUSTINGS_PEPPER_FILE=FILE hustings doctor${flag}` }
  }
  if (stats.mode & 0o077)
    return { check, status: 'warn', found: `${paths.pepper} can be read by others`, next: `chmod 600 ${paths.pepper}` }
  return { check, status: 'ok', found: 'the one that keys are kept under, and its owner alone may read it' }
}

/** Opens it to read alone. @param now milliseconds since 1970 */
export async function checkUsage(paths: Paths, now: number): Promise<Finding> {
  const check = 'usage'
  const { openUsage } = await import('../data/store/usage.ts')
  try {
    const usage = openUsage(paths, { readonly: true })
    const latest = usage.latest()
    usage.close()
    const found = `requests of ${formatNumberOf(latest.length, 'account')} are counted`
    const ends = latest
      .map(({ day, minute }) => Math.max(day * DAY, minute * MINUTE))
      .filter((time) => time > now + MINUTE)
    if (ends.length === 0) return { check, status: 'ok', found }
    const last = new Date(Math.max(...ends)).toISOString().slice(0, 10)
    return {
      ...{ check, status: 'warn' },
      found: `${found}, of ${ends.length} at times to come, until ${last}: a clock was ahead, and those limits do not begin anew before then; where it is right now, stop the server and remove ${paths.usage}`,
      next: 'date -u',
    }
  } catch (error) {
    return { check, status: 'fail', found: firstLine(error), next: 'hustings --version' }
  }
}
