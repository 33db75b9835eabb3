// Makes an editor for the desk of the sample's server, so that a newcomer can publish an endorsement in a browser at once.

import { randomBytes } from 'node:crypto'
import { hashPassword, SALT_BYTES } from '../../data/access/password.ts'
import type { DeskEndorser } from '../../data/desk/position.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import { changeNow } from '../data-folder.ts'
import { orRefuse } from '../exit.ts'

const ACCOUNT = 'editor'
const PASSWORD_BYTES = 12
/** Invented like the sample, and in no file of it: nothing that the sample shows changes. */
const ENDORSER: DeskEndorser = {
  slug: 'trial-gazette',
  name: 'The Trial Gazette',
  category: 'newspaper',
  state: 'national',
}

/** Makes the account, unless it exists, and a new password: it is stored nowhere. @param next the command after a refusal */
export async function createTrialEditor(
  state: ServiceStore,
  next: string,
): Promise<{ account: string; password: string }> {
  if (!(await state.findAccount(ACCOUNT))) {
    const wanted = { name: ACCOUNT, plan: 'standard', contact: null, password_hash: null }
    orRefuse(await state.createAccount(wanted, changeNow()), next)
  }
  orRefuse(await state.setAccountStatus(ACCOUNT, 'approve', changeNow()), next)
  await state.openDesk(ENDORSER, [], changeNow())
  orRefuse(await state.setEditor(ACCOUNT, ENDORSER.slug, true, changeNow()), next)
  const password = randomBytes(PASSWORD_BYTES).toString('base64url')
  const hash = await hashPassword(password, randomBytes(SALT_BYTES))
  orRefuse(await state.setPassword(ACCOUNT, hash, changeNow()), next)
  return { account: ACCOUNT, password }
}
