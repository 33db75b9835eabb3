// The operator's page of one account as an editor: for which endorsers it may speak at the publishing desk, and its invitation.

import { randomBytes } from 'node:crypto'
import { showName } from '../../data/access/account.ts'
import { INVITATION_BYTES, INVITATION_DAYS, makeInvitation, plainInvitation } from '../../data/access/invitation.ts'
import { ApiError } from '../../data/schema/api-error.ts'
import { DAY } from '../../data/schema/scalar.ts'
import type { Account } from '../../data/store/state/accounts.ts'
import type { Desk } from '../../data/store/state/desk.ts'
import type { Refusal } from '../../data/store/state/engine.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { field, hiddenToken, summary } from '../web/field.ts'
import type { Problems } from '../web/form.ts'
import { type Html, html } from '../web/html.ts'
import { changeBy } from '../web/members.ts'
import { instant, table } from '../web/table.ts'
import { type ConsoleMemberSession, type ConsolePage, redirect, showPage } from './page.ts'

export async function answerEditor(
  session: ConsoleMemberSession,
  { problems = {}, code }: { problems?: Problems; code?: string } = {},
): Promise<Reply> {
  const account = await loadAccount(session)
  const { state } = session.host
  const slugs = await state.endorsersOf(account.id)
  const desks = await state.desks()
  const page = editorPage(
    {
      account,
      token: session.visitor.token,
      typed: session.form.text('slug'),
      code: code ?? null,
      desks: desks.filter(({ endorser }) => slugs.includes(endorser.slug)),
    },
    problems,
  )
  return showPage(session, page, { status: Object.keys(problems).length > 0 ? 400 : 200 })
}

/** Opens the endorser's desk first, also a closed one, with what the service shows of it now. */
export async function grantEndorser(session: ConsoleMemberSession): Promise<Reply> {
  const { host, form } = session
  const account = await loadAccount(session)
  const slug = form.text('slug')
  const known = await host.state.findDesk(slug)
  if (known?.closed_at !== null) {
    const served = host.data.servedEndorser(slug)
    const endorser = known?.endorser ?? served?.endorser
    if (!endorser)
      return await answerEditor(session, {
        problems: {
          slug: `Endorser: we don’t have one with the slug "${slug.slice(0, 100)}". The command line can declare a new one: hustings accounts endorser.`,
        },
      })
    await host.state.openDesk(endorser, served?.positions ?? [], changeBy(session))
  }
  return answerChange(session, account, await host.state.setEditor(account.name, slug, true, changeBy(session)))
}

export async function revokeEndorser(session: ConsoleMemberSession): Promise<Reply> {
  const { host, form } = session
  const account = await loadAccount(session)
  const answer = await host.state.setEditor(account.name, form.text('slug'), false, changeBy(session))
  return answerChange(session, account, answer)
}

/** Feeds decide again; everything at the desk is kept. */
export async function closeDesk(session: ConsoleMemberSession): Promise<Reply> {
  const { id } = await loadAccount(session)
  const answer = await session.host.state.closeDesk(session.form.text('slug'), changeBy(session))
  if ('refused' in answer) return await answerEditor(session, { problems: { form: answer.refused } })
  return redirect(`/console/accounts/${id}/editor`, { done: 'desk-closed' })
}

/** The code is shown once, on the page that answers the form. */
export async function inviteEditor(session: ConsoleMemberSession): Promise<Reply> {
  const { host, account: own } = session
  const account = await loadAccount(session)
  if (account.id === own.id)
    return await answerEditor(session, {
      problems: { form: 'You cannot reset your own access here: use the command line.' },
    })
  const code = makeInvitation(randomBytes(INVITATION_BYTES))
  const expires_at = new Date(session.now + INVITATION_DAYS * DAY).toISOString()
  const invitation = { hash: host.hmac(plainInvitation(code)), expires_at }
  const answer = await host.state.invite(account.name, invitation, changeBy(session))
  if ('refused' in answer) return await answerEditor(session, { problems: { form: answer.refused } })
  return await answerEditor(session, { code })
}

async function answerChange(session: ConsoleMemberSession, { id }: Account, answer: Account | Refusal): Promise<Reply> {
  if ('refused' in answer) return await answerEditor(session, { problems: { form: answer.refused } })
  return redirect(`/console/accounts/${id}/editor`, { done: 'account-changed' })
}

/** Throws ApiError 404. */
async function loadAccount({ host, params }: ConsoleMemberSession): Promise<Account> {
  const account = (await host.state.accounts()).find(({ id }) => String(id) === params.id)
  if (!account) throw new ApiError('not_found', 'There is no such account.')
  return account
}

// The HTML.

interface EditorView {
  account: Account
  desks: readonly Desk[]
  /** A new invitation code; null if none was just made. */
  code: string | null
  /** As it was typed in a form that was refused. */
  typed: string
  token: string
}

function editorPage({ account, desks, code, typed, token }: EditorView, problems: Problems): ConsolePage {
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
<section class="card" aria-labelledby="speaks-title"><h2 id="speaks-title">Desks</h2>
${
  desks.length === 0
    ? html`<p>This account has no desk.</p>`
    : table({
        caption: 'Desks that the account edits',
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
  html`<p class="hint">“Withdraw”: the account can no longer edit, and the desk still decides. “Close the desk”: feeds decide again. Without a feed, the service shows none of its endorsements. Scheduled changes are canceled; positions, drafts and history are kept. If you allow an account again, the desk opens with what the service shows then.</p>`
}
</section>
<div class="narrow">
<form class="card" method="post" action="${path}/grant">
<h2>Give it a desk</h2>
${hiddenToken(token)}
${field({ name: 'slug', label: 'Endorser', value: problems.slug === undefined ? '' : typed, autocomplete: 'off', required: true, hint: 'The slug of an endorser that we have, such as sierra-club. Its desk opens with everything that the service shows now. From then on the desk decides, and feeds of this endorser are hidden.' }, problems)}
<button>Allow</button>
</form>
<form class="card" method="post" action="${path}/invite">
<h2>Invite, or reset access</h2>
${hiddenToken(token)}
<p>The editor sets a new password with a code. The old password stops working, the second factor is removed, and all sessions end.</p>
<button class="danger quiet">Create an invitation code</button>
</form>
<p><a href="/console/accounts">Back to the accounts</a></p>
</div>`,
  }
}

function slugForm(action: string, { token, slug }: { token: string; slug: string }, button: Html): Html {
  return html`<form method="post" action="${action}">${hiddenToken(token)}<input type="hidden" name="slug" value="${slug}">
<button class="danger quiet">${button}</button></form>`
}
