import { SQLITE } from './engines.ts'
import { correctionSuite } from './suites/corrections.ts'

correctionSuite(SQLITE)
