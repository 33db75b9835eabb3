// README and docs/terminal.md promise: after `make setup`, `npx hustings` in a fresh clone runs the code of that clone. An earlier attempt
// without `make setup` does not change this.

import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, rmSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { projectFile } from '../../data/store/paths.ts'
import { shareFolder } from '../temporary.ts'

const folder = shareFolder()
const clone = () => join(folder, 'clone')
const installed = () => join(clone(), 'node_modules', '.package-lock.json')

beforeAll(() => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    ...{ cwd: projectFile(), encoding: 'utf8' },
  })
  for (const file of files
    .split('\0')
    .filter((one) =>
      /^(package|tsconfig|join-modules|name-commit|Makefile|LICENSE|cli|client|data|ingest|build|server|apps)/.test(
        one,
      ),
    )) {
    mkdirSync(dirname(join(clone(), file)), { recursive: true })
    copyFileSync(projectFile(file), join(clone(), file))
  }
})

/** A shell of its own: without the variables of the `make` and `npx` that run this test, and without the commands of this checkout. */
const shell = () => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:npm_|MAKE|MFLAGS)/.test(name))),
  PATH: (process.env.PATH ?? '')
    .split(':')
    .filter((part) => !part.endsWith('node_modules/.bin'))
    .join(':'),
})

const inClone = (program: string, ...words: string[]) =>
  spawnSync(program, words, {
    ...{ cwd: clone(), encoding: 'utf8', timeout: 120_000 },
    env: { ...shell(), npm_config_cache: join(folder, 'npm'), HUSTINGS_VAR: join(folder, 'var') },
  })

it('npx hustings runs after `make setup`', () => {
  expect(inClone('npx', 'hustings', '--version').stderr).toContain('not found')
  // The locked packages, as `npm ci` would install them.
  cpSync(projectFile('node_modules'), join(clone(), 'node_modules'), { recursive: true, verbatimSymlinks: true })
  rmSync(join(clone(), 'node_modules', '.bin', 'hustings'), { force: true })
  const later = new Date(Date.now() + 1000)
  utimesSync(installed(), later, later)
  const setup = inClone('make', 'setup')
  expect(setup.status, setup.stderr).toBe(0)
  expect(inClone('npx', 'hustings', '--version')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  })
  const none = inClone('npx', 'hustings', 'ballot', '44.45,-69.78', '--sample').stderr
  expect(none).toContain('Next: npx hustings nightly --sample\n')
}, 300_000)
