// The operator's accounts: who waits comes first.

import { PENDING_DAYS, showName } from '../../../data/schema/account.ts'
import type { Plan } from '../../../data/schema/plan.ts'
import type { Account } from '../../../data/store/state/state.ts'
import type { Problems } from '../form.ts'
import { type Html, html, type Part } from '../html.ts'
import { group } from './chart.ts'
import { summary } from './field.ts'
import { hiddenToken, type Page } from './layout.ts'
import { day, long, table } from './table.ts'

export interface AccountsSeen {
  /** Those that are shown. */
  accounts: readonly Account[]
  /** How many fit the search. */
  found: number
  /** How many wait, whatever is searched for. */
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
): Page {
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
  html`<p>${pending === 1 ? 'One sign-up waits' : html`${group(pending)} sign-ups wait`} for you. Those that nobody decides about are deleted after ${PENDING_DAYS} days. <a href="/console/accounts/reject">Reject all that wait</a></p>`
}
<section class="card">
${
  accounts.length === 0
    ? html`<p>No account fits.</p>`
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
<p class="soft small">An operator is made on the command line alone: <code>hustings accounts operator</code>.</p>`,
  }
}

function toCells(
  { id, name, contact, created_at, status, role, plan }: Account,
  plans: readonly Plan[],
  token: string,
): Part[] {
  return [
    html`<b>${long(showName(name))}</b>${role === 'operator' && html` <span class="tag">operator</span>`}`,
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
    : html`<a href="/console/accounts/${id}/erase">Erase<span class="unseen"> ${name}</span></a>`
}`,
  ]
}

function hiddenName(name: string): Html {
  return html`<input type="hidden" name="name" value="${name}">`
}
