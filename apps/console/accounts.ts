// The operator's pages of accounts: approve, suspend, reject and erase accounts, and change their plans.

import { type AccountStatus, PENDING_DAYS, showName } from '../../data/access/account.ts'
import type { Plan } from '../../data/access/plan.ts'
import { ApiError } from '../../data/schema/api-error.ts'
import { compareText, folded } from '../../data/schema/folded-name.ts'
import type { Account } from '../../data/store/state/accounts.ts'
import type { Refusal } from '../../data/store/state/engine.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { field, hiddenToken, summary } from '../web/field.ts'
import type { Problems } from '../web/form.ts'
import { type Html, type HtmlPart, html } from '../web/html.ts'
import { changeBy } from '../web/members.ts'
import { day, long, table } from '../web/table.ts'
import { group } from './home.ts'
import { type ConsoleMemberSession, type ConsolePage, redirect, showPage } from './page.ts'

/** @setting Most accounts on a page of the console. */
export const CONSOLE_ACCOUNTS_SHOWN = 200

// Rejecting sign-ups and erasing accounts.

/** Asks for confirmation before all pending sign-ups are rejected. */
export async function answerReject(session: ConsoleMemberSession): Promise<Reply> {
  const { host, visitor } = session
  const pending = (await host.state.accounts()).filter(({ status }) => status === 'pending')
  if (pending.length === 0) return redirect('/console/accounts')
  return showPage(session, rejectAllPage({ count: pending.length, token: visitor.token }))
}

/** Rejects one sign-up by its name; without a name, all. */
export async function rejectAccounts(session: ConsoleMemberSession): Promise<Reply> {
  const { host, form } = session
  const name = form.text('name')
  const answer = await host.state.rejectAccounts(name === '' ? 'all' : [name], changeBy(session))
  if ('refused' in answer) return await answerAccounts(session, { form: answer.refused })
  return redirect('/console/accounts', { done: name === '' ? 'accounts-rejected' : 'account-rejected' })
}

export async function answerErase(session: ConsoleMemberSession, problems: Problems = {}): Promise<Reply> {
  const account = await loadAccount(session)
  const keys = (await session.host.state.keysOf(account.id)).filter(({ revoked_at }) => revoked_at === null)
  const page = erasePage({ account, keys: keys.length, token: session.visitor.token }, problems)
  return showPage(session, page, { status: Object.keys(problems).length > 0 ? 400 : 200 })
}

/** The operator must type the name to confirm: only a backup can restore an erased account. */
export async function eraseAccount(session: ConsoleMemberSession): Promise<Reply> {
  const { host, form, account: own } = session
  const account = await loadAccount(session)
  if (account.id === own.id)
    return await answerErase(session, { form: 'You cannot erase your own account here: use the command line.' })
  if (form.text('name').normalize('NFC') !== account.name)
    return await answerErase(session, { name: 'Account name: expected the name of this account, as shown above.' })
  const answer = await host.state.eraseAccount(account.name, changeBy(session))
  if ('refused' in answer) return await answerErase(session, { form: answer.refused })
  return redirect('/console/accounts', { done: 'account-erased' })
}

/** Throws ApiError 404. */
async function loadAccount({ host, params }: ConsoleMemberSession): Promise<Account> {
  const account = (await host.state.accounts()).find(({ id }) => String(id) === params.id)
  if (!account) throw new ApiError('not_found', 'There is no such account.')
  return account
}

// The list of accounts.

/** Pending accounts come first, the longest waiting at the top. */
const ORDER: Record<AccountStatus, number> = { pending: 0, approved: 1, suspended: 2 }

const ACTS = ['approve', 'suspend', 'resume'] as const

export async function answerAccounts(session: ConsoleMemberSession, problems: Problems = {}): Promise<Reply> {
  const { host, query, visitor } = session
  const q = query.get('q') ?? ''
  const wanted = folded(q.trim())
  await host.state.expireAccounts(new Date(session.now).toISOString())
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
  return showPage(session, page, { status: Object.keys(problems).length > 0 ? 400 : 200 })
}

export async function setStatus(session: ConsoleMemberSession): Promise<Reply> {
  const { host, form, account } = session
  const name = form.text('name')
  const act = ACTS.find((one) => one === form.text('act'))
  if (!act) return await answerAccounts(session, { form: `Expected one of ${ACTS.join(', ')}. Nothing was changed.` })
  if (name === account.name && act === 'suspend')
    return await answerAccounts(session, {
      form: 'You cannot suspend your own account here: use the command line, which can also resume it.',
    })
  return await answerChange(session, await host.state.setAccountStatus(name, act, changeBy(session)))
}

export async function setAccountPlan(session: ConsoleMemberSession): Promise<Reply> {
  const { host, form } = session
  return await answerChange(
    session,
    await host.state.setAccountPlan(form.text('name'), form.text('plan'), changeBy(session)),
  )
}

async function answerChange(
  session: ConsoleMemberSession,
  answer: Account | { account: Account } | Refusal,
): Promise<Reply> {
  if ('refused' in answer) return await answerAccounts(session, { form: answer.refused })
  return redirect('/console/accounts', { done: 'account-changed' })
}

/** Empty unless the account is pending: the others stay sorted by name. */
function sinceOf({ status, created_at }: Account): string {
  return status === 'pending' ? created_at : ''
}

// HTML of the pages that ask for confirmation before sign-ups are rejected or an account is erased.

