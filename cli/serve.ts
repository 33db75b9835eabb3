import cluster from 'node:cluster'
import { once } from 'node:events'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { ReadDeskFile } from '../data/desk/import.ts'
import { type Lock, LockHeld, type LockOwner, takeLock } from '../data/store/lock.ts'
import type { Paths } from '../data/store/paths.ts'
import { isUnwritable } from '../data/store/wal-file.ts'
import type { ServerOptions } from '../server/config.ts'
import type { RunningServer } from '../server/main.ts'
import { CommandError, EXIT } from './exit.ts'
import { type CommonOptions, parseDay, parsePort, pathsOf, quote, sampleFlag, withCommonOptions } from './options.ts'
import { logToStderr, printJson, printLine } from './output.ts'
import { withState } from './state.ts'

export interface ServeOptions extends CommonOptions {
  port?: number
  host?: string
  adminPort?: number
  asOf?: string
  workers?: number
  snapshot?: string
}

interface ListenOptions extends Omit<ServeOptions, 'snapshot'> {
  /** Default: the operator's data folder. */
  paths?: Paths
  /** Default: HUSTINGS_PUBLIC_EXPLORER. */
  publicExplorer?: boolean
}

const WORKERS_MAX = 64

export function addServe(program: Command): void {
  withCommonOptions(program.command('serve').description('serve /v1 from the current bundle and follow publications'))
    .addOption(
      new Option('--port <port>', 'port to listen on; 0 takes any free one (default: HUSTINGS_PORT or 8080)').argParser(
        parsePort,
      ),
    )
    .option('--host <address>', 'address to listen on (default: HUSTINGS_HOST or 127.0.0.1)')
    .addOption(
      new Option(
        '--admin-port <port>',
        'port of this machine alone, with the detail of /readyz (default: HUSTINGS_ADMIN_PORT or none)',
      ).argParser(parseAdminPort),
    )
    .addOption(new Option('--as-of <date>', 'answer as of that day, such as 2024-10-15').argParser(parseDay))
    .addOption(
      new Option('--workers <n>', 'number of processes that share the port (default: only this one)').argParser(
        parseWorkers,
      ),
    )
    .addOption(
      new Option(
        '--snapshot <file>',
        'serve a snapshot file instead, as of its day, with a key of its own; nothing is published into it',
      ).conflicts(['sample', 'asOf']),
    )
    .action(async (options: ServeOptions) => {
      if (options.snapshot !== undefined) return serveSnapshot(options.snapshot, options)
      if (cluster.isWorker) return work(options)
      const head = await withState(options, async (state) => {
        if (!(await state.isWritable()))
          logToStderr('hustings: the disk accepts no writes: data requests work; publishing, keys and the feed wait.')
        return state.head()
      })
      if (!head) logToStderr(`Nothing is published yet. Next: hustings nightly${sampleFlag(options)}`)
      const workers = options.workers === undefined ? '' : ` --workers ${options.workers}`
      const server = await listen(options, `hustings serve${sampleFlag(options)}${workers}`)
      // Before it prints: whoever reads the address may stop the server at once.
      const stopped = waitForStop()
      if (options.json) printJson({ url: server.url })
      else printLine(`Hustings answers at ${server.url}`)
      if (server.adminUrl !== null) logToStderr(`The state of every source is at ${server.adminUrl}/readyz`)
      await stopped
      await server.close()
    })
}

/** The clock stands on the snapshot's day. Workers find the folder that the primary has unpacked. */
async function serveSnapshot(file: string, { snapshot: _, ...given }: ServeOptions): Promise<void> {
  const { createSnapshotKey, openSnapshot } = await import('./open-snapshot.ts')
  const { id, about, paths } = await openSnapshot(pathsOf(given), file)
  const options: ListenOptions = { ...given, paths, asOf: about.day }
  if (cluster.isWorker) return work(options)
  const server = await listen(options, `hustings serve --snapshot ${quote(file)}`)
  const key = await createSnapshotKey(paths)
  const stopped = waitForStop()
  const request = `curl -s -H 'Authorization: Bearer ${key}' '${server.url}/v1/elections?upcoming=true'`
  if (options.json) printJson({ url: server.url, key, snapshot: id, bundle: about.bundle, day: about.day })
  else {
    printLine(`Hustings answers at ${server.url} as of ${about.day}`)
    printLine(`Snapshot   ${id}\nKey        ${key}\nTry        ${request}`)
  }
  logToStderr(
    `It has a folder of its own. To make more keys: HUSTINGS_VAR=${quote(paths.root)} hustings keys create --help`,
  )
  await stopped
  await server.close()
}

