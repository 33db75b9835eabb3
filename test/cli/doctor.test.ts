// The pepper of a state, and what doctor reports about it and about a clock that was ahead.

import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkRun } from '../../cli/operate/doctor/served-data.ts'
import { pathsIn, projectFile } from '../../data/store/paths.ts'
import { openUsage } from '../../data/store/usage.ts'
import { freshFolder } from '../temporary.ts'
import { runCommand } from './hustings.ts'
import { ends, finds } from './temporary.ts'

const folder = freshFolder()
const run = (...words: string[]) => runCommand(folder, ...words)
const json = async (...words: string[]) => JSON.parse((await run(...words, '--json')).stdout)

describe('the pepper', () => {
  const pepper = () => join(folder, 'pepper')

  it('is never replaced silently: without the pepper in use, no key is made and no server starts', async () => {
    await run('accounts', 'create', 'a')
    await run('keys', 'create', '--account', 'a')
    const before = readFileSync(pepper())
    rmSync(pepper())
    const words = [
      ['keys', 'create', '--account', 'a'],
      ['serve', '--port', '0'],
    ]
    for (const one of words) {
      const missing = `${pepper()}: no such file, and the keys and sessions of this state need their original pepper`
      expect(await run(...one)).toMatchObject({ stdout: '', ...ends(1, missing) })
    }
    expect(existsSync(pepper())).toBe(false)
    writeFileSync(pepper(), Buffer.alloc(32, 7), { mode: 0o600 })
    for (const one of [...words, ['doctor']]) {
      const { code, stdout, stderr } = await run(...one)
      const said = expect.stringContaining(`${pepper()}: this is a different pepper, and the keys`)
      expect([code, stdout + stderr]).toEqual([1, said])
    }
    writeFileSync(pepper(), before)
    expect(await run('keys', 'create', '--account', 'a')).toMatchObject({ code: 0 })
    expect(await json('keys', 'list')).toHaveLength(2)
    expect((await run('doctor')).stdout).toContain('matches the stored keys')
  })
})

it('doctor names files that other users can read, and files stored before contact details were blanked', async () => {
  const at = (check: string, found: readonly { check: string }[]) => found.find((one) => one.check === check)
  const root = join(folder, 'var')
  // Whatever the umask is.
  const command = ['umask 000; exec "$0" "$1" accounts create a', process.execPath, projectFile('dist', 'cli.js')]
  execFileSync('sh', ['-c', ...command], { env: { ...process.env, HUSTINGS_VAR: root } })
  for (const name of ['.', 'state.sqlite']) expect(statSync(join(root, name)).mode & 0o077).toBe(0)
  const doctor = async () => JSON.parse((await runCommand(root, 'doctor', '--json')).stdout)
  expect(at('permissions', await doctor())).toMatchObject({ status: 'ok' })
  chmodSync(root, 0o755)
  expect(at('permissions', await doctor())).toMatchObject(finds('ok', 'nothing in'))
  mkdirSync(join(root, 'raw'))
  chmodSync(join(root, 'raw'), 0o755)
  const entry = {
    ...{ sha256: '0'.repeat(64), retrieved_at: '2028-01-01T00:00:00Z', asked_on: '2028-01-01' },
    ...{ etag: null, last_modified: null },
  }
  const address = 'mirror:officeholders/openstates_people_current.tar.gz'
  writeFileSync(join(root, 'raw', 'index.json'), JSON.stringify({ [address]: { ...entry, personal: [] } }))
  const findings = await doctor()
  expect(at('permissions', findings)).toMatchObject({ status: 'warn', next: `chmod go-rwx ${join(root, 'raw')}` })
  const named = 'files of openstates-people, congress-legislators'
  expect(at('kept bytes', findings)).toMatchObject(finds('warn', named))
})

it('doctor warns of usage counts with future times', async () => {
  await run('accounts', 'create', 'a')
  const usage = openUsage(pathsIn(folder))
  const minute = Math.floor(Date.now() / 60_000)
  const count = (account_id: number, at: number) => ({
    ...{ account_id, minute: at, day: Math.floor(at / 1440), minute_requests: 1, day_requests: 1 },
  })
  const finding = async () => (await json('doctor')).find(({ check }: { check: string }) => check === 'usage')
  usage.write([count(1, minute)])
  expect(await finding()).toMatchObject({ status: 'ok' })
  usage.write([count(2, minute + 400 * 1440)])
  usage.close()
  const said = 'requests of 2 accounts are counted, 1 of them in the future, until 20'
  expect(await finding()).toMatchObject(finds('warn', said))
})

it('doctor leads to the first key: an account, its approval, the key', async () => {
  const state = async () => (await json('doctor')).find(({ check }: { check: string }) => check === 'state')
  await run('plans', 'set', 'small', '--per-minute', '1', '--per-day', '1', '--streams', '1')
  expect(await state()).toMatchObject({ ...finds('warn', '0 accounts, 0 keys'), next: 'hustings accounts create NAME' })
  await run('accounts', 'create', 'The Desk')
  expect(await state()).toMatchObject({ status: 'warn', next: "hustings accounts approve 'The Desk'" })
  await run('accounts', 'approve', 'The Desk')
  expect(await state()).toMatchObject({ status: 'warn', next: "hustings keys create --account 'The Desk'" })
  await run('keys', 'create', '--account', 'The Desk')
  expect(await state()).toEqual({ check: 'state', status: 'ok', found: '1 account, 1 key' })
})

describe('the step after a failed run', () => {
  const ran = { command: 'nightly', began_at: '2028-03-01T03:00:00.000Z', ended_at: '2028-03-01T03:05:00.000Z' }
  const run = { ...ran, outcome: 'failed', error: 'nothing was published', publication: null }
  const accept = 'hustings publish --accept   # after checking those sources'
  it.each([
    [accept, accept],
    ['hustings doctor', 'hustings nightly'],
    [undefined, 'hustings nightly'],
  ])('that printed %j is %j', async (printed, expected) => {
    const paths = pathsIn(folder)
    writeFileSync(paths.lastRun, JSON.stringify({ format: 1, run: { ...run, next: printed }, sources: {} }))
    const { value } = await checkRun(paths, '', new Date('2028-03-01T08:00:00Z')).next()
    expect(value).toMatchObject({ check: 'last run', status: 'fail', next: expected })
  })
})
