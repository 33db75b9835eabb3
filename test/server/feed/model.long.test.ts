// The model-based test of the feed over the SQLite state.

import { SQLITE } from '../../data/store/state/engines.ts'
import { feedModelSuite } from './model.ts'

feedModelSuite(SQLITE)
