import { describe } from 'vitest'
import { SQLITE } from '../engines.ts'
import { SUITES } from '../suites/all.ts'
import { migrateSuite } from '../suites/migrate.ts'

for (const [name, suite] of Object.entries(SUITES)) describe(name, () => suite(SQLITE))
describe('from one file to another', () => migrateSuite(SQLITE, SQLITE))
