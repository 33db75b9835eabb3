// The primary of `serve --workers N`: it forks the workers, replaces each one that ends, and all one by one when asked, counts
// requests for all of them, and gathers their metrics.

import type { Worker } from 'node:cluster'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { makeServerName } from '../data/store/state/leases.ts'
import { findStateFormat } from '../data/store/state/open.ts'
import { loadConfig, RETIRE_MS, type ServerOptions } from './config.ts'
import { DRAIN_MS } from './http/server.ts'
import type { MeterBatchReply } from './limits/ask-primary.ts'
import { createAnswerer, createRemoteMeter, isMeterBatch, recognize } from './limits/ask-primary.ts'
import { openCounting } from './limits/shared-owner.ts'
import { adminUrlOf, portOf, type RunningServer, startServer, toUrl } from './main.ts'
import { createGathering, createRemoteGathering, type GatheringMessage } from './metrics/sum-processes.ts'

/** @setting Most milliseconds before an ended worker is replaced. */
const WORKER_PAUSE_MAX_MS = 10_000
/** @setting Milliseconds before an ended worker is replaced; doubled while workers end soon after they start. */
const WORKER_PAUSE_MIN_MS = 100

/** @setting Milliseconds after DRAIN_MS within which a stopping worker must have ended. */
const WORKER_GRACE_MS = 5000

const SETTLED_MS = 1000
/** Give up after this many workers have ended before any listened, without a reason. */
const STARTS_MAX = 5

interface WorkersOptions {
  count: number
  /** Milliseconds since 1970. */
  clock: () => number
  /** Reports ended workers and errors. */
  warn(sentence: string): void
}

interface Forked {
  pid: number | undefined
  /** Rejects with the reason why it could not listen. */
  listening: Promise<void>
  /** `how`: a clause of the log line; `settled`: the worker had listened for at least SETTLED_MS. */
  ended: Promise<{ how: string; settled: boolean }>
  /** Lets it finish its requests and end; kills it if it does not. */
  retire(): void
}

/**
 * The workers run this program with the same arguments. Resolves when all of them listen; throws the reason if one cannot. After that it
 * runs until `close`, however its workers end.
 */
