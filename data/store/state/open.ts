// Opens the state in the engine that the settings name. Only this file knows the engines. PostgreSQL is loaded only if it is used.

import { existsSync } from 'node:fs'
import type { Paths } from '../paths.ts'
import type { SharedUsage } from '../usage.ts'
import * as sqlite from './sqlite/state.ts'
import type { ServiceStore } from './state.ts'

type StatePaths = Pick<Paths, 'state' | 'stateServer'>

/**
 * Opens the state. Creates it on first use, and migrates an earlier format. Throws if its format is later. SQLite: if the disk accepts
 * no writes, opens the file for reading, and for writing as soon as possible. PostgreSQL: throws StateUnavailable.
 */
export async function openState({ state, stateServer }: StatePaths): Promise<ServiceStore> {
  if (stateServer === undefined) return sqlite.openState({ state })
  return (await loadPostgres()).openPostgres(stateServer)
}

/**
 * The state for reading, in this version's format. Nothing in the state changes: SQLite copies the file into memory, and PostgreSQL
 * refuses another format.
 */
export async function openStateCopy({ state, stateServer }: StatePaths): Promise<ServiceStore> {
  if (stateServer === undefined) return sqlite.openStateCopy({ state })
  const { found, expected } = await readStateFormat({ state, stateServer })
  if (found === expected) return openState({ state, stateServer })
  throw new Error(
    `${await nameState({ state, stateServer })} has format ${found}, and this version reads ${expected}: PostgreSQL converts no copy`,
  )
}

/** True if the state was opened before. Creates nothing. */
export async function stateExists({ state, stateServer }: StatePaths): Promise<boolean> {
  return stateServer === undefined ? existsSync(state) : (await findStateFormat({ state, stateServer })).found > 0
}

/** The state for reading, of which nothing changes. Undefined if there is no state that this version reads. */
export async function openExisting(paths: StatePaths): Promise<ServiceStore | undefined> {
  try {
    return (await stateExists(paths)) ? await openStateCopy(paths) : undefined
  } catch {
    return undefined
  }
}

/** The format of the state, and the format that this version writes. Changes nothing. Throws if there is no SQLite file. */
export async function findStateFormat({
  state,
  stateServer,
}: StatePaths): Promise<{ found: number; expected: number }> {
  if (stateServer === undefined) return sqlite.findStateFormat({ state })
  return (await loadPostgres()).findPostgresFormat(stateServer)
}

/** The format of the state, and the format that this version writes. Creates no file of SQLite beside the state. */
export async function readStateFormat(paths: StatePaths): Promise<{ found: number; expected: number }> {
  return paths.stateServer === undefined ? sqlite.readStateFormat(paths) : findStateFormat(paths)
}

/** The counts of requests that several servers share. Undefined with SQLite: one server counts in usage.sqlite. Connects later. */
export async function openSharedUsage({ stateServer }: Pick<Paths, 'stateServer'>): Promise<SharedUsage | undefined> {
  if (stateServer === undefined) return undefined
  return (await import('./postgres/usage.ts')).openPostgresUsage(stateServer)
}

/** For messages: the file, or the database without its password. */
export async function nameState({ state, stateServer }: StatePaths): Promise<string> {
  return stateServer === undefined ? state : (await loadPostgres()).namePostgres(stateServer)
}

function loadPostgres(): Promise<typeof import('./postgres/state.ts')> {
  return import('./postgres/state.ts')
}
