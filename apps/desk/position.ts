// One contest at the desk: the form, its draft, the preview, and what an editor does with it.

import { isDeepStrictEqual } from 'node:util'
import { type DeskContest, findWarnings, isRanked, readFields, textField, toFields } from '../../data/desk/check.ts'
import { DESK_TEXT_FIELDS, type DeskPosition, type DraftFields } from '../../data/desk/position.ts'
import type { ApiError } from '../../data/schema/api-error.ts'
import type { HeldPosition } from '../../data/store/state/desk.ts'
import type { Draft, DraftReference } from '../../data/store/state/drafts.ts'
import type { Refusal } from '../../data/store/state/engine.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { field, hiddenToken, summary } from '../web/field.ts'
import type { Form, Problems } from '../web/form.ts'
import { type Html, html } from '../web/html.ts'
import { changeBy } from '../web/members.ts'
import { fill } from '../web/sentence.ts'
import { type EditorView, editorPage } from './editor-form.ts'
import { answerOverview } from './overview.ts'
import { moment, positionText, timeOf } from './position-text.ts'
import {
  contestIdOf,
  type DeskPage,
  DeskRefusal,
  type DeskSession,
  type DeskView,
  findContest,
  findDeskContests,
  findNumber,
  inLanguage,
  loadContest,
  nameElection,
  nameElections,
  pathOf,
  problemOf,
  redirectTo,
  refusalOf,
  sayUnread,
  showDesk,
  todayOf,
} from './session.ts'
import { sayProblems, sayWarning } from './words/words.ts'

export async function answerEditor(session: DeskSession): Promise<Reply> {
  const contest = loadContest(session)
  const { draft, held } = await loadWork(session, contest.id)
  const known = held?.published ?? held?.scheduled
  const fields = draft?.fields ?? (known ? toFields(known) : newFields(session))
  return showEditor(session, contest, { fields, draft, held, base: draft?.base ?? held?.version ?? 0 })
}

/** Saves the draft, and goes on to the preview if the editor asked for it. */
export async function saveDraft(session: DeskSession): Promise<Reply> {
  const { form, host, view } = session
  const contest = findContest(session)
  const act = form.text('act')
  if (!contest) return act === 'autosave' ? toAutosaved({ problem: view.words.contestGone }) : showTypedAlone(session)
  const fields = collectFields(form, contest)
  const [base, version] = [findNumber(form, 'base'), findNumber(form, 'draft')]
  if (base === undefined || version === undefined) return showTyped(session, contest, view.words.formIncomplete)
  const saved = await host.state.saveDraft(
    referTo(session, contest.id),
    { base, election: contest.election.slug, title: contest.title, fields },
    version,
    new Date(session.now).toISOString(),
  )
  // A script saves while the editor types: that is use of the session too.
  await host.state.seeSession(session.login.hash, new Date(session.now).toISOString())
  // The script of a page that was left may have saved the same, while the page was loading again.
  const isSame = 'conflict' in saved && isDeepStrictEqual(saved.conflict.fields, fields)
  if (act === 'autosave') return toAutosaved(await toldOf(session, isSame ? saved.conflict : saved))
  const path = pathOf(session, contest.id)
  if ('refused' in saved) return showTyped(session, contest, await refusalOf(session))
  const { held } = await loadWork(session, contest.id)
  if ('conflict' in saved)
    return showEditor(session, contest, { fields, base, held, draft: saved.conflict, other: saved.conflict })
  if (act !== 'preview') return redirectTo(session, path, 'draft-saved')
  const problems = findProblems(session, contest, fields)
  if (Object.keys(problems).length === 0) return redirectTo(session, `${path}/preview`)
  return showEditor(session, contest, { fields, base, held, draft: saved }, problems)
}

/** The form with what was typed and is not saved; with the draft if the form did not arrive. */
export async function showTypedAgain(session: DeskSession, fault: ApiError): Promise<Reply> {
  const contest = findContest(session)
  return contest ? showTyped(session, contest, sayUnread(session.view, fault)) : showTypedAlone(session)
}

