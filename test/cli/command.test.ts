// Commands that need no bundle: stdout, stderr and the exit code.

import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { takeLock } from '../../data/store/lock.ts'
import { pathsIn } from '../../data/store/paths.ts'
import { openUsage } from '../../data/store/usage.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'
import { freshFolder } from '../temporary.ts'
import { type Ended, hustings, runCommand } from './hustings.ts'
import { ends } from './temporary.ts'

const folder = freshFolder()
const run = (...words: string[]) => runCommand(folder, ...words)

it.each([
  [['--help'], /nightly/],
  [['--version'], /^\d+\.\d+\.\d+\n$/],
  [['keys', 'create', '--help'], /--scopes/],
])('usage %j is answered on stdout', async (words, said) => {
  expect(await run(...words)).toEqual({ code: 0, stdout: expect.stringMatching(said), stderr: '' })
})

it.each([
  [[], 'Usage: hustings'],
  [['nightyl'], "unknown command 'nightyl'"],
  [['serve', '--prot', '1'], "unknown option '--prot'"],
  [['serve', '--port', '65536'], 'Expected a port from 0 to 65535'],
  [['serve', '--as-of', '2028-02-30'], 'Expected a date such as 2028-11-07'],
  [['nightly', '--only', 'NC,XX'], 'Got "XX", expected postal codes such as NC,DC'],
  [['nightly', '--mirror', '/no/such/folder'], 'No such folder'],
  [['ingest', 'no-such-source'], 'no-such-source'],
  [['keys', 'create'], "required option '--account <name>'"],
  [['keys', 'create', '--account', 'a', '--scopes', 'data:raed'], 'Did you mean data:read?'],
  [['keys', 'create', '--account', 'a', '--expires', '2001-01-01'], 'expected today or later'],
  [['keys', 'revoke', '1e3'], 'Expected a whole number'],
  [['keys', 'create', '--account', 'a', '--addresses', '10.0.0.1,010.0.0.1'], 'Got "010.0.0.1", expected an IPv4'],
  [['keys', 'create', '--account', 'a', '--label', 'x'.repeat(101)], 'Expected 1 to 100 characters'],
  [['keys', 'change', '1'], 'got no option, expected --label, --scopes, --addresses or --expires'],
  [['accounts', 'create', 'a\u202eb'], 'Expected 1 to 100 characters'],
  [['plans', 'set', 'Gold', '--per-minute', '1', '--per-day', '1', '--streams', '1'], 'Expected 1 to 40 of a-z'],
  [['plans', 'set', 'gold', '--per-minute', '1e3'], 'Expected a whole number from 1 to 1000000000'],
  [['plans', 'set', 'gold', '--per-minute', '1', '--per-day', '1'], "required option '--streams <n>'"],
  [['sql', '--csv', '--json', 'SELECT 1'], 'cannot be used with'],
])('usage %j exits with 2 and an error on stderr', async (words, sentence) => {
  const ended = await run(...words)
  expect(ended).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(sentence) })
  // Without any word, the help itself is printed.
  if (words.length > 0) expect(ended.stderr).toMatch(/\nNext: hustings .*\n$/)
})

it('a process of its own ends like a command that shares a process with others', async () => {
  await run('accounts', 'create', 'desk')
  for (const words of [
    ['keys', 'create', '--account', 'nobody'],
    ['ingest', '--list', '--sample'],
    ['endorsements', 'check', 'none.csv'],
  ])
    expect(await hustings(folder, ...words), words.join(' ')).toEqual(asStarted(await run(...words)))
})

/** The shared process is called `hustings`. */
function asStarted({ stderr, ...ended }: Ended): Ended {
  return { ...ended, stderr: stderr.replace('Next: hustings', 'Next: node dist/cli.js') }
}

describe('a port that is in use', () => {
  let port = 0
  beforeEach(async () => {
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    port = (other.address() as AddressInfo).port
  })
  const refused = /hustings: Another program already listens on this port \(.*EADDRINUSE.*\)\. .*\nNext: (.*)\n$/

  it('is refused by serve, which names the setting for another one', async () => {
    const { code, stderr } = await run('serve', '--port', String(port))
    expect([code, refused.exec(stderr)?.[1]]).toEqual([1, 'hustings serve --port 0'])
    expect(stderr).toContain('Set another port with HUSTINGS_PORT or --port.')
  })

  it('is refused by demo before it changes anything', async () => {
    vi.stubEnv('HUSTINGS_PORT', String(port))
    const set = await hustings(folder, 'demo')
    vi.unstubAllEnvs()
    const given = await run('demo', '--port', String(port))
    expect([set.code, refused.exec(set.stderr)?.[1]]).toEqual([1, `HUSTINGS_PORT=${port + 1} make run`])
    expect([given.code, refused.exec(given.stderr)?.[1]]).toEqual([1, `hustings demo --port ${port + 1}`])
    expect(readdirSync(join(folder, 'sample'))).toEqual(['lock-serve'])
  })
})

