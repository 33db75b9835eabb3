import { SUBSCRIPTIONS_MAX } from '../../data/schema/constants.ts'
import { liveOperations } from '../../data/schema/operations.ts'
import { subscriptionInput } from '../../data/schema/subscription.ts'
import type { Scope } from '../../data/schema/vocabulary.ts'
import { toRefusal } from '../feed/subscription.ts'
import { readmit } from '../http/admit.ts'
import { readJson } from '../http/body.ts'
import { toRecord } from '../http/exchange.ts'
import { createInputReader } from '../http/json-input.ts'
import { liveRoute } from '../route/live-route.ts'

const WRITING: readonly Scope[] = ['subscriptions:write']
const readInput = createInputReader(subscriptionInput)

export const subscriptions = liveRoute({
  ...liveOperations.listSubscriptions,
  id: 'listSubscriptions',
  summary: "Every subscription of the key's account, by name",
  scopes: ['stream:read', 'subscriptions:write'],
  answer: async ({ state }, { grant }) => toRecord(200, await state.subscriptions(grant.account_id)),
})

export const createSubscription = liveRoute({
  ...liveOperations.createSubscription,
  id: 'createSubscription',
  summary: 'Create a subscription: a filter of the feed with a name',
  notes: `409 if another subscription of the account has the name; 400 if the account already has ${SUBSCRIPTIONS_MAX}.`,
  scopes: WRITING,
  status: 201,
  refusals: [409],
  async answer(service, { exchange, grant }) {
    const input = readInput(await readJson(exchange.request))
    readmit(service, exchange, WRITING)
    const at = new Date(service.now()).toISOString()
    const created = await service.state.createSubscription(grant.account_id, input, at)
    if ('refused' in created) throw toRefusal(created)
    return toRecord(201, created, ['Location', `/v1/subscriptions/${created.id}`])
  },
})
