// The types of the console: a visit, which each page and form receives, and a route.

import type { Account } from '../../data/store/state/accounts.ts'
import type { AuditedChange } from '../../data/store/state/change.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import type { UsageHistory } from '../../data/store/usage.ts'
import type { Peer } from '../../server/http/auth.ts'
import type { Reply } from '../../server/http/exchange.ts'
import type { Meter } from '../../server/http/limits.ts'
import type { Bundles } from '../../server/serving/bundles.ts'
import type { Form } from '../web/form.ts'
import type { Hmac, OpenSession, Visitor } from '../web/session.ts'
import type { ConsoleAssets } from './pages/layout.ts'
import type { TakeTurn } from './turns.ts'
import type { ConsoleView } from './view.ts'

/** The parts of the running server that the console needs. */
export interface ConsoleServer {
  state: ServiceStore
  /** For charts. */
  usage: UsageHistory
  meter: Meter
  hmac: Hmac
  /** For what the service shows of an endorser whose desk is opened. */
  bundles: Pick<Bundles, 'lease'>
  /** `operators`: operators must have a second factor; `optional`: they may. */
  secondFactor: 'optional' | 'operators'
}

export interface ConsoleContext extends ConsoleServer {
  assets: ConsoleAssets
  takeTurn: TakeTurn
}

export interface Visit {
  desk: ConsoleContext
  /** The visitor's language. */
  view: ConsoleView
  peer: Peer
  /** Base URL of the service, such as https://api.example.org. */
  origin: string
  /** True if the visitor followed a link from another site: the browser then does not send the session's cookie. */
  fromElsewhere: boolean
  visitor: Visitor
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  /** Empty if nothing was posted. */
  form: Form
  /** Milliseconds since 1970. */
  now: number
}

export interface MemberVisit extends Visit {
  session: OpenSession
  account: Account
}

/**
 * `account`: a signed-in visitor; `approved`: a visitor with an approved account; `operator`: an approved account with that role.
 * `beforeSecondFactor`: open to an operator who must set a second factor and has none yet.
 * `bodyBytes`: the largest form, if it is larger than others. `uploadBytes`: the same for a form that may have files.
 */
export type ConsoleRoute = {
  method: 'GET' | 'POST'
  path: string
  beforeSecondFactor?: true
  bodyBytes?: number
  uploadBytes?: number
} & (
  | { who: 'anybody'; answer(visit: Visit): Promise<Reply> }
  | { who: 'account' | 'approved' | 'operator'; answer(visit: MemberVisit): Promise<Reply> }
)

/** The author and time that the audit records for a change made in this visit. */
export function changeBy({ account, now }: { account: Pick<Account, 'name'>; now: number }): AuditedChange {
  return { by: account.name, at: new Date(now).toISOString() }
}
