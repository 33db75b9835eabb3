// The operator's view of the accounts.

import type { AccountStatus } from '../../data/schema/account.ts'
import { folded } from '../../data/schema/fold.ts'
import { compareText } from '../../data/schema/order.ts'
import type { Refusal } from '../../data/store/state/refusal.ts'
import type { Account } from '../../data/store/state/state.ts'
import type { Reply } from '../http/exchange.ts'
import type { Problems } from './form.ts'
import { accountsPage } from './pages/accounts.ts'
import { redirect, show } from './reply.ts'
import { changeBy, type MemberVisit } from './visit.ts'

const SHOWN_MAX = 200
/** Who waits comes first, and of them who waits longest. */
const ORDER: Record<AccountStatus, number> = { pending: 0, approved: 1, suspended: 2 }

const ACTS = ['approve', 'suspend', 'resume'] as const

export async function answerAccounts(visit: MemberVisit, problems: Problems = {}): Promise<Reply> {
  const { desk, query, visitor } = visit
  const q = query.get('q') ?? ''
  const wanted = folded(q.trim())
  await desk.state.expireAccounts(new Date(visit.now).toISOString())
  const all = await desk.state.accounts()
  const found = all
    .filter(({ name, contact }) => folded(`${name}\n${contact ?? ''}`).includes(wanted))
    .sort((a, b) => ORDER[a.status] - ORDER[b.status] || compareText(sinceOf(a), sinceOf(b)))
  const pending = all.filter(({ status }) => status === 'pending').length
  const seen = { pending, accounts: found.slice(0, SHOWN_MAX), found: found.length, q, token: visitor.token }
  const page = accountsPage({ ...seen, plans: await desk.state.plans() }, problems)
  return show(visit, page, { status: Object.keys(problems).length > 0 ? 400 : 200 })
}

export async function setStatus(visit: MemberVisit): Promise<Reply> {
  const { desk, form, account } = visit
  const name = form.text('name')
  const act = ACTS.find((one) => one === form.text('act'))
  if (!act) return await answerAccounts(visit, { form: `Expected one of ${ACTS.join(', ')}. Nothing was changed.` })
  if (name === account.name && act === 'suspend')
    return await answerAccounts(visit, {
      form: 'You cannot suspend your own account here: the command line does that, and can resume it.',
    })
  return await answerChange(visit, await desk.state.setAccountStatus(name, act, changeBy(visit)))
}

export async function setAccountPlan(visit: MemberVisit): Promise<Reply> {
  const { desk, form } = visit
  return await answerChange(
    visit,
    await desk.state.setAccountPlan(form.text('name'), form.text('plan'), changeBy(visit)),
  )
}

async function answerChange(visit: MemberVisit, answer: Account | { account: Account } | Refusal): Promise<Reply> {
  if ('refused' in answer) return await answerAccounts(visit, { form: answer.refused })
  return redirect('/console/accounts', { done: 'account-changed' })
}

/** Nothing of those who do not wait: they stay by name. */
function sinceOf({ status, created_at }: Account): string {
  return status === 'pending' ? created_at : ''
}