async function showTyped(session: DeskSession, contest: DeskContest, problem: string): Promise<Reply> {
  const { form } = session
  const { draft, held } = await loadWork(session, contest.id)
  const isTyped = form.text('token') !== ''
  const known = held?.published ?? held?.scheduled
  const stored = draft?.fields ?? (known ? toFields(known) : newFields(session))
  const fields = isTyped ? collectFields(form, contest) : stored
  const base = findNumber(form, 'base') ?? draft?.base ?? held?.version ?? 0
  return showEditor(session, contest, { fields, draft, held, base }, { form: problem })
}

/** Of a contest that the data no longer has: to copy, because it cannot be saved. */
function showTypedAlone(session: DeskSession): Reply {
  const { form, view, slug } = session
  const { words, href } = view
  const typed = DESK_TEXT_FIELDS.flatMap((name) => (form.text(name) === '' ? [] : [{ name, value: form.secret(name) }]))
  const page = {
    title: words.refused,
    main: html`${summary({ form: words.contestGone }, words)}
${typed.length > 0 && html`<section class="card"><h2>${words.typedCopy}</h2><dl class="typed">${typed.map(({ name, value }) => html`<dt>${words[name]}</dt><dd>${value}</dd>`)}</dl></section>`}
<p><a class="button" href="${href(`/desk/${slug}`)}">${words.backToPositions}</a></p>`,
  }
  return showDesk(session, page, { path: `/desk/${slug}`, slug, status: 404 })
}

/** By field, in the language of the page. */
function findProblems(session: DeskSession, contest: DeskContest, fields: DraftFields): Problems {
  const read = readFields(fields, inOwnLanguage(session, contest))
  return 'problems' in read ? sayProblems(session.view.words, read.problems) : {}
}

function inOwnLanguage(session: DeskSession, contest: DeskContest): DeskContest {
  return session.view.lang === 'en' ? contest : loadContest(session, session.view.lang)
}

export async function discardDraft(session: DeskSession): Promise<Reply> {
  const id = contestIdOf(session)
  await session.host.state.deleteDraft(referTo(session, id))
  return redirectTo(session, `/desk/${session.slug}`, 'draft-discarded')
}

export async function answerPreview(session: DeskSession): Promise<Reply> {
  const contest = loadContest(session)
  const { draft, held } = await loadWork(session, contest.id)
  if (!draft) return redirectTo(session, pathOf(session, contest.id))
  return showPreview(session, contest, { draft, held })
}

/** The preview, if its form did not arrive as the page sends it. */
export async function showPreviewAgain(session: DeskSession, fault: ApiError): Promise<Reply> {
  const contest = loadContest(session)
  const { draft, held } = await loadWork(session, contest.id)
  if (!draft) throw fault
  return showPreview(session, contest, { draft, held }, { problems: { form: sayUnread(session.view, fault) } })
}

/** Publishes the draft, now or at a time. Nothing is published that the editor has not seen in the preview. */
export async function publish(session: DeskSession): Promise<Reply> {
  const { form, host, account } = session
  const contest = loadContest(session)
  const { draft, held } = await loadWork(session, contest.id)
  if (!draft) return redirectTo(session, pathOf(session, contest.id))
  const expected = findNumber(form, 'version')
  if (draft.version !== findNumber(form, 'draft') || expected === undefined)
    return redirectTo(session, `${pathOf(session, contest.id)}/preview`, 'other-window')
  const position = readFields(draft.fields, contest)
  if ('problems' in position) return showPreview(session, contest, { draft, held }, { status: 400 })
  const when = form.text('act') === 'schedule' ? readInstant(form.text('publish_at'), session) : null
  if (when !== null && 'problem' in when)
    return showPreview(session, contest, { draft, held }, { status: 400, problems: { publish_at: when.problem } })
  const answer = await host.state.publishPosition(
    { endorser: session.slug, contest_id: contest.id, account_id: account.id, expected },
    position,
    when?.instant ?? null,
    changeBy(session),
  )
  if ('conflict' in answer)
    return showPreview(session, contest, { draft, held: answer.conflict }, { status: 409, late: true })
  if ('refused' in answer)
    return showPreview(session, contest, { draft, held }, { status: 403, problems: { form: await refusalOf(session) } })
  return redirectTo(session, `/desk/${session.slug}`, when ? 'scheduled' : 'published')
}

