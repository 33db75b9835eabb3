import { SQLITE } from './engines.ts'
import { signUpSuite } from './suites/sign-up.ts'

signUpSuite(SQLITE)
