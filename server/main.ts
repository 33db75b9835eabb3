// Starts and stops the server. It reads the settings, opens the files and passes the clock to everything else.

import { type AddressInfo, Server } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { createKeyHash } from '../data/access/key.ts'
import { requireMark } from '../data/store/feed-mark.ts'
import { followLastRun } from '../data/store/last-run.ts'
import { loadVersion } from '../data/store/paths.ts'
import { loadPepper } from '../data/store/pepper.ts'
import { makeServerName } from '../data/store/state/leases.ts'
import { openState } from '../data/store/state/open.ts'
import { StateUnwritable } from '../data/store/state/state.ts'
import { isUnwritable } from '../data/store/wal-file.ts'
import { type App, createApp } from './app.ts'
import { type Config, DRAIN_IDLE_MS, loadConfig, RETIRE_MS, type ServerOptions } from './config.ts'
import { createFeed } from './feed/feed.ts'
import { createStreams } from './feed/stream.ts'
import { createHost } from './host.ts'
import { createGrants, createKeyReader, createPeerReader } from './http/auth.ts'
import { createLog } from './http/log.ts'
import { createReplyCache } from './http/reply-body.ts'
import { createDrain, createHttpServer } from './http/server.ts'
import { createLongWork } from './limits/long-work.ts'
import { createLocalMeter } from './limits/owner.ts'
import { openCounting, openHistory } from './limits/shared-owner.ts'
import { collectFolder, createRequestTally, watchProcess } from './metrics/metrics.ts'
import { createPage, gatherOwn, type Primary } from './metrics/sum-processes.ts'
import { createGeocoder } from './place/census.ts'
import { createQuestionCache } from './route/route.ts'
import type { Service } from './route/service.ts'
import { createBundles } from './serving/bundles.ts'
import type { BundleFetcher, FetcherOptions } from './serving/fetch.ts'
import { type AdminServer, createDegradation, LOOPBACK, startAdmin } from './serving/health.ts'
import { followOverlay } from './serving/overlay.ts'
import { createPastBundles } from './serving/past-bundles.ts'
import { createRelease } from './serving/release.ts'
import { createSnapshots } from './serving/snapshots.ts'
import { followState, startScrub } from './serving/watch.ts'

/** @setting Milliseconds for which a worker that SIGHUP replaces waits for another request on each idle connection before it closes them. */
const RETIRE_IDLE_MS = 5000

export interface RunningServer {
  url: string
  port: number
  /** Of the operator's port; null without one. */
  adminUrl: string | null
  /** Accepts no new requests, waits for those in flight, then closes everything. */
  close(): Promise<void>
  /** Replaces the workers one by one, and returns at once. Absent without workers. */
  reload?(): void
}

export interface OwnServer extends RunningServer {
  /**
   * Leaves new connections to other processes on the same port, ends its streams, and closes each connection after its next answer.
   * Resolves when no connection is left, or after RETIRE_MS. `close` must follow, and may come earlier.
   */
  retire(): Promise<void>
}

/**
 * Listens after the current bundle, if any, is open.
 * @param now milliseconds since 1970
 * @param primary given in a worker: the process that counts requests and gathers the metrics of all
 */
