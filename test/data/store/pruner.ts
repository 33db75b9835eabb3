// A process that prunes a state. With `stop` it halts after it wrote the archive and before it updates the state, and prints that.

import { writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { pruneEvents } from '../../../build/archive/archive.ts'
import { pathsIn } from '../../../data/store/paths.ts'
import { openState } from '../../../data/store/state/sqlite/state.ts'

const [file = '', now = '', mode = ''] = process.argv.slice(2)
const state = await openState({ state: file })
const halting = {
  ...state,
  dropEvents: async (through: number): Promise<void> => {
    writeSync(1, `${through}\n`)
    if (mode === 'stop') await new Promise((resolve) => setTimeout(resolve, 60_000))
    await state.dropEvents(through)
  },
}
writeSync(1, 'begun\n')
await pruneEvents({ paths: pathsIn(dirname(file)), state: halting, now: new Date(now), retentionDays: 7 })
writeSync(1, 'pruned\n')
await new Promise((resolve) => setTimeout(resolve, 60_000))