/** Asks once, in a page of its own: it needs no script, and no contest that the data still has. */
export async function answerWithdraw(session: DeskSession, problem?: string): Promise<Reply> {
  const { slug, view, visitor } = session
  const id = contestIdOf(session)
  const held = await session.host.state.findPosition(slug, id)
  const shown = held?.published ?? held?.scheduled
  if (problem !== undefined && !shown) return answerOverview(session, { form: problem })
  if (!held || !shown) throw new DeskRefusal('not_found', view.words.neverPublished)
  const contest = findDeskContests(session.host, [id], view.lang).get(id)
  const page = withdrawPage(view, {
    held,
    shown: inLanguage(shown, contest, view),
    election: nameElections(session.host, new Map(contest && [[id, contest]]), [shown]).get(id) ?? '',
    problems: problem === undefined ? {} : { form: problem },
    at: pathOf(session, id),
    path: `/desk/${slug}`,
    token: visitor.token,
  })
  const status = problem === undefined ? 200 : 409
  return showDesk(session, page, { path: `${pathOf(session, id)}/withdraw`, slug, status })
}

export async function withdraw(session: DeskSession): Promise<Reply> {
  const problem = await change(session, 'withdrawPosition')
  if (problem !== undefined) return answerWithdraw(session, problem)
  return redirectTo(session, `/desk/${session.slug}`, 'withdrawn')
}

export async function unschedule(session: DeskSession): Promise<Reply> {
  const problem = await change(session, 'unschedulePosition')
  if (problem !== undefined) return answerOverview(session, { form: problem })
  return redirectTo(session, `/desk/${session.slug}`, 'unscheduled')
}

/** @returns why nothing was changed */
async function change(
  session: DeskSession,
  act: 'withdrawPosition' | 'unschedulePosition',
): Promise<string | undefined> {
  const { account, slug, host, form, view } = session
  const expected = findNumber(form, 'version')
  if (expected === undefined) return view.words.formIncomplete
  const reference = { endorser: slug, contest_id: contestIdOf(session), account_id: account.id, expected }
  return problemOf(session, await host.state[act](reference, changeBy(session)))
}

// The pages.

interface Work {
  draft?: Draft | undefined
  held?: HeldPosition | undefined
}

async function loadWork(session: DeskSession, id: number): Promise<Work> {
  const { state } = session.host
  return { draft: await state.findDraft(referTo(session, id)), held: await state.findPosition(session.slug, id) }
}

function showEditor(
  session: DeskSession,
  contest: DeskContest,
  { fields, draft, held, base, other }: Work & Pick<EditorView, 'fields' | 'base'> & { other?: Draft },
  problems: Problems = {},
): Reply {
  const { view, slug } = session
  const seen: EditorView = {
    contest: inOwnLanguage(session, contest),
    fields,
    base,
    path: `/desk/${session.slug}`,
    token: session.visitor.token,
    draft: draft?.version ?? 0,
    saved_at: draft?.saved_at ?? null,
    other: other ? { fields: other.fields, saved_at: other.saved_at } : null,
    held: held ?? null,
  }
  const status = other ? 409 : Object.keys(problems).length > 0 ? 400 : 200
  return showDesk(session, editorPage(view, seen, problems), { path: pathOf(session, contest.id), slug, status })
}

function showPreview(
  session: DeskSession,
  contest: DeskContest,
  { draft, held }: Work & { draft: Draft },
  { status = 200, problems: own = {}, late = false }: { status?: number; problems?: Problems; late?: boolean } = {},
): Reply {
  const { view, slug } = session
  const { words } = view
  const shown = inOwnLanguage(session, contest)
  const position = readFields(draft.fields, shown)
  const found = 'problems' in position ? sayProblems(words, position.problems) : {}
  const warnings = 'problems' in position ? [] : findWarnings(position, shown, todayOf(session))
  const page = previewPage(view, {
    contest: shown,
    draft: draft.version,
    path: `/desk/${slug}`,
    token: session.visitor.token,
    late,
    position: 'problems' in position ? null : position,
    found,
    problems: own,
    publish_at: session.form.text('publish_at'),
    warnings: warnings.map((warning) => sayWarning(words, warning)),
    held: held ?? null,
    isNewer: (held?.version ?? 0) !== draft.base,
    endorser: session.endorsement.endorser.name,
    now: new Date(session.now).toISOString(),
  })
  return showDesk(session, page, { path: `${pathOf(session, contest.id)}/preview`, slug, status })
}

