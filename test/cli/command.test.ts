// Commands that need no bundle: what stands on stdout and stderr, and the exit code.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseKey } from '../../data/schema/key.ts'
import { takeLock } from '../../data/store/lock.ts'
import { pathsIn } from '../../data/store/paths.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'
import { hustings } from './hustings.ts'

let folder: string
const run = (...words: string[]) => hustings(folder, ...words)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hustings-cli-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('usage', () => {
  it('prints help and version on stdout', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('nightly') })
    expect(await run('--version')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
    expect(await run('keys', 'create', '--help')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('--scopes'),
    })
  })

  it.each([
    [[], 'Usage: hustings'],
    [['nightyl'], "unknown command 'nightyl'"],
    [['serve', '--prot', '1'], "unknown option '--prot'"],
    [['serve', '--port', '65536'], 'Expected a port from 0 to 65535'],
    [['serve', '--as-of', '2028-02-30'], 'Expected a date such as 2028-11-07'],
    [['nightly', '--only', 'NC,XX'], 'Got "XX", expected postal codes such as NC,DC'],
    [['nightly', '--mirror', '/no/such/folder'], 'There is no such folder'],
    [['ingest', 'no-such-source'], 'no-such-source'],
    [['keys', 'create'], "required option '--account <name>'"],
    [['keys', 'create', '--account', 'a', '--scopes', 'data:raed'], 'Did you mean data:read?'],
    [['keys', 'create', '--account', 'a', '--expires', '2001-01-01'], 'which is over; expected today or later'],
    [['keys', 'revoke', '1e3'], 'Expected a whole number'],
    [['accounts', 'create', ' x'], 'Expected 1 to 100 characters'],
    [['sql', '--csv', '--json', 'SELECT 1'], 'cannot be used with'],
  ])('%j ends with 2 and a sentence on stderr', async (words, sentence) => {
    expect(await run(...words)).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(sentence) })
  })
})

describe('ingest --list', () => {
  it('lists the sources of a family as data', async () => {
    const { code, stdout, stderr } = await run('ingest', '--list', '--json', '--sample')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const listed: { id: string }[] = JSON.parse(stdout)
    expect(listed.map(({ id }) => id)).toEqual([
      'sample-places',
      'sample-ballots',
      'sample-officeholders',
      'sample-endorsements',
      'sample-endorsement-feed',
    ])
    expect(await run('ingest', 'sample-places')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('add --sample'),
    })
  })
})

describe('accounts and keys', () => {
  it('goes from a name to a key that is shown once', async () => {
    const created = await run('accounts', 'create', 'news room', '--plan', 'standard')
    expect(created).toMatchObject({ code: 0, stderr: "Next: hustings accounts approve 'news room'\n" })
    expect(created.stdout).toMatch(/^id +name +status +plan/)

    const early = await run('keys', 'create', '--account', 'news room')
    expect(early.stderr).toContain('The account waits for approval')
    await run('accounts', 'approve', 'news room')

    const made = await run(
      'keys',
      'create',
      '--account',
      'news room',
      '--scopes',
      'data:read',
      '--expires',
      '2999-12-31',
    )
    expect(made).toMatchObject({ code: 0, stderr: 'Key 2 of news room: data:read. It is not shown again.\n' })
    const key = made.stdout.trim()
    expect(parseKey(key)).toEqual({ key })
    for (const file of ['state.sqlite', 'pepper']) expect(readFileSync(join(folder, file), 'latin1')).not.toContain(key)

    const list = await run('keys', 'list', '--json')
    expect(JSON.parse(list.stdout)[1]).toMatchObject({
      id: 2,
      account: 'news room',
      last_four: key.slice(-4),
      scopes: ['data:read'],
      expires_at: '2999-12-31T23:59:59.999Z',
      revoked_at: null,
    })
    const revoked = await run('keys', 'revoke', '2', '--json')
    expect(JSON.parse(revoked.stdout)).toMatchObject([{ id: 2, revoked_at: expect.stringMatching(/^\d{4}-.*Z$/) }])
  })

  it('gives a key with --json as data', async () => {
    await run('accounts', 'create', 'demo')
    const { key, scopes } = JSON.parse((await run('keys', 'create', '--account', 'demo', '--json')).stdout)
    expect(parseKey(key)).toEqual({ key })
    expect(scopes).toEqual(['data:read', 'stream:read', 'subscriptions:write'])
  })

  it('ends with 1, a sentence and the next command when the state refuses', async () => {
    expect(await run('accounts', 'approve', 'nobody')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'hustings: There is no account called "nobody".\nNext: hustings accounts list\n',
    })
    expect(await run('keys', 'create', '--account', 'nobody', '--sample')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Next: hustings accounts create nobody --sample'),
    })
    expect(await run('accounts', 'create', 'x', '--plan', 'gold')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('expected one of free, standard, unlimited'),
    })
  })

  it('keeps the sample apart', async () => {
    await run('accounts', 'create', 'real')
    await run('accounts', 'create', 'play', '--sample')
    expect(JSON.parse((await run('accounts', 'list', '--json')).stdout)).toMatchObject([{ name: 'real' }])
    expect(JSON.parse((await run('accounts', 'list', '--json', '--sample')).stdout)).toMatchObject([{ name: 'play' }])
  })
})

