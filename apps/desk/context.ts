// Finds the data of a page of the desk: the bundle in service, and the endorser and contest of the visit.

import { type DeskContest, deskContest } from '../../data/desk/check.ts'
import { ApiError } from '../../data/schema/api-error.ts'
import type { Language } from '../../data/schema/vocabulary.ts'
import type { Desk } from '../../data/store/state/desk.ts'
import type { Host } from '../../server/host.ts'
import type { Asset } from '../web/assets.ts'
import type { MemberVisit } from '../web/members.ts'
import type { Shell } from '../web/page.ts'
import { fill } from '../web/sentence.ts'
import { type DeskView, viewOf } from './view.ts'

export type DeskAssets = Shell & Readonly<Record<'deskStyle' | 'deskScript', Asset>>

/** A refusal in the language of the visitor; other errors have an English sentence. */
export class DeskRefusal extends ApiError {}

/** A visit of an editor to the desk of one endorser. */
export interface DeskVisit extends MemberVisit {
  assets: DeskAssets
  endorsement: Desk
  /** The endorser's slug. */
  slug: string
  view: DeskView
}

/** Throws ApiError 404 for an endorser for whom the account may not speak: it learns no more than that. */
export async function openVisit(assets: DeskAssets, visit: MemberVisit): Promise<DeskVisit> {
  const { state } = visit.host
  const view = viewOf(visit.query)
  const slug = visit.params.slug ?? ''
  const own = await state.endorsersOf(visit.account.id)
  const endorsement = own.includes(slug) ? await state.findDesk(slug) : undefined
  if (!endorsement) throw new DeskRefusal('not_found', view.words.noDesk)
  return { ...visit, assets, endorsement, slug, view }
}

/** Throws ApiError 409 for a closed desk. */
export function refuseClosed({ endorsement: { closed_at }, view }: Pick<DeskVisit, 'endorsement' | 'view'>): void {
  if (closed_at === null) return
  const sentence = fill(view.words.deskClosed, { date: closed_at.slice(0, 10) })
  throw new DeskRefusal('invalid_parameter', sentence, { status: 409 })
}

/** Those of the given contests that the data has. */
export function findDeskContests(
  { data }: Pick<Host, 'data'>,
  ids: readonly number[],
  lang: Language,
): ReadonlyMap<number, DeskContest> {
  return new Map([...data.contests(ids, lang)].map(([id, body]) => [id, deskContest.parse(JSON.parse(body))]))
}

/** The contest of the path. @param lang English for what is stored. Throws ApiError 404. */
export function loadContest({ host, params, view }: DeskVisit, lang: Language = 'en'): DeskContest {
  const id = contestIdOf({ params, view })
  const contest = findDeskContests(host, [id], lang).get(id)
  if (!contest) throw new DeskRefusal('not_found', view.words.contestGone)
  return contest
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
export async function refusalOf({ host, account, slug, view }: DeskVisit, otherwise?: string): Promise<string> {
  const { state } = host
  const { words } = view
  const closed_at = (await state.findDesk(slug))?.closed_at ?? null
  if (closed_at !== null) return fill(words.deskClosed, { date: closed_at.slice(0, 10) })
  const isEditor = (await state.endorsersOf(account.id)).includes(slug)
  return isEditor && otherwise !== undefined ? otherwise : words.mayNotSpeak
}

export function todayOf({ now }: Pick<MemberVisit, 'now'>): string {
  return new Date(now).toISOString().slice(0, 10)
}