/**
 * Starts the only server of this folder. Throws a CommandError if another server runs, or if the address is not available.
 * @param command the command to retry with another port
 */
export async function listen(options: ListenOptions, command: string): Promise<RunningServer> {
  const lock = lockFolder(options.paths ?? pathsOf(options), command)
  try {
    const server = await startListening(options)
    lock?.recordUrl(server.url)
    return { ...server, close: () => server.close().finally(() => lock?.release()) }
  } catch (error) {
    lock?.release()
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const why = CANNOT_LISTEN.get(code)
    if (!(error instanceof Error) || why === undefined) throw error
    throw new CommandError(`${why} (${error.message}).`, `${command} --port 0`)
  }
}

async function startListening(options: ListenOptions): Promise<RunningServer> {
  if (options.workers === undefined) {
    const { startServer } = await import('../server/main.ts')
    return startServer(toServerOptions(options))
  }
  const { startWorkers } = await import('../server/workers.ts')
  return startWorkers(toServerOptions(options), { count: options.workers, clock: Date.now, tell: logToStderr })
}

/**
 * Each server counts every limit on its own, so a folder has only one server.
 * @returns undefined if the disk accepts no writes: then no request is counted either
 */
function lockFolder(paths: Paths, command: string): { recordUrl(url: string): void; release(): void } | undefined {
  const owner = { pid: process.pid, command: command.replace(/^hustings /, ''), since: new Date().toISOString() }
  try {
    const lock = takeLock({ root: paths.root, lock: paths.serveLock }, owner)
    return {
      recordUrl: (url) => recordUrl(lock, { ...owner, url }),
      release: lock.release,
    }
  } catch (error) {
    if (isUnwritable(error)) return undefined
    if (!(error instanceof LockHeld)) throw error
    const { pid, since, url } = error.owner ?? {}
    const first = pid === undefined ? 'Another server' : `Another server (process ${pid}, since ${since})`
    throw new CommandError(
      `${first} answers${url === undefined ? '' : ` at ${url}`} from ${paths.root}. A second one would double every limit.`,
      'hustings serve --workers 2   (stop the first; one server then uses several processes)',
      EXIT.locked,
    )
  }
}

/** The disk may have filled since the lock was taken. */
function recordUrl(lock: Lock, owner: LockOwner): void {
  try {
    lock.recordOwner(owner)
  } catch (error) {
    if (!isUnwritable(error)) throw error
  }
}

async function work(options: ListenOptions): Promise<void> {
  try {
    const { serveAsWorker } = await import('../server/worker.ts')
    await serveAsWorker(toServerOptions(options), Date.now, waitForStop())
  } finally {
    // After a failure, the channel to the primary would keep this process alive.
    process.disconnect()
  }
}

function toServerOptions({
  port,
  host,
  adminPort,
  asOf,
  publicExplorer,
  paths,
  ...options
}: ListenOptions): ServerOptions {
  return {
    paths: paths ?? pathsOf(options),
    readDeskFile,
    ...(port !== undefined && { port }),
    ...(host !== undefined && { host }),
    ...(adminPort !== undefined && { adminPort }),
    ...(asOf !== undefined && { asOf }),
    ...(publicExplorer !== undefined && { publicExplorer }),
  }
}

/** The reader is loaded with the first import: most servers never need it. */
const readDeskFile: ReadDeskFile = async (bytes, desk) => {
  const reader = await import('../ingest/endorsement/desk-import.ts')
  return reader.readDeskFile(bytes, desk)
}

function parseAdminPort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65535)
    throw new InvalidArgumentError('Expected a port from 1 to 65535.')
  return port
}

function parseWorkers(text: string): number {
  const workers = Number(text)
  if (!/^\d{1,2}$/.test(text) || workers < 1 || workers > WORKERS_MAX)
    throw new InvalidArgumentError(`Expected a whole number from 1 to ${WORKERS_MAX}.`)
  return workers
}

const CANNOT_LISTEN = new Map([
  ['EADDRINUSE', 'Another program already listens on this port'],
  ['EADDRNOTAVAIL', 'This machine does not have that address'],
  ['ENOTFOUND', 'This machine does not have that address'],
  ['EACCES', 'This user is not permitted to open that port'],
])

/** Waits for Ctrl-C or a service manager's stop. */
export async function waitForStop(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
}
