// Accounts that go: sign-ups that the operator rejects, one or all, and accounts that are erased.

import type { Account } from '../../data/store/state/state.ts'
import { ApiError } from '../errors.ts'
import type { Reply } from '../http/exchange.ts'
import { answerAccounts } from './accounts.ts'
import type { Problems } from './form.ts'
import { erasePage, rejectAllPage } from './pages/accounts-leaving.ts'
import { redirect, show } from './reply.ts'
import { changeBy, type MemberVisit } from './visit.ts'

/** Asks once more before all that wait are rejected. */
export async function answerReject(visit: MemberVisit): Promise<Reply> {
  const { desk, visitor } = visit
  const pending = (await desk.state.accounts()).filter(({ status }) => status === 'pending')
  if (pending.length === 0) return redirect('/console/accounts')
  return show(visit, rejectAllPage({ count: pending.length, token: visitor.token }))
}

/** One, by its name; without a name all. */
export async function rejectAccounts(visit: MemberVisit): Promise<Reply> {
  const { desk, form } = visit
  const name = form.text('name')
  const answer = await desk.state.rejectAccounts(name === '' ? 'all' : [name], changeBy(visit))
  if ('refused' in answer) return await answerAccounts(visit, { form: answer.refused })
  return redirect('/console/accounts', { done: name === '' ? 'accounts-rejected' : 'account-rejected' })
}

export async function answerErase(visit: MemberVisit, problems: Problems = {}): Promise<Reply> {
  const account = await loadAccount(visit)
  const keys = (await visit.desk.state.keysOf(account.id)).filter(({ revoked_at }) => revoked_at === null)
  const page = erasePage({ account, keys: keys.length, token: visit.visitor.token }, problems)
  return show(visit, page, { status: Object.keys(problems).length > 0 ? 400 : 200 })
}

/** The name is typed once more: what is erased comes back from a backup alone. */
export async function eraseAccount(visit: MemberVisit): Promise<Reply> {
  const { desk, form, account: own } = visit
  const account = await loadAccount(visit)
  if (account.id === own.id)
    return await answerErase(visit, { form: 'You cannot erase your own account here: the command line does that.' })
  if (form.text('name').normalize('NFC') !== account.name)
    return await answerErase(visit, { name: 'Account name: expected the name of this account, as it stands above.' })
  const answer = await desk.state.eraseAccount(account.name, changeBy(visit))
  if ('refused' in answer) return await answerErase(visit, { form: answer.refused })
  return redirect('/console/accounts', { done: 'account-erased' })
}

/** Throws ApiError 404. */
async function loadAccount({ desk, params }: MemberVisit): Promise<Account> {
  const account = (await desk.state.accounts()).find(({ id }) => String(id) === params.id)
  if (!account) throw new ApiError('not_found', 'There is no such account.')
  return account
}
