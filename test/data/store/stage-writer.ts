// A process that stages and publishes events until it is killed. It prints each committed publication, or each batch if it only
// stages. The bodies contain its name, so that a test can see which process's events became current.

import { writeSync } from 'node:fs'
import { CHAIN_START } from '../../../data/schema/event.ts'
import { openState } from '../../../data/store/state/open.ts'
import { makeEvents } from './feed-events.ts'
import { pathsAt } from './state/address.ts'

const BATCHES = 3
const BATCH = 5
const PAUSE_MS = 20
const PAUSE_MAX_MS = 2000

const [address = '', mode = 'publish'] = process.argv.slice(2)
const state = await openState(pathsAt(address))
const writer = process.pid.toString(16).padStart(16, '0')

let pause = PAUSE_MS
for (let round = 1; ; round++) {
  const head = await state.head()
  const stage = await state.beginStage()
  const { events, staged } = makeEvents({
    ...{ count: BATCHES * BATCH, after: { seq: head?.seq ?? 0, chain: head?.chain ?? CHAIN_START }, epoch: writer },
    ...{ from: head?.occurred_at ?? '2028-03-01T12:00:00.000Z', every: 1 },
  })
  let refused = false
  for (let batch = 0; batch < BATCHES && !refused; batch++) {
    refused = (await state.stageEvents(stage, events.slice(batch * BATCH, (batch + 1) * BATCH))) !== undefined
    if (mode === 'stage' && !refused) writeSync(1, `${stage} ${batch}\n`)
  }
  if (mode === 'stage') {
    await new Promise((resolve) => setTimeout(resolve, 60_000))
    continue
  }
  const bundle = `${writer}-${round}`
  const expectedPublication = head?.publication ?? null
  const result = refused
    ? undefined
    : await state.publish({
        ...{ expectedPublication, bundle, published_at: staged.occurred_at },
        staged: { stage, ...staged },
      })
  if (result && 'publication' in result) {
    writeSync(1, `${result.publication} ${staged.seq} ${bundle}\n`)
    pause = PAUSE_MS
  } else {
    // A refused writer waits, so that another can finish, longer each time: on a busy machine, finishing takes longer.
    await new Promise((resolve) => setTimeout(resolve, pause * Math.random()))
    pause = Math.min(2 * pause, PAUSE_MAX_MS)
  }
}
