// The way back to an earlier version, by the guide's steps: two earlier commits of this repository, compiled with the present packages. One
// brought the present format of the state, the other has the format before. Then the way forward again.

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { PROJECT_ROOT } from '../../data/store/paths.ts'
import { type Ended, ended, printed } from '../cli/hustings.ts'
import { copySample } from '../cli/sample.ts'
import { linkPackages } from '../packages.ts'
import { shareFolder } from '../temporary.ts'

/** The present format of the state. */
const FORMAT = Math.max(
  ...readdirSync(join(PROJECT_ROOT, 'data', 'store', 'ddl')).map((name) =>
    Number(/^state-(\d+)\.sql$/.exec(name)?.[1] ?? 0),
  ),
)

/** Empty if it fails. */
const git = (...words: string[]) =>
  spawnSync('git', ['-C', PROJECT_ROOT, ...words], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).stdout?.trim() ?? ''
/** The commit that brought the format, and the one before it. */
const SAME = git('log', '--diff-filter=A', '--format=%H', '-1', '--', `data/store/ddl/state-${FORMAT}.sql`)
const BEFORE = SAME && git('rev-parse', '--verify', '--quiet', `${SAME}^`)
const hasHistory = SAME !== '' && BEFORE !== ''
const missing = hasHistory ? '' : ' (skipped: this clone has no earlier commits)'

const NEW = PROJECT_ROOT
const keyed = z.object({ key: z.string() })
const feed = z.object({ data: z.array(z.object({ type: z.string() })), next_cursor: z.string() })

const folder = shareFolder()
let root: string

beforeEach(() => {
  root = mkdtempSync(join(folder, 'var-'))
})

