// The embedded state: one SQLite file in WAL mode.

import type { Paths } from '../../paths.ts'
import type { ServiceStore } from '../state.ts'
import { accountOperations } from './accounts.ts'
import { auditOperations } from './audit.ts'
import { type Connection, connect } from './connection.ts'
import { deskOperations } from './desk.ts'
import { draftOperations } from './drafts.ts'
import { eventOperations } from './events.ts'
import { copyStateFile, findStateFormat as findFormatOf, readStateFormat as readFormatOf } from './file.ts'
import { invitationOperations } from './invitations.ts'
import { keyOperations } from './keys.ts'
import { leaseOperations } from './leases.ts'
import { pepperOperations } from './pepper.ts'
import { pinOperations } from './pins.ts'
import { planOperations } from './plans.ts'
import { publicationOperations } from './publications.ts'
import { secondFactorOperations } from './second-factors.ts'
import { sessionOperations } from './sessions.ts'
import { subscriptionOperations } from './subscriptions.ts'

/**
 * Opens the state. Creates it (readable only by its owner) on first use, and migrates an earlier format.
 * If the disk accepts no writes, opens it for reading, and for writing as soon as possible. Throws if its format is later.
 */
export async function openState(paths: Pick<Paths, 'state'>): Promise<ServiceStore> {
  return operationsOf(connect(paths.state))
}

/** Opens a copy of the state in memory, migrated to this version's format. Nothing on the disk changes. Throws if its format is later. */
export async function openStateCopy(paths: Pick<Paths, 'state'>): Promise<ServiceStore> {
  return operationsOf(connect(paths.state, { database: copyStateFile(paths.state) }))
}

function operationsOf(connection: Connection): ServiceStore {
  return {
    ...publicationOperations(connection),
    ...pinOperations(connection),
    ...eventOperations(connection),
    ...leaseOperations(connection),
    ...subscriptionOperations(connection),
    ...planOperations(connection),
    ...accountOperations(connection),
    ...keyOperations(connection),
    ...sessionOperations(connection),
    ...secondFactorOperations(connection),
    ...deskOperations(connection),
    ...draftOperations(connection),
    ...invitationOperations(connection),
    ...pepperOperations(connection),
    ...auditOperations(connection),
    isWritable: async () => connection.isWritable(),
    version: async () => connection.version(),
    copyTo: (file) => connection.copyTo(file),
    close: async () => connection.close(),
  }
}

/** The format of the state, and the format that this version writes. Changes nothing. Throws if there is no state. */
export function findStateFormat(paths: Pick<Paths, 'state'>): { found: number; expected: number } {
  return findFormatOf(paths.state)
}

/** Like findStateFormat, and creates no file of SQLite beside the state. */
export function readStateFormat(paths: Pick<Paths, 'state'>): { found: number; expected: number } {
  return readFormatOf(paths.state)
}
