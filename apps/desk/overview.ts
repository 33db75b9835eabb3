// The desk's first page, and the page of one endorser: its positions, the editor's drafts, the history and the file.

import { toEndorsementFile } from '../../data/desk/file.ts'
import { DESK_CHANGES_SHOWN } from '../../server/constants.ts'
import type { Reply } from '../../server/http/exchange.ts'
import type { MemberVisit } from '../web/members.ts'
import { safeHeaders } from '../web/reply.ts'
import { fill } from '../web/sentence.ts'
import { type DeskAssets, type DeskVisit, findDeskContests } from './context.ts'
import { toHistory } from './history.ts'
import { historyPage } from './pages/history.ts'
import { chooseDeskPage, filePage, overviewPage } from './pages/overview.ts'
import { redirectTo, showDesk } from './reply.ts'
import { findStandings } from './standing.ts'
import { inLanguage, viewOf } from './view.ts'

export async function answerFront(assets: DeskAssets, visit: MemberVisit): Promise<Reply> {
  const view = viewOf(visit.query)
  const { host } = visit
  const slugs = await host.state.endorsersOf(visit.account.id)
  const [only] = slugs
  if (only !== undefined && slugs.length === 1) return redirectTo({ view }, `/desk/${only}`)
  const desks = (await host.state.desks()).filter(({ endorser }) => slugs.includes(endorser.slug))
  const page = chooseDeskPage(
    view,
    desks.map(({ endorser }) => endorser),
  )
  return showDesk({ ...visit, assets, view }, page, { path: '/desk' })
}

export async function answerOverview(visit: DeskVisit): Promise<Reply> {
  const { host, slug, endorsement, account, now, view } = visit
  const { state, lastRun } = host
  const positions = await state.positions(slug)
  const drafts = await state.drafts(slug, account.id)
  const ids = [...positions, ...drafts].map(({ contest_id }) => contest_id)
  const contests = findDeskContests(host, ids, view.lang)
  const standings = findStandings(host, endorsement, positions, now).map((one) => ({
    ...one,
    shown: one.shown && inLanguage(one.shown, contests.get(one.held.contest_id), view),
  }))
  const run = lastRun()
  const path = `/desk/${slug}`
  const page = overviewPage(view, {
    ...{ desk: endorsement, standings, path, you: account.name },
    isServed: host.data.servedEndorser(slug) !== undefined,
    drafts: drafts.map((draft) => ({ ...draft, title: contests.get(draft.contest_id)?.title ?? draft.title })),
    silenced: run?.silenced?.[slug] ?? 0,
    nightly_on: run?.run?.ended_at?.slice(0, 10) ?? null,
  })
  return showDesk(visit, page, { path, slug })
}

export async function answerHistory(visit: DeskVisit): Promise<Reply> {
  const { host, slug, endorsement, view } = visit
  const changes = await host.state.deskHistory(slug, null, DESK_CHANGES_SHOWN)
  const title = fill(view.words.historyOf, { name: endorsement.endorser.name })
  const page = historyPage(view, title, toHistory(visit, changes), `/desk/${slug}`)
  return showDesk(visit, page, { path: `/desk/${slug}/history`, slug })
}

export async function answerFile(visit: DeskVisit): Promise<Reply> {
  const { slug, endorsement, view } = visit
  const page = filePage(view, endorsement.endorser, await writeFile(visit), `/desk/${slug}`)
  return showDesk(visit, page, { path: `/desk/${slug}/file`, slug })
}

/** The same file that the publisher writes, with what is published now. */
export async function downloadFile(visit: DeskVisit): Promise<Reply> {
  return {
    status: 200,
    headers: [
      ...['Cache-Control', 'no-store', 'Content-Disposition', 'attachment; filename="endorsements.json"'],
      ...safeHeaders(),
    ],
    body: Buffer.from(await writeFile(visit)),
  }
}

async function writeFile({ slug, endorsement, host }: DeskVisit): Promise<string> {
  const positions = (await host.state.positions(slug)).flatMap(({ published }) => published ?? [])
  return toEndorsementFile(endorsement.endorser, positions)
}
