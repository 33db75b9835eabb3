// Creates a key. It responds with a page instead of a redirect, because the key is not stored and can be shown only in this response.

import { randomBytes } from 'node:crypto'
import { KEY_RANDOM_BYTES, makeKey } from '../../data/access/key.ts'
import type { Reply } from '../../server/http/exchange.ts'
import type { Problems } from '../web/form.ts'
import { changeBy } from '../web/members.ts'
import { loadHome } from './home.ts'
import { readTyped, toTyped } from './key-typed.ts'
import { madeKeyPage } from './pages/key.ts'
import { showPage } from './reply.ts'
import { inEnglish } from './view.ts'
import type { ConsoleMemberVisit } from './visit.ts'

export async function createKey(visit: ConsoleMemberVisit): Promise<Reply> {
  const { host, form, account, origin } = visit
  const change = changeBy(visit)
  const typed = toTyped(form)
  const problems: Problems = {}
  const again = async (): Promise<Reply> => showPage(visit, await loadHome(visit, typed, problems), { status: 400 })
  const wanted = readTyped(visit.view, typed, { today: change.at.slice(0, 10), kept: null }, problems)
  if (!wanted) return await again()

  const key = makeKey(randomBytes(KEY_RANDOM_BYTES))
  const made = await host.state.createKey(
    { account: account.name, ...wanted, hash: host.hmac(key), last_four: key.slice(-4) },
    change,
  )
  if ('refused' in made) {
    problems.form = inEnglish(visit.view, made.refused, visit.view.words.notDone)
    return await again()
  }
  return showPage(visit, madeKeyPage(visit.view, { key, label: made.label, origin }))
}
