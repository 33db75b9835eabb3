// Imports a file of endorsements: reads it, shows what each line would change, and publishes it or saves drafts when the editor confirms.
// Nothing is kept between the two: the report carries the text, and its confirmation reads it again.

import { createHash } from 'node:crypto'
import { type DeskContest, findWarnings, toFields } from '../../data/desk/check.ts'
import { type DeskFile, type ImportPlan, namedContest, planImport, type ServedBallots } from '../../data/desk/file.ts'
import type { ApiError } from '../../data/schema/api-error.ts'
import { contestElection } from '../../data/schema/election.ts'
import type { Draft } from '../../data/store/state/drafts.ts'
import type { Host } from '../../server/host.ts'
import type { Reply } from '../../server/http/exchange.ts'
import type { Form, Problems } from '../web/form.ts'
import { changeBy } from '../web/members.ts'
import { fill } from '../web/sentence.ts'
import { type FileStop, readWhole } from './import-file.ts'
import { type ImportFaults, importPage, reportPage } from './import-report.ts'
import {
  closedProblem,
  DeskRefusal,
  type DeskSession,
  type DeskView,
  findDeskContests,
  languageButton,
  redirectTo,
  refusalOf,
  sayUnread,
  showDesk,
  todayOf,
} from './session.ts'
import { sayWarning } from './words/words.ts'

/** @setting The most endorsements in a file that the publishing desk imports; matching them takes about a second. */
export const DESK_IMPORT_RECORDS_MAX = 2000
/** @setting The largest file that the publishing desk imports, in bytes: 2,000 lines with statements in two languages. */
export const DESK_IMPORT_BYTES_MAX = 1_048_576

export async function answerImport(session: DeskSession): Promise<Reply> {
  return showForm(session, {})
}

/** The form with the text that was pasted. A file cannot be put into a form again. */
export async function showImportAgain(session: DeskSession, fault: ApiError): Promise<Reply> {
  return showForm(session, { file: sayUnread(session.view, fault) })
}

export async function reportImport(session: DeskSession): Promise<Reply> {
  const closed = closedProblem(session)
  if (closed !== undefined) return showForm(session, { form: closed })
  const { bytes, problem } = readBytes(session.form, session.view)
  if (problem !== undefined) return showForm(session, { file: problem })
  return showReport(session, bytes, {})
}

/** Publishes or saves exactly what the editor saw; if anything changed since, it shows the new report. */
export async function confirmImport(session: DeskSession): Promise<Reply> {
  const { form, host, account, slug, view } = session
  const closed = closedProblem(session)
  if (closed !== undefined) return showForm(session, { form: closed })
  const { bytes, problem } = readBytes(form, view)
  if (problem !== undefined) return showForm(session, { file: problem })
  const plan = await makePlan(session, bytes)
  if (!('records' in plan) || digestOf(plan) !== form.text('seen')) return showReport(session, bytes, { late: true })
  if (plan.positions.length === 0) return showReport(session, bytes, {})
  const { state } = host
  if (form.text('act') === 'drafts') {
    await saveDrafts(session, plan)
    return redirectTo(session, `/desk/${slug}`, 'drafts-made')
  }
  if (plan.positions.some(({ dropped }) => dropped.length > 0) && form.text('withdraws') === '')
    return showReport(session, bytes, { problems: { withdraws: view.words.dropsUnconfirmed } })
  const reference = { endorser: slug, account_id: account.id }
  const answer = await state.importPositions(reference, plan.positions, changeBy(session))
  if (!('refused' in answer)) return redirectTo(session, `/desk/${slug}`, 'imported')
  const isEditor = (await state.endorsersOf(account.id)).includes(slug)
  if (!isEditor) throw new DeskRefusal('invalid_parameter', await refusalOf(session), { status: 403 })
  return showReport(session, bytes, { late: true })
}

/** A draft that the editor has already stays as it is. */
async function saveDrafts({ host, slug, account, now }: DeskSession, { positions }: ImportPlan): Promise<void> {
  const { state } = host
  const at = new Date(now).toISOString()
  for (const { position, expected: base } of positions) {
    const { election, title, contest_id } = position
    const reference = { endorser: slug, contest_id, account_id: account.id }
    if (!(await state.findDraft(reference)))
      await state.saveDraft(reference, { base, election, title, fields: toFields(position) }, 0, at)
  }
}

// The bytes that were sent.

/** The bytes of the file or of the pasted text, with the line ends that the interchange format has. */
function readBytes(
  form: Form,
  { words }: DeskView,
): { bytes: Uint8Array; problem?: undefined } | { bytes?: undefined; problem: string } {
  const file = form.file('file') ?? new Uint8Array()
  const text = form.secret('text')
  if (file.length > 0 && text.trim() !== '') return { problem: words.importBoth }
  if (file.length === 0 && text.trim() === '') return { problem: words.importNothing }
  const bytes = file.length > 0 ? file : Buffer.from(text.replace(/\r\n?/g, '\n'))
  if (bytes.length <= DESK_IMPORT_BYTES_MAX) return { bytes }
  const [got, size] = [bytes.length, DESK_IMPORT_BYTES_MAX].map(sizeInWords)
  return { problem: fill(words.importTooLarge, { got: got ?? '', size: size ?? '' }) }
}

/** Binary megabytes, rounded up to a tenth. */
function sizeInWords(bytes: number): string {
  return `${Math.ceil((bytes / 1_048_576) * 10) / 10} MiB`
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n')
  } catch {
    return undefined
  }
}

