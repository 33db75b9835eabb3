// A server over a folder of published data, as a process of its own, with an account and its key.

import { expect } from 'vitest'
import { ended, printed, runCommand, startIn } from './hustings.ts'

export interface ServeOptions {
  /** Serves the sample of the folder. */
  sample?: boolean
  /** The service's day, YYYY-MM-DD. */
  asOf?: string
  /** Added to this process's environment. */
  environment?: Record<string, string>
}

export type ServedFolder = Awaited<ReturnType<typeof serveFolder>>

let accounts = 0

/** Of a new account without limits. @param flags `--sample` */
export async function makeKey(folder: string, ...flags: string[]): Promise<string> {
  const run = async (...words: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runCommand(folder, ...words, ...flags)
    if (code !== 0) throw new Error(`hustings ${words.join(' ')} ended with ${code}: ${stderr}`)
    return stdout
  }
  const account = `test-${process.pid}-${++accounts}`
  await run('plans', 'set', 'vast', '--per-minute', '1000000000', '--per-day', 'unlimited', '--streams', '100')
  await run('accounts', 'create', account, '--plan', 'vast')
  await run('accounts', 'approve', account)
  return JSON.parse(await run('keys', 'create', '--account', account, '--json')).key
}

/** Adds an account without limits to the folder. */
export async function serveFolder(folder: string, { sample = false, asOf, environment = {} }: ServeOptions = {}) {
  const flags = sample ? ['--sample'] : []
  const key = await makeKey(folder, ...flags)
  const day = asOf === undefined ? [] : ['--as-of', asOf]
  const server = startIn(environment, folder, 'serve', '--port', '0', ...flags, ...day)
  const end = ended(server)
  const [, url = ''] = await printed(server, 'stdout', /(http:\/\/127\.0\.0\.1:\d+)/)
  const get = (path: string) => fetch(url + path, { headers: { Authorization: `Bearer ${key}` } })
  return {
    ...{ url, key, get, pid: server.pid ?? 0 },
    /** The body of an answer with status 200. */
    async ask(path: string) {
      const reply = await get(path)
      expect(reply.status, path).toBe(200)
      return JSON.parse(await reply.text())
    },
    /** Ends it as a service manager does. */
    stop() {
      server.kill('SIGTERM')
      return end
    },
  }
}
