// What each page and form of the console receives.

import type { Member, MemberRoute, Visit } from '../web/members.ts'
import type { ConsoleAssets } from './pages/layout.ts'
import type { TakeTurn } from './turns.ts'
import type { ConsoleView } from './view.ts'

export interface ConsoleVisit extends Visit {
  /** The visitor's language. */
  view: ConsoleView
  assets: ConsoleAssets
  takeTurn: TakeTurn
}

export type ConsoleMemberVisit = ConsoleVisit & Member

export type ConsoleRoute = MemberRoute<ConsoleVisit>
