// A compiled server in a separate process, like `hustings serve`, with all its output.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** The log line of one request to a server of its own. */
export async function findLogLine(fixture: Fixture, path: string): Promise<unknown> {
  const { key } = await fixture.makeKey()
  const logFile = join(fixture.paths.root, 'one-request.log')
  const server = await fixture.start({ logFile })
  const reply = await fetch(server.url + path, { headers: { Authorization: `Bearer ${key}` } })
  const id = reply.headers.get('x-request-id') ?? 'no id'
  await server.close()
  const log = readFileSync(logFile, 'utf8')
  const line = log.split('\n').find((one) => one.includes(id))
  if (line === undefined) throw new Error(`no line with ${id} in the log:\n${log}`)
  return JSON.parse(line)
}
