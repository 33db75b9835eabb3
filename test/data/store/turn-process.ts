// A process that publishes in its turn. Words: the state's address, a name, and whether it stays in the middle of its stage.

import { writeSync } from 'node:fs'
import { publishInTurn } from '../../../cli/publish/pipeline.ts'
import { CHAIN_START } from '../../../data/schema/event.ts'
import { openState } from '../../../data/store/state/open.ts'
import { makeEvents } from './feed-events.ts'
import { pathsAt } from './state/address.ts'

const epoch = process.pid.toString(16).padStart(16, '0')
const [address = '', name = '', stays] = process.argv.slice(2)
const state = await openState(pathsAt(address))
writeSync(1, 'open\n')
await publishInTurn(state, { command: name, next: `hustings ${name}` }, async () => {
  writeSync(1, 'turn\n')
  const head = await state.head()
  const stage = await state.beginStage()
  const { events, staged } = makeEvents({
    ...{ count: 20, after: { seq: head?.seq ?? 0, chain: head?.chain ?? CHAIN_START }, epoch },
    ...{ from: head?.occurred_at ?? '2028-03-01T12:00:00.000Z', every: 1 },
  })
  await state.stageEvents(stage, events)
  writeSync(1, 'staged\n')
  if (stays) await new Promise((resolve) => process.once('SIGUSR2', resolve))
  const published = await state.publish({
    ...{ expectedPublication: head?.publication ?? null, bundle: name, published_at: staged.occurred_at },
    staged: { stage, ...staged },
  })
  writeSync(1, `${JSON.stringify(published)}\n`)
})
await state.close()
