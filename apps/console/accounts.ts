// The operator's pages of accounts: approve, suspend, reject and erase accounts, and change their plans.

import type { AccountStatus } from '../../data/access/account.ts'
import { ApiError } from '../../data/schema/api-error.ts'
import { folded } from '../../data/schema/folded-name.ts'
import { compareText } from '../../data/schema/text-order.ts'
import type { Account } from '../../data/store/state/accounts.ts'
import type { Refusal } from '../../data/store/state/change.ts'
import { CONSOLE_ACCOUNTS_SHOWN } from '../../server/constants.ts'
import type { Reply } from '../../server/http/exchange.ts'
import type { Problems } from '../web/form.ts'
import { changeBy } from '../web/members.ts'
import { accountsPage, erasePage, rejectAllPage } from './pages/accounts.ts'
import { redirect, showPage } from './reply.ts'
import type { ConsoleMemberVisit } from './visit.ts'

// Rejecting sign-ups and erasing accounts.

/** Asks for confirmation before all pending sign-ups are rejected. */
export async function answerReject(visit: ConsoleMemberVisit): Promise<Reply> {
  const { host, visitor } = visit
  const pending = (await host.state.accounts()).filter(({ status }) => status === 'pending')
  if (pending.length === 0) return redirect('/console/accounts')
  return showPage(visit, rejectAllPage({ count: pending.length, token: visitor.token }))
}

/** Rejects one sign-up by its name; without a name, all. */
export async function rejectAccounts(visit: ConsoleMemberVisit): Promise<Reply> {
  const { host, form } = visit
  const name = form.text('name')
  const answer = await host.state.rejectAccounts(name === '' ? 'all' : [name], changeBy(visit))
  if ('refused' in answer) return await answerAccounts(visit, { form: answer.refused })
  return redirect('/console/accounts', { done: name === '' ? 'accounts-rejected' : 'account-rejected' })
}

export async function answerErase(visit: ConsoleMemberVisit, problems: Problems = {}): Promise<Reply> {
  const account = await loadAccount(visit)
  const keys = (await visit.host.state.keysOf(account.id)).filter(({ revoked_at }) => revoked_at === null)
  const page = erasePage({ account, keys: keys.length, token: visit.visitor.token }, problems)
  return showPage(visit, page, { status: Object.keys(problems).length > 0 ? 400 : 200 })
}

/** The operator must type the name to confirm: only a backup can restore an erased account. */
export async function eraseAccount(visit: ConsoleMemberVisit): Promise<Reply> {
  const { host, form, account: own } = visit
  const account = await loadAccount(visit)
  if (account.id === own.id)
    return await answerErase(visit, { form: 'You cannot erase your own account here: use the command line.' })
  if (form.text('name').normalize('NFC') !== account.name)
    return await answerErase(visit, { name: 'Account name: expected the name of this account, as shown above.' })
  const answer = await host.state.eraseAccount(account.name, changeBy(visit))
  if ('refused' in answer) return await answerErase(visit, { form: answer.refused })
  return redirect('/console/accounts', { done: 'account-erased' })
}

/** Throws ApiError 404. */
async function loadAccount({ host, params }: ConsoleMemberVisit): Promise<Account> {
  const account = (await host.state.accounts()).find(({ id }) => String(id) === params.id)
  if (!account) throw new ApiError('not_found', 'There is no such account.')
  return account
}

// The list of accounts.

/** Pending accounts come first, the longest waiting at the top. */
const ORDER: Record<AccountStatus, number> = { pending: 0, approved: 1, suspended: 2 }

const ACTS = ['approve', 'suspend', 'resume'] as const

export async function answerAccounts(visit: ConsoleMemberVisit, problems: Problems = {}): Promise<Reply> {
  const { host, query, visitor } = visit
  const q = query.get('q') ?? ''
  const wanted = folded(q.trim())
  await host.state.expireAccounts(new Date(visit.now).toISOString())
  const all = await host.state.accounts()
  const found = all
    .filter(({ name, contact }) => folded(`${name}\n${contact ?? ''}`).includes(wanted))
    .sort((a, b) => ORDER[a.status] - ORDER[b.status] || compareText(sinceOf(a), sinceOf(b)))
  const pending = all.filter(({ status }) => status === 'pending').length
  const seen = {
    pending,
    accounts: found.slice(0, CONSOLE_ACCOUNTS_SHOWN),
    found: found.length,
    q,
    token: visitor.token,
  }
  const page = accountsPage({ ...seen, plans: await host.state.plans() }, problems)
  return showPage(visit, page, { status: Object.keys(problems).length > 0 ? 400 : 200 })
}

export async function setStatus(visit: ConsoleMemberVisit): Promise<Reply> {
  const { host, form, account } = visit
  const name = form.text('name')
  const act = ACTS.find((one) => one === form.text('act'))
  if (!act) return await answerAccounts(visit, { form: `Expected one of ${ACTS.join(', ')}. Nothing was changed.` })
  if (name === account.name && act === 'suspend')
    return await answerAccounts(visit, {
      form: 'You cannot suspend your own account here: use the command line, which can also resume it.',
    })
  return await answerChange(visit, await host.state.setAccountStatus(name, act, changeBy(visit)))
}

export async function setAccountPlan(visit: ConsoleMemberVisit): Promise<Reply> {
  const { host, form } = visit
  return await answerChange(
    visit,
    await host.state.setAccountPlan(form.text('name'), form.text('plan'), changeBy(visit)),
  )
}

async function answerChange(
  visit: ConsoleMemberVisit,
  answer: Account | { account: Account } | Refusal,
): Promise<Reply> {
  if ('refused' in answer) return await answerAccounts(visit, { form: answer.refused })
  return redirect('/console/accounts', { done: 'account-changed' })
}

/** Empty unless the account is pending: the others stay sorted by name. */
function sinceOf({ status, created_at }: Account): string {
  return status === 'pending' ? created_at : ''
}
