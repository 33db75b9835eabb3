import { SQLITE } from '../engines.ts'
import { keySuite } from '../suites/keys.ts'

keySuite(SQLITE)