export function rejectAllPage({ count, token }: { count: number; token: string }): ConsolePage {
  return {
    title: 'Reject all pending sign-ups',
    here: '/console/accounts',
    main: html`<div class="narrow">
<form class="card" method="post" action="/console/accounts/reject">
${hiddenToken(token)}
<p>${count === 1 ? html`<b>One</b> sign-up is pending.` : html`<b>${group(count)}</b> sign-ups are pending.`} Rejected sign-ups are deleted with their contacts, and their names become available again.</p>
<button class="danger">Reject all pending sign-ups</button>
</form>
<p><a href="/console/accounts">Back to the accounts</a></p>
</div>`,
  }
}

export function erasePage(
  { account, keys, token }: { account: Account; keys: number; token: string },
  problems: Problems = {},
): ConsolePage {
  const { id, name } = account
  return {
    title: 'Erase an account',
    here: '/console/accounts',
    main: html`<div class="narrow">
<p>This deletes the name, contact, password, second factor and subscriptions of the account <b>${long(showName(name))}</b>, and the labels and address lists of its keys, also in the audit. ${
      keys > 0 &&
      html`<b>${group(keys)} ${keys === 1 ? 'key' : 'keys'}</b> ${keys === 1 ? 'is' : 'are'} revoked at once. `
    }The audit keeps the actions and calls the account <b>erased account ${id}</b>. This cannot be undone.</p>
${summary(problems)}
<form class="card" method="post" action="/console/accounts/${id}/erase">
${hiddenToken(token)}
${field({ name: 'name', label: 'Account name', autocomplete: 'off', required: true, hint: 'Type the name to confirm.' }, problems)}
<button class="danger">Erase this account</button>
</form>
<p><a href="/console/accounts">Back to the accounts</a></p>
</div>`,
  }
}

// The list of accounts.

interface AccountsView {
  /** The accounts that the page shows. */
  accounts: readonly Account[]
  /** Number of accounts that match the search. */
  found: number
  /** Number of pending accounts, independent of the search. */
  pending: number
  q: string
  plans: readonly Plan[]
  token: string
}

const BUTTONS = { pending: ['approve', 'suspend'], approved: ['suspend'], suspended: ['resume'] } as const
const LABELS = { approve: 'Approve', suspend: 'Suspend', resume: 'Resume' } as const

export function accountsPage(
  { accounts, found, pending, q, plans, token }: AccountsView,
  problems: Problems = {},
): ConsolePage {
  return {
    title: 'Accounts',
    here: '/console/accounts',
    main: html`${summary(problems)}
<form class="search" method="get" action="/console/accounts" role="search">
<label for="q">Name or contact contains</label>
<span class="row"><input id="q" name="q" type="search" value="${q}"><button class="quiet">Search</button></span>
</form>
${
  pending > 0 &&
  html`<p>${pending === 1 ? 'One sign-up waits' : html`${group(pending)} sign-ups wait`} for approval. Pending sign-ups are deleted after ${PENDING_DAYS} days. <a href="/console/accounts/reject">Reject all pending sign-ups</a></p>`
}
<section class="card">
${
  accounts.length === 0
    ? html`<p>No account matches.</p>`
    : table({
        caption:
          accounts.length < found
            ? `The first ${group(accounts.length)} of ${group(found)} accounts`
            : `${group(found)} ${found === 1 ? 'account' : 'accounts'}`,
        columns: ['Account', 'Contact', 'Since (UTC)', 'State', 'Plan', 'Change'],
        rows: accounts.map((account) => toCells(account, plans, token)),
      })
}
</section>
<p class="soft small">Only the command line can make an account an operator: <code>hustings accounts operator</code>.</p>`,
  }
}

function toCells(
  { id, name, contact, created_at, status, role, plan }: Account,
  plans: readonly Plan[],
  token: string,
): HtmlPart[] {
  return [
    html`<b>${long(showName(name))}</b>${role !== 'member' && html` <span class="tag">${role}</span>`}`,
    long(contact),
    day(created_at.slice(0, 10)),
    html`<span class="state ${status}">${status}</span>`,
    html`<form class="row" method="post" action="/console/accounts/plan">
${hiddenToken(token)}${hiddenName(name)}
<label class="unseen" for="plan-${id}">Plan of ${name}</label>
<select id="plan-${id}" name="plan">${plans.map((one) => html`<option${one.name === plan && html` selected`}>${one.name}</option>`)}</select>
<button class="quiet">Set<span class="unseen"> the plan of ${name}</span></button>
</form>`,
    html`<form class="row" method="post" action="/console/accounts/status">
${hiddenToken(token)}${hiddenName(name)}
${BUTTONS[status].map((act) => html`<button name="act" value="${act}" class="${act === 'suspend' ? 'danger quiet' : ''}">${LABELS[act]}<span class="unseen"> ${name}</span></button>`)}
</form>
${
  status === 'pending'
    ? html`<form class="row" method="post" action="/console/accounts/reject">
${hiddenToken(token)}${hiddenName(name)}
<button class="danger quiet">Reject<span class="unseen"> ${name}</span></button>
</form>`
    : html`<p class="row"><a href="/console/accounts/${id}/editor">Desk<span class="unseen">: endorsers and invitation of ${name}</span></a>
<a href="/console/accounts/${id}/erase">Erase<span class="unseen"> ${name}</span></a></p>`
}`,
  ]
}

function hiddenName(name: string): Html {
  return html`<input type="hidden" name="name" value="${name}">`
}
