// The state in a PostgreSQL database, in a schema of its own.

import { storeOver } from '../operations/store.ts'
import type { ServiceStore } from '../state.ts'
import { connect, findFormat } from './connection.ts'
import { locate } from './location.ts'
import { POSTGRES_FORMAT } from './migrations.ts'

/**
 * Opens the state. Creates its tables on first use, and migrates an earlier format. Throws StateUnavailable, and an error for a later
 * format. @param address postgres://…, with ?schema=
 */
export async function openPostgres(address: string): Promise<ServiceStore> {
  return storeOver(await connect(locate(address)))
}

/** The format of the state, 0 if there is none, and the format that this version writes. Changes nothing. */
export async function findPostgresFormat(address: string): Promise<{ found: number; expected: number }> {
  return { found: await findFormat(locate(address)), expected: POSTGRES_FORMAT }
}

/** For messages: without user and password. */
export function namePostgres(address: string): string {
  return locate(address).name
}
