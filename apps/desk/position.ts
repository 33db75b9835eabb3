// One contest at the desk: the form, its draft, the preview, and what an editor does with it.

import { type DeskContest, findWarnings, isRanked, readFields, textField, toFields } from '../../data/desk/check.ts'
import { DESK_TEXT_FIELDS, type DeskPosition, type DraftFields } from '../../data/desk/position.ts'
import type { Refusal } from '../../data/store/state/change.ts'
import type { HeldPosition } from '../../data/store/state/desk.ts'
import type { Draft, DraftReference } from '../../data/store/state/drafts.ts'
import { DESK_CHANGES_SHOWN } from '../../server/constants.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { hiddenToken } from '../web/field.ts'
import type { Form, Problems } from '../web/form.ts'
import { type Html, html } from '../web/html.ts'
import { changeBy } from '../web/members.ts'
import { fill, fillHtml } from '../web/sentence.ts'
import { type EditorSeen, editorPage } from './editor-form.ts'
import { historyPage, toHistory } from './history.ts'
import { moment, positionText } from './position-text.ts'
import {
  contestIdOf,
  type DeskNotice,
  type DeskPage,
  DeskRefusal,
  type DeskView,
  type DeskVisit,
  inLanguage,
  loadContest,
  redirectTo,
  refusalOf,
  showDesk,
  todayOf,
} from './session.ts'
import { sayProblems, sayWarning } from './words/say.ts'

export async function answerEditor(visit: DeskVisit): Promise<Reply> {
  const contest = loadContest(visit)
  const { draft, held } = await loadWork(visit, contest.id)
  const known = held?.published ?? held?.scheduled
  const fields = draft?.fields ?? (known ? toFields(known) : newFields(visit))
  return showEditor(visit, contest, { fields, draft, held, base: draft?.base ?? held?.version ?? 0 })
}

/** Saves the draft, and goes on to the preview if the editor asked for it. */
export async function saveDraft(visit: DeskVisit): Promise<Reply> {
  const { form, host } = visit
  const contest = loadContest(visit)
  const act = form.text('act')
  const fields = collectFields(form, contest)
  const base = numberOf(visit, 'base')
  const saved = await host.state.saveDraft(
    referTo(visit, contest.id),
    { base, election: contest.election.slug, title: contest.title, fields },
    numberOf(visit, 'draft'),
    new Date(visit.now).toISOString(),
  )
  // A script saves while the editor types: that is use of the session too.
  await host.state.seeSession(visit.session.hash, new Date(visit.now).toISOString())
  if (act === 'autosave') return toAutosaved(visit, saved)
  const path = pathOf(visit, contest.id)
  if ('refused' in saved) return showEditor(visit, contest, { fields, base }, { form: await refusalOf(visit) })
  if ('conflict' in saved) {
    const { held } = await loadWork(visit, contest.id)
    return showEditor(visit, contest, { fields, base, held, draft: saved.conflict, other: saved.conflict })
  }
  return act === 'preview' ? redirectTo(visit, `${path}/preview`) : redirectTo(visit, path, 'draft-saved')
}

export async function discardDraft(visit: DeskVisit): Promise<Reply> {
  const id = contestIdOf(visit)
  await visit.host.state.deleteDraft(referTo(visit, id))
  return redirectTo(visit, `/desk/${visit.slug}`, 'draft-discarded')
}

export async function answerPreview(visit: DeskVisit): Promise<Reply> {
  const contest = loadContest(visit)
  const { draft, held } = await loadWork(visit, contest.id)
  if (!draft) return redirectTo(visit, pathOf(visit, contest.id))
  return showPreview(visit, contest, { draft, held })
}

