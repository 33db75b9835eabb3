// Two servers over equal copies of one data folder: the compiled code of an earlier commit, and the present code.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { NEW_ENDORSEMENT } from '../../cli/look/demo.ts'
import { PROJECT_ROOT, projectFile } from '../../data/store/paths.ts'
import { printed } from '../cli/hustings.ts'
import { linkPackages } from '../packages.ts'
import { findFreePort } from '../server/free-port.ts'

/** The day of the sample, and the times of its two publications. */
export const DAY = '2026-11-21'
const NIGHTS = ['2026-11-20T06:00:00.000Z', '2026-11-21T06:00:00.000Z'] as const
const SERVED_FROM = '2026-11-21T07:00:00.000Z'
const CLOCK = projectFile('test', 'answers', 'clock.mjs')
const CLI = join('dist', 'cli.js')
export const PASSWORD = 'correct horse battery'

const SETUP = `accounts create reader --plan unlimited;accounts create editor --plan unlimited
accounts create chief --plan unlimited;accounts create suspended --plan unlimited;accounts create small;accounts create pending
accounts approve reader;accounts approve editor;accounts approve chief;accounts approve suspended;accounts approve small
accounts password reader;accounts password editor;accounts password chief;accounts operator chief
accounts endorser editor otto-example`
/** By the name of the key. */
const KEYS = {
  all: '--account reader',
  data: '--account reader --scopes data:read',
  stream: '--account reader --scopes stream:read',
  away: '--account reader --addresses 192.0.2.0/24',
  revoked: '--account reader',
  small: '--account small',
  pending: '--account pending',
  suspended: '--account suspended',
}
export type Keys = Readonly<Record<string, string>> & { all: string }

export interface RunningSide {
  port: number
  /** Moves its clock. */
  move(milliseconds: number): Promise<unknown>
  stop(): Promise<unknown>
}

/** The reason for which this commit cannot be compared here; undefined if it can. */
export function findObstacle(commit: string): string | undefined {
  try {
    git('cat-file', '-e', `${commit}^{commit}`)
  } catch {
    return `there is no git history with the commit ${commit}`
  }
  const present = versionsOf(readFileSync(projectFile('package-lock.json'), 'utf8'))
  if (versionsOf(git('show', `${commit}:package-lock.json`)) !== present)
    return `package-lock.json of ${commit} has other packages, which are not installed`
  return existsSync(projectFile(CLI)) ? undefined : `${CLI} is missing: run make setup`
}

function git(...words: string[]): string {
  const options = { cwd: PROJECT_ROOT, encoding: 'utf8', maxBuffer: 1e9 } as const
  return execFileSync('git', words, { ...options, stdio: ['ignore', 'pipe', 'ignore'] })
}

interface Opened {
  old: RunningSide
  present: RunningSide
  keys: Keys
  close(): Promise<void>
}

export async function openServers(commit: string): Promise<Opened> {
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
    linkPackages(tree)
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: tree, stdio: ['ignore', 'inherit', 'inherit'] })
    const made = join(folder, 'made')
    const keys = makeData(made)
    const start = async (root: string, name: string) => {
      const data = join(folder, name)
      cpSync(made, data, { recursive: true, filter: (file) => !file.endsWith('.duckdb') })
      // A copied mark would begin a new epoch of the feed, with a random name. One that names no file cannot be a copy.
      const mark = join(data, 'sample', 'feed.mark')
      writeFileSync(mark, JSON.stringify({ ...JSON.parse(readFileSync(mark, 'utf8')), file: null }))
      const side = await startSide(root, data)
      started.push(side)
      return side
    }
    const old = await start(tree, 'old')
    const ready = await fetch(`http://127.0.0.1:${old.port}/readyz`)
    if (ready.status !== 200) throw new Error(`${commit} does not read the present formats: ${await ready.text()}`)
    return { old, present: await start(PROJECT_ROOT, 'present'), keys, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function startSide(root: string, data: string): Promise<RunningSide> {
  const port = await findFreePort()
  const words = ['--import', CLOCK, join(root, CLI), 'serve', '--sample', '--as-of', DAY, '--port', String(port)]
  const open = { HUSTINGS_PUBLIC_EXPLORER: '1', HUSTINGS_TRUSTED_PROXIES: '127.0.0.1' }
  const env = environment(data, SERVED_FROM, open)
  const child = spawn(process.execPath, words, { cwd: root, env, stdio: ['ignore', 'pipe', 'ignore', 'ipc'] })
  await printed(child, 'stdout', /answers at/)
  const move = (milliseconds: number) => {
    child.send(milliseconds)
    return once(child, 'message')
  }
  const stop = () => {
    child.kill('SIGTERM')
    return once(child, 'close')
  }
  return { port, move, stop }
}

/** Path and version of each package. @param text of package-lock.json */
function versionsOf(text: string): string {
  const { packages } = z
    .object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) })
    .parse(JSON.parse(text))
  // Without the project and its client: a link has no version.
  const installed = Object.entries(packages).filter(([path, one]) => path.startsWith('node_modules/') && one.version)
  return JSON.stringify(installed.map(([path, { version }]) => [path, version]))
}

function environment(data: string, clock: string, more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(HUSTINGS_|NODE_OPTIONS|VITEST)/.test(name))
  return { ...Object.fromEntries(kept), ...more, HUSTINGS_VAR: data, ANSWERS_CLOCK: clock }
}

/** Two publications with a change between them, exports of the second, and accounts, keys and a desk. */
function makeData(data: string): Keys {
  const run = (line: string, clock: string = NIGHTS[1]): string =>
    execFileSync(process.execPath, ['--import', CLOCK, projectFile(CLI), ...line.split(' '), '--sample'], {
      ...{ cwd: PROJECT_ROOT, env: environment(data, clock), input: PASSWORD, encoding: 'utf8' },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
  const mirror = join(data, 'mirror')
  const atlas = join('node_modules', 'us-atlas')
  cpSync(projectFile(atlas), join(mirror, atlas), { recursive: true })
  cpSync(projectFile('data', 'sample'), join(mirror, 'data', 'sample'), { recursive: true })
  run(`nightly --mirror ${mirror}`, NIGHTS[0])
  appendFileSync(join(mirror, 'data', 'sample', 'endorsements.csv'), `${NEW_ENDORSEMENT}\n`)
  for (const line of [`nightly --mirror ${mirror}`, 'export', ...SETUP.split(/[;\n]/)]) run(line)
  const make = (owner: string) =>
    z.object({ id: z.number(), key: z.string() }).parse(JSON.parse(run(`keys create ${owner} --json`)))
  const made = Object.entries(KEYS).map(([name, owner]) => ({ name, ...make(owner) }))
  run(`keys revoke ${made.find(({ name }) => name === 'revoked')?.id}`)
  run('accounts suspend suspended')
  return { all: '', ...Object.fromEntries(made.map(({ name, key }) => [name, key])) }
}
