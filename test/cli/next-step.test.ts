// A command that the program prints works when it is pasted into the same shell, however the program was started.

import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { nameProgram, toTyped } from '../../cli/exit.ts'
import { projectFile } from '../../data/store/paths.ts'
import { shareFolder } from '../temporary.ts'

const folder = shareFolder()

it.each([
  ['/srv/hustings/dist/cli.js', 'node dist/cli.js'],
  ['/srv/other folder/dist/cli.js', "node '../other folder/dist/cli.js'"],
  ['/srv/hustings/cli.ts', 'npx tsx cli.ts'],
  ['/home/ann/.npm/_npx/20d95d2e1f162e3d/node_modules/.bin/hustings', 'npx hustings'],
  ['/usr/local/bin/hustings', 'hustings'],
])('%s is called as %s', (script, name) => {
  expect(nameProgram(script, '/srv/hustings')).toBe(name)
})

it('names the program in every command of a step, and nowhere else', () => {
  const typed = (step: string) => toTyped(step, 'npx hustings')
  expect(typed('hustings serve --sample')).toBe('npx hustings serve --sample')
  expect(typed('hustings build && hustings publish')).toBe('npx hustings build && npx hustings publish')
  expect(typed('hustings ingest   # after correcting the rows above; then hustings build')).toBe(
    'npx hustings ingest   # after correcting the rows above; then npx hustings build',
  )
  expect(typed("less '/srv/the hustings folder/issues.csv'")).toBe("less '/srv/the hustings folder/issues.csv'")
})

it.each([
  ['from a checkout', projectFile(), `'${process.execPath}' dist/cli.js`, 'node dist/cli.js'],
  ['by npx', linkPackage(), 'npx hustings', 'npx hustings'],
])('started %s, it prints the command that works there', (name, cwd, start, program) => {
  const env = { ...process.env, HUSTINGS_VAR: join(folder, name) }
  const paste = (command: string) => spawnSync('sh', ['-c', command], { cwd, env, encoding: 'utf8' })
  const created = paste(`${start} accounts create newcomer`)
  expect(created).toMatchObject({ status: 0, stderr: `Next: ${program} accounts approve newcomer\n` })
  expect(paste(created.stderr.replace('Next: ', ''))).toMatchObject({ status: 0 })
  const wrong = paste(`${start} acounts`)
  expect(wrong).toMatchObject({ status: 2, stderr: expect.stringContaining(`\nNext: ${program} --help\n`) })
})

/** As `npm install ../hustings` does in another program's folder. */
function linkPackage(): string {
  const program = join(folder, 'program')
  const links = join(program, 'node_modules', '.bin')
  mkdirSync(links, { recursive: true })
  symlinkSync(projectFile(), join(program, 'node_modules', 'hustings'))
  symlinkSync(join('..', 'hustings', 'dist', 'cli.js'), join(links, 'hustings'))
  writeFileSync(join(program, 'package.json'), '{"private":true}')
  return program
}