/** Publishes the draft, now or at a time. Nothing is published that the editor has not seen in the preview. */
export async function publish(visit: DeskVisit): Promise<Reply> {
  const { form, host, account } = visit
  const contest = loadContest(visit)
  const { draft, held } = await loadWork(visit, contest.id)
  if (!draft) return redirectTo(visit, pathOf(visit, contest.id))
  if (draft.version !== numberOf(visit, 'draft'))
    return redirectTo(visit, `${pathOf(visit, contest.id)}/preview`, 'other-window')
  const position = readFields(draft.fields, contest)
  if ('problems' in position) return showPreview(visit, contest, { draft, held }, { status: 400 })
  const when = form.text('act') === 'schedule' ? readInstant(form.text('publish_at'), visit) : null
  if (when !== null && 'problem' in when)
    return showPreview(visit, contest, { draft, held }, { status: 400, problem: when.problem })
  const answer = await host.state.publishPosition(
    { endorser: visit.slug, contest_id: contest.id, account_id: account.id, expected: numberOf(visit, 'version') },
    position,
    when?.instant ?? null,
    changeBy(visit),
  )
  if ('conflict' in answer)
    return showPreview(visit, contest, { draft, held: answer.conflict }, { status: 409, late: true })
  if ('refused' in answer)
    return showPreview(visit, contest, { draft, held }, { status: 403, problem: await refusalOf(visit) })
  return redirectTo(visit, `/desk/${visit.slug}`, when ? 'scheduled' : 'published')
}

export async function withdraw(visit: DeskVisit): Promise<Reply> {
  return change(visit, 'withdrawPosition', 'withdrawn')
}

export async function unschedule(visit: DeskVisit): Promise<Reply> {
  return change(visit, 'unschedulePosition', 'unscheduled')
}

export async function answerPositionHistory(visit: DeskVisit): Promise<Reply> {
  const { view, slug } = visit
  const id = contestIdOf(visit)
  const changes = await visit.host.state.deskHistory(visit.slug, id, DESK_CHANGES_SHOWN)
  const [latest] = changes
  if (!latest) throw new DeskRefusal('not_found', view.words.neverPublished)
  const shown = toHistory(visit, changes)
  const title = fill(view.words.historyOfContest, { title: shown[0]?.title ?? latest.title })
  const page = historyPage(view, title, shown, `/desk/${slug}`)
  return showDesk(visit, page, { path: `${pathOf(visit, id)}/history`, slug })
}

async function change(
  visit: DeskVisit,
  act: 'withdrawPosition' | 'unschedulePosition',
  done: DeskNotice,
): Promise<Reply> {
  const { account, slug, host, view } = visit
  const id = contestIdOf(visit)
  const reference = { endorser: slug, contest_id: id, account_id: account.id, expected: numberOf(visit, 'version') }
  const answer = await host.state[act](reference, changeBy(visit))
  if ('refused' in answer)
    throw new DeskRefusal('invalid_parameter', await refusalOf(visit, view.words.goneMeanwhile), { status: 409 })
  if ('conflict' in answer) {
    const sentence = fill(view.words.changedMeanwhile, { name: answer.conflict.changed_by })
    throw new DeskRefusal('invalid_parameter', sentence, { status: 409 })
  }
  return redirectTo(visit, `/desk/${slug}`, done)
}

// The pages.

interface Work {
  draft?: Draft | undefined
  held?: HeldPosition | undefined
}

async function loadWork(visit: DeskVisit, id: number): Promise<Work> {
  const { state } = visit.host
  return { draft: await state.findDraft(referTo(visit, id)), held: await state.findPosition(visit.slug, id) }
}

function showEditor(
  visit: DeskVisit,
  contest: DeskContest,
  { fields, draft, held, base, other }: Work & Pick<EditorSeen, 'fields' | 'base'> & { other?: Draft },
  problems: Problems = {},
): Reply {
  const { view, slug } = visit
  const seen: EditorSeen = {
    contest: view.lang === 'en' ? contest : loadContest(visit, view.lang),
    ...{ fields, base, path: `/desk/${visit.slug}`, token: visit.visitor.token },
    ...{ draft: draft?.version ?? 0, saved_at: draft?.saved_at ?? null },
    other: other ? { fields: other.fields, saved_at: other.saved_at } : null,
    held: held ?? null,
  }
  const status = other ? 409 : Object.keys(problems).length > 0 ? 400 : 200
  return showDesk(visit, editorPage(view, seen, problems), { path: pathOf(visit, contest.id), slug, status })
}

