// The desk's first page, and the page of one endorser: its positions, the editor's drafts, the history and the file.

import { toEndorsementFile } from '../../data/desk/file.ts'
import type { MemberVisit } from '../console/visit.ts'
import { DESK_CHANGES_SHOWN } from '../constants.ts'
import type { Reply } from '../http/exchange.ts'
import { safeHeaders } from '../web/reply.ts'
import type { DeskContext, DeskVisit } from './context.ts'
import { historyPage } from './pages/history.ts'
import { chooseDeskPage, filePage, overviewPage } from './pages/overview.ts'
import { menuOf, redirectTo, showDesk } from './reply.ts'
import { findStandings } from './standing.ts'

export async function answerFront(context: DeskContext, visit: MemberVisit): Promise<Reply> {
  const slugs = await context.server.state.endorsersOf(visit.account.id)
  const [only] = slugs
  if (only !== undefined && slugs.length === 1) return redirectTo(`/desk/${only}`)
  const desks = (await context.server.state.desks()).filter(({ endorser }) => slugs.includes(endorser.slug))
  return showDesk({ ...visit, context }, chooseDeskPage(desks.map(({ endorser }) => endorser)))
}

export async function answerOverview(visit: DeskVisit): Promise<Reply> {
  const { context, slug, endorsement, account, now } = visit
  const { state } = context.server
  const positions = await state.positions(slug)
  const standings = findStandings(context, slug, positions, now)
  const drafts = await state.drafts(slug, account.id)
  const path = `/desk/${slug}`
  const page = overviewPage({ desk: endorsement, standings, drafts, path, you: account.name })
  return showDesk(visit, { ...page, menu: menuOf(slug), here: path })
}

export async function answerHistory(visit: DeskVisit): Promise<Reply> {
  const { context, slug, endorsement } = visit
  const changes = await context.server.state.deskHistory(slug, null, DESK_CHANGES_SHOWN)
  const page = historyPage(`History of ${endorsement.endorser.name}`, changes, `/desk/${slug}`)
  return showDesk(visit, { ...page, menu: menuOf(slug), here: `/desk/${slug}/history` })
}

export async function answerFile(visit: DeskVisit): Promise<Reply> {
  const { slug, endorsement, context } = visit
  const positions = (await context.server.state.positions(slug)).flatMap(({ published }) => published ?? [])
  const page = filePage(endorsement.endorser, toEndorsementFile(endorsement.endorser, positions), `/desk/${slug}`)
  return showDesk(visit, { ...page, menu: menuOf(slug), here: `/desk/${slug}/file` })
}

/** The same file that the publisher writes, with what is published now. */
export async function downloadFile({ slug, endorsement, context }: DeskVisit): Promise<Reply> {
  const positions = (await context.server.state.positions(slug)).flatMap(({ published }) => published ?? [])
  return {
    status: 200,
    headers: [
      ...['Cache-Control', 'no-store', 'Content-Disposition', 'attachment; filename="endorsements.json"'],
      ...safeHeaders(),
    ],
    body: Buffer.from(toEndorsementFile(endorsement.endorser, positions)),
  }
}
