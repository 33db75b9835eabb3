import { SQLITE } from '../../data/store/state/engines.ts'
import { killedPublisherSuite } from './publish-killed.ts'

killedPublisherSuite(SQLITE)
