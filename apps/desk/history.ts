// The changes of a contest, or of all, in the language of the visitor; and an earlier version that is published again.

import { type DeskContest, findWarnings, readFields, toFields } from '../../data/desk/check.ts'
import { type DeskChange, type DeskPosition, droppedFrom, saysTheSame } from '../../data/desk/position.ts'
import type { HeldPosition } from '../../data/store/state/desk.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { hiddenToken, summary } from '../web/field.ts'
import type { Problems } from '../web/form.ts'
import { type Html, html } from '../web/html.ts'
import { changeBy } from '../web/members.ts'
import { fill, fillHtml } from '../web/sentence.ts'
import { table } from '../web/table.ts'
import { moment, positionText, timeOf } from './position-text.ts'
import {
  contestIdOf,
  type DeskPage,
  DeskRefusal,
  type DeskSession,
  type DeskView,
  findDeskContests,
  findNumber,
  inLanguage,
  loadContest,
  nameElection,
  nameElections,
  pathOf,
  problemOf,
  redirectTo,
  showDesk,
  todayOf,
} from './session.ts'
import { sayProblems, sayWarning, type Words } from './words/words.ts'

/** @setting Changes that a page of the publishing desk's history shows. */
export const DESK_CHANGES_SHOWN = 200

export async function answerHistory(session: DeskSession): Promise<Reply> {
  const { host, slug, endorsement, view } = session
  const changes = await host.state.deskHistory(slug, null, DESK_CHANGES_SHOWN)
  const title = fill(view.words.historyOf, { name: endorsement.endorser.name })
  const page = historyPage(view, title, await loadHistory(session, changes))
  return showDesk(session, page, { path: `/desk/${slug}/history`, slug })
}

export async function answerPositionHistory(session: DeskSession, problems: Problems = {}): Promise<Reply> {
  const { view, slug } = session
  const id = contestIdOf(session)
  const changes = await session.host.state.deskHistory(slug, id, DESK_CHANGES_SHOWN)
  const [latest] = changes
  if (!latest) throw new DeskRefusal('not_found', view.words.neverPublished)
  const seen = await loadHistory(session, changes)
  const title = fill(view.words.historyOfContest, { title: seen.changes[0]?.title ?? latest.title })
  const status = Object.keys(problems).length > 0 ? 404 : 200
  const path = `${pathOf(session, id)}/history`
  return showDesk(session, historyPage(view, title, seen, problems), { path, slug, status })
}

/** Asks once, and shows what would change. */
export async function answerRestore(session: DeskSession): Promise<Reply> {
  return showRestore(session, session.query.get('change') ?? '')
}

/** Publishes an earlier version as a new one. If the ballot no longer permits it, or somebody else was first, the page says so and asks again. */
export async function restore(session: DeskSession): Promise<Reply> {
  const { host, slug, account, form, view } = session
  const contest = loadContest(session)
  const wanted = form.text('change')
  const earlier = await findVersion(session, wanted)
  const read = earlier?.position && readFields(toFields(earlier.position), contest)
  const expected = findNumber(form, 'version')
  if (!earlier?.position || !read || 'problems' in read) return showRestore(session, wanted)
  if (expected === undefined) return showRestore(session, wanted, view.words.formIncomplete)
  const answer = await host.state.restorePosition(
    { endorser: slug, contest_id: contest.id, account_id: account.id, expected },
    { ...earlier.position, title: contest.title },
    changeBy(session),
  )
  const problem = await problemOf(session, answer)
  return problem === undefined
    ? redirectTo(session, `/desk/${slug}`, 'restored')
    : showRestore(session, wanted, problem)
}

/** Undefined if the history has no such version of the contest. */
async function findVersion({ host, slug, params, view }: DeskSession, text: string): Promise<DeskChange | undefined> {
  const changes = await host.state.deskHistory(slug, contestIdOf({ params, view }), DESK_CHANGES_SHOWN)
  return changes.find(({ id, position, action }) => String(id) === text && position !== null && isPublication(action))
}

async function showRestore(session: DeskSession, wanted: string, problem?: string): Promise<Reply> {
  const { host, slug, view, visitor } = session
  const { words } = view
  const contest = loadContest(session, view.lang)
  const earlier = await findVersion(session, wanted)
  if (!earlier?.position) return answerPositionHistory(session, { form: words.noVersion })
  const held = (await host.state.findPosition(slug, contest.id)) ?? null
  const read = readFields(toFields(earlier.position), contest)
  const faults = 'problems' in read ? Object.values(sayProblems(words, read.problems)) : []
  const page = restorePage(view, {
    contest,
    earlier,
    position: inLanguage(earlier.position, contest, view),
    held,
    problems: [...(problem === undefined ? [] : [problem]), ...faults],
    isPermitted: faults.length === 0,
    warnings:
      'problems' in read ? [] : findWarnings(read, contest, todayOf(session)).map((one) => sayWarning(words, one)),
    at: pathOf(session, contest.id),
    token: visitor.token,
  })
  const path = `${pathOf(session, contest.id)}/restore`
  const status = problem !== undefined || faults.length > 0 ? 409 : 200
  return showDesk(session, page, { path, query: { change: String(earlier.id) }, slug, status })
}

interface History {
  changes: readonly DeskChange[]
  /** Ids of changes whose position can be published again: it was published, and is not what is published now. */
  earlier: ReadonlySet<number>
  /** By contest: the name and day of its election. */
  elections: ReadonlyMap<number, string>
  path: string
}