/** A checkout of a commit, compiled. @returns its folder */
function checkOut(commit: string): string {
  const checkout = join(folder, commit)
  mkdirSync(checkout)
  const archive = execFileSync('git', ['-C', PROJECT_ROOT, 'archive', commit], { maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', checkout], { input: archive })
  linkPackages(checkout)
  execFileSync(join(checkout, 'node_modules', '.bin', 'tsc'), ['-p', 'tsconfig.build.json'], { cwd: checkout })
  return checkout
}

function start(program: string, words: readonly string[]) {
  const env = { ...process.env, HUSTINGS_VAR: root, HUSTINGS_BACKUP_PASSPHRASE: 'correct horse battery' }
  return spawn(process.execPath, [join(program, 'dist', 'cli.js'), ...words, '--sample'], {
    ...{ env, stdio: ['ignore', 'pipe', 'pipe'] },
  })
}

const run = (program: string, ...words: string[]): Promise<Ended> => ended(start(program, words))

async function done(program: string, ...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(program, ...words)
  expect([code, stderr], words.join(' ')).toEqual([0, stderr])
  return stdout
}

async function makeKey(program: string, account: string): Promise<string> {
  await done(program, 'accounts', 'create', account)
  await done(program, 'accounts', 'approve', account)
  return keyed.parse(JSON.parse(await done(program, 'keys', 'create', '--account', account, '--json'))).key
}

/** Serves while `use` runs. */
async function serving<Result>(
  program: string,
  use: (get: (path: string, key: string) => Promise<Response>) => Promise<Result>,
): Promise<Result> {
  const server = start(program, ['serve', '--port', '0'])
  const end = ended(server)
  const [, url = ''] = await printed(server, 'stdout', /(http:\/\/127\.0\.0\.1:\d+)/)
  try {
    return await use((path, key) => fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${key}` } }))
  } finally {
    server.kill('SIGTERM')
    expect((await end).code).toBe(0)
  }
}

/** Whether the program serves, with these keys, and the status of each key. */
const statuses = (program: string, ...keys: string[]) =>
  serving(program, (get) =>
    Promise.all(keys.map(async (key) => (await get('/v1/ballot?lat=44.45&lng=-69.78', key)).status)),
  )

/** Publishes with one source switched off, or on again: every endorsement of it becomes an event. */
async function publish(program: string, disabled: boolean): Promise<void> {
  writeFileSync(
    join(root, 'sample', 'sources.yaml'),
    `version: 1\n${disabled ? 'disabled: [sample-endorsements]\n' : ''}`,
  )
  await done(program, 'nightly', '--accept')
}

const types = (program: string, key: string) =>
  serving(program, async (get) => {
    const events = feed.parse(await (await get('/v1/events?from=earliest&limit=1000', key)).json())
    return events.data.map(({ type }) => type)
  })

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

describe.skipIf(!hasHistory)(`back to an earlier version${missing}`, () => {
  it('without a change of the formats: the other checkout serves the folder, with its new keys and events', async () => {
    await copySample(root)
    const old = checkOut(SAME)
    const first = await makeKey(old, 'first')
    await done(NEW, 'upgrade-check')
    const second = await makeKey(NEW, 'second')
    await publish(NEW, true)
    const events = await types(NEW, first)
    expect(events.length).toBeGreaterThan(0)
    expect(new Set(events)).toEqual(new Set(['endorsement.deleted']))

    expect(await statuses(old, first, second)).toEqual([200, 200])
    expect(await types(old, second)).toEqual(events)
    await done(old, 'doctor')
    const third = await makeKey(old, 'third')
    await done(old, 'rollback')
    expect((await types(NEW, third)).length).toBe(2 * events.length)
    expect(await statuses(NEW, first, second, third)).toEqual([200, 200, 200])
    await done(NEW, 'doctor')

    // A backup of the earlier version comes back with the earlier version, and without what is newer.
    const backups = join(folder, 'backups')
    await done(old, 'backup', backups)
    const late = await makeKey(NEW, 'late')
    renameSync(root, `${root}.old`)
    mkdirSync(root)
    await done(old, 'restore', backups, '--old', join(`${root}.old`, 'sample'))
    expect(await statuses(old, third, late)).toEqual([200, 401])
    expect(await statuses(NEW, third, late)).toEqual([200, 401])
  })

  // It compiles a second commit: minutes on two cores.
  it.skipIf(process.env.PROOF !== '1')(
    'with a new format of the state: the earlier version refuses it unchanged, and the copy from before the upgrade serves',
    async () => {
      const old = checkOut(BEFORE)
      await done(old, 'nightly')
      const first = await makeKey(old, 'first')
      const before = `${root}.before`
      cpSync(root, before, { recursive: true })

      expect(await done(NEW, 'upgrade-check')).toMatch(
        new RegExp(`^warn {2}state {11}format ${FORMAT - 1}, .* migrates it to ${FORMAT}`, 'm'),
      )
      expect(await statuses(old, first)).toEqual([200])
      const second = await makeKey(NEW, 'second')
      await publish(NEW, true)
      expect(await statuses(NEW, first, second)).toEqual([200, 200])

      const state = join(root, 'sample', 'state.sqlite')
      const whole = hashOf(state)
      const refusal = `${state}: its format is ${FORMAT}, this version of hustings reads ${FORMAT - 1}: run the version that wrote it`
      const refused = ['serve', 'nightly', 'rollback', 'keys list', 'events verify'].map(async (command) => {
        const { code, stderr } = await run(old, ...command.split(' '))
        expect([command, code, stderr]).toEqual([command, 1, expect.stringContaining(refusal)])
      })
      await Promise.all(refused)
      expect(await run(old, 'doctor')).toMatchObject({
        code: 1,
        stdout: expect.stringMatching(new RegExp(`^FAIL {2}state .* format ${FORMAT}`, 'm')),
      })
      expect(hashOf(state)).toBe(whole)
      expect(await statuses(NEW, first, second)).toEqual([200, 200])

      renameSync(root, `${root}.newer`)
      cpSync(before, root, { recursive: true, preserveTimestamps: true })
      expect(await statuses(old, first, second)).toEqual([200, 401])
      const third = await makeKey(old, 'third')
      await publish(old, true)
      const events = await types(old, third)
      expect(events.length).toBeGreaterThan(0)

      expect(await statuses(NEW, first, second, third)).toEqual([200, 401, 200])
      expect(await types(NEW, first)).toEqual(events)
      await done(NEW, 'doctor')
    },
  )
})
