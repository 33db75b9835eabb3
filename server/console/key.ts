// One key of the account's own: another's is not there.

import type { Key } from '../../data/store/state/state.ts'
import { ApiError } from '../errors.ts'
import type { Reply } from '../http/exchange.ts'
import type { Problems } from './form.ts'
import { readTyped, toTyped, typedOf } from './key-typed.ts'
import { keyPage } from './pages/key.ts'
import { redirect, show } from './reply.ts'
import type { MemberVisit } from './visit.ts'

export async function answerKey(visit: MemberVisit): Promise<Reply> {
  const key = await loadKey(visit)
  return show(visit, keyPage(toSeen(visit, key), typedOf(key)))
}

export async function changeKey(visit: MemberVisit): Promise<Reply> {
  const { desk, form, account, now } = visit
  const key = await loadKey(visit)
  const seen = toSeen(visit, key)
  const typed = toTyped(form)
  const problems: Problems = {}
  const wanted = readTyped(typed, { today: seen.today, kept: typedOf(key).expires }, problems)
  if (wanted) {
    const change = { by: account.name, at: new Date(now).toISOString() }
    const changed = await desk.state.changeKey({ id: key.id, account_id: account.id }, wanted, change)
    if (!('refused' in changed)) return redirect('/console', { done: 'key-changed' })
    problems.form = changed.refused
  }
  return show(visit, keyPage(seen, typed, problems), { status: 400 })
}

export async function revokeKey(visit: MemberVisit): Promise<Reply> {
  const { desk, account, now } = visit
  const { id } = await loadKey(visit)
  const change = { by: account.name, at: new Date(now).toISOString() }
  const revoked = await desk.state.revokeKey({ id, account_id: account.id }, change)
  if ('refused' in revoked) throw notFound()
  return redirect('/console', { done: 'key-revoked' })
}

/** Throws ApiError 404 for what is no key of this account, or is revoked. */
async function loadKey({ desk, account, params }: MemberVisit): Promise<Key> {
  const keys = await desk.state.keysOf(account.id)
  const key = keys.find(({ id, revoked_at }) => String(id) === params.id && revoked_at === null)
  if (!key) throw notFound()
  return key
}

function toSeen({ visitor, now }: MemberVisit, { id, last_four }: Key) {
  return { id, last_four, token: visitor.token, today: new Date(now).toISOString().slice(0, 10) }
}

function notFound(): ApiError {
  return new ApiError('not_found', 'There is no such key, or it is revoked.')
}
