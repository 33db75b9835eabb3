// A Debian of its own: systemd as its first process, over a copy of this machine's files that is thrown away. It has no network but its own
// loopback interface.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { PROJECT_ROOT } from '../../data/store/paths.ts'
import { type Ended, ended } from '../cli/hustings.ts'

const BOOT_MS = 120_000

/** Why no machine can be booted here; undefined if one can. */
export const MACHINE_MISSING = findMissing()

function findMissing(): string | undefined {
  if (process.platform !== 'linux') return 'not on Linux'
  if (process.getuid?.() !== 0) return 'not run by root'
  if (spawnSync('systemd-nspawn', ['--version']).status !== 0) return 'systemd-nspawn is not installed'
  if (spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status !== 0)
    return 'mounts are not permitted'
  return undefined
}

export interface Machine {
  /** Runs a shell script as root. */
  run(script: string): Promise<Ended>
  /** The same; throws if it fails. @returns its stdout */
  expect(script: string): Promise<string>
  /** @param path of the server on 127.0.0.1:8080; status 0 if it does not answer */
  ask(path: string, key?: string): Promise<{ status: number; text: string }>
  close(): Promise<void>
}

/** A login's environment, not that of the tests: their PATH leads to the `hustings` of node_modules. */
const LOGIN = ['/usr/bin/env', '-i', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin']

const ASK = `const [url, key] = process.argv.slice(1)
fetch(url, { headers: key ? { Authorization: 'Bearer ' + key } : {} })
  .then(async (reply) => [reply.status, await reply.text()], () => [0, ''])
  .then(([status, text]) => console.log(JSON.stringify({ status, text })))`

/** The checkout is at /opt/hustings, and this Node.js at /usr/bin/node. */
export async function bootMachine(): Promise<Machine> {
  const root = mkdtempSync(join(tmpdir(), 'hustings-machine-'))
  const options = [
    ...['--directory', root, '--volatile=overlay', '--boot', '--private-network', '--machine=hustings-test'],
    ...['--register=no', '--keep-unit', '--console=pipe', '--link-journal=no'],
    `--bind-ro=${PROJECT_ROOT}:/opt/hustings`,
    `--bind-ro=${process.execPath}:/usr/bin/node`,
  ]
  // Nothing that this machine starts by itself is started there. The mount ends with the process.
  const script = 'mount --bind / "$1" && shift && exec systemd-nspawn "$@" systemd.unit=basic.target'
  const child = spawn('unshare', ['--mount', 'sh', '-c', script, 'sh', root, ...options], {
    env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1', SYSTEMD_NSPAWN_LOCK: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      log += chunk
    })
  const enter = (spaces: readonly string[], words: readonly string[]): Promise<Ended> =>
    ended(spawn('nsenter', ['--target', String(findFirst(child)), ...spaces, '--', ...words]))
  const run: Machine['run'] = (text) => enter(['--all'], [...LOGIN, '/bin/sh', '-euc', text])
  const close: Machine['close'] = async () => {
    const exit = once(child, 'exit')
    if (child.exitCode === null && child.kill('SIGTERM')) await exit
    rmdirSync(root)
  }
  const until = performance.now() + BOOT_MS
  while ((await run('systemctl is-active basic.target')).code !== 0) {
    if (child.exitCode === null && performance.now() < until) {
      await wait(200)
      continue
    }
    await close()
    throw new Error(`systemd did not start: ${log}`)
  }
  return {
    run,
    async expect(text) {
      const { code, stdout, stderr } = await run(text)
      if (code !== 0) throw new Error(`${text}\nended with ${code}: ${stdout}${stderr}`)
      return stdout
    },
    async ask(path, key = '') {
      const words = [process.execPath, '-e', ASK, `http://127.0.0.1:8080${path}`, key]
      return JSON.parse((await enter(['--net'], words)).stdout)
    },
    close,
  }
}

/** The machine's first process; 0 if there is none. */
function findFirst({ pid }: ChildProcess): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0])
  } catch {
    return 0
  }
}
