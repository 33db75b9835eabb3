import { SQLITE } from './engines.ts'
import { publicationSuite } from './suites/publications.ts'

publicationSuite(SQLITE)
