// A compiled server in a separate process, like `hustings serve`, with all its output.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'
import { PROJECT_ROOT } from '../../data/store/paths.ts'
import type { Fixture } from './fixture.ts'

const SERVE = `
import { loadApps } from './dist/cli/operate/apps.js'
import { startServer } from './dist/server/main.js'
import { pathsIn } from './dist/data/store/paths.js'
const server = await startServer({ guests: await loadApps(null), paths: pathsIn(process.argv[1]), port: 0, drainIdle: 10 })
console.log(server.url)
process.on('SIGTERM', () => server.close())
`

export interface ServerProcess {
  url: string
  signal(name: NodeJS.Signals): void
  ended: Promise<void>
  /** Ends it like a service manager; returns its stdout and stderr. */
  stop(): Promise<string>
}

/** @param environment added to this process's environment */
export async function startProcess(
  { paths }: Pick<Fixture, 'paths'>,
  environment: Record<string, string> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SERVE, paths.root], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      written += chunk.toString()
    })
  const [first] = await Promise.race([once(child.stdout, 'data'), ended(child).then(() => [])])
  if (first === undefined) throw new Error(`the server did not start:\n${written}`)
  return {
    url: z.instanceof(Buffer).parse(first).toString().trim(),
    signal: (name) => void child.kill(name),
    ended: ended(child),
    async stop() {
      child.kill('SIGTERM')
      await ended(child)
      return written
    },
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
}
