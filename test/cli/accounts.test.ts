// Accounts, keys and plans on the command line: each action, its audit entry and its output, and that no secret is written to a file.

import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PENDING_DAYS } from '../../data/access/account.ts'
import { isMistypedKey } from '../../data/access/key.ts'
import { checkPassword } from '../../data/access/password.ts'
import { DAY } from '../../data/schema/scalar.ts'
import { pathsIn, projectFile } from '../../data/store/paths.ts'
import { Database } from '../../data/store/sqlite.ts'
import { openState } from '../../data/store/state/sqlite/state.ts'
import { freshFolder } from '../temporary.ts'
import { ended, hustingsReading, printed, runCommand, runCommandReading, start } from './hustings.ts'
import { ends } from './temporary.ts'

const KEY = /^hst_live_[0-9A-Za-z]{36}$/
const PASSWORD = 'correct horse battery staple'
const folder = freshFolder()
const run = (...words: string[]) => runCommand(folder, ...words)
const json = async (...words: string[]) => JSON.parse((await run(...words, '--json')).stdout)

describe('accounts', () => {
  it('can be made, approved, suspended and restored, and each step prints the next command', async () => {
    const created = await run('accounts', 'create', 'news room', '--plan', 'standard', '--contact', 'desk@example.org')
    expect(created).toMatchObject({ code: 0, stderr: "Next: hustings accounts approve 'news room'\n" })
    expect(created.stdout).toMatch(/^id +name +status +plan +role +contact/)
    const steps = [
      [['approve', 'news room'], { status: 'approved' }],
      [['suspend', 'news room'], { status: 'suspended' }],
      [['resume', 'news room'], { status: 'approved' }],
      [['plan', 'news room', 'free'], { plan: 'free' }],
      [['operator', 'news room'], { role: 'operator' }],
      [['operator', 'news room', '--off'], { role: 'member' }],
    ] as const
    for (const [words, changed] of steps)
      expect(await json('accounts', ...words), words.join(' ')).toMatchObject([
        { contact: 'desk@example.org', ...changed },
      ])
    const again = await run('accounts', 'resume', 'news room')
    expect(again).toMatchObject(ends(0, "Next: hustings keys create --account 'news room'"))
    expect(await json('accounts', 'audit', 'news room')).toMatchObject(
      [
        ...['account.role_set', 'account.role_set', 'account.plan_set', 'account.resumed'],
        ...['account.suspended', 'account.approved', 'account.created'],
      ].map((action) => ({ by: 'command line', action, account: 'news room' })),
    )
    expect(await json('accounts', 'audit', '--limit', '2')).toHaveLength(2)
    expect((await run('accounts', 'audit')).stdout).toMatch(/^at +by +action +account +detail\n/)
  })

  it('may speak for an endorser, whose desk can be closed and opened again', async () => {
    await run('accounts', 'create', 'editor')
    await run('accounts', 'approve', 'editor')
    const grant = ['accounts', 'endorser', 'editor', 'sample-civics', '--name', 'Sample Civics']
    const declared = [...grant, '--category', 'civic', '--state', 'ME']
    expect(await json(...declared)).toMatchObject([{ name: 'editor', role: 'endorser' }])
    const desk = { endorser: { slug: 'sample-civics', name: 'Sample Civics' }, editors: ['editor'] }
    expect(await json('accounts', 'desks')).toMatchObject([{ ...desk, closed_at: null }])
    expect(await run('accounts', 'close-desk', 'nobody')).toMatchObject(ends(1, 'Next: hustings accounts desks'))
    expect(await json('accounts', 'close-desk', 'sample-civics')).toMatchObject({ closed_at: expect.any(String) })
    expect((await run('accounts', 'desks')).stdout).toMatch(/sample-civics +Sample Civics +2 +\d{4}-\d\d-\d\dT/)
    expect((await run('accounts', 'close-desk', '--help')).stdout).toContain('shows what feeds say of the endorser')
    await run('accounts', 'endorser', 'editor', 'sample-civics')
    expect(await json('accounts', 'desks')).toMatchObject([{ ...desk, closed_at: null }])
    expect(await json('accounts', 'audit', '--limit', '3')).toMatchObject(
      ['desk.opened', 'desk.closed', 'account.endorser_granted'].map((action) => ({ by: 'command line', action })),
    )
  })

  it('have names that cannot be confused with each other', async () => {
    expect(await run('accounts', 'create', 'Command Line')).toMatchObject(ends(2, 'the audit uses this one'))
    await run('accounts', 'create', 'Newsroom')
    expect((await run('accounts', 'create', 'newsroom')).stderr).toContain('a similar name')
    // An account that an earlier version may have made.
    const database = new Database(pathsIn(folder).state)
    database.prepare("UPDATE account SET name = '\u0441ommand line'").run()
    database.prepare("UPDATE audit SET account = '\u0441ommand line', by = '\u0441ommand line'").run()
    database.close()
    for (const list of ['list', 'audit'])
      expect((await run('accounts', list)).stdout).toMatch(/ \\u\{441\}ommand line /)
  })

  it('can be rejected while pending, one or all, and erased in any status', async () => {
    for (const name of ['one', 'two', 'three', 'four'])
      await run('accounts', 'create', name, '--contact', `${name}@example.org`)
    await run('accounts', 'approve', 'four')
    const refusals = [
      [['reject'], 2, 'or --all'],
      [['reject', 'one', '--all'], 2, 'or --all'],
      [['reject', 'four'], 1, 'is approved, and only pending ones are rejected'],
    ] as const
    for (const [words, code, said] of refusals) expect(await run('accounts', ...words)).toMatchObject(ends(code, said))
    expect(await json('accounts', 'reject', 'one')).toEqual({ rejected: 1 })
    expect(await json('accounts', 'reject', '--all')).toEqual({ rejected: 2 })
    expect(await json('accounts', 'list')).toMatchObject([{ name: 'four' }])

    const key = (await run('keys', 'create', '--account', 'four', '--label', 'importer')).stdout
    expect(key).toMatch(/hst_live_/)
    expect(await run('accounts', 'erase', 'four')).toMatchObject(ends(2, 'Next: hustings accounts erase four --yes'))
    expect(await json('accounts', 'erase', 'four', '--yes')).toEqual({ erased: 'erased account 4' })
    expect(await json('accounts', 'list')).toEqual([])
    expect(await json('keys', 'list')).toEqual([])
    expect((await run('accounts', 'audit')).stdout).not.toMatch(/four|importer/)
    for (const name of readdirSync(folder))
      expect(readFileSync(join(folder, name), 'latin1').includes('four@example.org'), name).toBe(false)
  })

  it('lose their second factor by a command', async () => {
    await run('accounts', 'create', 'chief')
    const shown = () => json('accounts', 'second-factor', 'chief')
    expect(await shown()).toEqual({
      ...{ account: 'chief', second_factor: false, set_at: null, recovery_codes: 0, locked_until: null },
    })
    const state = await openState(pathsIn(folder))
    const change = { by: 'chief', at: '2028-03-01T12:00:00.000Z' }
    await state.beginSecondFactor(1, 'sealed')
    expect(await shown()).toMatchObject({ second_factor: false, set_at: null })
    await state.setSecondFactor({ id: 1, name: 'chief' }, { step: 1, recovery: ['a', 'b'], session: '' }, change)
    await state.close()
    expect(await shown()).toMatchObject({ second_factor: true, set_at: change.at, recovery_codes: 2 })
    expect(await json('accounts', 'second-factor', 'chief', '--reset')).toMatchObject([{ name: 'chief' }])
    expect(await run('accounts', 'second-factor', 'chief', '--reset')).toMatchObject(ends(1, 'has no second factor'))
    expect(await json('accounts', 'audit', 'chief', '--limit', '1')).toMatchObject([
      { by: 'command line', action: 'account.second_factor_removed' },
    ])
  })

  it('that nobody approved are gone from the list in time, and those approved stay', async () => {
    for (const name of ['old', 'new', 'kept']) await run('accounts', 'create', name)
    await run('accounts', 'approve', 'kept')
    const database = new Database(pathsIn(folder).state)
    const age = database.prepare('UPDATE account SET created_at = ? WHERE name = ?')
    const at = new Date(Date.now() - (PENDING_DAYS + 1) * DAY).toISOString()
    for (const name of ['old', 'kept']) age.run(at, name)
    database.close()
    expect(await json('accounts', 'list')).toMatchObject([{ name: 'kept' }, { name: 'new' }])
  })

  it('exit with 1, an error and the next command if the state refuses', async () => {
    expect(await run('accounts', 'approve', 'nobody')).toMatchObject(ends(1, 'Next: hustings accounts list\n'))
    await run('accounts', 'create', 'x')
    const refusals = [
      [['accounts', 'resume', 'x'], 'The account "x" is pending, and only a suspended account can be resumed.'],
      [['accounts', 'plan', 'x', 'gold'], 'expected one of free, standard, unlimited'],
      [['accounts', 'create', 'y', '--plan', 'gold'], 'expected one of free, standard, unlimited'],
      [['accounts', 'audit', 'nobody'], 'There is no account called "nobody".'],
      [['accounts', 'password', 'nobody'], 'There is no account called "nobody".'],
      [['keys', 'list', '--account', 'nobody'], 'There is no account called "nobody".'],
      [['keys', 'create', '--account', 'nobody', '--sample'], 'Next: hustings accounts create nobody --sample'],
      [['keys', 'change', '7', '--label', 'x'], 'There is no key with the id 7.'],
    ] as const
    for (const [words, sentence] of refusals)
      expect(await run(...words)).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining(sentence) })
  })

  it('refuse an API key as a name, a contact or a label, and do not print it', async () => {
    await run('accounts', 'create', 'a')
    const key = (await run('keys', 'create', '--account', 'a')).stdout.trim()
    for (const words of [
      ['accounts', 'create', key],
      ['accounts', 'create', 'b', '--contact', `mine is ${key}`],
      ['keys', 'create', '--account', 'a', '--label', key.slice(9)],
      ['keys', 'change', '1', '--label', key],
    ]) {
      const { code, stdout, stderr } = await run(...words)
      expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('Expected no API key, nor 30 letters')])
      expect(stderr).not.toContain(key.slice(9, 39))
    }
    expect(await json('accounts', 'list')).toMatchObject([{ name: 'a' }])
    expect(await json('keys', 'list')).toMatchObject([{ label: null }])
  })
})

