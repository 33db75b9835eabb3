// Two servers over equal copies of one data folder: the compiled code of an earlier commit, and the present code.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { NEW_ENDORSEMENT } from '../../cli/demo.ts'
import { PROJECT_ROOT, projectFile } from '../../data/store/paths.ts'
import { printed } from '../cli/hustings.ts'
import { findFreePort } from '../server/free-port.ts'

/** The day of the sample, and the days of its two publications. */
export const DAY = '2026-11-21'
const FIRST_NIGHT = '2026-11-20T06:00:00.000Z'
const SECOND_NIGHT = '2026-11-21T06:00:00.000Z'
const SERVED_FROM = '2026-11-21T07:00:00.000Z'
const CLOCK = projectFile('test', 'answers', 'clock.mjs')
const CLI = join('dist', 'cli.js')
export const PASSWORD = 'correct horse battery'

/** By name: what requests send as their key. */
export type Keys = Readonly<
  Record<'all' | 'data' | 'stream' | 'small' | 'revoked' | 'away' | 'pending' | 'suspended', string>
>

export interface RunningSide {
  port: number
  /** Moves its clock. */
  move(milliseconds: number): Promise<void>
  stop(): Promise<void>
}

/** The reason for which this commit cannot be compared here; undefined if it can. */
export function findObstacle(commit: string): string | undefined {
  try {
    git('rev-parse', '--verify', '--quiet', `${commit}^{commit}`)
  } catch {
    return `there is no git history with the commit ${commit}`
  }
  const locked = git('show', `${commit}:package-lock.json`)
  if (locked !== readFileSync(projectFile('package-lock.json'), 'utf8'))
    return `package-lock.json of ${commit} is another one: its packages are not installed`
  return existsSync(projectFile(CLI)) ? undefined : `${CLI} is missing: run make setup`
}

function git(...words: string[]): string {
  return execFileSync('git', words, {
    ...{ cwd: PROJECT_ROOT, encoding: 'utf8', maxBuffer: 1e9 },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

export interface Compared {
  old: RunningSide
  present: RunningSide
  keys: Keys
  close(): Promise<void>
}

export async function openServers(commit: string): Promise<Compared> {
  const folder = mkdtempSync(join(tmpdir(), 'hustings-answers-'))
  const tree = join(folder, 'tree')
  const started: RunningSide[] = []
  const close = async (): Promise<void> => {
    for (const side of started) await side.stop()
    if (existsSync(tree)) git('worktree', 'remove', '--force', tree)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    git('worktree', 'add', '--detach', tree, commit)
    symlinkSync(projectFile('node_modules'), join(tree, 'node_modules'))
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: tree, stdio: ['ignore', 'inherit', 'inherit'] })
    const made = join(folder, 'made')
    const keys = makeData(made)
    const start = async (root: string, name: string): Promise<RunningSide> => {
      const data = join(folder, name)
      cpSync(made, data, { recursive: true, filter: (file) => !file.endsWith('.duckdb') })
      const side = await startSide(root, data)
      started.push(side)
      return side
    }
    const old = await start(tree, 'old')
    const ready = await fetch(`http://127.0.0.1:${old.port}/readyz`)
    if (ready.status !== 200)
      throw new Error(
        `${commit} does not read the present bundle or state (their formats differ): ${await ready.text()}`,
      )
    return { old, present: await start(PROJECT_ROOT, 'present'), keys, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function startSide(root: string, data: string): Promise<RunningSide> {
  const port = await findFreePort()
  const words = ['serve', '--sample', '--as-of', DAY, '--port', String(port)]
  const child = spawn(process.execPath, ['--import', CLOCK, join(root, CLI), ...words], {
    cwd: root,
    env: environment(data, SERVED_FROM, { HUSTINGS_PUBLIC_EXPLORER: '1', HUSTINGS_TRUSTED_PROXIES: '127.0.0.1' }),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  await Promise.race([printed(child, 'stdout', /answers at/), failed(child)])
  child.stderr?.resume()
  return {
    port,
    async move(milliseconds) {
      const moved = once(child, 'message')
      child.send(milliseconds)
      await moved
    },
    async stop() {
      const ended = once(child, 'close')
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function failed(child: ChildProcess): Promise<never> {
  let written = ''
  child.stderr?.on('data', (chunk) => {
    written += chunk
  })
  await once(child, 'close')
  throw new Error(`the server did not start: ${written}`)
}

function environment(data: string, clock: string, more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(HUSTINGS_|NODE_OPTIONS|VITEST)/.test(name))
  return { ...Object.fromEntries(kept), ...more, HUSTINGS_VAR: data, ANSWERS_CLOCK: clock }
}

/** Two publications with a change between them, exports of the second, and accounts, keys and a desk. */
function makeData(data: string): Keys {
  const run = (clock: string, words: readonly string[], input = ''): string =>
    execFileSync(process.execPath, ['--import', CLOCK, projectFile(CLI), ...words, '--sample'], {
      ...{ cwd: PROJECT_ROOT, env: environment(data, clock), input, encoding: 'utf8' },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
  const mirror = join(data, 'mirror')
  mkdirSync(join(mirror, 'node_modules'), { recursive: true })
  symlinkSync(projectFile('node_modules', 'us-atlas'), join(mirror, 'node_modules', 'us-atlas'))
  cpSync(projectFile('data', 'sample'), join(mirror, 'data', 'sample'), { recursive: true })
  run(FIRST_NIGHT, ['nightly', '--mirror', mirror])
  appendFileSync(join(mirror, 'data', 'sample', 'endorsements.csv'), `${NEW_ENDORSEMENT}\n`)
  run(SECOND_NIGHT, ['nightly', '--mirror', mirror])
  const second = (...words: string[]): string => run(SECOND_NIGHT, words)
  second('export')
  const account = (name: string, plan: string): void => {
    second('accounts', 'create', name, '--plan', plan, '--contact', `${name}@example.org`)
    if (name !== 'pending') second('accounts', 'approve', name)
  }
  const key = (name: string, ...words: string[]) =>
    z
      .object({ id: z.number(), key: z.string() })
      .parse(JSON.parse(second('keys', 'create', '--account', name, '--json', ...words)))
  for (const name of ['reader', 'editor', 'chief', 'suspended']) account(name, 'unlimited')
  for (const name of ['small', 'pending']) account(name, 'free')
  for (const name of ['reader', 'editor', 'chief']) run(SECOND_NIGHT, ['accounts', 'password', name], PASSWORD)
  second('accounts', 'operator', 'chief')
  second('accounts', 'endorser', 'editor', 'otto-example')
  const revoked = key('reader')
  const keys = {
    all: key('reader').key,
    data: key('reader', '--scopes', 'data:read').key,
    stream: key('reader', '--scopes', 'stream:read').key,
    away: key('reader', '--addresses', '192.0.2.0/24').key,
    small: key('small').key,
    pending: key('pending').key,
    suspended: key('suspended').key,
    revoked: revoked.key,
  }
  second('keys', 'revoke', String(revoked.id))
  second('accounts', 'suspend', 'suspended')
  return keys
}
