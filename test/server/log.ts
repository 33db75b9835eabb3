// Reads the log of a server that runs as a process of its own, as an operator would.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'
import { PROJECT_ROOT } from '../../data/store/paths.ts'
import type { Fixture } from './fixture.ts'

const SERVE = `
import { loadApps } from './dist/cli/operate/apps.js'
import { startServer } from './dist/server/main.js'
import { pathsIn } from './dist/data/store/paths.js'
const server = await startServer({ guests: await loadApps(null), paths: pathsIn(process.argv[1]), port: 0 })
console.log(server.url)
process.on('SIGTERM', () => server.close())
`

export function createPinnedLog() {
  return {
    /** The log line of one request to a server of its own, started and stopped for it. */
    async lineOf(fixture: Fixture, path: string): Promise<unknown> {
      const { key } = await fixture.makeKey()
      const child = spawn(process.execPath, ['--input-type=module', '-e', SERVE, fixture.paths.root], {
        cwd: PROJECT_ROOT,
      })
      let log = ''
      child.stderr.on('data', (chunk: Buffer) => {
        log += chunk.toString()
      })
      const [url] = z.tuple([z.instanceof(Buffer)]).parse(await once(child.stdout, 'data'))
      const reply = await fetch(url.toString().trim() + path, { headers: { Authorization: `Bearer ${key}` } })
      const id = reply.headers.get('x-request-id') ?? 'no id'
      child.kill('SIGTERM')
      await once(child, 'exit')
      const line = log.split('\n').find((one) => one.includes(id))
      if (line === undefined) throw new Error(`no line with ${id} in the log:\n${log}`)
      return JSON.parse(line)
    },
  }
}
