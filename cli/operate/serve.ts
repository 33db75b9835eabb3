// `hustings serve`: starts the only server of a data folder, or one over a snapshot file, with or without workers.

import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { SnapshotAbout } from '../../build/snapshot/contents.ts'
import type { ReadDeskFile } from '../../data/desk/file.ts'
import { endOfDay } from '../../data/schema/scalar.ts'
import { retentionDays } from '../../data/store/environment.ts'
import { type Lock, LockHeld, type LockOwner, takeLock } from '../../data/store/lock.ts'
import type { Paths } from '../../data/store/paths.ts'
import { openState } from '../../data/store/state/open.ts'
import { isUnwritable } from '../../data/store/wal-file.ts'
import type { ServerOptions } from '../../server/config.ts'
import type { RunningServer } from '../../server/main.ts'
import { withState } from '../data-folder.ts'
import { CommandError, EXIT, nextStep, PROGRAM, quote } from '../exit.ts'
import { createTrialKey } from '../issue-key.ts'
import {
  type CommonOptions,
  nightlyFor,
  parseDay,
  parsePort,
  pathsOf,
  sampleFlag,
  withCommonOptions,
} from '../options.ts'
import { logToStderr, printJson, printLine } from '../output.ts'
import { unpackForServer } from '../publish/snapshot/work-folder.ts'
import { loadApps } from './apps.ts'

interface ServeOptions extends CommonOptions {
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
      const hangups = followHangups(logToStderr)
      const head = await withState(options, async (state) => {
        const move = await state.findMove()
        if (move) logToStderr(`hustings: ${move.sentence}. Data requests are answered from this state.`)
        if (!(await state.isWritable()))
          logToStderr('hustings: the disk accepts no writes: data requests work; publishing, keys and the feed wait.')
        return state.head()
      })
      if (!head) logToStderr(`Nothing is published yet. ${nextStep(nightlyFor(options))}`)
      const workers = options.workers === undefined ? '' : ` --workers ${options.workers}`
      const asOf = options.asOf === undefined ? '' : ` --as-of ${options.asOf}`
      const server = await listen(options, `hustings serve${sampleFlag(options)}${asOf}${workers}`)
      hangups.reload(server)
      // Before it prints: whoever reads the address may stop the server at once.
      const stopped = Promise.race([waitForStop(), hangups.closed])
      if (options.json) printJson({ url: server.url })
      else printLine(`Hustings answers at ${server.url}${options.asOf === undefined ? '' : ` as of ${options.asOf}`}`)
      if (server.adminUrl !== null) logToStderr(`The state of every source is at ${server.adminUrl}/readyz`)
      await stopped
      await server.close()
    })
}

/** The clock stands on the snapshot's day. Workers find the folder that the primary has unpacked. */
async function serveSnapshot(file: string, { snapshot: _, ...given }: ServeOptions): Promise<void> {
  const { id, about, paths } = await openSnapshot(pathsOf(given), file)
  const options: ListenOptions = { ...given, paths, asOf: about.day }
  if (cluster.isWorker) return work(options)
  const hangups = followHangups(logToStderr)
  const command = `hustings serve --snapshot ${quote(file)}`
  // The key comes first: then every process has it once it listens.
  const { server, prepared: key } = await prepareAndListen(
    options,
    { command, retry: () => `${command} --port 0` },
    () => createSnapshotKey(paths),
  )
  hangups.reload(server)
  const stopped = Promise.race([waitForStop(), hangups.closed])
  const request = `curl -s -H 'Authorization: Bearer ${key}' '${server.url}/v1/elections?upcoming=true'`
  if (options.json) printJson({ url: server.url, key, snapshot: id, bundle: about.bundle, day: about.day })
  else {
    printLine(`Hustings answers at ${server.url} as of ${about.day}`)
    printLine(`Snapshot   ${id}\nKey        ${key}\nTry        ${request}`)
  }
  logToStderr(
    `It has a folder of its own. To make more keys: HUSTINGS_VAR=${quote(paths.root)} ${PROGRAM} keys create --help`,
  )
  await stopped
  await server.close()
}

/**
 * Starts the only server of this folder. Throws a CommandError if another server runs, or if the address is not available.
 * @param command the command to retry with another port
 */
async function listen(options: ListenOptions, command: string): Promise<RunningServer> {
  return listenLocked(options, lockFolder(options.paths ?? pathsOf(options), command), `${command} --port 0`)
}

/**
 * Claims the folder and checks the address before the work that must come before a server, then starts the only server of the folder.
 * Throws a CommandError if another server runs, or if the address is not available.
 * @param command the command that runs. @param retry the command to retry with another port, given the port that is taken
 */
export async function prepareAndListen<Prepared>(
  options: ListenOptions,
  { command, retry }: { command: string; retry(port: number): string },
  prepare: () => Promise<Prepared>,
): Promise<{ server: RunningServer; prepared: Prepared }> {
  const { loadConfig } = await import('../../server/config.ts')
  const { host, port, paths } = loadConfig(toServerOptions(options))
  const lock = lockFolder(paths, command)
  try {
    await requireFree(host, port)
    const prepared = await prepare()
    return { server: await listenLocked(options, lock, retry(port)), prepared }
  } catch (error) {
    lock?.release()
    throw toRefusal(error, retry(port))
  }
}

/** Throws the error that a server would meet there. */
async function requireFree(host: string, port: number): Promise<void> {
  const probe = createServer().listen(port, host)
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}

async function listenLocked(options: ListenOptions, lock: FolderLock | undefined, retry: string) {
  try {
    const server = await startListening(options)
    lock?.recordUrl(server.url)
    return { ...server, close: () => server.close().finally(() => lock?.release()) }
  } catch (error) {
    lock?.release()
    throw toRefusal(error, retry)
  }
}

