// The embedded state: one SQLite file in WAL mode.

import type { Paths } from '../../paths.ts'
import { storeOver } from '../operations/store.ts'
import type { ServiceStore } from '../state.ts'
import { connect } from './connection.ts'
import { copyStateFile, findStateFormat as findFormatOf, readStateFormat as readFormatOf } from './file.ts'

/**
 * Opens the state. Creates it (readable only by its owner) on first use, and migrates an earlier format.
 * If the disk accepts no writes, opens it for reading, and for writing as soon as possible. Throws if its format is later.
 */
export async function openState(paths: Pick<Paths, 'state'>): Promise<ServiceStore> {
  return storeOver(connect(paths.state))
}

/** Opens a copy of the state in memory, migrated to this version's format. Nothing on the disk changes. Throws if its format is later. */
export async function openStateCopy(paths: Pick<Paths, 'state'>): Promise<ServiceStore> {
  return storeOver(connect(paths.state, { database: copyStateFile(paths.state) }))
}

/** The format of the state, and the format that this version writes. Changes nothing. Throws if there is no state. */
export function findStateFormat(paths: Pick<Paths, 'state'>): { found: number; expected: number } {
  return findFormatOf(paths.state)
}

/** Like findStateFormat, and creates no file of SQLite beside the state. */
export function readStateFormat(paths: Pick<Paths, 'state'>): { found: number; expected: number } {
  return readFormatOf(paths.state)
}
