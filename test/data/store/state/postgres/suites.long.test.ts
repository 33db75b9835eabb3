// The suites of the state on PostgreSQL. Without a server for the tests, they are skipped, and the name of the test says why.

import { describe, test } from 'vitest'
import { killedPublisherSuite } from '../../../../build/publish/publish-killed.ts'
import { feedModelSuite } from '../../../../server/feed/model.ts'
import { POSTGRES, whyWithoutPostgres } from '../engines.ts'
import { SUITES } from '../suites/all.ts'

const why = await whyWithoutPostgres()
if (why !== undefined) test.skip(why, () => undefined)
else for (const [name, suite] of Object.entries({ ...SUITES, feedModelSuite })) describe(name, () => suite(POSTGRES))
if (why === undefined)
  killedPublisherSuite(POSTGRES, 'a publisher that is killed loses and repeats no event', () => undefined)
