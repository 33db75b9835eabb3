// Finds the data of a page of the desk: the bundle in service, and the endorser and contest of the visit.

import { type DeskContest, deskContest } from '../../data/desk/check.ts'
import type { LastRun } from '../../data/schema/last-run.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import type { Desk } from '../../data/store/state/desk.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import type { MemberVisit } from '../console/visit.ts'
import { ApiError } from '../http/errors.ts'
import type { Day } from '../read/calendar.ts'
import { findContest } from '../read/contests.ts'
import { findDay } from '../read/upcoming.ts'
import type { Bundles } from '../serving/bundles.ts'
import { nothingPublished } from '../serving/snapshots.ts'
import type { Asset } from '../web/assets.ts'
import type { ShellAssets } from '../web/page.ts'

/** The parts of the running server that the desk needs. */
export interface DeskServer {
  state: ServiceStore
  bundles: Pick<Bundles, 'lease'>
  /** The pinned day, or null for today. */
  asOf: string | null
  now(): number
  lastRun(): LastRun | null
}

export type DeskAssets = ShellAssets & Readonly<Record<'deskStyle' | 'deskScript', Asset>>

export interface DeskContext {
  server: DeskServer
  assets: DeskAssets
}

/** A visit of an editor to the desk of one endorser. */
export interface DeskVisit extends MemberVisit {
  context: DeskContext
  endorsement: Desk
  /** The endorser's slug. */
  slug: string
}

/** Throws ApiError 404 for an endorser for whom the account may not speak: it learns no more than that. */
export async function openVisit(context: DeskContext, visit: MemberVisit): Promise<DeskVisit> {
  const { state } = context.server
  const slug = visit.params.slug ?? ''
  const own = await state.endorsersOf(visit.account.id)
  const endorsement = own.includes(slug) ? await state.findDesk(slug) : undefined
  if (!endorsement) throw new ApiError('not_found', 'There is no such desk, or this account may not speak for it.')
  return { ...visit, context, endorsement, slug }
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

/** Undefined if the data has no such contest. */
export function findDeskContest(context: Pick<DeskContext, 'server'>, id: number): DeskContest | undefined {
  const body = readBundle(context, ({ bundle }) => findContest(bundle, id, 'en'))
  return body === undefined ? undefined : deskContest.parse(JSON.parse(body))
}

/** The contest of the path. Throws ApiError 404. */
export function loadContest({ context, params }: Pick<DeskVisit, 'context' | 'params'>): DeskContest {
  const id = contestIdOf(params)
  const contest = findDeskContest(context, id)
  if (!contest)
    throw new ApiError(
      'not_found',
      'The data has no such contest any more. Your drafts and what you published are kept.',
    )
  return contest
}

/** Throws ApiError 404. */
export function contestIdOf({ contest = '' }: DeskVisit['params']): number {
  const id = Number(contest)
  if (String(id) !== contest || !Number.isSafeInteger(id) || id <= 0)
    throw new ApiError('not_found', 'There is no such contest.')
  return id
}

export function todayOf({ now }: Pick<MemberVisit, 'now'>): string {
  return new Date(now).toISOString().slice(0, 10)
}
