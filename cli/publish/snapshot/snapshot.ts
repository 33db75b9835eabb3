// `hustings snapshot`: the stored bundles, and snapshot files.

import type { Command } from 'commander'
import { addCreate } from './create.ts'
import { addList } from './list.ts'
import { addPin } from './pin.ts'
import { addPrune } from './prune.ts'
import { addRebuild } from './rebuild.ts'
import { addUnpin } from './unpin.ts'
import { addVerify } from './verify.ts'

export function addSnapshot(program: Command): void {
  const snapshot = program
    .command('snapshot')
    .description('list, pin and delete the stored bundles; pack and verify snapshot files')
  for (const add of [addList, addPin, addUnpin, addPrune, addCreate, addVerify, addRebuild]) add(snapshot)
}