type Told = { problem: string } | { draft: number; saved_at: string }

async function toldOf(session: DeskSession, saved: Draft | { conflict: Draft } | Refusal): Promise<Told> {
  if ('conflict' in saved) return { problem: session.view.words.autosaveConflict }
  if ('refused' in saved) return { problem: await refusalOf(session) }
  return { draft: saved.version, saved_at: saved.saved_at }
}

function toAutosaved(told: Told): Reply {
  return {
    status: 'problem' in told ? 409 : 200,
    headers: ['Cache-Control', 'no-store'],
    body: Buffer.from(JSON.stringify(told)),
  }
}

function withdrawPage(
  { words, href }: DeskView,
  {
    held,
    shown,
    election,
    problems,
    at,
    path,
    token,
  }: Pick<PreviewView, 'problems' | 'path' | 'token'> & {
    held: HeldPosition
    shown: DeskPosition
    election: string
    at: string
  },
): DeskPage {
  const { version, published, scheduled } = held
  const isStance = shown.stance !== undefined
  return {
    title: isStance ? words.withdrawAskStance : words.withdrawAsk,
    main: html`${summary(problems, words)}
<form class="card" method="post" action="${href(`${at}/withdraw`)}">
${hiddenToken(token)}<input type="hidden" name="version" value="${version}">
<p><b>${shown.title}</b><br><span class="soft">${election}</span></p>
${positionText(words, shown)}
<p>${published ? (isStance ? words.takeBackStance : words.takeBackLead) : words.cancelLead}</p>
${published && scheduled && html`<p>${words.withdrawCancels}</p>`}
<p class="row"><button class="danger">${words.withdrawYes}</button> <a class="button quiet" href="${href(path)}">${words.withdrawNo}</a></p>
</form>`,
  }
}

// The fields of the forms.

function newFields(session: DeskSession): DraftFields {
  return { published_on: todayOf(session) }
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

function referTo({ slug, account }: DeskSession, contest_id: number): DraftReference {
  return { endorser: slug, contest_id, account_id: account.id }
}

// HTML of the preview: the position as readers see it, what is wrong with it, what deserves a second look, and what somebody else says.

interface PreviewView {
  /** In the language of the page. */
  contest: DeskContest
  /** Null if it cannot be published. */
  position: DeskPosition | null
  /** What is wrong with the draft, by field of its form. */
  found: Problems
  /** What is wrong with this page's form, by field. */
  problems: Problems
  /** As it was typed. */
  publish_at: string
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

function previewPage(view: DeskView, seen: PreviewView): DeskPage {
  const { words, href } = view
  const { contest, position, found, problems, warnings, held, isNewer, late, endorser, path } = seen
  const at = `${path}/contests/${contest.id}`
  const conflict = (isNewer || late) && held !== null
  const by = (sentence: string): string => fill(sentence, { name: held?.changed_by ?? '' })
  return {
    title: fill(words.previewOf, { title: contest.title }),
    main: html`${summary(problems, { problemOne: words.nothingWasPublished, problemMany: words.nothingWasPublished })}
${
  Object.keys(found).length > 0 &&
  html`<div class="problems" role="alert"><p>${words.cannotPublish}</p>
<ul>${Object.entries(found).map(([name, one]) => html`<li><a href="${href(at)}#${name}">${one}</a></li>`)}</ul></div>`
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
<p class="small soft">${contest.title}, ${nameElection(contest.election)}</p>
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
  { held, draft, token, now, problems, publish_at }: PreviewView,
  at: string,
  conflict: boolean,
): Html {
  return html`<form class="card" method="post" action="${href(`${at}/publish`)}">
${hiddenToken(token)}
<input type="hidden" name="version" value="${held?.version ?? 0}">
<input type="hidden" name="draft" value="${draft}">
<button name="act" value="now" formnovalidate>${conflict ? words.publishInPlace : words.publishNow}</button>
<details class="later"${problems.publish_at !== undefined && html` open`}><summary>${words.orLater}</summary>
${field({ name: 'publish_at', label: words.timeUtc, type: 'datetime-local', value: publish_at, min: now.slice(0, 16), hint: fill(words.nowIs, { moment: timeOf(now) }) }, problems)}
<button name="act" value="schedule" class="quiet">${words.schedule}</button></details>
</form>`
}
