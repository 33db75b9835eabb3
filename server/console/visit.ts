// What a page or a form's action is given, and what the console's route table holds.

import type { Account, AuditedChange, ServiceStore } from '../../data/store/state/state.ts'
import type { Usage } from '../../data/store/usage.ts'
import type { Reply } from '../http/exchange.ts'
import type { Meter } from '../http/limits.ts'
import type { Peer } from '../http/peer.ts'
import type { Assets } from './assets.ts'
import type { Form } from './form.ts'
import type { Hmac, OpenSession, Visitor } from './session.ts'
import type { TakeTurn } from './turns.ts'

/** What the console takes of the running server. */
export interface ConsoleServer {
  state: ServiceStore
  /** For charts. */
  usage: Pick<Usage, 'history'>
  meter: Meter
  hmac: Hmac
  /** Whether operators must have a second factor, or may. */
  secondFactor: 'optional' | 'operators'
}

export interface ConsoleContext extends ConsoleServer {
  assets: Assets
  takeTurn: TakeTurn
}

export interface Visit {
  desk: ConsoleContext
  peer: Peer
  /** Where the service is asked, such as https://api.example.org. */
  origin: string
  /** They came by a link from another site, so that the browser kept a session's cookie back. */
  fromElsewhere: boolean
  visitor: Visitor
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  /** Empty where nothing was posted. */
  form: Form
  /** Milliseconds since 1970. */
  now: number
}

export interface MemberVisit extends Visit {
  session: OpenSession
  account: Account
}

/**
 * `account`: who is signed in; `approved`: whose account is; `operator`: an approved account that has the role.
 * `beforeSecondFactor`: open to an operator who must set a second factor and has none yet.
 */
export type ConsoleRoute = { method: 'GET' | 'POST'; path: string; beforeSecondFactor?: true } & (
  | { who: 'anybody'; answer(visit: Visit): Promise<Reply> }
  | { who: 'account' | 'approved' | 'operator'; answer(visit: MemberVisit): Promise<Reply> }
)

/** What the audit says of a change that this visit makes. */
export function changeBy({ account, now }: { account: Pick<Account, 'name'>; now: number }): AuditedChange {
  return { by: account.name, at: new Date(now).toISOString() }
}