export async function startServer(
  options: ServerOptions = {},
  now: () => number = Date.now,
  primary?: Primary,
): Promise<OwnServer> {
  const config = loadConfig(options)
  const tally = createRequestTally()
  const log = tally.counting(createLog(config.logLevel, config.logFile))
  const warn = log.trouble
  const state = await openState(config.paths)
  let isMarkKnown = false
  const lookAtMark = async (): Promise<void> => {
    if (isMarkKnown) return
    const restored = await requireMark(config.paths, state)
    isMarkKnown = true
    if (restored !== undefined) warn(restored)
  }
  await lookAtMark().catch(orUnwritable(warn))
  const cache = createReplyCache(config.cacheMegabytes)
  const steady = performance.now.bind(performance)
  const fetcher = await openFetcher(config, { held: () => bundles.held(), steady, now, warn })
  const bundles = createBundles(config.paths, {
    places: config.places,
    warn,
    fetcher,
    onReopen() {
      cache.clear()
      pastBundles.discard()
    },
  })
  const pastBundles = createPastBundles({ open: bundles.openApart, steady })
  const degradation = createDegradation(steady, warn)
  const grants = createGrants(state)
  const pepper = await loadPepper(config.paths, state)
  const feed = createFeed(state)
  const streams = createStreams(grants)
  const release = createRelease({ state, server: makeServerName(), warn, steady, wall: Date.now, prepare: lookAtMark })
  const fetching = fetcher?.began
  const following = await followState({
    state,
    bundles,
    grants,
    release,
    feed,
    streams,
    degradation,
    now,
    warn,
    fetching,
  })
  const overlay = followOverlay({ folder: config.paths.overlay, bundles, degradation })
  const scrub = startScrub({ bundles, period: config.scrub, now, degradation, reopen: following.reopen })
  const openMeter = async () => {
    const { owner, ...history } = await openCounting(config.paths, { server: makeServerName(), now, steady, warn })
    return { meter: createLocalMeter(owner), ...history }
  }
  const counting = primary ? { meter: primary.meter, ...(await openHistory(config.paths)) } : await openMeter()
  const { meter } = counting
  let draining = false
  let stopping = false
  const { censusUrl: url } = config
  const service: Service = {
    state,
    usage: counting.history,
    feed,
    streams,
    retention: config.retention,
    bundles,
    snapshots: createSnapshots({ state, bundles, exports: config.paths.exports, steady }),
    pastBundles,
    overlay,
    release,
    grants,
    meter,
    cache,
    degradation,
    exports: config.paths.exports,
    lastRun: followLastRun(config.paths, steady),
    readPeer: createPeerReader(config.trustedProxies),
    hmac: createKeyHash(pepper),
    secondFactor: config.secondFactor,
    publicExplorer: config.publicExplorer,
    mapStyle: config.mapStyle,
    readDeskFile: options.readDeskFile ?? null,
    readKey: createKeyReader(createKeyHash(pepper)),
    questions: createQuestionCache(loadVersion()),
    longWork: createLongWork(steady),
    geocoder: url === null ? null : createGeocoder({ url, steady, warn }),
    now,
    asOf: config.asOf,
    log,
    draining: () => draining,
    stopping: () => stopping,
  }
  const page = createPage({
    own: watchProcess({ ...service, tally, refusedBundles: following.refused, fetches: fetcher?.counts }),
    folder: () => collectFolder({ ...service, paths: config.paths }),
    gather: primary?.gather ?? gatherOwn,
  })
  primary?.offer(page.collect)
  const server = createHttpServer(service, options.silent)
  const app = createApp(service, server, options.guests?.(createHost(service)) ?? [])
  const drain = createDrain(server, options.drainIdle ?? DRAIN_IDLE_MS)
  let admin: AdminServer | undefined
  const end = async (): Promise<void> => {
    await admin?.close()
    scrub.stop()
    overlay.stop()
    const followed = following.stop()
    fetcher?.close()
    await followed
    // This fails on a full disk; the lease then expires by itself.
    await release.end().catch(warn)
    await meter.close()
    await counting.close()
    pastBundles.discard()
    await bundles.close()
    await state.close()
    await log.close()
  }
  try {
    if (config.adminPort !== null) admin = await startAdmin(config.adminPort, service, page.render)
    await listen(app, config)
  } catch (error) {
    await end()
    throw error
  }
  const port = portOf(server.address())
  return {
    url: toUrl(config.host, port),
    port,
    adminUrl: adminUrlOf(config),
    async retire() {
      draining = true
      streams.drain()
      // An HTTP server's own close() also closes idle connections at once: a request that is on its way would be lost.
      const closed = new Promise<void>((resolve) => Server.prototype.close.call(server, () => resolve()))
      const idle = setTimeout(() => server.closeIdleConnections(), RETIRE_IDLE_MS)
      await Promise.race([closed, wait(RETIRE_MS, undefined, { ref: false })])
      clearTimeout(idle)
    },
    async close() {
      // Connections that wait to be accepted are accepted, so that they are answered.
      await nextTurn()
      draining = true
      stopping = true
      streams.drain()
      await drain()
      await end()
    },
  }
}

/** Undefined without HUSTINGS_PARTS: nothing of it is loaded then. */
async function openFetcher(
  { paths, partsCache }: Config,
  options: Pick<FetcherOptions, 'held' | 'steady' | 'now' | 'warn'>,
): Promise<BundleFetcher | undefined> {
  if (paths.partsStore === undefined) return undefined
  const { openObjectReader } = await import('../data/store/objects/open.ts')
  const { createFetcher, createPartCache } = await import('./serving/fetch.ts')
  const stopping = new AbortController()
  const store = await openObjectReader(paths.partsStore, stopping.signal)
  const cache = createPartCache({ ...options, paths, store, limit: partsCache ?? Number.POSITIVE_INFINITY })
  return createFetcher({ ...options, paths, store, stopping, cache })
}

/** Lets the server start on a disk that accepts no writes. The failed write is retried before the server delivers an event. */
function orUnwritable(warn: (fault: unknown) => void): (fault: unknown) => void {
  return (fault) => {
    if (!(fault instanceof StateUnwritable) && !isUnwritable(fault)) throw fault
    warn(fault)
  }
}

/** Rejects if the port is taken. */
export function listen(app: App, { port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
  return new Promise((resolve, reject) => {
    app.server.once('error', reject)
    app.listen(port, host, () => {
      app.server.off('error', reject)
      resolve()
    })
  })
}

export function adminUrlOf({ adminPort }: Pick<Config, 'adminPort'>): string | null {
  return adminPort === null ? null : toUrl(LOOPBACK, adminPort)
}

export function toUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

export function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server is not listening on a port')
  return address.port
}
