// A process that moves a state, until it is killed. It prints when it begins and when it is done.

import { writeSync } from 'node:fs'
import { migrateState } from '../../../data/store/state/moves.ts'
import { openState } from '../../../data/store/state/open.ts'
import { pathsAt } from './state/address.ts'

const [source = '', target = '', draft = ''] = process.argv.slice(2)
const [from, to] = [await openState(pathsAt(source)), await openState(pathsAt(target))]
writeSync(1, 'begun\n')
const names = { from: 'the old', to: 'the new' }
const moved = await migrateState({ from, to, names, use: 'use it', draft, replace: true, now: () => new Date() })
writeSync(1, 'refused' in moved ? `${moved.refused}\n` : 'done\n')
await from.close()
await to.close()
process.exit('refused' in moved ? 1 : 0)
