import { SQLITE } from '../../data/store/state/engines.ts'
import { feedModelSuite } from './model.ts'

feedModelSuite(SQLITE)
