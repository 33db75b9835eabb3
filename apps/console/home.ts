// The home page of an account: its usage and keys, or a note that the account is pending.

import { DAY, MINUTE } from '../../data/schema/duration.ts'
import type { Reply } from '../../server/http/exchange.ts'
import type { Problems } from '../web/form.ts'
import { homePage } from './pages/home.ts'
import type { KeyTyped } from './pages/key-fields.ts'
import type { ConsolePage } from './pages/layout.ts'
import type { UsageSeen } from './pages/usage.ts'
import { waitingPage } from './pages/waiting.ts'
import { showPage } from './reply.ts'
import type { ConsoleMemberVisit } from './visit.ts'

const MINUTES_SHOWN = 60

export async function answerHome(visit: ConsoleMemberVisit): Promise<Reply> {
  return showPage(
    visit,
    visit.account.status === 'pending' ? waitingPage(visit.view, visit.account) : await loadHome(visit),
  )
}

/** `typed` and `problems` come from a refused form. */
export async function loadHome(visit: ConsoleMemberVisit, typed?: KeyTyped, problems?: Problems): Promise<ConsolePage> {
  const { host, account, visitor } = visit
  const keys = await host.state.keysOf(account.id)
  return homePage(visit.view, { keys, usage: await loadUsage(visit), token: visitor.token }, typed, problems)
}

async function loadUsage({ host, account, now }: ConsoleMemberVisit): Promise<UsageSeen> {
  const plan = (await host.state.plans()).find((one) => one.name === account.plan)
  if (!plan) throw new Error('an account has a plan that does not exist')
  const last = Math.floor(now / MINUTE)
  const first = last - MINUTES_SHOWN + 1
  const day = Math.floor(now / DAY)
  const history = await host.usage.history(account.id, { minute: first, day })
  const requests = new Map(history.minutes.map((one) => [one.minute, one.requests]))
  return {
    plan,
    minutes: Array.from({ length: MINUTES_SHOWN }, (_, index) => requests.get(first + index) ?? 0),
    today: history.days.find((one) => one.day === day)?.requests ?? 0,
    at: new Date(now).toISOString(),
  }
}
