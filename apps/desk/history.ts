// The changes of a contest, or of all, in the language of the visitor; and an earlier version that is published again.

import { type DeskContest, readFields, toFields } from '../../data/desk/check.ts'
import { type DeskChange, saysTheSame } from '../../data/desk/position.ts'
import type { HeldPosition } from '../../data/store/state/desk.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { hiddenToken } from '../web/field.ts'
import { type Html, html } from '../web/html.ts'
import { changeBy } from '../web/members.ts'
import { fill, fillHtml } from '../web/sentence.ts'
import { soft, table } from '../web/table.ts'
import { moment, positionText } from './position-text.ts'
import {
  contestIdOf,
  type DeskPage,
  DeskRefusal,
  type DeskSession,
  type DeskView,
  findDeskContests,
  inLanguage,
  loadContest,
  numberOf,
  pathOf,
  redirectTo,
  refuseUnchanged,
  showDesk,
} from './session.ts'
import { sayProblems } from './words/say.ts'

/** @setting Changes that a page of the publishing desk's history shows. */
export const DESK_CHANGES_SHOWN = 200

export async function answerHistory(session: DeskSession): Promise<Reply> {
  const { host, slug, endorsement, view } = session
  const changes = await host.state.deskHistory(slug, null, DESK_CHANGES_SHOWN)
  const title = fill(view.words.historyOf, { name: endorsement.endorser.name })
  const page = historyPage(view, title, await loadHistory(session, changes))
  return showDesk(session, page, { path: `/desk/${slug}/history`, slug })
}

export async function answerPositionHistory(session: DeskSession): Promise<Reply> {
  const { view, slug } = session
  const id = contestIdOf(session)
  const changes = await session.host.state.deskHistory(slug, id, DESK_CHANGES_SHOWN)
  const [latest] = changes
  if (!latest) throw new DeskRefusal('not_found', view.words.neverPublished)
  const seen = await loadHistory(session, changes)
  const title = fill(view.words.historyOfContest, { title: seen.changes[0]?.title ?? latest.title })
  return showDesk(session, historyPage(view, title, seen), { path: `${pathOf(session, id)}/history`, slug })
}

/** Publishes an earlier version as a new one. Refused if the ballot no longer permits it, or if somebody else was first. */
export async function restore(session: DeskSession): Promise<Reply> {
  const { host, slug, account, view } = session
  const contest = loadContest(session)
  const wanted = numberOf(session, 'change')
  const changes = await host.state.deskHistory(slug, contest.id, DESK_CHANGES_SHOWN)
  const earlier = changes.find(({ id }) => id === wanted)?.position
  if (!earlier) throw new DeskRefusal('not_found', view.words.noVersion)
  const read = readFields(toFields(earlier), contest)
  if ('problems' in read) {
    const problems = Object.values(sayProblems(view.words, read.problems)).join(' ')
    throw new DeskRefusal('invalid_parameter', fill(view.words.cannotRestore, { problems }), { status: 409 })
  }
  const reference = { endorser: slug, contest_id: contest.id, account_id: account.id }
  const answer = await host.state.restorePosition(
    { ...reference, expected: numberOf(session, 'version') },
    { ...earlier, title: contest.title },
    changeBy(session),
  )
  await refuseUnchanged(session, answer)
  return redirectTo(session, `/desk/${slug}`, 'restored')
}

interface History {
  changes: readonly DeskChange[]
  /** By contest: the position now. */
  held: ReadonlyMap<number, HeldPosition>
  /** Ids of changes whose position can be published again: it was published, and is not what is published now. */
  earlier: ReadonlySet<number>
  path: string
  token: string
}

async function loadHistory(session: DeskSession, changes: readonly DeskChange[]): Promise<History> {
  const { host, view, slug, visitor, endorsement } = session
  const ids = [...new Set(changes.map(({ contest_id }) => contest_id))]
  const contests = findDeskContests(host, ids, view.lang)
  const held = new Map((await host.state.positions(slug)).map((one) => [one.contest_id, one]))
  const isEarlier = (change: DeskChange): boolean =>
    endorsement.closed_at === null &&
    contests.has(change.contest_id) &&
    !['scheduled', 'unscheduled'].includes(change.action) &&
    change.position !== null &&
    !saysTheSame(change.position, held.get(change.contest_id)?.published ?? null)
  return {
    changes: changes.map((change) => toShown(change, contests.get(change.contest_id), view)),
    held,
    earlier: new Set(changes.filter(isEarlier).map(({ id }) => id)),
    path: `/desk/${slug}`,
    token: visitor.token,
  }
}

/** The change in the language of the page. */
function toShown(change: DeskChange, contest: DeskContest | undefined, view: DeskView): DeskChange {
  const position = change.position && inLanguage(change.position, contest, view)
  const title = view.lang === 'en' ? change.title : (contest?.title ?? change.title)
  return { ...change, title, position }
}

// The HTML.

function historyPage(view: DeskView, title: string, seen: History): DeskPage {
  const { words, href } = view
  const { changes, earlier, path } = seen
  return {
    title,
    main: html`${earlier.size > 0 && html`<p class="lead">${words.restoreLead}</p>`}
<section class="card">${
      changes.length === 0
        ? html`<p>${words.historyNone}</p>`
        : table({
            caption: words.newestFirst,
            columns: [words.time, words.who, words.what, words.contest, words.position],
            rows: changes.map((change) => [
              moment(change.at),
              change.by,
              html`${words[`did_${change.action}`]}${change.publish_at !== null && fillHtml(words.forMoment, { moment: moment(change.publish_at) })}`,
              html`<a href="${href(`${path}/contests/${change.contest_id}`)}">${change.title}</a>`,
              change.position
                ? html`${positionText(words, change.position)}${earlier.has(change.id) && restoreForm(view, change, seen)}`
                : soft(words.none),
            ]),
          })
    }</section>
<p><a href="${href(path)}">${words.backToPositions}</a></p>`,
  }
}

function restoreForm({ words, href }: DeskView, { id, contest_id, title, at }: DeskChange, seen: History): Html {
  const { held, path, token } = seen
  return html`<form method="post" action="${href(`${path}/contests/${contest_id}/restore`)}">${hiddenToken(token)}
<input type="hidden" name="change" value="${id}"><input type="hidden" name="version" value="${held.get(contest_id)?.version ?? 0}">
<button class="quiet">${words.restore}<span class="unseen">${fill(words.restoreOf, { title, time: `${at.slice(0, 10)} ${at.slice(11, 16)} UTC` })}</span></button></form>`
}
