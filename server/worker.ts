// One worker of `serve --workers N`. It serves until the primary stops it or is gone (node:cluster then ends it).

import type { ServerOptions } from './config.ts'
import { createRemoteMeter } from './limits/remote.ts'
import { startServer } from './main.ts'

/** Message from the primary. */
export const STOP = { stop: true } as const

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
  const told = new Promise<void>((resolve) => {
    process.on('message', (message: unknown) => {
      if (isStop(message)) resolve()
    })
  })
  try {
    const server = await startServer(options, clock, createRemoteMeter(process))
    await Promise.race([stopped, told])
    await server.close()
  } catch (fault) {
    await report(fault)
  }
}

function isStop(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'stop' in message
}

async function report(fault: unknown): Promise<void> {
  const message = fault instanceof Error ? fault.message : String(fault)
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : undefined
  const failed: Failed = { failed: { message, code } }
  await new Promise((resolve) => process.send?.(failed, undefined, undefined, resolve))
}