it('keys are shown once, listed by their last four characters, changed and revoked', async () => {
  for (const name of ['a', 'b', 'c']) await run('accounts', 'create', name)
  for (const act of ['approve', 'suspend']) await run('accounts', act, 'c')
  const early = await run('keys', 'create', '--account', 'a', '--scopes', 'data:read', '--expires', '2999-12-31')
  expect(early).toMatchObject(ends(0, 'Key 1 of a: data:read. It is not shown'))
  expect(early.stderr).toContain('The account waits for approval. Next: hustings accounts approve a\n')
  const key = early.stdout.trim()
  expect([KEY.test(key), isMistypedKey(key)]).toEqual([true, false])

  const made = await json('keys', 'create', '--account', 'b', '--label', 'site', '--addresses', '10.9.8.7/8, ::1')
  expect([KEY.test(made.key), isMistypedKey(made.key)]).toEqual([true, false])
  expect(made).toMatchObject({ id: 2, label: 'site', addresses: ['10.0.0.0/8', '::1/128'] })
  expect(made.scopes).toEqual(['data:read', 'stream:read', 'subscriptions:write'])
  expect(await json('keys', 'list', '--account', 'a')).toMatchObject([
    { id: 1, last_four: key.slice(-4), scopes: ['data:read'], expires_at: '2999-12-31T23:59:59.999Z' },
  ])
  expect(await json('keys', 'list')).toHaveLength(2)

  const changed = ['--label', '', '--scopes', 'stream:read', '--addresses', 'any', '--expires', '2999-01-01']
  expect(await json('keys', 'change', '2', ...changed)).toMatchObject([
    { label: null, scopes: ['stream:read'], addresses: [], expires_at: '2999-01-01T23:59:59.999Z' },
  ])
  expect(await json('keys', 'change', '2', '--expires', 'never')).toMatchObject([
    { scopes: ['stream:read'], expires_at: null },
  ])
  const [revoked] = await json('keys', 'revoke', '2')
  expect(revoked.revoked_at).toMatch(/^\d{4}-.*Z$/)
  expect(await json('keys', 'revoke', '2')).toEqual([revoked])
  expect(await run('keys', 'change', '2', '--label', 'x')).toMatchObject(
    ends(1, /Key 2 was revoked on \d{4}-\d\d-\d\d: it cannot be changed/),
  )
  expect(await json('accounts', 'audit', 'b')).toMatchObject(
    ['key.revoked', 'key.changed', 'key.changed', 'key.created', 'account.created'].map((action) => ({ action })),
  )
  expect((await run('keys', 'create', '--account', 'c')).stderr).toContain(
    'The account is suspended. Next: hustings accounts resume c\n',
  )
})