/** A CommandError if the address was not available, else the error itself. */
function toRefusal(error: unknown, retry: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const [why, remedy] = CANNOT_LISTEN.get(code) ?? []
  if (!(error instanceof Error) || why === undefined) return error
  return new CommandError(`${why} (${error.message}). ${remedy}`, retry)
}

async function startListening(options: ListenOptions): Promise<RunningServer> {
  if (options.workers === undefined) {
    const { startServer } = await import('../../server/main.ts')
    const { limitHeapGrowth } = await import('../../server/config.ts')
    limitHeapGrowth()
    return startServer(await withApps(options))
  }
  const { startWorkers } = await import('../../server/workers.ts')
  return startWorkers(toServerOptions(options), { count: options.workers, clock: Date.now, warn: logToStderr })
}

interface FolderLock {
  recordUrl(url: string): void
  release(): void
}

/**
 * Each server counts every limit on its own, so a folder has only one server.
 * @returns undefined if the disk accepts no writes: then no request is counted either
 */
function lockFolder(paths: Paths, command: string): FolderLock | undefined {
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
    const { pid, since, url, command: running } = error.owner ?? {}
    if (running === 'demo')
      throw new CommandError(
        `The demo is already running${url === undefined ? '' : ` at ${url}`} (process ${pid}, since ${since}). Stop it with Ctrl-C in its terminal.`,
        `${command}   # after it has stopped`,
        EXIT.locked,
      )
    const flag = paths.root === pathsOf({ sample: true }).root ? ' --sample' : ''
    const alone = command.startsWith('hustings serve ')
      ? command.replace(/ --workers \d+$/, '')
      : `hustings serve${flag}`
    const first = pid === undefined ? 'Another server' : `Another server (process ${pid}, since ${since})`
    throw new CommandError(
      `${first} answers${url === undefined ? '' : ` at ${url}`} from ${paths.root}. A second one would double every limit.`,
      `${alone} --workers 2   # stop the first; one server then uses several processes`,
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
    const { serveAsWorker } = await import('../../server/workers.ts')
    const { limitHeapGrowth } = await import('../../server/config.ts')
    limitHeapGrowth()
    await serveAsWorker(await withApps(options), Date.now, waitForStop())
  } finally {
    // After a failure, the channel to the primary would keep this process alive.
    process.disconnect()
  }
}

/** The options of the server, with the apps that HUSTINGS_APPS chooses. */
async function withApps(listen: ListenOptions): Promise<ServerOptions> {
  const { loadConfig } = await import('../../server/config.ts')
  const options = toServerOptions(listen)
  return { ...options, guests: await loadApps(loadConfig(options).apps) }
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
  const reader = await import('../../ingest/endorsement/desk-import.ts')
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

const OTHER_PORT = 'Set another port with HUSTINGS_PORT or --port.'
const OTHER_HOST = 'Set another address with HUSTINGS_HOST.'
/** By the code of the error: the sentence, and what to set. */
const CANNOT_LISTEN = new Map<string, readonly [string, string]>([
  ['EADDRINUSE', ['Another program already listens on this port', OTHER_PORT]],
  ['EADDRNOTAVAIL', ['This machine does not have that address', OTHER_HOST]],
  ['ENOTFOUND', ['This machine does not have that address', OTHER_HOST]],
  ['EACCES', ['This user is not permitted to open that port', OTHER_PORT]],
])

/** Waits for Ctrl-C or a service manager's stop. */
export async function waitForStop(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
}

// SIGHUP replaces the workers. A terminal that is closed sends it too; then the server ends as after Ctrl-C.

interface Hangups {
  /** Resolves when the terminal is closed. */
  closed: Promise<void>
  /** From now on, SIGHUP reloads this server. */
  reload(server: Pick<RunningServer, 'reload'>): void
}

/** Call it before the server starts: without a listener, SIGHUP ends the process at once. */
function followHangups(warn: (line: string) => void): Hangups {
  if (process.stdin.isTTY) return { closed: once(process, 'SIGHUP').then(() => undefined), reload: () => undefined }
  let running: Pick<RunningServer, 'reload'> | undefined
  process.on('SIGHUP', () => {
    if (running === undefined) warn('SIGHUP: the server is still starting, so there is nothing to reload.')
    else if (running.reload) running.reload()
    else
      warn(`SIGHUP: nothing is reloaded, because this server has no workers. ${nextStep('hustings serve --workers 2')}`)
  })
  return {
    closed: new Promise(() => undefined),
    reload(server) {
      running = server
    },
  }
}

// A snapshot file is prepared for its server: a data folder of its own, in which the bundle is published on the evening of its day.

interface OpenedSnapshot {
  id: string
  about: SnapshotAbout
  /** The snapshot's own data folder. */
  paths: Paths
}

/** @param root the operator's data folder, in which the snapshot's own is made */
async function openSnapshot(root: Paths, file: string): Promise<OpenedSnapshot> {
  return unpackForServer(root, file, async ({ paths, about }) => {
    const { publishBundle } = await import('../../build/publish/publish.ts')
    // On its own day, the evening has not come yet.
    const now = () => new Date(Math.min(Date.now(), Date.parse(endOfDay(about.day))))
    const state = await openState(paths)
    try {
      await publishBundle({ paths, state, bundle: about.bundle, now, accept: false, retentionDays: retentionDays() })
    } finally {
      await state.close()
    }
  })
}

/** A key for the snapshot's server alone: it has no accounts of the operator. */
async function createSnapshotKey(paths: Paths): Promise<string> {
  const state = await openState(paths)
  try {
    return await createTrialKey(state, paths, 'snapshot', 'hustings doctor')
  } finally {
    await state.close()
  }
}
