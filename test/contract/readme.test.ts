// Every claim in README: its commands, its paths, its links, and the order of a first try.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { checkNode } from '../../cli/diagnosis.ts'
import { EXIT } from '../../cli/exit.ts'
import { formatCount } from '../../cli/output.ts'
import { stateOf } from '../../data/schema/states.ts'
import { pathsIn, projectFile } from '../../data/store/paths.ts'
import { openState } from '../../data/store/state/open.ts'
import { ballotSources } from '../../ingest/ballot/sources.ts'
import { loadConfig } from '../../server/config.ts'
import { limitHeaders } from '../../server/http/limits.ts'
import { liveRoutes, routes } from '../../server/routes.ts'

const readme = readFileSync(projectFile('README.md'), 'utf8')
const makefile = readFileSync(projectFile('Makefile'), 'utf8')

/** Words in backticks. */
const quoted = [...readme.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '')
/** Lines of the shell blocks. */
const typed = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap((match) => (match[1] ?? '').trim().split('\n'))

const helps = new Map<string, { status: number | null; stdout: string }>()
function helpOf(...words: string[]): { status: number | null; stdout: string } {
  const known = helps.get(words.join(' '))
  if (known) return known
  const help = spawnSync(process.execPath, [projectFile('dist', 'cli.js'), ...words, '--help'], { encoding: 'utf8' })
  helps.set(words.join(' '), help)
  return help
}

/** @param listed what `keys list --json` prints */
function revokedKeys(listed: string): string[] {
  const keys: { id: number; account: string; revoked_at: string | null }[] = JSON.parse(listed)
  return keys.filter(({ revoked_at }) => revoked_at !== null).map(({ id, account }) => `${id} of ${account}`)
}

