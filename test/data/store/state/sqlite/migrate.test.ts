import { describe } from 'vitest'
import { SQLITE } from '../engines.ts'
import { migrateSuite } from '../suites/migrate.ts'

describe('from one file to another', () => migrateSuite(SQLITE, SQLITE))
