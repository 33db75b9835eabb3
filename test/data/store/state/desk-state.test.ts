import { SQLITE } from './engines.ts'
import { deskSuite } from './suites/desk.ts'

deskSuite(SQLITE)