function showPreview(
  visit: DeskVisit,
  contest: DeskContest,
  { draft, held }: Work & { draft: Draft },
  { status = 200, problem, late = false }: { status?: number; problem?: string; late?: boolean } = {},
): Reply {
  const { view, slug } = visit
  const { words } = view
  const shown = view.lang === 'en' ? contest : loadContest(visit, view.lang)
  const position = readFields(draft.fields, shown)
  const problems = 'problems' in position ? sayProblems(words, position.problems) : {}
  const warnings = 'problems' in position ? [] : findWarnings(position, shown, todayOf(visit))
  const page = previewPage(view, {
    ...{ contest: shown, draft: draft.version, path: `/desk/${slug}`, token: visit.visitor.token, late },
    position: 'problems' in position ? null : position,
    problems: [...Object.values(problems), ...(problem === undefined ? [] : [problem])],
    warnings: warnings.map((warning) => sayWarning(words, warning)),
    held: held ?? null,
    isNewer: (held?.version ?? 0) !== draft.base,
    endorser: visit.endorsement.endorser.name,
    now: new Date(visit.now).toISOString(),
  })
  return showDesk(visit, page, { path: `${pathOf(visit, contest.id)}/preview`, slug, status })
}

async function toAutosaved(visit: DeskVisit, saved: Draft | { conflict: Draft } | Refusal): Promise<Reply> {
  const told =
    'conflict' in saved
      ? { problem: visit.view.words.autosaveConflict }
      : 'refused' in saved
        ? { problem: await refusalOf(visit) }
        : { draft: saved.version, saved_at: saved.saved_at }
  return {
    status: 'problem' in told ? 409 : 200,
    headers: ['Cache-Control', 'no-store'],
    body: Buffer.from(JSON.stringify(told)),
  }
}

// The fields of the forms.

function newFields(visit: DeskVisit): DraftFields {
  return { published_on: todayOf(visit) }
}

/** The known fields, with line breaks as the interchange format has them. */
function collectFields(form: Form, contest: DeskContest): DraftFields {
  const text = (name: string): string => form.secret(name).replace(/\r\n?/g, '\n')
  const choices = contest.choices.map(({ id }) => id)
  const names = [undefined, ...choices].flatMap((id) => DESK_TEXT_FIELDS.map((field) => textField(field, id)))
  const fields: Record<string, string> = Object.fromEntries(names.map((name) => [name, text(name)]))
  if (isRanked(contest)) for (const id of choices) fields[`rank-${id}`] = text(`rank-${id}`)
  else fields.pick = form.all('pick').filter(Boolean).join(',')
  fields.stance = text('stance')
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}

function numberOf({ form, view }: Pick<DeskVisit, 'form' | 'view'>, name: string): number {
  const text = form.text(name)
  if (!/^\d{1,15}$/.test(text)) throw new DeskRefusal('invalid_parameter', view.words.formIncomplete)
  return Number(text)
}

/** A time in UTC, as a `datetime-local` field sends it. */
function readInstant(
  text: string,
  { now, view: { words } }: { now: number; view: DeskView },
): { instant: string } | { problem: string } {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? Date.parse(`${text}:00Z`) : Number.NaN
  if (Number.isNaN(at)) return { problem: words.timeInvalid }
  if (at <= now) return { problem: words.timePassed }
  return { instant: new Date(at).toISOString() }
}

function referTo({ slug, account }: DeskVisit, contest_id: number): DraftReference {
  return { endorser: slug, contest_id, account_id: account.id }
}

