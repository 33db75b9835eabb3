// Every claim in README: its commands, its paths, its links, and the order of a first try.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { EXIT } from '../../cli/exit.ts'
import { projectFile } from '../../data/store/paths.ts'
import { loadConfig } from '../../server/config.ts'
import { routes } from '../../server/routes.ts'

const readme = readFileSync(projectFile('README.md'), 'utf8')
const makefile = readFileSync(projectFile('Makefile'), 'utf8')

/** Words in backticks. */
const quoted = [...readme.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '')
/** Lines of the shell blocks. */
const typed = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap((match) => (match[1] ?? '').trim().split('\n'))

function helpOf(...words: string[]): { status: number | null; stdout: string } {
  return spawnSync(process.execPath, [projectFile('dist', 'cli.js'), ...words, '--help'], { encoding: 'utf8' })
}

describe('README', () => {
  it('names make targets that are there, and make alone lists them', () => {
    const targets = new Set(
      [...`${quoted.join('\n')}\n${typed.join('\n')}`.matchAll(/\bmake (\w+)/g)].map((match) => match[1]),
    )
    expect([...targets].sort()).toEqual(['bench', 'proof', 'run', 'test'])
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
      const words = ['accounts', 'keys'].includes(command) && /^[a-z]+$/.test(sub) ? [command, sub] : [command]
      const help = helpOf(...words)
      expect(help.status, text).toBe(0)
      for (const [, option = ''] of text.matchAll(/(--[a-z-]+)/g)) expect(help.stdout, text).toContain(option)
    }
    for (const option of ['--mirror', '--only', '--json', '--sample'])
      expect(helpOf('nightly').stdout).toContain(option)
    for (const option of ['--csv', '--json']) expect(helpOf('sql').stdout).toContain(option)
  })

  it('says what the exit codes mean', () => {
    expect(EXIT).toEqual({ ok: 0, failure: 1, usage: 2, checksFailed: 3, locked: 4 })
    expect(readme).toMatch(
      /0 done, 1 failed, 2 wrong\s+usage, 3 a check of the data failed, 4 another run holds the lock/,
    )
  })

  it('lists the paths that are served, all of them', () => {
    const named = quoted.filter((text) => text.startsWith('/v1/')).sort()
    const served = routes.map((route) => route.path).filter((path) => path.startsWith('/v1/'))
    expect([...new Set(named)]).toEqual([...new Set(served)].sort())
  })

  it('names the port, and files that are there', () => {
    const { port, host } = loadConfig({})
    expect(readme).toContain(`${host}:${port}`)
    for (const [, file = ''] of readme.matchAll(/\]\(([\w./-]+)\)/g))
      expect(existsSync(projectFile(file)), file).toBe(true)
    for (const folder of quoted.filter((text) => /^[a-z]+\/$/.test(text)))
      expect(existsSync(projectFile(folder)), folder).toBe(true)
  })

  it('asks for the Node.js version that package.json does', () => {
    const { engines } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8'))
    expect(readme).toContain(`Node.js ${engines.node.replace('>=', '')} or newer`)
  })
})
