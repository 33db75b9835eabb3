// One contest at the desk: the form, its draft, the preview, and what an editor does with it.

import {
  type DeskContest,
  type DraftProblems,
  findWarnings,
  isRanked,
  readFields,
  textField,
  toFields,
} from '../../data/desk/check.ts'
import { DESK_TEXT_FIELDS, type DraftFields } from '../../data/desk/position.ts'
import type { Refusal } from '../../data/store/state/change.ts'
import type { Draft, DraftReference, HeldPosition } from '../../data/store/state/desk.ts'
import { changeBy } from '../console/visit.ts'
import { DESK_CHANGES_SHOWN } from '../constants.ts'
import { ApiError } from '../http/errors.ts'
import type { Reply } from '../http/exchange.ts'
import type { Form } from '../web/form.ts'
import { contestIdOf, type DeskVisit, loadContest, todayOf } from './context.ts'
import { type EditorSeen, editorPage } from './pages/editor.ts'
import { historyPage } from './pages/history.ts'
import { previewPage } from './pages/preview.ts'
import { type DeskNotice, menuOf, redirectTo, showDesk } from './reply.ts'

export async function answerEditor(visit: DeskVisit): Promise<Reply> {
  const contest = loadContest(visit)
  const { draft, held } = await loadWork(visit, contest.id)
  const known = held?.published ?? held?.scheduled
  const fields = draft?.fields ?? (known ? toFields(known) : newFields(visit))
  return showEditor(visit, contest, { fields, draft, held, base: draft?.base ?? held?.version ?? 0 })
}

/** Saves the draft, and goes on to the preview if the editor asked for it. */
export async function saveDraft(visit: DeskVisit): Promise<Reply> {
  const { form, context } = visit
  const contest = loadContest(visit)
  const act = form.text('act')
  const fields = collectFields(form, contest)
  const base = numberOf(form, 'base')
  const saved = await context.server.state.saveDraft(
    referTo(visit, contest.id),
    { base, election: contest.election.slug, title: contest.title, fields },
    numberOf(form, 'draft'),
    new Date(visit.now).toISOString(),
  )
  // A script saves while the editor types: that is use of the session too.
  await context.server.state.seeSession(visit.session.hash, new Date(visit.now).toISOString())
  if (act === 'autosave') return toAutosaved(saved)
  const path = pathOf(visit, contest.id)
  if ('refused' in saved) return showEditor(visit, contest, { fields, base }, { form: saved.refused })
  if ('conflict' in saved) {
    const { held } = await loadWork(visit, contest.id)
    return showEditor(visit, contest, { fields, base, held, draft: saved.conflict, other: saved.conflict })
  }
  return act === 'preview' ? redirectTo(`${path}/preview`) : redirectTo(path, 'draft-saved')
}

export async function discardDraft(visit: DeskVisit): Promise<Reply> {
  const id = contestIdOf(visit.params)
  await visit.context.server.state.deleteDraft(referTo(visit, id))
  return redirectTo(`/desk/${visit.slug}`, 'draft-discarded')
}

export async function answerPreview(visit: DeskVisit): Promise<Reply> {
  const contest = loadContest(visit)
  const { draft, held } = await loadWork(visit, contest.id)
  if (!draft) return redirectTo(pathOf(visit, contest.id))
  return showPreview(visit, contest, { draft, held })
}

/** Publishes the draft, now or at a time. Nothing is published that the editor has not seen in the preview. */
export async function publish(visit: DeskVisit): Promise<Reply> {
  const { form, context, account } = visit
  const contest = loadContest(visit)
  const { draft, held } = await loadWork(visit, contest.id)
  if (!draft) return redirectTo(pathOf(visit, contest.id))
  if (draft.version !== numberOf(form, 'draft'))
    return redirectTo(`${pathOf(visit, contest.id)}/preview`, 'other-window')
  const position = readFields(draft.fields, contest)
  if ('problems' in position) return showPreview(visit, contest, { draft, held }, { status: 400 })
  const when = form.text('act') === 'schedule' ? readInstant(form.text('publish_at'), visit.now) : null
  if (when !== null && 'problem' in when)
    return showPreview(visit, contest, { draft, held }, { status: 400, problem: when.problem })
  const answer = await context.server.state.publishPosition(
    { endorser: visit.slug, contest_id: contest.id, account_id: account.id, expected: numberOf(form, 'version') },
    position,
    when?.instant ?? null,
    changeBy(visit),
  )
  if ('conflict' in answer)
    return showPreview(visit, contest, { draft, held: answer.conflict }, { status: 409, late: true })
  if ('refused' in answer) return showPreview(visit, contest, { draft, held }, { status: 403, problem: answer.refused })
  return redirectTo(`/desk/${visit.slug}`, when ? 'scheduled' : 'published')
}

export async function withdraw(visit: DeskVisit): Promise<Reply> {
  return change(visit, 'withdrawPosition', 'withdrawn')
}