it('demo names the demo that runs already, and changes nothing', async () => {
  const { root, serveLock } = pathsIn(join(folder, 'sample'))
  const since = '2026-11-21T00:00:00.000Z'
  const owner = { pid: process.pid, command: 'demo', since, url: 'http://127.0.0.1:8080' }
  const lock = takeLock({ root, lock: serveLock }, owner)
  const before = readdirSync(root)
  const { code, stderr } = await run('demo', '--port', '0')
  expect(readdirSync(root)).toEqual(before)
  lock.release()
  expect({ code, stderr }).toEqual({
    code: 4,
    stderr: expect.stringMatching(
      /^hustings: The demo is already running at http:\/\/127\.0\.0\.1:8080 \(process \d+, since /,
    ),
  })
})

it('ingest --list lists the sources of a family as data', async () => {
  const idsOf = async (...words: string[]): Promise<string[]> =>
    JSON.parse((await run('ingest', '--list', '--json', ...words)).stdout).map(({ id }: { id: string }) => id)
  const ofDc = await idsOf('--only', 'DC')
  expect(ofDc).toEqual(expect.arrayContaining(['ocd-divisions', 'dc-results-2024']))
  expect(ofDc.filter((id) => /^(nc|pa|mi)-/.test(id))).toEqual([])
  expect(await idsOf('--sample')).toEqual([
    ...['sample-places', 'sample-ballots', 'sample-officeholders', 'sample-endorsements', 'sample-endorsement-feed'],
  ])
  expect(await idsOf('nc-candidates-2024', 'dc-results-2024')).toHaveLength(2)
  expect(await run('ingest', '--list', 'nc-candidate-2024')).toMatchObject(ends(2, 'did you mean nc-candidates-2024?'))
  expect(await run('ingest', 'nc-candidates-2024', '--sample')).toMatchObject(ends(2, 'omit --sample'))
  expect(await run('ingest', 'sample-places')).toMatchObject(ends(2, 'add --sample'))
})

const statement = 'SELECT * FROM (VALUES (1, \'a,"b"\'), (22, NULL)) AS t (n, word) ORDER BY n'

it('sql names the command that creates the warehouse', async () => {
  expect(await run('sql', 'SELECT 1')).toMatchObject(ends(1, /does not exist yet[\s\S]*Next: hustings nightly\n/))
})

it('sql prints a table, CSV or JSON, and writes nothing', async () => {
  const made = await openWarehouse(pathsIn(folder).warehouse)
  await made.close()
  expect((await run('sql', statement)).stdout).toBe(' n  word\n──  ─────\n 1  a,"b"\n22\n')
  expect((await run('sql', '--csv', statement)).stdout).toBe('n,word\n1,"a,""b"""\n22,\n')
  expect(JSON.parse((await run('sql', '--json', statement)).stdout)).toEqual([
    { n: 1, word: 'a,"b"' },
    { n: 22, word: null },
  ])
  const risky =
    "SELECT '=1+1' AS a, 'x' || chr(27) || '[31m' AS b, '@SUM(A1)' AS c, -5 AS d, 'y' || chr(155) || 'z' AS e"
  expect((await run('sql', '--csv', risky)).stdout).toBe("a,b,c,d,e\n'=1+1,x [31m,'@SUM(A1),-5,y z\n")
  expect((await run('sql', risky)).stdout).not.toMatch(/\p{Cc}(?<!\n)/u)
  const exact = (await run('sql', '--json', risky)).stdout
  expect(exact).not.toMatch(/\p{Cc}(?<!\n)/u)
  expect(JSON.parse(exact)).toEqual([{ a: '=1+1', b: 'x\u001b[31m', c: '@SUM(A1)', d: -5, e: 'y\u009bz' }])
  const wide = 'SELECT 9007199254740993 AS a, count(*) AS b, true AS c, [1, 2] AS d'
  expect(JSON.parse((await run('sql', '--json', wide)).stdout)).toEqual([
    { a: '9007199254740993', b: 1, c: true, d: expect.anything() },
  ])
  expect(await run('sql', '--json', `FROM read_csv('${folder}/out.csv')`)).toMatchObject({ code: 1, stdout: '' })
  for (const two of ['SELECT 1; SELECT 2', 'SELECT 1;; SELECT 2;'])
    expect(await run('sql', two)).toMatchObject({ stdout: '', ...ends(1, 'Got 2 statements') })
  expect((await run('sql', '--csv', 'SELECT 1 AS n;')).stdout).toBe('n\n1\n')
  for (const change of ['CREATE TABLE t (n INTEGER)', `COPY (SELECT 1) TO '${folder}/out.csv'`, 'SELEC 1'])
    expect(await run('sql', change)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Next: ') })
})

it.each(['nightly', 'ingest', 'build', 'publish'])('%s exits with 4 while another command runs', async (command) => {
  const lock = takeLock(pathsIn(folder), { pid: 4711, command: 'nightly', since: '2028-03-01T12:00:00.000Z' })
  onTestFinished(() => lock.release())
  const said = 'hustings nightly (process 4711, since 2028-03-01T12:00:00.000Z) already uses'
  expect(await run(command)).toMatchObject({ stdout: '', ...ends(4, said) })
})

describe('doctor', () => {
  it('names the command that holds the lock, and checks nothing that it writes', async () => {
    await (await openWarehouse(pathsIn(folder).work)).close()
    const found = async () =>
      (await run('doctor')).stdout.split('\n').filter((line) => /^\w+ +(lock|work\.duckdb) /.test(line))
    const [whole] = await found()
    expect(whole).toMatch(/^ok {4}work\.duckdb .*every block intact$/)
    const lock = takeLock(pathsIn(folder), { pid: 4711, command: 'nightly', since: '2028-03-01T12:00:00.000Z' })
    try {
      const [held, work] = await found()
      expect(held).toMatch(/^warn {2}lock .*held by hustings nightly, process 4711, since 2028-03-01T12:00:00\.000Z$/)
      expect(work).toMatch(/^ok {4}work\.duckdb .*in use: not checked$/)
    } finally {
      lock.release()
    }
    expect((await found())[0]).toMatch(/^ok {4}lock +free$/)
  })

  it('reports what is missing, and creates nothing', async () => {
    const { code, stdout } = await run('doctor', '--json')
    const findings: { check: string; status: string; next?: string }[] = JSON.parse(stdout)
    expect(findings.map(({ check, status }) => `${check} ${status}`)).toEqual([
      'node ok',
      'better-sqlite3 ok',
      'duckdb ok',
      expect.stringMatching(/^folder (ok|warn)$/),
      'permissions ok',
      'last run warn',
      'state warn',
      'warehouse warn',
    ])
    expect(findings.filter(({ status }) => status !== 'ok').every(({ next }) => next !== undefined)).toBe(true)
    expect(code).toBe(0)
  })

  it('reports pending accounts, and reads the usage if there is any', async () => {
    await run('accounts', 'create', 'demo')
    await run('keys', 'create', '--account', 'demo')
    expect((await run('doctor')).stdout).toMatch(
      /^ok {4}state {11}1 account \(1 pending\), 1 key\n +Next: hustings acc/m,
    )
    const usage = openUsage(pathsIn(folder))
    const counted = { minute: 1440, minute_requests: 1, day: 1, day_requests: 1 }
    usage.write([{ account_id: 1, ...counted }])
    expect((await run('doctor')).stdout).toMatch(/^ok {4}usage {11}requests of 1 account are counted$/m)
    usage.write([{ account_id: 0, ...counted }])
    usage.close()
    expect((await run('doctor')).stdout).toMatch(
      /^ok {4}usage {11}requests of 1 account and of the public explorer are counted$/m,
    )
    writeFileSync(pathsIn(folder).usage, 'no database, and long enough to be seen as none at all'.repeat(20))
    expect(await run('doctor')).toMatchObject({ code: 1, stdout: expect.stringMatching(/^FAIL {2}usage/m) })
  })

  it('fails if the pepper of existing keys is missing', async () => {
    await run('accounts', 'create', 'demo')
    await run('keys', 'create', '--account', 'demo')
    expect(await run('doctor')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ok {4}pepper/m) })
    const pepper = readFileSync(join(folder, 'pepper'))
    rmSync(join(folder, 'pepper'))
    expect(await run('doctor')).toMatchObject({ code: 1, stdout: expect.stringMatching(/^FAIL {2}pepper/m) })
    writeFileSync(join(folder, 'pepper'), pepper, { mode: 0o640 })
    expect(await run('doctor')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('is readable by other users'),
    })
  })
})
