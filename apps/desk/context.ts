// Finds the data of a page of the desk: the bundle in service, and the endorser and contest of the visit.

import { type DeskContest, deskContest } from '../../data/desk/check.ts'
import type { ReadDeskFile } from '../../data/desk/import.ts'
import type { LastRun } from '../../data/schema/last-run.ts'
import type { Language } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import type { Desk } from '../../data/store/state/desk.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import { ApiError } from '../../server/http/errors.ts'
import type { Day } from '../../server/read/calendar.ts'
import { findContest, loadContests } from '../../server/read/contests.ts'
import { findDay } from '../../server/read/upcoming.ts'
import type { Bundles } from '../../server/serving/bundles.ts'
import { nothingPublished } from '../../server/serving/snapshots.ts'
import type { MemberVisit } from '../console/visit.ts'
import type { Asset } from '../web/assets.ts'
import type { ShellAssets } from '../web/page.ts'
import { fill } from '../web/sentence.ts'
import { type DeskView, viewOf } from './view.ts'

/** The parts of the running server that the desk needs. */
export interface DeskServer {
  state: ServiceStore
  bundles: Pick<Bundles, 'lease'>
  /** The pinned day, or null for today. */
  asOf: string | null
  now(): number
  lastRun(): LastRun | null
  /** Null if the server was started without it. */
  readDeskFile: ReadDeskFile | null
}

export type DeskAssets = ShellAssets & Readonly<Record<'deskStyle' | 'deskScript', Asset>>

export interface DeskContext {
  server: DeskServer
  assets: DeskAssets
}

/** A refusal in the language of the visitor; other errors have an English sentence. */
export class DeskRefusal extends ApiError {}

/** A visit of an editor to the desk of one endorser. */
export interface DeskVisit extends Omit<MemberVisit, 'view'> {
  context: DeskContext
  endorsement: Desk
  /** The endorser's slug. */
  slug: string
  view: DeskView
}

/** Throws ApiError 404 for an endorser for whom the account may not speak: it learns no more than that. */
export async function openVisit(context: DeskContext, visit: MemberVisit): Promise<DeskVisit> {
  const { state } = context.server
  const view = viewOf(visit.query)
  const slug = visit.params.slug ?? ''
  const own = await state.endorsersOf(visit.account.id)
  const endorsement = own.includes(slug) ? await state.findDesk(slug) : undefined
  if (!endorsement) throw new DeskRefusal('not_found', view.words.noDesk)
  return { ...visit, context, endorsement, slug, view }
}

/** Throws ApiError 409 for a closed desk. */
export function refuseClosed({ endorsement: { closed_at }, view }: Pick<DeskVisit, 'endorsement' | 'view'>): void {
  if (closed_at === null) return
  const sentence = fill(view.words.deskClosed, { date: closed_at.slice(0, 10) })
  throw new DeskRefusal('invalid_parameter', sentence, { status: 409 })
}

/** Reads the bundle in service; it stays open until the work is done. Throws ApiError 503 if nothing is published. */
export function readBundle<Result>(
  { server }: Pick<DeskContext, 'server'>,
  work: (reading: { bundle: Bundle; day: Day }) => Result,
): Result {
  const lease = server.bundles.lease()
  if (!lease) throw nothingPublished()
  try {
    return work({ bundle: lease.bundle, day: findDay(lease.bundle, server.asOf, server.now()) })
  } finally {
    lease.release()
  }
}

/** As readBundle, for work that waits. */
export async function useBundle<Result>(
  { server }: Pick<DeskContext, 'server'>,
  work: (bundle: Bundle) => Promise<Result>,
): Promise<Result> {
  const lease = server.bundles.lease()
  if (!lease) throw nothingPublished()
  try {
    return await work(lease.bundle)
  } finally {
    lease.release()
  }
}

/** Those of the given contests that the data has. */
export function findDeskContests(
  context: Pick<DeskContext, 'server'>,
  ids: readonly number[],
  lang: Language,
): ReadonlyMap<number, DeskContest> {
  const bodies = readBundle(context, ({ bundle }) => loadContests(bundle, ids, lang))
  return new Map([...bodies].map(([id, body]) => [id, deskContest.parse(JSON.parse(body))]))
}

/** The contest of the path. @param lang English for what is stored. Throws ApiError 404. */
export function loadContest({ context, params, view }: DeskVisit, lang: Language = 'en'): DeskContest {
  const id = contestIdOf({ params, view })
  const body = readBundle(context, ({ bundle }) => findContest(bundle, id, lang))
  if (body === undefined) throw new DeskRefusal('not_found', view.words.contestGone)
  return deskContest.parse(JSON.parse(body))
}

/** Throws ApiError 404. */
export function contestIdOf({ params, view }: Pick<DeskVisit, 'params' | 'view'>): number {
  const { contest = '' } = params
  const id = Number(contest)
  if (String(id) !== contest || !Number.isSafeInteger(id) || id <= 0)
    throw new DeskRefusal('not_found', view.words.noContest)
  return id
}

/** Why the state refused a change of this editor. @param otherwise if the editor may change the desk */
export async function refusalOf({ context, account, slug, view }: DeskVisit, otherwise?: string): Promise<string> {
  const { state } = context.server
  const { words } = view
  const closed_at = (await state.findDesk(slug))?.closed_at ?? null
  if (closed_at !== null) return fill(words.deskClosed, { date: closed_at.slice(0, 10) })
  const isEditor = (await state.endorsersOf(account.id)).includes(slug)
  return isEditor && otherwise !== undefined ? otherwise : words.mayNotSpeak
}

export function todayOf({ now }: Pick<MemberVisit, 'now'>): string {
  return new Date(now).toISOString().slice(0, 10)
}
