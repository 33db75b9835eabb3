import { liveOperations } from '../../data/schema/operations.ts'
import { SUBSCRIPTIONS_MAX, subscriptionInput } from '../../data/schema/subscription.ts'
import type { Scope } from '../../data/schema/vocabulary.ts'
import { noSubscription, toRefusal } from '../feed/position.ts'
import { readmit } from '../http/admit.ts'
import { readJson } from '../http/body.ts'
import { toRecord } from '../http/exchange.ts'
import { createInputReader } from '../http/input.ts'
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

export const subscriptionById = liveRoute({
  ...liveOperations.getSubscription,
  id: 'getSubscription',
  summary: "One subscription of the key's account",
  scopes: ['stream:read', 'subscriptions:write'],
  refusals: [404],
  async answer({ state }, { params, grant }) {
    const found = await state.findSubscription(grant.account_id, params)
    if (!found) throw noSubscription()
    return toRecord(200, found)
  },
})

export const replaceSubscription = liveRoute({
  ...liveOperations.replaceSubscription,
  id: 'replaceSubscription',
  summary: 'Replace the name and filter of a subscription',
  notes:
    'Both are replaced: without a filter, the subscription matches everything. 409 if another subscription of the account has the name. Streams and polls that are already open keep the earlier filter.',
  scopes: WRITING,
  refusals: [404, 409],
  async answer(service, { params, exchange, grant: { account_id } }) {
    const input = readInput(await readJson(exchange.request))
    readmit(service, exchange, WRITING)
    const at = new Date(service.now()).toISOString()
    const replaced = await service.state.replaceSubscription({ ...params, account_id }, input, at)
    if (!replaced) throw noSubscription()
    if ('refused' in replaced) throw toRefusal(replaced)
    return toRecord(200, replaced)
  },
})

export const deleteSubscription = liveRoute({
  ...liveOperations.deleteSubscription,
  id: 'deleteSubscription',
  summary: 'Delete a subscription',
  notes: 'Streams and polls that are already open keep its filter.',
  scopes: WRITING,
  status: 204,
  refusals: [404],
  async answer({ state }, { params, grant: { account_id } }) {
    if (!(await state.deleteSubscription({ ...params, account_id }))) throw noSubscription()
    return { status: 204, headers: ['Cache-Control', 'no-store'], body: null }
  },
})
