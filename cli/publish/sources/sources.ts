// `hustings sources`: the sources of the data, and sources.yaml, which adds an operator's own.

import type { Command } from 'commander'
import { addAdd } from './add.ts'
import { addCheck } from './check.ts'
import { addInit } from './init.ts'
import { addList } from './list.ts'
import { addRemove } from './remove.ts'
import { addShow } from './show.ts'
import { addStatus } from './status.ts'

export function addSources(program: Command): void {
  const sources = program
    .command('sources')
    .description('the sources of the data, and sources.yaml, which adds your own')
  for (const add of [addInit, addList, addShow, addAdd, addRemove, addCheck, addStatus]) add(sources)
}