function pathOf({ slug }: DeskVisit, contest_id: number): string {
  return `/desk/${slug}/contests/${contest_id}`
}

// HTML of the preview: the position as readers see it, what is wrong with it, what deserves a second look, and what somebody else says.

interface PreviewSeen {
  /** In the language of the page. */
  contest: DeskContest
  /** Null if it cannot be published. */
  position: DeskPosition | null
  problems: readonly string[]
  warnings: readonly string[]
  held: HeldPosition | null
  /** The position was changed since the draft began. */
  isNewer: boolean
  /** It was changed while the editor looked at the preview. */
  late: boolean
  /** The draft's version. */
  draft: number
  endorser: string
  path: string
  token: string
  /** ISO 8601 */
  now: string
}

function previewPage(view: DeskView, seen: PreviewSeen): DeskPage {
  const { words, href } = view
  const { contest, position, problems, warnings, held, isNewer, late, endorser, path } = seen
  const at = `${path}/contests/${contest.id}`
  const conflict = (isNewer || late) && held !== null
  const by = (sentence: string): string => fill(sentence, { name: held?.changed_by ?? '' })
  return {
    title: fill(words.previewOf, { title: contest.title }),
    main: html`${
      problems.length > 0 &&
      html`<div class="problems" role="alert"><p>${position ? words.nothingWasPublished : words.cannotPublish}</p>
<ul>${problems.map((one) => html`<li>${one}</li>`)}</ul></div>`
    }
${
  conflict &&
  html`<div class="problems" role="alert"><p>${by(held.published ? words.publishedMeanwhile : words.withdrawnMeanwhile)}</p></div>`
}
${
  warnings.length > 0 &&
  html`<div class="notice warnings"><p><b>${words.lookAgain}</b></p><ul>${warnings.map((one) => html`<li>${one}</li>`)}</ul></div>`
}
<div class="${conflict && 'both'}">
${
  conflict &&
  html`<section class="card" aria-labelledby="theirs"><h2 id="theirs">${by(words.publishedBy)}</h2>
<p class="small soft">${moment(held.changed_at)}</p>
${held.published ? positionText(words, inLanguage(held.published, contest, view)) : html`<p>${words.nothingWithdrawn}</p>`}</section>`
}
<section class="card" aria-labelledby="yours"><h2 id="yours">${conflict ? words.yourDraft : fill(position?.stance === undefined ? words.nameEndorses : words.nameEndorsesNone, { name: endorser })}</h2>
<p class="small soft">${contest.title}, ${contest.election.name}</p>
${position ? positionText(words, position) : html`<p>${words.correctFirst}</p>`}</section>
</div>
${position && publishForms(view, seen, at, conflict)}
<p><a href="${href(at)}">${words.backToForm}</a>${words.draftIsSaved}</p>
${
  conflict &&
  html`<form method="post" action="${href(`${at}/discard`)}">${hiddenToken(seen.token)}<button class="quiet">${words.keepTheirs}</button></form>`
}`,
  }
}

function publishForms(
  { words, href }: DeskView,
  { held, draft, token, now }: PreviewSeen,
  at: string,
  conflict: boolean,
): Html {
  return html`<form class="card" method="post" action="${href(`${at}/publish`)}">
${hiddenToken(token)}
<input type="hidden" name="version" value="${held?.version ?? 0}">
<input type="hidden" name="draft" value="${draft}">
<button name="act" value="now">${conflict ? words.publishInPlace : words.publishNow}</button>
<details class="later"><summary>${words.orLater}</summary>
<div class="field"><label for="publish_at">${words.timeUtc}</label>
<p class="hint" id="publish_at-hint">${fillHtml(words.nowIs, { moment: moment(now) })}</p>
<input id="publish_at" name="publish_at" type="datetime-local" min="${now.slice(0, 16)}" aria-describedby="publish_at-hint"></div>
<button name="act" value="schedule" class="quiet">${words.schedule}</button></details>
</form>`
}
