// A data folder with a new state for each test of a file.

import { copyFileSync, rmSync } from 'node:fs'
import { afterEach, beforeEach } from 'vitest'
import { type Paths, pathsIn } from '../../../data/store/paths.ts'
import { openState } from '../../../data/store/state/sqlite/state.ts'
import type { ServiceStore } from '../../../data/store/state/state.ts'
import { openFolder } from '../../temporary.ts'

export let paths: Paths
export let state: ServiceStore

export function freshState(): void {
  beforeEach(async () => {
    paths = pathsIn(openFolder())
    state = await openState(paths)
  })
  afterEach(() => state.close())
}

/** Deletes the state, also its log, or puts a copy of another in its place. */
export async function replaceState(copy?: string): Promise<void> {
  await state.close()
  for (const suffix of ['', '-wal', '-shm']) rmSync(paths.state + suffix, { force: true })
  if (copy !== undefined) copyFileSync(copy, paths.state)
  state = await openState(paths)
}