export async function unschedule(visit: DeskVisit): Promise<Reply> {
  return change(visit, 'unschedulePosition', 'unscheduled')
}

export async function answerPositionHistory(visit: DeskVisit): Promise<Reply> {
  const id = contestIdOf(visit.params)
  const changes = await visit.context.server.state.deskHistory(visit.slug, id, DESK_CHANGES_SHOWN)
  const [latest] = changes
  if (!latest) throw new ApiError('not_found', 'Nothing was ever published for this contest.')
  const page = historyPage(`History: ${latest.title}`, changes, `/desk/${visit.slug}`)
  return showDesk(visit, { ...page, menu: menuOf(visit.slug) })
}

async function change(
  visit: DeskVisit,
  act: 'withdrawPosition' | 'unschedulePosition',
  done: DeskNotice,
): Promise<Reply> {
  const { form, account, slug, context } = visit
  const id = contestIdOf(visit.params)
  const reference = { endorser: slug, contest_id: id, account_id: account.id, expected: numberOf(form, 'version') }
  const answer = await context.server.state[act](reference, changeBy(visit))
  if ('refused' in answer) throw new ApiError('invalid_parameter', answer.refused, { status: 409 })
  if ('conflict' in answer)
    throw new ApiError(
      'invalid_parameter',
      `${answer.conflict.changed_by} has changed this position since you opened the page. Nothing was changed: open the desk again and look at it first.`,
      { status: 409 },
    )
  return redirectTo(`/desk/${slug}`, done)
}

// The pages.

interface Work {
  draft?: Draft | undefined
  held?: HeldPosition | undefined
}

async function loadWork(visit: DeskVisit, id: number): Promise<Work> {
  const { state } = visit.context.server
  return { draft: await state.findDraft(referTo(visit, id)), held: await state.findPosition(visit.slug, id) }
}

function showEditor(
  visit: DeskVisit,
  contest: DeskContest,
  { fields, draft, held, base, other }: Work & Pick<EditorSeen, 'fields' | 'base'> & { other?: Draft },
  problems: DraftProblems = {},
): Reply {
  const seen: EditorSeen = {
    ...{ contest, fields, base, path: `/desk/${visit.slug}`, token: visit.visitor.token },
    ...{ draft: draft?.version ?? 0, saved_at: draft?.saved_at ?? null },
    other: other ? { fields: other.fields, saved_at: other.saved_at } : null,
    held: held ?? null,
  }
  const status = other ? 409 : Object.keys(problems).length > 0 ? 400 : 200
  return showDesk(visit, { ...editorPage(seen, problems), menu: menuOf(visit.slug) }, { status })
}

function showPreview(
  visit: DeskVisit,
  contest: DeskContest,
  { draft, held }: Work & { draft: Draft },
  { status = 200, problem, late = false }: { status?: number; problem?: string; late?: boolean } = {},
): Reply {
  const position = readFields(draft.fields, contest)
  const problems = 'problems' in position ? position.problems : {}
  const page = previewPage({
    ...{ contest, draft: draft.version, path: `/desk/${visit.slug}`, token: visit.visitor.token, late },
    position: 'problems' in position ? null : position,
    problems: [...Object.values(problems), ...(problem === undefined ? [] : [problem])],
    warnings: 'problems' in position ? [] : findWarnings(position, contest, todayOf(visit)),
    held: held ?? null,
    isNewer: (held?.version ?? 0) !== draft.base,
    endorser: visit.endorsement.endorser.name,
    now: new Date(visit.now).toISOString(),
  })
  return showDesk(visit, { ...page, menu: menuOf(visit.slug) }, { status })
}

function toAutosaved(saved: Draft | { conflict: Draft } | Refusal): Reply {
  const told =
    'conflict' in saved
      ? { problem: 'Another window has saved this draft since. Save the draft here to compare the two.' }
      : 'refused' in saved
        ? { problem: saved.refused }
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
  else fields.pick = form.all('pick').join(',')
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}

function numberOf(form: Form, name: string): number {
  const text = form.text(name)
  if (!/^\d{1,15}$/.test(text))
    throw new ApiError('invalid_parameter', 'The form is incomplete: open the page again and send it from there.')
  return Number(text)
}

/** A time in UTC, as a `datetime-local` field sends it. */
function readInstant(text: string, now: number): { instant: string } | { problem: string } {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? Date.parse(`${text}:00Z`) : Number.NaN
  if (Number.isNaN(at)) return { problem: 'Time: expected a date and a time in UTC. Nothing was published.' }
  if (at <= now)
    return { problem: 'Time: it has passed already. Choose a later one, or publish now. Nothing was published.' }
  return { instant: new Date(at).toISOString() }
}

function referTo({ slug, account }: DeskVisit, contest_id: number): DraftReference {
  return { endorser: slug, contest_id, account_id: account.id }
}

function pathOf({ slug }: DeskVisit, contest_id: number): string {
  return `/desk/${slug}/contests/${contest_id}`
}
