// Joins the operations to the interface.

import type { ServiceStore } from '../state.ts'
import { accountOperations } from './accounts.ts'
import { auditOperations } from './audit.ts'
import type { Connection } from './connection.ts'
import { correctionOperations } from './corrections.ts'
import { deskOperations } from './desk.ts'
import { draftOperations } from './drafts.ts'
import { eventOperations } from './events.ts'
import { feedTokenOperations } from './feed-tokens.ts'
import { invitationOperations } from './invitations.ts'
import { keyOperations } from './keys.ts'
import { leaseOperations } from './leases.ts'
import { moveOperations } from './moves.ts'
import { pepperOperations } from './pepper.ts'
import { pinOperations } from './pins.ts'
import { planOperations } from './plans.ts'
import { publicationOperations } from './publications.ts'
import { secondFactorOperations } from './second-factors.ts'
import { sessionOperations } from './sessions.ts'
import { subscriptionOperations } from './subscriptions.ts'

export function storeOver(connection: Connection): ServiceStore {
  return {
    ...publicationOperations(connection),
    ...pinOperations(connection),
    ...eventOperations(connection),
    ...leaseOperations(connection),
    ...subscriptionOperations(connection),
    ...feedTokenOperations(connection),
    ...planOperations(connection),
    ...accountOperations(connection),
    ...keyOperations(connection),
    ...sessionOperations(connection),
    ...secondFactorOperations(connection),
    ...deskOperations(connection),
    ...draftOperations(connection),
    ...invitationOperations(connection),
    ...correctionOperations(connection),
    ...pepperOperations(connection),
    ...auditOperations(connection),
    ...moveOperations(connection),
    isWritable: connection.isWritable,
    isReachable: connection.isReachable,
    beginPublishing: connection.beginPublishing,
    endPublishing: connection.endPublishing,
    version: connection.version,
    copyTo: connection.copyTo,
    close: connection.close,
  }
}
