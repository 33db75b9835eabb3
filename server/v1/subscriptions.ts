import { randomBytes } from 'node:crypto'
import { KEY_RANDOM_BYTES, makeFeedToken } from '../../data/access/key.ts'
import { ApiError } from '../../data/schema/api-error.ts'
import { liveOperations } from '../../data/schema/operations.ts'
import { SUBSCRIPTIONS_MAX, subscriptionInput } from '../../data/schema/subscription.ts'
import { SCOPES, type Scope } from '../../data/schema/vocabulary.ts'
import { noSubscription, toRefusal } from '../feed/position.ts'
import { giveBack, readmit } from '../http/admit.ts'
import { readJson } from '../http/body.ts'
import { toRecord } from '../http/exchange.ts'
import { createInputReader } from '../http/input.ts'
import { baseUrlOf } from '../http/server.ts'
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

export const createFeedToken = liveRoute({
  ...liveOperations.createFeedToken,
  id: 'createFeedToken',
  summary: 'Create the token for the feeds of a subscription, which replaces an earlier one',
  notes:
    'The token is shown once. It reads the changes and elections of the subscription without a key, from any address, until it is revoked or the subscription is deleted; each request counts for the account. The key must have every scope, because the token reads what each of them allows.',
  scopes: WRITING,
  status: 201,
  refusals: [404],
  async answer(service, { params, exchange, grant }) {
    const lacking = SCOPES.filter((scope) => !grant.scopes.includes(scope))
    if (lacking.length > 0) {
      await giveBack(service, exchange, grant)
      throw new ApiError(
        'insufficient_scope',
        `This API key lacks the scope ${lacking.join(' and ')}: a token reads what every scope allows, so the key needs all of them.`,
      )
    }
    const { state, hmac, now } = service
    const token = makeFeedToken(randomBytes(KEY_RANDOM_BYTES))
    const { account_id, account } = grant
    const created = await state.createFeedToken(
      { ...params, account_id },
      { hash: hmac(token), last_four: token.slice(-4) },
      { by: account, at: new Date(now()).toISOString() },
    )
    if (!created) throw noSubscription()
    const feeds = `${baseUrlOf(exchange.request.headers.host)}/v1/feeds/${token}`
    const urls = {
      atom_url: `${feeds}/events.atom`,
      json_url: `${feeds}/events.json`,
      calendar_url: `${feeds}/elections.ics`,
    }
    return toRecord(201, { token, ...created, ...urls }, ['Location', `/v1/subscriptions/${params.id}/feed-token`])
  },
})

export const feedToken = liveRoute({
  ...liveOperations.getFeedToken,
  id: 'getFeedToken',
  summary: 'Whether a subscription has a token for its feeds, and since when',
  notes: '404 if it has none.',
  scopes: ['stream:read', 'subscriptions:write'],
  refusals: [404],
  async answer({ state }, { params, grant: { account_id } }) {
    const found = await state.findFeedToken({ ...params, account_id })
    if (!found) throw noToken()
    return toRecord(200, found)
  },
})

export const revokeFeedToken = liveRoute({
  ...liveOperations.revokeFeedToken,
  id: 'revokeFeedToken',
  summary: 'Revoke the token for the feeds of a subscription',
  notes: 'Its feeds answer 404 from then on. 404 here if the subscription has no token.',
  scopes: WRITING,
  status: 204,
  refusals: [404],
  async answer({ state, now }, { params, grant: { account_id, account } }) {
    const change = { by: account, at: new Date(now()).toISOString() }
    if (!(await state.revokeFeedToken({ ...params, account_id }, change))) throw noToken()
    return { status: 204, headers: ['Cache-Control', 'no-store'], body: null }
  },
})

/** Also returned for a subscription of another account. */
function noToken(): ApiError {
  return new ApiError('not_found', 'The account has no subscription with this id, or the subscription has no token.')
}