it('plans are listed, made and changed', async () => {
  expect((await run('plans', 'list')).stdout).toMatch(/^name .*\n.*\nfree +60 +5000 +2\n/)
  const set = (...words: string[]) => json('plans', 'set', 'gold', ...words)
  const gold = { name: 'gold', requests_per_minute: 9, requests_per_day: null, streams: 0 }
  expect(await set('--per-minute', '9', '--per-day', 'unlimited', '--streams', '0')).toEqual([gold])
  expect(await set('--per-minute', '9', '--per-day', '1000000000', '--streams', '1')).toEqual([
    { ...gold, requests_per_day: 1_000_000_000, streams: 1 },
  ])
  expect(await json('accounts', 'create', 'x', '--plan', 'gold')).toMatchObject([{ plan: 'gold' }])
})

const passwordOf = async (name: string): Promise<string | null | undefined> => {
  const state = await openState(pathsIn(folder))
  const found = await state.findAccount(name)
  await state.close()
  return found?.password_hash
}

it('passwords are read from stdin, without the end of the line', async () => {
  await run('accounts', 'create', 'chief', '--contact', 'qvolmzertxyb@example.org')
  for (const end of ['', '\r\n']) {
    expect(await runCommandReading(PASSWORD + end, folder, 'accounts', 'password', 'chief')).toMatchObject({ code: 0 })
    expect(await checkPassword(PASSWORD, (await passwordOf('chief')) ?? null)).toBe(true)
  }
  const before = await passwordOf('chief')
  for (const [input, sentence] of [
    ['', 'got one of 0'],
    ['eleven long\n', 'got one of 11'],
    [`${'x'.repeat(201)}\n`, 'got one of 201'],
    [`${PASSWORD}\n${PASSWORD}\n`, 'got one with a control character'],
    ['passwordpassword\n', 'Expected a password that is hard to guess, and this one is easy'],
    ['qvolmzertxyb1\n', 'Expected a password that is hard to guess'],
  ] as const) {
    const refused = await runCommandReading(input, folder, 'accounts', 'password', 'chief')
    expect(refused).toMatchObject({ stdout: '', ...ends(2, sentence) })
  }
  expect(await passwordOf('chief')).toBe(before)
})

