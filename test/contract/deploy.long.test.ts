// systemd-analyze accepts the units of deploy/ without warnings, and counts little that they expose.

import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../data/store/paths.ts'
import { openFolder } from '../temporary.ts'

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
if (!hasSystemd) console.warn('systemd-analyze is not installed: the units of deploy/ are not verified.')

/** Of `systemd-analyze security`, from 0 (best) to 10, in tenths: 25 is 2.5. */
const EXPOSURE_MAX = 25
const services = readdirSync(join(PROJECT_ROOT, 'deploy')).filter((name) => name.endsWith('.service'))

it.skipIf(!hasSystemd).each(services)('%s exposes less than 2.5', (name) => {
  const file = join(PROJECT_ROOT, 'deploy', name)
  const words = ['security', '--offline=true', `--threshold=${EXPOSURE_MAX}`, '--no-pager', file]
  const { status, stdout } = spawnSync('systemd-analyze', words, { encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, expect.stringContaining('Overall exposure level')])
})

it.skipIf(!hasSystemd)('systemd-analyze verifies the units', () => {
  const folder = openFolder()
  cpSync(join(PROJECT_ROOT, 'deploy'), folder, { recursive: true })
  const units = readdirSync(folder).filter((name) => /\.(service|timer)$/.test(name))
  for (const name of units) {
    const file = join(folder, name)
    // The path of Node.js depends on the machine.
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('/usr/bin/node', process.execPath))
  }
  const files = units.map((name) => join(folder, name))
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' })
  expect([status, stdout, stderr]).toEqual([0, '', ''])
  const broken = join(folder, 'broken.service')
  writeFileSync(broken, '[Service]\nExecStart=/nowhere/at-all\nNoSuchSetting=yes\n')
  expect(spawnSync('systemd-analyze', ['verify', broken], { encoding: 'utf8' }).stderr).toContain('NoSuchSetting')
})
