// Changes and revokes a key of the visitor's account. Keys of other accounts are not found.

import { ApiError } from '../../data/schema/api-error.ts'
import type { Key } from '../../data/store/state/keys.ts'
import type { Reply } from '../../server/http/exchange.ts'
import type { Problems } from '../web/form.ts'
import { changeBy } from '../web/members.ts'
import { readTyped, toTyped, typedOf } from './key-typed.ts'
import { type KeySeen, keyPage } from './pages/key.ts'
import { redirect, showPage } from './reply.ts'
import { inEnglish } from './view.ts'
import type { ConsoleMemberVisit } from './visit.ts'

export async function answerKey(visit: ConsoleMemberVisit): Promise<Reply> {
  const key = await loadKey(visit)
  return showPage(visit, keyPage(visit.view, toSeen(visit, key), typedOf(key)))
}

export async function changeKey(visit: ConsoleMemberVisit): Promise<Reply> {
  const { host, form, account } = visit
  const key = await loadKey(visit)
  const seen = toSeen(visit, key)
  const today = todayOf(visit)
  const typed = toTyped(form)
  const problems: Problems = {}
  const wanted = readTyped(visit.view, typed, { today, kept: typedOf(key).expires }, problems)
  if (wanted) {
    const changed = await host.state.changeKey({ id: key.id, account_id: account.id }, wanted, changeBy(visit))
    if (!('refused' in changed)) return redirect('/console', { done: 'key-changed' })
    problems.form = inEnglish(visit.view, changed.refused, visit.view.words.notDone)
  }
  return showPage(visit, keyPage(visit.view, seen, typed, problems), { status: 400 })
}

export async function revokeKey(visit: ConsoleMemberVisit): Promise<Reply> {
  const { host, account } = visit
  const { id } = await loadKey(visit)
  const revoked = await host.state.revokeKey({ id, account_id: account.id }, changeBy(visit))
  if ('refused' in revoked) throw notFound()
  return redirect('/console', { done: 'key-revoked' })
}

/** Throws ApiError 404 if the account has no such key, or if the key is revoked. */
async function loadKey({ host, account, params }: ConsoleMemberVisit): Promise<Key> {
  const keys = await host.state.keysOf(account.id)
  const key = keys.find(({ id, revoked_at }) => String(id) === params.id && revoked_at === null)
  if (!key) throw notFound()
  return key
}

function toSeen(visit: ConsoleMemberVisit, { id, last_four, expires_at }: Key): KeySeen {
  const today = todayOf(visit)
  const kept = expires_at?.slice(0, 10) ?? today
  const over = kept < today
  return { id, last_four, token: visit.visitor.token, earliest: over ? kept : today }
}

function todayOf({ now }: ConsoleMemberVisit): string {
  return new Date(now).toISOString().slice(0, 10)
}

function notFound(): ApiError {
  return new ApiError('not_found', 'There is no such key, or it is revoked.')
}