// The plan.

/** A file that cannot be read as it is has a plan without positions. */
type FilePlan = ImportPlan & { stops: readonly FileStop[] }

async function makePlan(session: DeskSession, bytes: Uint8Array): Promise<FilePlan | { too_many: number }> {
  const { host, endorsement, slug, view } = session
  const { data, settings, state } = host
  const { readDeskFile } = settings
  if (!readDeskFile) throw new DeskRefusal('internal_error', view.words.importUnavailable, { status: 503 })
  const desk = { endorser: endorsement.endorser, ballots: openBallots(data), records_max: DESK_IMPORT_RECORDS_MAX }
  const file = await readWhole(readDeskFile, bytes, desk)
  if (!('records' in file)) return file
  const contests = findDeskContests(host, listContests(file), 'en')
  const held = new Map((await state.positions(slug)).map((one) => [one.contest_id, one]))
  const { stops } = file
  const plan = planImport(file, held, (id) => contests.get(id))
  return stops.length > 0 ? { ...plan, positions: [], stops } : { ...plan, stops }
}

function openBallots(data: Host['data']): ServedBallots {
  const elections = data.elections().map((body) => contestElection.parse(JSON.parse(body)))
  const ids = new Map(elections.map(({ id, slug }) => [slug, id]))
  return {
    elections,
    contestsOf: (slug) => data.contestsOf(ids.get(slug) ?? 0, 'en').map((body) => namedContest.parse(JSON.parse(body))),
  }
}

/** Ids of the contests that the records name. */
function listContests({ records }: Pick<DeskFile, 'records'>): number[] {
  return [...new Set(records.flatMap(({ contest_id }) => contest_id ?? []))]
}

/** Of what a confirmation publishes. */
function digestOf({ positions }: ImportPlan): string {
  return createHash('sha256').update(JSON.stringify(positions)).digest('hex')
}

// The pages.

function showForm(session: DeskSession, problems: Problems, faults: ImportFaults | null = null): Reply {
  const { slug, view, visitor } = session
  const limits = { size: sizeInWords(DESK_IMPORT_BYTES_MAX), records: DESK_IMPORT_RECORDS_MAX.toLocaleString('en-US') }
  const text = session.form.secret('text')
  const isPasted = text.trim() !== '' && (session.form.file('file') ?? []).length === 0
  const page = importPage(
    view,
    { path: `/desk/${slug}`, slug, token: visitor.token, text, faults, ...limits },
    isPasted && problems.file !== undefined ? { text: problems.file } : problems,
  )
  const status = Object.keys(problems).length > 0 ? 400 : 200
  return showDesk(session, page, { path: `/desk/${slug}/import`, slug, status })
}

async function showReport(
  session: DeskSession,
  bytes: Uint8Array,
  { late = false, problems = {} }: { late?: boolean; problems?: Problems },
): Promise<Reply> {
  const { host, slug, view, visitor, account } = session
  const { words } = view
  const text = decode(bytes)
  if (text === undefined) return showForm(session, { file: words.importNotUtf8 })
  const plan = await makePlan(session, Buffer.from(text))
  if ('too_many' in plan) {
    const [got, records] = [plan.too_many, DESK_IMPORT_RECORDS_MAX].map((count) => count.toLocaleString('en-US'))
    return showForm(session, { file: fill(words.importTooLong, { got: got ?? '', records: records ?? '' }) })
  }
  const [stop] = plan.stops
  if (stop) {
    const { line } = stop
    return showForm(
      session,
      { file: line === null ? words.importStopped : fill(words.importStoppedAt, { line }) },
      plan,
    )
  }
  const contests = findDeskContests(host, listContests(plan), view.lang)
  const drafts = await host.state.drafts(slug, account.id)
  const page = reportPage(view, {
    plan,
    contests,
    text,
    late,
    problems,
    seen: digestOf(plan),
    path: `/desk/${slug}`,
    token: visitor.token,
    warnings: warningsOf(session, plan, contests),
    drafts: namesOf(drafts, plan, contests),
  })
  const path = `/desk/${slug}/import`
  const otherLanguage = languageButton(view, path, visitor.token, { text })
  const status = late ? 409 : Object.keys(problems).length > 0 ? 400 : 200
  return showDesk(session, page, { path, slug, otherLanguage, status })
}

/** Warnings before a publication, without those that an editor can see in the table. */
function warningsOf(
  session: DeskSession,
  { positions }: ImportPlan,
  contests: ReadonlyMap<number, DeskContest>,
): { title: string; warning: string }[] {
  return positions.flatMap(({ position }) => {
    const contest = contests.get(position.contest_id)
    if (!contest) return []
    const shown = findWarnings(position, contest, todayOf(session)).filter(
      ({ code }) => !['fewerChosen', 'noSource', 'noEnglish', 'noSpanish'].includes(code),
    )
    return shown.map((warning) => ({ title: contest.title, warning: sayWarning(session.view.words, warning) }))
  })
}

/** Titles of the contests of the plan of which the editor has a draft. */
function namesOf(
  drafts: readonly Draft[],
  { positions }: ImportPlan,
  contests: ReadonlyMap<number, DeskContest>,
): string[] {
  const own = new Set(drafts.map(({ contest_id }) => contest_id))
  return positions.flatMap(({ position: { contest_id, title } }) =>
    own.has(contest_id) ? [contests.get(contest_id)?.title ?? title] : [],
  )
}
