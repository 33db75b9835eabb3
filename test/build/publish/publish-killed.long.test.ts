import { SQLITE } from '../../data/store/state/engines.ts'
import { proved } from '../../proof/proved.ts'
import { KILLS, killedPublisherSuite } from './publish-killed.ts'

killedPublisherSuite(
  SQLITE,
  'killed at any moment, the committed events are complete and replay to the current bundle',
  ({ kills, left, events }) =>
    proved('killed_publisher', [
      { what: 'kills', value: kills, atLeast: KILLS },
      { what: 'kills while it wrote events', value: left },
      { what: 'events checked', value: events },
    ]),
)
