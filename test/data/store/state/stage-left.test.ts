import { SQLITE } from './engines.ts'
import { stageLeftSuite } from './suites/stage-left.ts'

stageLeftSuite(SQLITE)
