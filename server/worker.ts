// One worker of `serve --workers N`. It serves until the primary stops it or is gone (node:cluster then ends it).

import { findStateFormat } from '../data/store/state/open.ts'
import { loadConfig, type ServerOptions } from './config.ts'
import { createRemoteMeter } from './limits/remote.ts'
import { startServer } from './main.ts'
import { createRemoteGathering } from './metrics/page.ts'

/** Messages from the primary: stop, or let another worker take over and then stop. */
export const STOP = { stop: true } as const
export const RETIRE = { retire: true } as const

/** Message to the primary: the reason why this worker cannot serve. */
export interface Failed {
  failed: { message: string; code: string | undefined }
}

export function isFailed(message: unknown): message is Failed {
  return typeof message === 'object' && message !== null && 'failed' in message
}

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
