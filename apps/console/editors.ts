// The operator's page of one account as an editor: for which endorsers it may speak at the publishing desk, and its invitation.

import { randomBytes } from 'node:crypto'
import { INVITATION_DAYS } from '../../data/access/constants.ts'
import { INVITATION_BYTES, makeInvitation, plainInvitation } from '../../data/access/invitation.ts'
import { ApiError } from '../../data/schema/api-error.ts'
import { DAY } from '../../data/schema/duration.ts'
import type { Account } from '../../data/store/state/accounts.ts'
import type { Refusal } from '../../data/store/state/change.ts'
import type { Reply } from '../../server/http/exchange.ts'
import type { Problems } from '../web/form.ts'
import { changeBy } from '../web/members.ts'
import { editorPage } from './pages/editors.ts'
import { redirect, showPage } from './reply.ts'
import type { ConsoleMemberVisit } from './visit.ts'

export async function answerEditor(
  visit: ConsoleMemberVisit,
  { problems = {}, code }: { problems?: Problems; code?: string } = {},
): Promise<Reply> {
  const account = await loadAccount(visit)
  const { state } = visit.host
  const slugs = await state.endorsersOf(account.id)
  const desks = await state.desks()
  const page = editorPage(
    {
      account,
      token: visit.visitor.token,
      code: code ?? null,
      desks: desks.filter(({ endorser }) => slugs.includes(endorser.slug)),
    },
    problems,
  )
  return showPage(visit, page, { status: Object.keys(problems).length > 0 ? 400 : 200 })
}

/** Opens the endorser's desk first, also a closed one, with what the service shows of it now. */
export async function grantEndorser(visit: ConsoleMemberVisit): Promise<Reply> {
  const { host, form } = visit
  const account = await loadAccount(visit)
  const slug = form.text('slug')
  const known = await host.state.findDesk(slug)
  if (known?.closed_at !== null) {
    const served = host.data.servedEndorser(slug)
    const endorser = known?.endorser ?? served?.endorser
    if (!endorser)
      return await answerEditor(visit, {
        problems: {
          slug: `Endorser: the data has none with the slug "${slug.slice(0, 100)}". The command line can declare a new one: hustings accounts endorser.`,
        },
      })
    await host.state.openDesk(endorser, served?.positions ?? [], changeBy(visit))
  }
  return answerChange(visit, account, await host.state.setEditor(account.name, slug, true, changeBy(visit)))
}

export async function revokeEndorser(visit: ConsoleMemberVisit): Promise<Reply> {
  const { host, form } = visit
  const account = await loadAccount(visit)
  const answer = await host.state.setEditor(account.name, form.text('slug'), false, changeBy(visit))
  return answerChange(visit, account, answer)
}

/** Feeds decide again; everything at the desk is kept. */
export async function closeDesk(visit: ConsoleMemberVisit): Promise<Reply> {
  const { id } = await loadAccount(visit)
  const answer = await visit.host.state.closeDesk(visit.form.text('slug'), changeBy(visit))
  if ('refused' in answer) return await answerEditor(visit, { problems: { form: answer.refused } })
  return redirect(`/console/accounts/${id}/editor`, { done: 'desk-closed' })
}

/** The code is shown once, on the page that answers the form. */
export async function inviteEditor(visit: ConsoleMemberVisit): Promise<Reply> {
  const { host, account: own } = visit
  const account = await loadAccount(visit)
  if (account.id === own.id)
    return await answerEditor(visit, {
      problems: { form: 'You cannot reset your own access here: use the command line.' },
    })
  const code = makeInvitation(randomBytes(INVITATION_BYTES))
  const expires_at = new Date(visit.now + INVITATION_DAYS * DAY).toISOString()
  const invitation = { hash: host.hmac(plainInvitation(code)), expires_at }
  const answer = await host.state.invite(account.name, invitation, changeBy(visit))
  if ('refused' in answer) return await answerEditor(visit, { problems: { form: answer.refused } })
  return await answerEditor(visit, { code })
}

async function answerChange(visit: ConsoleMemberVisit, { id }: Account, answer: Account | Refusal): Promise<Reply> {
  if ('refused' in answer) return await answerEditor(visit, { problems: { form: answer.refused } })
  return redirect(`/console/accounts/${id}/editor`, { done: 'account-changed' })
}

/** Throws ApiError 404. */
async function loadAccount({ host, params }: ConsoleMemberVisit): Promise<Account> {
  const account = (await host.state.accounts()).find(({ id }) => String(id) === params.id)
  if (!account) throw new ApiError('not_found', 'There is no such account.')
  return account
}
