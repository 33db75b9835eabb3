// The feed over a real state and a real HTTP server; the test controls the clock and the release of publications.

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { hashKey } from '../../../data/access/key.ts'
import { DAY } from '../../../data/schema/scalar.ts'
import type { Paths } from '../../../data/store/paths.ts'
import { loadPepper } from '../../../data/store/pepper.ts'
import type { ServiceStore } from '../../../data/store/state/state.ts'
import { openUsage } from '../../../data/store/usage.ts'
import { answerLive, createApp } from '../../../server/app.ts'
import { createFeed, type Feed } from '../../../server/feed/feed.ts'
import { createStreams, type Streams, type StreamTiming } from '../../../server/feed/stream.ts'
import { createGrants, createKeyReader, createPeerReader } from '../../../server/http/auth.ts'
import { openExchange, sendReply, toReply } from '../../../server/http/exchange.ts'
import { createLog } from '../../../server/http/log.ts'
import { createReplyCache } from '../../../server/http/reply-body.ts'
import { createHttpServer } from '../../../server/http/server.ts'
import { createLongWork } from '../../../server/limits/long-work.ts'
import { createLocalMeter, createOwner } from '../../../server/limits/owner.ts'
import { listen, portOf } from '../../../server/main.ts'
import { createQuestionCache } from '../../../server/route/route.ts'
import type { Service } from '../../../server/route/service.ts'
import { createBundles } from '../../../server/serving/bundles.ts'
import { createPastBundles } from '../../../server/serving/past-bundles.ts'
import { createSnapshots } from '../../../server/serving/snapshots.ts'
import { createStreamRoute } from '../../../server/v1/events.ts'
import { pathsAt } from '../../data/store/state/address.ts'
import type { Engine } from '../../data/store/state/engines.ts'
import { openFixture } from '../fixture.ts'
import { publishEvents } from './drawn.ts'

export const RETENTION = 7 * DAY

type PublishOptions = Partial<Parameters<typeof publishEvents>[2]>

export interface Served {
  url: string
  paths: Paths
  key: string
  account_id: number
  state: ServiceStore
  feed: Feed
  streams: Streams
  clock: { now: number }
  /** Number of followers: waiting polls, and 1 for all streams that have caught up. */
  followers(): number
  connections(): Promise<number>
  /** Commits this many events at the current time, without release. */
  stage(count: number, options?: PublishOptions): Promise<void>
  /** Releases all committed events. */
  release(): Promise<void>
  /** Commits, then releases. */
  publish(count: number, options?: PublishOptions): Promise<void>
  close(): Promise<void>
}

interface ServedOptions {
  /** Of the streams, if not the default. */
  timing?: StreamTiming
  /** Of the state, if not the file of the folder. */
  engine?: Engine
}

export async function serveFeed({ timing, engine }: ServedOptions = {}): Promise<Served> {
  const place = await engine?.create()
  const fixture = await openFixture(undefined, place && pathsAt(place.address).stateServer)
  const { paths, state } = fixture
  const limits = { requests_per_minute: 1e9, streams: 20_000 }
  const { key, account } = await fixture.makeKey({ scopes: ['stream:read'], limits })
  const { id: account_id } = (await state.findAccount(account)) ?? { id: 0 }
  const pepper = await loadPepper(paths, state)
  const clock = { now: Date.parse('2024-10-15T12:00:00.000Z') }
  const grants = createGrants(state)
  await grants.load()
  const { feed, followers } = countFollowers(createFeed(state))
  const streams = createStreams(grants)
  const usage = openUsage(paths)
  const meter = createLocalMeter(createOwner(usage, () => clock.now, console.error))
  const bundles = createBundles(paths)
  const log = createLog('silent', null)
  let draining = false
  const hmac = (text: string): string => hashKey(text, pepper)
  const steady = () => performance.now()
  const { exports } = paths
  const service: Service = {
    ...{ state, usage, feed, streams, bundles, grants, meter, hmac, log, exports, retention: RETENTION },
    snapshots: createSnapshots({ state, bundles, exports, steady }),
    pastBundles: createPastBundles({ open: bundles.openApart, steady }),
    longWork: createLongWork(steady),
    overlay: { over: (bundle) => bundle },
    release: { holds: () => true, confirm: async () => true },
    degradation: { list: () => [] },
    cache: createReplyCache(0),
    questions: createQuestionCache('0'),
    readKey: createKeyReader(hmac),
    readPeer: createPeerReader([]),
    lastRun: () => null,
    now: () => clock.now,
    draining: () => draining,
    stopping: () => draining,
    ...{
      secondFactor: 'optional',
      readDeskFile: null,
      publicExplorer: false,
      mapStyle: null,
      geocoder: null,
      asOf: null,
    },
  }
  const server = timing ? createTimed(service, timing) : createHttpServer(service)
  if (timing) await once(server.listen(0, '127.0.0.1'), 'listening')
  else await listen(createApp(service, server), { port: 0, host: '127.0.0.1' })
  const release = async (): Promise<void> => {
    const head = await state.head()
    await feed.advance(head && { epoch: head.epoch, publication: head.publication, seq: head.seq })
  }
  const stage: Served['stage'] = async (count, options) => {
    await publishEvents(state, count, { at: new Date(clock.now).toISOString(), ...options })
  }
  return {
    ...{ url: `http://127.0.0.1:${portOf(server.address())}`, paths, key, account_id, state, feed, streams, clock },
    ...{ followers, stage, release },
    connections: () => new Promise((resolve) => server.getConnections((_, count) => resolve(count))),
    async publish(count, options) {
      await stage(count, options)
      await release()
    },
    async close() {
      draining = true
      streams.drain()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        setTimeout(() => server.closeAllConnections(), 200)
      })
      await meter.close()
      usage.close()
      await bundles.close()
      await fixture.close()
      await place?.remove()
      await log.close()
    },
  }
}

function countFollowers(feed: Feed): { feed: Feed; followers(): number } {
  let count = 0
  return {
    followers: () => count,
    feed: {
      ...feed,
      follow(listener) {
        const end = feed.follow(listener)
        count += 1
        return () => {
          count -= 1
          end()
        }
      },
    },
  }
}

/** Only the stream, with other intervals. */
function createTimed(service: Service, timing: StreamTiming): Server {
  const route = createStreamRoute(timing)
  return createServer((request, response) => {
    const exchange = openExchange(request, response, service.now())
    const { search } = new URL(request.url ?? '', 'http://localhost')
    answerLive(service, route, exchange, { params: {}, search })
      .catch((fault: unknown) => toReply(fault, exchange, service.log))
      .then((reply) => {
        if ('stream' in reply) reply.stream()
        else sendReply(exchange, reply, { log: service.log, closing: false, now: service.now() })
      })
  })
}
