import { SQLITE } from './engines.ts'
import { leavingSuite } from './suites/leaving.ts'

leavingSuite(SQLITE)
