// HTML of the operator's pages of accounts.

import { showName } from '../../../data/access/account.ts'
import { PENDING_DAYS } from '../../../data/access/constants.ts'
import type { Plan } from '../../../data/access/plan.ts'
import type { Account } from '../../../data/store/state/accounts.ts'
import { field, hiddenToken, summary } from '../../web/field.ts'
import type { Problems } from '../../web/form.ts'
import { type Html, type HtmlPart, html } from '../../web/html.ts'
import { day, long, table } from '../../web/table.ts'
import { group } from './chart.ts'
import type { ConsolePage } from './layout.ts'

// The pages that ask for confirmation before sign-ups are rejected or an account is erased.

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

interface AccountsSeen {
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

const ACTS = { pending: ['approve', 'suspend'], approved: ['suspend'], suspended: ['resume'] } as const
const WORDS = { approve: 'Approve', suspend: 'Suspend', resume: 'Resume' } as const

export function accountsPage(
  { accounts, found, pending, q, plans, token }: AccountsSeen,
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
${ACTS[status].map((act) => html`<button name="act" value="${act}" class="${act === 'suspend' ? 'danger quiet' : ''}">${WORDS[act]}<span class="unseen"> ${name}</span></button>`)}
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