const terminal = spawnable('script')
it.skipIf(!terminal)('passwords are asked for twice at a terminal, without echo', async () => {
  await run('accounts', 'create', 'chief')
  const shown = await typeAtTerminal([PASSWORD, PASSWORD])
  expect(shown.text).toContain('Repeat the password: ')
  expect(shown.text).not.toContain('horse')
  expect(shown.code).toBe(0)
  expect(await checkPassword(PASSWORD, (await passwordOf('chief')) ?? null)).toBe(true)
  const refusals = [
    [[PASSWORD, `${PASSWORD}!`], 2, 'The two passwords differ'],
    [['\u0003'], 1, 'No password was given'],
  ] as const
  for (const [lines, code, said] of refusals)
    expect(await typeAtTerminal(lines)).toMatchObject({ code, text: expect.stringContaining(said) })
})

/** Sends each line when the prompt asks for it. */
function typeAtTerminal(lines: readonly string[]): Promise<{ code: number | null; text: string }> {
  const command = `'${process.execPath}' '${projectFile('dist', 'cli.js')}' accounts password chief`
  const env = { ...process.env, HUSTINGS_VAR: folder }
  const child = spawn('script', ['-qfec', command, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  let [text, asked] = ['', 0]
  child.stdout.on('data', (chunk) => {
    text += chunk
    const prompts = text.match(/(Password|Repeat the password): /g)?.length ?? 0
    if (prompts > asked && asked < lines.length) child.stdin.write(`${lines[asked++]}\r`)
  })
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, text })))
}

it('secrets are in no file, except the pepper in its own, while a server runs and after it has stopped', async () => {
  await run('accounts', 'create', 'chief', '--operator')
  await run('accounts', 'approve', 'chief')
  await hustingsReading(PASSWORD, folder, 'accounts', 'password', 'chief')
  const key = (await run('keys', 'create', '--account', 'chief')).stdout.trim()
  const revoked = (await run('keys', 'create', '--account', 'chief')).stdout.trim()
  const serve = start(folder, 'serve', '--port', '0')
  const done = ended(serve)
  const [, url = ''] = await printed(serve, 'stdout', /(http:\S+)\n/)
  const ask = (bearer: string) => fetch(`${url}/v1/states`, { headers: { Authorization: `Bearer ${bearer}` } })
  for (const bearer of [key, revoked, `${key}x`]) await (await ask(bearer)).text()
  await run('keys', 'revoke', '2')
  const pepper = readFileSync(join(folder, 'pepper'))
  const secrets = [key, key.slice(9, 39), revoked, PASSWORD, pepper.toString('hex'), pepper.toString('base64')]
  const lookEverywhere = (): string[] => {
    const files = readdirSync(folder).filter((file) => statSync(join(folder, file)).isFile())
    for (const file of files.filter((name) => name !== 'pepper')) {
      const bytes = readFileSync(join(folder, file))
      for (const secret of [...secrets.map((text) => Buffer.from(text)), pepper])
        expect(bytes.includes(secret), file).toBe(false)
    }
    return files
  }
  expect(lookEverywhere()).toEqual(
    expect.arrayContaining(['state.sqlite', 'state.sqlite-wal', 'usage.sqlite', 'usage.sqlite-wal']),
  )
  serve.kill('SIGTERM')
  const { stdout, stderr } = await done
  for (const secret of secrets) expect(stdout + stderr).not.toContain(secret)
  lookEverywhere()
  // The search method works: it finds the hash of a password, which must be in the file.
  expect(readFileSync(join(folder, 'state.sqlite')).includes('scrypt$32768$8$1$')).toBe(true)
})

function spawnable(program: string): boolean {
  return (process.env.PATH ?? '').split(':').some((path) => statSync(join(path, program), { throwIfNoEntry: false }))
}
