// HTML of the operator's page of one account as an editor.

import { showName } from '../../../data/access/account.ts'
import { INVITATION_DAYS } from '../../../data/access/constants.ts'
import type { Account } from '../../../data/store/state/accounts.ts'
import type { Desk } from '../../../data/store/state/desk.ts'
import { field, hiddenToken, summary } from '../../web/field.ts'
import type { Problems } from '../../web/form.ts'
import { type Html, html } from '../../web/html.ts'
import { instant, table } from '../../web/table.ts'
import type { ConsolePage } from './layout.ts'

interface EditorSeen {
  account: Account
  desks: readonly Desk[]
  /** A new invitation code; null if none was just made. */
  code: string | null
  token: string
}

export function editorPage({ account, desks, code, token }: EditorSeen, problems: Problems): ConsolePage {
  const path = `/console/accounts/${account.id}/editor`
  return {
    title: `Publishing desk: ${showName(account.name)}`,
    here: '/console/accounts',
    main: html`${summary(problems)}
${
  code !== null &&
  html`<section class="card" aria-labelledby="code-title"><h2 id="code-title">Invitation code</h2>
<p class="made"><code id="made-code">${code}</code> <button type="button" class="quiet" data-copies="made-code" hidden>Copy</button></p>
<p>It is shown once. Give it to the editor, who sets a password with it at <code>/console/invitation</code> within ${INVITATION_DAYS} days.</p></section>`
}
<section class="card" aria-labelledby="speaks-title"><h2 id="speaks-title">Speaks for</h2>
${
  desks.length === 0
    ? html`<p>This account may not speak for any endorser.</p>`
    : table({
        caption: 'Endorsers for which the account may speak',
        captionUnseen: true,
        columns: ['Endorser', 'Slug', 'Desk', 'Change'],
        rows: desks.map(({ endorser: { name, slug }, closed_at }) => [
          html`<b>${name}</b>`,
          html`<code>${slug}</code>`,
          closed_at === null ? 'decides' : html`closed since ${instant(closed_at)}`,
          html`<div class="row">${slugForm(`${path}/revoke`, { token, slug }, html`Withdraw<span class="unseen"> the permission for ${name}</span>`)}
${closed_at === null && slugForm(`${path}/close`, { token, slug }, html`Close the desk<span class="unseen"> of ${name}</span>`)}</div>`,
        ]),
      })
}
${
  desks.length > 0 &&
  html`<p class="hint">Withdraw: the account may no longer edit, and the desk still decides. Close the desk: feeds decide again, and without a feed the endorsements end. Scheduled changes are canceled; positions, drafts and history are kept. Allowing an account again opens the desk with what the service shows then.</p>`
}
</section>
<div class="narrow">
<form class="card" method="post" action="${path}/grant">
<h2>Allow it to speak for an endorser</h2>
${hiddenToken(token)}
${field({ name: 'slug', label: 'Endorser', autocomplete: 'off', required: true, hint: 'The slug of an endorser in the data, such as sierra-club. Its desk opens with everything that the service shows of it now; from then on the desk decides, and feeds that cover it are not shown.' }, problems)}
<button>Allow</button>
</form>
<form class="card" method="post" action="${path}/invite">
<h2>Invite, or reset access</h2>
${hiddenToken(token)}
<p>Makes a code with which the editor sets a new password. The old password stops working, the second factor is removed, and all sessions end.</p>
<button class="danger quiet">Make an invitation code</button>
</form>
<p><a href="/console/accounts">Back to the accounts</a></p>
</div>`,
  }
}

function slugForm(action: string, { token, slug }: { token: string; slug: string }, button: Html): Html {
  return html`<form method="post" action="${action}">${hiddenToken(token)}<input type="hidden" name="slug" value="${slug}">
<button class="danger quiet">${button}</button></form>`
}
