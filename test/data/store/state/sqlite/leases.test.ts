import { SQLITE } from '../engines.ts'
import { leaseSuite } from '../suites/leases.ts'

leaseSuite(SQLITE)
