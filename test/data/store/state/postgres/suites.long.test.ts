// The suites of the state on PostgreSQL. Without a server for the tests, they are skipped, and the name of the test says why.

import { describe, test } from 'vitest'
import { killedPublisherSuite } from '../../../../build/publish/publish-killed.ts'
import { feedModelSuite } from '../../../../server/feed/model.ts'
import { POSTGRES, whyWithoutPostgres } from '../engines.ts'
import { accountSuite } from '../suites/accounts.ts'
import { correctionSuite } from '../suites/corrections.ts'
import { deskSuite } from '../suites/desk.ts'
import { feedSuite } from '../suites/feed.ts'
import { keySuite } from '../suites/keys.ts'
import { leaseSuite } from '../suites/leases.ts'
import { leavingSuite } from '../suites/leaving.ts'
import { pinSuite } from '../suites/pins.ts'
import { publicationSuite } from '../suites/publications.ts'
import { signUpSuite } from '../suites/sign-up.ts'
import { stageLeftSuite } from '../suites/stage-left.ts'
import { subscriptionSuite } from '../suites/subscriptions.ts'

const SUITES = {
  ...{
    accountSuite,
    correctionSuite,
    deskSuite,
    feedSuite,
    keySuite,
    leaseSuite,
    leavingSuite,
    pinSuite,
    publicationSuite,
  },
  ...{ signUpSuite, stageLeftSuite, subscriptionSuite, feedModelSuite },
}

const why = await whyWithoutPostgres()
if (why !== undefined) test.skip(why, () => undefined)
else for (const [name, suite] of Object.entries(SUITES)) describe(name, () => suite(POSTGRES))
if (why === undefined)
  killedPublisherSuite(POSTGRES, 'a publisher that is killed loses and repeats no event', () => undefined)
