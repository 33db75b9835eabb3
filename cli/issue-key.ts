// Makes keys: one for an account, and one for a server that one person tries (the sample, a snapshot, an audit).

import { randomBytes } from 'node:crypto'
import { hashKey, KEY_RANDOM_BYTES, KEYS_PER_ACCOUNT_MAX, makeKey } from '../data/access/key.ts'
import { SCOPES } from '../data/schema/vocabulary.ts'
import type { Paths } from '../data/store/paths.ts'
import { loadPepper } from '../data/store/pepper.ts'
import type { Refusal } from '../data/store/state/engine.ts'
import type { Key } from '../data/store/state/keys.ts'
import type { ServiceStore } from '../data/store/state/state.ts'
import { changeNow } from './data-folder.ts'
import { orRefuse } from './exit.ts'

/** Makes a key and stores its hash. Only the result contains the key itself. */
export async function createKey(
  state: ServiceStore,
  paths: Paths,
  wanted: Pick<Key, 'account' | 'label' | 'scopes' | 'addresses' | 'expires_at'>,
): Promise<({ key: string } & Key) | Refusal> {
  const key = makeKey(randomBytes(KEY_RANDOM_BYTES))
  const kept = { hash: hashKey(key, await loadPepper(paths, state)), last_four: key.slice(-4) }
  const created = await state.createKey({ ...wanted, ...kept }, changeNow())
  return 'refused' in created ? created : { key, ...created }
}

/** For a server that one person tries. Makes an approved account, unless it exists, and a new key: earlier keys are not stored. @param next the command after a refusal */
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