describe('sql', () => {
  const statement = 'SELECT * FROM (VALUES (1, \'a,"b"\'), (22, NULL)) AS t (n, word) ORDER BY n'

  it('names the command that makes the warehouse', async () => {
    const { code, stderr } = await run('sql', 'SELECT 1')
    expect(code).toBe(1)
    expect(stderr).toContain('is not there yet')
    expect(stderr).toContain('Next: hustings nightly\n')
  })

  it('prints a table, CSV or JSON, and writes nothing', async () => {
    const made = await openWarehouse(pathsIn(folder).warehouse)
    await made.close()
    expect((await run('sql', statement)).stdout).toBe(' n  word\n──  ─────\n 1  a,"b"\n22\n')
    expect((await run('sql', '--csv', statement)).stdout).toBe('n,word\n1,"a,""b"""\n22,\n')
    expect(JSON.parse((await run('sql', '--json', statement)).stdout)).toEqual([
      { n: 1, word: 'a,"b"' },
      { n: 22, word: null },
    ])
    for (const change of ['CREATE TABLE t (n INTEGER)', `COPY (SELECT 1) TO '${folder}/out.csv'`, 'SELEC 1'])
      expect(await run('sql', change)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Next: ') })
  })
})

describe('the lock', () => {
  it.each(['nightly', 'ingest', 'build', 'publish'])('%s ends with 4 while another is at work', async (command) => {
    const lock = takeLock(pathsIn(folder), { pid: 4711, command: 'nightly', since: '2028-03-01T12:00:00.000Z' })
    try {
      expect(await run(command)).toEqual({
        code: 4,
        stdout: '',
        stderr: expect.stringContaining('hustings nightly (process 4711, since 2028-03-01T12:00:00.000Z) is at work'),
      })
    } finally {
      lock.release()
    }
  })
})

describe('doctor', () => {
  it('says what is not there yet, and makes nothing', async () => {
    const { code, stdout } = await run('doctor', '--json')
    const findings: { check: string; status: string; next?: string }[] = JSON.parse(stdout)
    expect(findings.map(({ check, status }) => `${check} ${status}`)).toEqual([
      'node ok',
      'better-sqlite3 ok',
      'duckdb ok',
      expect.stringMatching(/^folder (ok|warn)$/),
      'state warn',
      'warehouse warn',
    ])
    expect(findings.filter(({ status }) => status !== 'ok').every(({ next }) => next !== undefined)).toBe(true)
    expect(code).toBe(0)
  })

  it('fails when the pepper of existing keys is gone', async () => {
    await run('accounts', 'create', 'demo')
    await run('keys', 'create', '--account', 'demo')
    expect(await run('doctor')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ok {4}pepper/m) })
    rmSync(join(folder, 'pepper'))
    expect(await run('doctor')).toMatchObject({ code: 1, stdout: expect.stringMatching(/^FAIL {2}pepper/m) })
    writeFileSync(join(folder, 'pepper'), 'x'.repeat(32), { mode: 0o644 })
    expect(await run('doctor')).toMatchObject({ code: 0, stdout: expect.stringContaining('can be read by others') })
  })
})
