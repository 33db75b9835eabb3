// The primary of `serve --workers N`: it forks the processes that serve, replaces one that ends, and counts for them all.

import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { openUsage } from '../data/store/usage.ts'
import { loadConfig, type ServerOptions } from './config.ts'
import { DRAIN_MS, portOf, type RunningServer, toUrl } from './main.ts'
import { createAnswerer } from './meter/answerer.ts'
import { createOwner } from './meter/owner.ts'
import { type Answered, isAsked } from './meter/remote.ts'
import { isFailed, STOP } from './worker.ts'

/** A worker that still runs so long after its time to drain is killed. */
const GRACE_MS = 5000
/** Before a worker is replaced: doubled each time that one ends soon after its start. */
const PAUSE_MIN_MS = 100
const PAUSE_MAX_MS = 10_000
const SETTLED_MS = 10_000

export interface WorkersOptions {
  count: number
  /** Milliseconds since 1970. */
  clock: () => number
  /** Of workers that end, and of trouble. */
  tell(sentence: string): void
}

interface Forked {
  worker: Worker
  /** Rejects with what kept it from listening. */
  listening: Promise<void>
  /** How, in words. */
  ended: Promise<string>
}

/** The workers run this same program with the same arguments. Resolves once all of them listen; throws what kept one from it. */
export async function startWorkers(
  options: ServerOptions,
  { count, clock, tell }: WorkersOptions,
): Promise<RunningServer> {
  const config = loadConfig(options)
  const port = config.port || (await findFreePort(config.host))
  const usage = openUsage(config.paths)
  const owner = createOwner(usage, clock, (fault) => tell(fault.message))
  const openDesk = createAnswerer(owner, tell)
  const running = new Set<Worker>()
  /** They may not hear a message yet, and drop it. */
  const starting = new Set<Worker>()
  let stopping = false
  let pause = PAUSE_MIN_MS

  const fork = (): Forked => {
    const worker = cluster.fork({ HUSTINGS_PORT: String(port) })
    const desk = openDesk()
    let why: string | undefined
    running.add(worker)
    starting.add(worker)
    const ended = new Promise<string>((resolve) => {
      worker.on('exit', (code, signal) => {
        running.delete(worker)
        starting.delete(worker)
        desk.close()
        resolve(`Worker ${worker.process.pid} ended (${why ?? signal ?? `code ${code}`})`)
      })
    })
    const listening = new Promise<void>((resolve, reject) => {
      worker.on('listening', () => {
        starting.delete(worker)
        resolve()
      })
      worker.on('message', (message: unknown) => {
        if (isAsked(message)) void desk.answer(message).then((answered) => send(worker, answered))
        if (!isFailed(message)) return
        why = message.failed.message
        reject(Object.assign(new Error(why), message.failed))
      })
      void ended.then((how) => reject(new Error(how)))
    })
    listening.catch(() => undefined)
    worker.on('error', (fault) => tell(`Worker ${worker.process.pid}: ${fault.message}.`))
    return { worker, listening, ended }
  }
  const replaceFrom = async ({ ended }: Forked): Promise<void> => {
    const started = performance.now()
    const how = await ended
    if (stopping) return
    pause = performance.now() - started > SETTLED_MS ? PAUSE_MIN_MS : Math.min(pause * 2, PAUSE_MAX_MS)
    tell(`${how}; another takes its place.`)
    await wait(pause, undefined, { ref: false })
    if (!stopping) await replaceFrom(fork())
  }
  const close = async (): Promise<void> => {
    stopping = true
    const timer = setTimeout(() => {
      for (const worker of running) worker.process.kill('SIGKILL')
    }, DRAIN_MS + GRACE_MS)
    for (const worker of running)
      if (starting.has(worker)) worker.process.kill('SIGTERM')
      else send(worker, STOP)
    await Promise.all([...running].map((worker) => once(worker, 'exit')))
    clearTimeout(timer)
    owner.close()
    usage.close()
  }

  const first = Array.from({ length: count }, fork)
  try {
    await Promise.all(first.map(({ listening }) => listening))
  } catch (fault) {
    await close()
    throw fault
  }
  for (const forked of first) void replaceFrom(forked)
  return { url: toUrl(config.host, port), port, close }
}

/** node:cluster has a new port for 0 once every worker that listened there is gone: those that come later need its number. */
async function findFreePort(host: string): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const port = portOf(server.address())
  server.close()
  await once(server, 'close')
  return port
}

/** To a worker that has ended meanwhile nothing needs to be said. */
function send(worker: Worker, message: Answered | typeof STOP): void {
  worker.process.send?.(message, undefined, undefined, () => undefined)
}
