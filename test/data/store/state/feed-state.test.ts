import { SQLITE } from './engines.ts'
import { feedSuite } from './suites/feed.ts'

feedSuite(SQLITE)
