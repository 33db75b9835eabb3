// Every suite of one state, for each engine.

import { accountSuite } from './accounts.ts'
import { correctionSuite } from './corrections.ts'
import { deskSuite } from './desk.ts'
import { feedSuite } from './feed.ts'
import { keySuite } from './keys.ts'
import { leaseSuite } from './leases.ts'
import { leavingSuite } from './leaving.ts'
import { pinSuite } from './pins.ts'
import { publicationSuite } from './publications.ts'
import { stageLeftSuite } from './stage-left.ts'
import { subscriptionSuite } from './subscriptions.ts'

export const SUITES = {
  accountSuite,
  correctionSuite,
  deskSuite,
  feedSuite,
  keySuite,
  leaseSuite,
  leavingSuite,
  pinSuite,
  publicationSuite,
  stageLeftSuite,
  subscriptionSuite,
}
