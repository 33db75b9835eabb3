// Keys as the server knows them, without a state.

import type { KeyGrant } from '../../../data/store/state/keys.ts'
import { createGrants, type Grants } from '../../../server/http/auth.ts'

/** A key in force of an approved account on the plan `free`. */
export function keyGrant(some: Partial<KeyGrant>): KeyGrant {
  return {
    ...{ id: 1, account_id: 1, account: 'a', label: null, last_four: 'abcd', scopes: ['data:read'], addresses: [] },
    ...{ created_at: '2024-01-01T00:00:00.000Z', expires_at: null, revoked_at: null, last_used_on: null },
    ...{ hash: '', account_status: 'approved' },
    plan: { name: 'free', requests_per_minute: 60, requests_per_day: 5000, streams: 2 },
    ...some,
  }
}

/** Over these keys; not loaded. */
export function grantsOf(
  keys: readonly Partial<KeyGrant>[],
  state: Partial<Parameters<typeof createGrants>[0]> = {},
): Grants {
  return createGrants({
    keyGrants: async () => keys.map(keyGrant),
    grantsVersion: async () => 1,
    isReachable: () => true,
    keysUsed: async () => undefined,
    ...state,
  })
}
