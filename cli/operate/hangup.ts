// SIGHUP to `serve`: replaces the workers. A terminal that is closed sends it too; then `serve` ends as after Ctrl-C.

import { once } from 'node:events'
import type { RunningServer } from '../../server/main.ts'
import { nextStep } from '../next-step.ts'

interface Hangups {
  /** Resolves when the terminal is closed. */
  closed: Promise<void>
  /** From now on, SIGHUP reloads this server. */
  reload(server: Pick<RunningServer, 'reload'>): void
}

/** Call it before the server starts: without a listener, SIGHUP ends the process at once. */
export function followHangups(tell: (line: string) => void): Hangups {
  if (process.stdin.isTTY) return { closed: once(process, 'SIGHUP').then(() => undefined), reload: () => undefined }
  let running: Pick<RunningServer, 'reload'> | undefined
  process.on('SIGHUP', () => {
    if (running === undefined) tell('SIGHUP: the server is still starting, so there is nothing to reload.')
    else if (running.reload) running.reload()
    else
      tell(`SIGHUP: nothing is reloaded, because this server has no workers. ${nextStep('hustings serve --workers 2')}`)
  })
  return {
    closed: new Promise(() => undefined),
    reload(server) {
      running = server
    },
  }
}