describe('README', () => {
  it('names make targets that are there, and make alone lists them', () => {
    const targets = new Set(
      [...`${quoted.join('\n')}\n${typed.join('\n')}`.matchAll(/\bmake ([\w-]+)/g)].map((match) => match[1]),
    )
    expect([...targets].sort()).toEqual(['bench', 'proof', 'run', 'test', 'test-all'])
    const help = spawnSync('make', [], { cwd: projectFile(), encoding: 'utf8' }).stdout
    for (const target of targets) {
      expect(makefile).toContain(`\n${target}:`)
      expect(help).toContain(`make ${target}`)
    }
  })

  it('names commands that are there, with their options', () => {
    const commands = [...quoted, ...typed.flatMap((line) => line.split('&&'))]
      .map((text) => /^\s*(?:npx )?hustings ([a-z][\w\s,<>"…[\]|.-]*)/.exec(text)?.[1] ?? '')
      .filter(Boolean)
    expect(commands.length).toBeGreaterThan(10)
    for (const text of commands) {
      const [command = '', sub = ''] = text.split(/\s+/)
      const words =
        ['accounts', 'events', 'keys', 'plans'].includes(command) && /^[a-z-]+$/.test(sub) ? [command, sub] : [command]
      const help = helpOf(...words)
      expect(help.status, text).toBe(0)
      for (const [, option = ''] of text.matchAll(/(--[a-z-]+)/g)) expect(help.stdout, text).toContain(option)
    }
    for (const option of ['--mirror', '--only', '--json', '--sample'])
      expect(helpOf('nightly').stdout).toContain(option)
    for (const option of ['--csv', '--json']) expect(helpOf('sql').stdout).toContain(option)
  })

  it('shows what accounts, keys and plans can do, in an order that works', () => {
    const folder = mkdtempSync(join(tmpdir(), 'hustings-readme-'))
    const [, block = ''] = /## Accounts, keys and limits[\s\S]*?```sh\n([\s\S]*?)```/.exec(readme) ?? []
    const lines = block.trim().split('\n')
    expect(lines.length).toBeGreaterThan(10)
    const env = { ...process.env, HUSTINGS_VAR: folder }
    const input = 'correct horse battery staple'
    const type = (...words: string[]) =>
      spawnSync(process.execPath, [projectFile('dist', 'cli.js'), ...words], { env, input, encoding: 'utf8' })
    // Keys of somebody else come first: the reader's own is not number 1.
    expect(type('accounts', 'create', 'other').status).toBe(0)
    expect(type('keys', 'create', '--account', 'other').status).toBe(0)
    let id = ''
    for (const line of lines) {
      const words = line
        .replace(/^npx hustings /, '')
        .replace(/\bID\b/, () => id)
        .split(' ')
      // Erasing an account takes its keys out of the list.
      if (words.includes('erase')) expect(revokedKeys(type('keys', 'list', '--json').stdout)).toEqual(['2 of editor'])
      const ended = type(...words)
      expect(ended.status, `${line}\n${ended.stderr}`).toBe(0)
      id = /^Key (\d+) of editor: /m.exec(ended.stderr)?.[1] ?? id
    }
    expect(id).toBe('2')
    expect(lines.at(-1)).toContain('erase')
    rmSync(folder, { recursive: true })
  })

  it('gives the limits of the plans as they are seeded', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hustings-readme-'))
    const state = await openState(pathsIn(folder))
    const plans = await state.plans()
    await state.close()
    rmSync(folder, { recursive: true })
    expect(plans.length).toBe(3)
    const number = (value: number | null): string => (value === null ? 'unlimited' : formatCount(value))
    for (const { name, requests_per_minute, requests_per_day, streams } of plans)
      expect(readme).toContain(
        `| \`${name}\` | ${number(requests_per_minute)} | ${number(requests_per_day)} | ${number(streams)} |`,
      )
  })

  it('names the settings that the server reads, and the headers that it sends', () => {
    vi.stubEnv('HUSTINGS_TRUSTED_PROXIES', '10.0.0.0/8,::1')
    expect(loadConfig({}).trustedProxies).toHaveLength(2)
    vi.unstubAllEnvs()
    expect(quoted).toContain('HUSTINGS_TRUSTED_PROXIES')
    const standing = { limit: 1, remaining: 1, reset: 1, daily_limit: null, daily_remaining: null }
    const names = limitHeaders(standing).filter((_, index) => index % 2 === 0)
    expect(names.length).toBe(5)
    for (const name of names) expect(quoted).toContain(name)
  })

  it('says what the exit codes mean', () => {
    expect(EXIT).toEqual({ ok: 0, failure: 1, usage: 2, checksFailed: 3, locked: 4 })
    expect(readme).toMatch(
      /0 done, 1 failed, 2 wrong\s+usage, 3 a check of the data failed, 4 another run holds the lock/,
    )
  })

  it('lists the paths that are served, all of them', () => {
    const named = quoted.filter((text) => text.startsWith('/v1/')).sort()
    const served = [...routes, ...liveRoutes].map((route) => route.path).filter((path) => path.startsWith('/v1/'))
    expect([...new Set(named)]).toEqual([...new Set(served)].sort())
  })

  it('names the ballots that are read, by place and year', () => {
    const [, listed = ''] = /^\| states and cities \| (.+) \|$/m.exec(readme) ?? []
    for (const { id, states, vintage } of ballotSources) {
      const own = { 'los-angeles-vip-2015': 'Los Angeles County', 'sf-measures': 'San Francisco' }[id]
      const [first, ...more] = states
      const name = own ?? (first && more.length === 0 ? stateOf(first).name : id)
      const [, years = ''] = new RegExp(`${name}(?:'s [a-z]+)?,?([^,]*)`).exec(listed) ?? []
      const [year = 0] = (vintage.match(/\d{4}/g) ?? []).map(Number)
      const [from = 0, to = from] = /since/.test(years)
        ? [Number(/\d{4}/.exec(years)?.[0]), 9999]
        : (years.match(/\d{4}/g) ?? []).map(Number)
      expect(from <= year && year <= to, `${id} of ${vintage} in "${listed}"`).toBe(true)
    }
  })

  it('names the port, and files that are there', () => {
    const { port, host } = loadConfig({})
    expect(readme).toContain(`${host}:${port}`)
    for (const [, file = ''] of readme.matchAll(/\]\(([\w./-]+)\)/g))
      expect(existsSync(projectFile(file)), file).toBe(true)
    for (const folder of quoted.filter((text) => /^[a-z]+\/$/.test(text)))
      expect(existsSync(projectFile(folder)), folder).toBe(true)
  })

  it('asks for the Node.js versions that package.json and doctor do', () => {
    const { engines } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8'))
    const [, listed = ''] = /^You need Node\.js (.+?), with/m.exec(readme) ?? []
    const versions = listed.match(/\d+\.\d+/g) ?? []
    expect(versions).toEqual(['20.19', '22.13', '24.0', '24.18'])
    expect(engines.node).toBe('^20.19.0 || ^22.13.0 || >=24.0.0 <24.19.0')
    for (const version of versions) expect(checkNode(`${version}.0`).status, version).toBe('ok')
  })
})
