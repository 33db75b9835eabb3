// `hustings sources`: the sources of the data, and sources.yaml, which adds an operator's own.

import type { Command } from 'commander'
import { addAccept } from './accept.ts'
import { addCheck } from './check.ts'
import { addAdd, addInit, addRemove } from './edit.ts'
import { addList, addShow, addStatus } from './show.ts'

export function addSources(program: Command): void {
  const sources = program
    .command('sources')
    .description('the sources of the data, and sources.yaml, which adds your own')
  for (const add of [addInit, addList, addShow, addAdd, addRemove, addCheck, addStatus, addAccept]) add(sources)
}
