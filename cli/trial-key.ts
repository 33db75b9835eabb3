// Makes a key for a server that one person tries: the sample, or a snapshot.

import { KEYS_PER_ACCOUNT_MAX } from '../data/access/constants.ts'
import { SCOPES } from '../data/schema/vocabulary.ts'
import type { Paths } from '../data/store/paths.ts'
import type { ServiceStore } from '../data/store/state/state.ts'
import { orRefuse } from './exit.ts'
import { createKey } from './keys.ts'
import { changeNow } from './state.ts'

/** Makes an approved account, unless it exists, and a new key: earlier keys are not stored. @param next the command after a refusal */
export async function createTrialKey(
  state: ServiceStore,
  paths: Paths,
  account: string,
  next: string,
): Promise<string> {
  if (!(await state.findAccount(account))) {
    const wanted = { name: account, plan: 'unlimited', contact: null, password_hash: null }
    orRefuse(await state.createAccount(wanted, changeNow()), next)
  }
  const { id: account_id } = orRefuse(await state.setAccountStatus(account, 'approve', changeNow()), next).account
  const valid = (await state.keysOf(account_id)).filter((key) => key.revoked_at === null)
  // Revoke the oldest keys to make room for this one. Keep the latest, for a server on another port.
  for (const { id } of valid.slice(0, Math.max(0, valid.length + 1 - KEYS_PER_ACCOUNT_MAX)))
    orRefuse(await state.revokeKey({ id, account_id }, changeNow()), next)
  const wanted = { account, label: null, scopes: [...SCOPES], addresses: [], expires_at: null }
  return orRefuse(await createKey(state, paths, wanted), next).key
}