export async function startWorkers(
  options: ServerOptions,
  { count, clock, warn }: WorkersOptions,
): Promise<RunningServer> {
  // Each worker accepts its own connections. If the primary passed them on (node:cluster's default), a connection on its way to a worker
  // that is killed at that moment would stay open in the primary and never be answered.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const config = loadConfig(options)
  const port = config.port || (await findFreePort(config.host))
  const counting = await openCounting(config.paths, {
    server: makeServerName(),
    now: clock,
    steady: () => performance.now(),
    warn: (fault) => warn(fault.message),
  })
  const openDesk = createAnswerer(counting.owner, warn)
  const gathering = createGathering(() => places.filter(({ worker }) => worker !== undefined).length)
  const places = Array.from({ length: count }, (): Place => ({ worker: undefined }))
  const running = new Set<Worker>()
  /** These workers may not receive messages yet. */
  const starting = new Set<Worker>()
  const stopping = new AbortController()

  const fork = (): Forked => {
    const worker = cluster.fork({ HUSTINGS_PORT: String(port) })
    const desk = openDesk()
    const member = gathering.join((message) => send(worker, message))
    let why: string | undefined
    let listenedAt = Number.POSITIVE_INFINITY
    running.add(worker)
    starting.add(worker)
    const ended = new Promise<{ how: string; settled: boolean }>((resolve) => {
      worker.on('exit', (code, signal) => {
        running.delete(worker)
        starting.delete(worker)
        desk.close()
        member.leave()
        resolve({
          how: `Worker ${worker.process.pid} ended (${why ?? signal ?? `code ${code}`})`,
          settled: performance.now() - listenedAt > SETTLED_MS,
        })
      })
    })
    const listening = new Promise<void>((resolve, reject) => {
      // The operator's port comes first.
      worker.on('listening', (address) => {
        if (address.port !== port) return
        starting.delete(worker)
        listenedAt = performance.now()
        resolve()
      })
      worker.on('message', (message: unknown) => {
        member.hear(message)
        if (isMeterBatch(message)) void desk.answer(message).then((answered) => send(worker, answered))
        if (!isFailed(message)) return
        why = message.failed.message
        reject(Object.assign(new Error(why), message.failed))
      })
      void ended.then(({ how }) => reject(new Ended(how)))
    })
    listening.catch(() => undefined)
    worker.on('error', (fault) => warn(`Worker ${worker.process.pid}: ${fault.message}.`))
    const retire = (): void => {
      send(worker, RETIRE)
      const timer = setTimeout(() => worker.process.kill('SIGKILL'), RETIRE_MS + DRAIN_MS + WORKER_GRACE_MS).unref()
      void ended.then(() => clearTimeout(timer))
    }
    return { pid: worker.process.pid, listening, ended, retire }
  }
  const keepRunning = async (place: Place, started: () => void, failed: (fault: unknown) => void): Promise<void> => {
    let pause = WORKER_PAUSE_MIN_MS
    for (let starts = 1, listened = false; !stopping.signal.aborted; starts++) {
      const forked = fork()
      place.worker = forked
      try {
        await forked.listening
        listened = true
        started()
      } catch (fault) {
        // A reason that a worker reports keeps every worker from starting. A killed worker reports none.
        if (!listened && (!(fault instanceof Ended) || starts === STARTS_MAX)) return failed(fault)
      }
      const { how, settled } = await findLastEnd(place, forked)
      place.worker = undefined
      if (stopping.signal.aborted) return
      pause = settled ? WORKER_PAUSE_MIN_MS : Math.min(pause * 2, WORKER_PAUSE_MAX_MS)
      warn(`${how}; another takes its place.`)
      // This timer keeps the process alive while there is no worker.
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const close = async (): Promise<void> => {
    stopping.abort()
    const timer = setTimeout(() => {
      for (const worker of running) worker.process.kill('SIGKILL')
    }, DRAIN_MS + WORKER_GRACE_MS)
    for (const worker of running)
      if (starting.has(worker)) worker.process.kill('SIGTERM')
      else send(worker, STOP)
    await Promise.all([...running].map((worker) => once(worker, 'exit')))
    clearTimeout(timer)
    await counting.owner.close()
    await counting.close()
  }

  try {
    await Promise.all(
      places.map((place) => new Promise<void>((started, failed) => void keepRunning(place, started, failed))),
    )
  } catch (fault) {
    await close()
    throw fault
  }
  const reload = createReload({ places, fork, stopping: stopping.signal, warn })
  return { url: toUrl(config.host, port), port, adminUrl: adminUrlOf(config), close, reload }
}

/** The end of a worker that no other has replaced: of this one, or of the last that took its place. */
async function findLastEnd(place: Place, first: Forked): Promise<Awaited<Forked['ended']>> {
  for (let forked = first; ; ) {
    const end = await forked.ended
    if (place.worker === undefined || place.worker === forked) return end
    forked = place.worker
  }
}

/** A worker ended before it listened, and reported no reason. */
class Ended extends Error {}

/** For port 0, node:cluster picks a new port after all workers are gone. Later workers need the same port, so it is chosen here. */
async function findFreePort(host: string): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const port = portOf(server.address())
  server.close()
  await once(server, 'close')
  return port
}

/** Ignores a failure: the worker has then ended. */
function send(worker: Worker, message: MeterBatchReply | GatheringMessage | typeof STOP | typeof RETIRE): void {
  worker.process.send?.(message, undefined, undefined, () => undefined)
}

// A reload of `serve --workers N`: the workers are replaced one by one. A new worker listens before the one that it replaces stops listening,
// so the port is never closed.

/** The place of one of the N workers. */
interface Place {
  /** Undefined while the next one waits for its start. */
  worker: Forked | undefined
}

interface Reloading {
  places: readonly Place[]
  fork(): Forked
  stopping: AbortSignal
  warn(sentence: string): void
}

/** @returns a function that begins a reload. If one is running, another follows it: the program may have changed in between. */
function createReload({ places, fork, stopping, warn }: Reloading): () => void {
  /** Throws the reason why the new worker cannot serve; the old one then goes on. */
  const replace = async (place: Place): Promise<void> => {
    const old = place.worker
    // Its next worker starts anyway, with the program on disk.
    if (old === undefined) return
    const next = fork()
    await next.listening
    if (stopping.aborted) return
    // The old worker has ended meanwhile, and another has taken its place already.
    if (place.worker !== old) return next.retire()
    place.worker = next
    old.retire()
    await old.ended
    warn(`Worker ${next.pid} has taken the place of worker ${old.pid}.`)
  }
  const reloadAll = async (): Promise<void> => {
    warn(`Reload: ${places.length} workers are replaced one by one, by the program on disk.`)
    for (const place of places) {
      if (stopping.aborted) return
      try {
        await replace(place)
      } catch (fault) {
        if (stopping.aborted) return
        const why = fault instanceof Error ? fault.message : String(fault)
        return warn(`Reload: stopped, because a new worker cannot serve: ${why}. The present workers go on.`)
      }
    }
    warn('Reload: done.')
  }

  let running = false
  let again = false
  return () => {
    again = true
    if (running) return
    running = true
    void (async () => {
      while (again && !stopping.aborted) {
        again = false
        await reloadAll()
      }
      running = false
    })()
  }
}

// One worker of `serve --workers N`. It serves until the primary stops it or is gone (node:cluster then ends it).

/** Messages from the primary: stop, or let another worker take over and then stop. */
export const STOP = { stop: true } as const
export const RETIRE = { retire: true } as const

/** Message to the primary: the reason why this worker cannot serve. */
export interface Failed {
  failed: { message: string; code: string | undefined }
}

export const isFailed = recognize<Failed>('failed')

/**
 * Returns when the worker has been stopped or could not start.
 * @param options the primary's; the port comes with HUSTINGS_PORT
 * @param stopped resolves on a signal, which a service manager may send to every process
 */
export async function serveAsWorker(
  { port: _, ...options }: ServerOptions,
  clock: () => number,
  stopped: Promise<void>,
): Promise<void> {
  // The primary acts on SIGHUP. A service manager may send it to every process.
  process.on('SIGHUP', () => undefined)
  const retired = hear('retire')
  const ended = Promise.race([stopped, hear('stop')])
  try {
    await requireFormat(options)
    const server = await startServer(options, clock, {
      meter: createRemoteMeter(process),
      ...createRemoteGathering(process),
    })
    await Promise.race([ended, retired.then(() => server.retire())])
    await server.close()
  } catch (fault) {
    await report(fault)
  }
}

/** Resolves with the first message of this name. */
function hear(name: 'stop' | 'retire'): Promise<void> {
  return new Promise((resolve) => {
    process.on('message', (message: unknown) => {
      if (typeof message === 'object' && message !== null && name in message) resolve()
    })
  })
}

/** A worker reads the program on disk, which may be newer than the primary. It must not convert the state while older processes use it. */
async function requireFormat(options: ServerOptions): Promise<void> {
  const { found, expected } = await findStateFormat(loadConfig(options).paths)
  if (found === expected) return
  throw new Error(
    `the state has format ${found}, and the program on disk expects ${expected}: restart the server, a reload is not enough`,
  )
}

async function report(fault: unknown): Promise<void> {
  const message = fault instanceof Error ? fault.message : String(fault)
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : undefined
  const failed: Failed = { failed: { message, code } }
  await new Promise((resolve) => process.send?.(failed, undefined, undefined, resolve))
}
