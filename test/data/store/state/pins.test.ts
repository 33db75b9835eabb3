import { SQLITE } from './engines.ts'
import { pinSuite } from './suites/pins.ts'

pinSuite(SQLITE)
