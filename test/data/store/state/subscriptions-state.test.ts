import { SQLITE } from './engines.ts'
import { subscriptionSuite } from './suites/subscriptions.ts'

subscriptionSuite(SQLITE)
