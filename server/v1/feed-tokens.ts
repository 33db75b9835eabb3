import { randomBytes } from 'node:crypto'
import { KEY_RANDOM_BYTES, makeFeedToken } from '../../data/access/key.ts'
import { ApiError } from '../../data/schema/api-error.ts'
import { liveOperations } from '../../data/schema/operations.ts'
import { SCOPES, type Scope } from '../../data/schema/vocabulary.ts'
import { noSubscription } from '../feed/position.ts'
import { giveBack } from '../http/admit.ts'
import { baseUrlOf } from '../http/base-url.ts'
import { toRecord } from '../http/exchange.ts'
import { liveRoute } from '../route/live-route.ts'

const WRITING: readonly Scope[] = ['subscriptions:write']

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
