// A server over a folder of published data, as a process of its own, with an account and its key.

import { type Ended, ended, printed, runCommand, startIn } from './hustings.ts'

export interface ServedFolder {
  url: string
  key: string
  /** Ends it as a service manager does. */
  stop(): Promise<Ended>
}

export interface ServeOptions {
  /** Serves the sample of the folder. */
  sample?: boolean
  /** The service's day, YYYY-MM-DD. */
  asOf?: string
  /** Added to this process's environment. */
  environment?: Record<string, string>
}

let accounts = 0

/** Adds an account without limits to the folder. */
export async function serveFolder(
  folder: string,
  { sample = false, asOf, environment = {} }: ServeOptions = {},
): Promise<ServedFolder> {
  const flags = sample ? ['--sample'] : []
  const run = async (...words: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runCommand(folder, ...words, ...flags)
    if (code !== 0) throw new Error(`hustings ${words.join(' ')} ended with ${code}: ${stderr}`)
    return stdout
  }
  const account = `test-${process.pid}-${++accounts}`
  await run('accounts', 'create', account, '--plan', 'unlimited')
  await run('accounts', 'approve', account)
  const { key } = JSON.parse(await run('keys', 'create', '--account', account, '--json'))
  const server = startIn(
    environment,
    folder,
    'serve',
    '--port',
    '0',
    ...flags,
    ...(asOf === undefined ? [] : ['--as-of', asOf]),
  )
  const end = ended(server)
  const [, url = ''] = await printed(server, 'stdout', /(http:\/\/127\.0\.0\.1:\d+)/)
  return {
    ...{ url, key },
    stop() {
      server.kill('SIGTERM')
      return end
    },
  }
}
