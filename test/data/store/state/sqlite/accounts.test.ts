import { SQLITE } from '../engines.ts'
import { accountSuite } from '../suites/accounts.ts'

accountSuite(SQLITE)