async function loadHistory(session: DeskSession, changes: readonly DeskChange[]): Promise<History> {
  const { host, view, slug, endorsement } = session
  const ids = [...new Set(changes.map(({ contest_id }) => contest_id))]
  const contests = findDeskContests(host, ids, view.lang)
  const held = new Map((await host.state.positions(slug)).map((one) => [one.contest_id, one]))
  const isEarlier = (change: DeskChange): boolean =>
    endorsement.closed_at === null &&
    contests.has(change.contest_id) &&
    isPublication(change.action) &&
    change.position !== null &&
    !saysTheSame(change.position, held.get(change.contest_id)?.published ?? null)
  return {
    changes: changes.map((change) => toShown(change, contests.get(change.contest_id), view)),
    earlier: new Set(changes.filter(isEarlier).map(({ id }) => id)),
    elections: nameElections(
      host,
      contests,
      changes.map(({ contest_id, position, before }) => ({ contest_id, election: (position ?? before)?.election })),
    ),
    path: `/desk/${slug}`,
  }
}

/** Whether the change's position was published with it. */
function isPublication(action: DeskChange['action']): boolean {
  return action !== 'scheduled' && action !== 'unscheduled'
}

/** The change in the language of the page. */
function toShown(change: DeskChange, contest: DeskContest | undefined, view: DeskView): DeskChange {
  const position = change.position && inLanguage(change.position, contest, view)
  const before = change.before && inLanguage(change.before, contest, view)
  const title = view.lang === 'en' ? change.title : (contest?.title ?? change.title)
  return { ...change, title, position, before }
}

// The HTML.

function historyPage(view: DeskView, title: string, seen: History, problems: Problems = {}): DeskPage {
  const { words, href } = view
  const { changes, earlier, elections, path } = seen
  return {
    title,
    main: html`${summary(problems, words)}
${earlier.size > 0 && html`<p class="lead">${words.restoreLead}</p>`}
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
              html`<a href="${href(`${path}/contests/${change.contest_id}`)}">${change.title}</a><br><span class="soft small">${elections.get(change.contest_id)}</span>`,
              html`${change.position && positionText(words, change.position)}${withdrew(words, change)}${earlier.has(change.id) && restoreLink(view, change, path)}`,
            ]),
          })
    }</section>
<p><a href="${href(path)}">${words.backToPositions}</a></p>`,
  }
}

/** The names of what the change took away, such as those that an import left out. */
function withdrew(words: Words, { action, before, position }: DeskChange): Html | null {
  if (!isPublication(action) || before === null) return null
  const names = droppedFrom(before, position).map(({ label }) => label)
  if (before.stance !== undefined && position?.stance !== before.stance) names.push(words[`stance_${before.stance}`])
  return names.length === 0
    ? null
    : html`<p class="small">${fillHtml(words.withdrew, { names: html`<b>${names.join(', ')}</b>` })}</p>`
}

function restoreLink({ words, href }: DeskView, { id, contest_id, title, at }: DeskChange, path: string): Html {
  const asks = href(`${path}/contests/${contest_id}/restore`, { change: String(id) })
  return html`<p><a class="button quiet" href="${asks}">${words.restoreAsk}<span class="unseen">${fill(words.restoreOf, { title, time: timeOf(at) })}</span></a></p>`
}

interface RestoreView {
  contest: DeskContest
  earlier: DeskChange
  /** Of the earlier version, in the language of the page. */
  position: DeskPosition
  held: HeldPosition | null
  problems: readonly string[]
  /** The ballot still permits the version. */
  isPermitted: boolean
  warnings: readonly string[]
  at: string
  token: string
}

/** What is published now beside what would be. */
function restorePage(view: DeskView, seen: RestoreView): DeskPage {
  const { words, href } = view
  const { contest, earlier, position, held, problems, isPermitted, warnings, at, token } = seen
  const now = held?.published ? inLanguage(held.published, contest, view) : null
  const next = { ...earlier, action: 'restored', before: now, position } as const
  return {
    title: words.restoreAskTitle,
    main: html`${problems.length > 0 && html`<div class="problems" role="alert"><p>${isPermitted ? words.nothingRestored : words.cannotRestore}</p><ul>${problems.map((one) => html`<li>${one}</li>`)}</ul></div>`}
${warnings.length > 0 && html`<div class="notice warnings"><p><b>${words.lookAgain}</b></p><ul>${warnings.map((one) => html`<li>${one}</li>`)}</ul></div>`}
<p class="lead"><b>${contest.title}</b><br><span class="soft">${nameElection(contest.election)}</span></p>
<div class="both">
<section class="card" aria-labelledby="now"><h2 id="now">${words.publishedNow}</h2>
${now ? positionText(words, now) : html`<p>${held ? words.nothingWithdrawn : words.nothingNow}</p>`}</section>
<section class="card" aria-labelledby="then"><h2 id="then">${words.restoreThen}</h2>
<p class="small soft">${earlier.by}, ${moment(earlier.at)}</p>
${positionText(words, position)}${withdrew(words, next)}</section>
</div>
${isPermitted && held?.scheduled && html`<p>${words.withdrawCancels}</p>`}
${
  isPermitted
    ? html`<form class="row" method="post" action="${href(`${at}/restore`)}">${hiddenToken(token)}
<input type="hidden" name="change" value="${earlier.id}"><input type="hidden" name="version" value="${held?.version ?? 0}">
<button>${words.restore}</button> <a class="button quiet" href="${href(`${at}/history`)}">${words.restoreNo}</a></form>`
    : html`<p class="row"><a class="button" href="${href(at)}">${words.restoreEdit}</a> <a class="button quiet" href="${href(`${at}/history`)}">${words.restoreNo}</a></p>`
}`,
  }
}
