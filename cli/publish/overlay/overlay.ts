// `hustings overlay`: the newsroom's own notes and overrides.

import type { Command } from 'commander'
import { addCheck } from './check.ts'
import { addPatch } from './patch.ts'

export function addOverlay(program: Command): void {
  const overlay = program
    .command('overlay')
    .description("check the newsroom's own notes and overrides, and print them as a patch")
  for (const add of [addCheck, addPatch]) add(overlay)
}
