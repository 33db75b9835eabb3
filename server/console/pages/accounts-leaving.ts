// The pages that ask once more before sign-ups are rejected or an account is erased.

import { showName } from '../../../data/schema/account.ts'
import type { Account } from '../../../data/store/state/state.ts'
import type { Problems } from '../form.ts'
import { html } from '../html.ts'
import { group } from './chart.ts'
import { field, summary } from './field.ts'
import { hiddenToken, type Page } from './layout.ts'
import { long } from './table.ts'

export function rejectAllPage({ count, token }: { count: number; token: string }): Page {
  return {
    title: 'Reject all sign-ups that wait',
    here: '/console/accounts',
    main: html`<div class="narrow">
<form class="card" method="post" action="/console/accounts/reject">
${hiddenToken(token)}
<p>${count === 1 ? html`<b>One</b> sign-up waits.` : html`<b>${group(count)}</b> sign-ups wait.`} Rejected ones are deleted with their contacts, and their names can be taken again.</p>
<button class="danger">Reject all that wait</button>
</form>
<p><a href="/console/accounts">Back to the accounts</a></p>
</div>`,
  }
}

export function erasePage(
  { account, keys, token }: { account: Account; keys: number; token: string },
  problems: Problems = {},
): Page {
  const { id, name } = account
  return {
    title: 'Erase an account',
    here: '/console/accounts',
    main: html`<div class="narrow">
<p>The account <b>${long(showName(name))}</b> loses its name, contact, password, second factor and subscriptions, and the labels and address lists of its keys, in the audit too. ${
      keys > 0 &&
      html`<b>${group(keys)} ${keys === 1 ? 'key' : 'keys'}</b> ${keys === 1 ? 'is' : 'are'} revoked at once. `
    }The audit keeps what was done, and calls it <b>erased account ${id}</b>. This cannot be taken back.</p>
${summary(problems)}
<form class="card" method="post" action="/console/accounts/${id}/erase">
${hiddenToken(token)}
${field({ name: 'name', label: 'Account name', autocomplete: 'off', required: true, hint: 'Type it once more, so that no other is erased.' }, problems)}
<button class="danger">Erase this account</button>
</form>
<p><a href="/console/accounts">Back to the accounts</a></p>
</div>`,
  }
}
