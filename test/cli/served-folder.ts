// A server over a folder of published data, as a process of its own, with an account and its key.

import { expect } from 'vitest'
import { type Ended, ended, printed, runCommand, startIn } from './hustings.ts'

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

/** `serve` on a free port. @param environment added to this process's @param words more options */
export async function startServer(environment: Record<string, string>, folder: string, ...words: string[]) {
  const server = startIn(environment, folder, 'serve', '--port', '0', ...words)
  const end = ended(server)
  const [, url = ''] = await printed(server, 'stdout', /(http:\/\/127\.0\.0\.1:\d+)/)
  return {
    ...{ url, pid: server.pid ?? 0 },
    get: (path: string, key: string) => fetch(url + path, { headers: { Authorization: `Bearer ${key}` } }),
    /** Ends it as a service manager does. */
    stop(): Promise<Ended> {
      server.kill('SIGTERM')
      return end
    },
  }
}

/** Adds an account without limits to the folder. */
export async function serveFolder(folder: string, { sample = false, asOf, environment = {} }: ServeOptions = {}) {
  const flags = sample ? ['--sample'] : []
  const key = await makeKey(folder, ...flags)
  const day = asOf === undefined ? [] : ['--as-of', asOf]
  const server = await startServer(environment, folder, ...flags, ...day)
  const get = (path: string) => server.get(path, key)
  return {
    ...server,
    key,
    get,
    /** The body of an answer with status 200. */
    async ask(path: string) {
      const reply = await get(path)
      expect(reply.status, path).toBe(200)
      return JSON.parse(await reply.text())
    },
  }
}
