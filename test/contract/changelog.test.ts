// The version of the program is that of the newest section of CHANGELOG.md, which tells operators how to come to it.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { loadVersion, projectFile } from '../../data/store/paths.ts'
import { runCommand } from '../cli/hustings.ts'

const [, ...sections] = readFileSync(projectFile('CHANGELOG.md'), 'utf8').split(/^## /m)
const versions = sections.map((section) => section.slice(0, section.indexOf('\n')))
const versioned = z.object({ version: z.string() })
const locked = versioned.extend({ packages: z.object({ '': versioned, client: versioned }) })

it('begins with the version of package.json, that of the client, their lockfile and --version', async () => {
  const lock = locked.parse(JSON.parse(readFileSync(projectFile('package-lock.json'), 'utf8')))
  const client = versioned.parse(JSON.parse(readFileSync(projectFile('client', 'package.json'), 'utf8')))
  const { stdout } = await runCommand('', '--version')
  const { '': project, client: linked } = lock.packages
  const found = [loadVersion(), client.version, lock.version, project.version, linked.version, stdout.trim()]
  expect(new Set(found)).toEqual(new Set([versions[0]]))
})

it('has each version once, newest first', () => {
  const numbers = versions.map((version) => version.split('.').map(Number))
  const sorted = numbers.toSorted(([a = 0, b = 0, c = 0], [x = 0, y = 0, z = 0]) => x - a || y - b || z - c)
  expect(numbers).toEqual(sorted)
  expect(new Set(versions).size).toBe(versions.length)
  for (const version of versions) expect(version).toMatch(/^\d+\.\d+\.\d+$/)
})

it('says of each version but the first what an operator does to upgrade, as numbered steps', () => {
  for (const [at, section] of sections.slice(0, -1).entries())
    expect(section).toMatch(new RegExp(`^### Upgrading from ${versions[at + 1]}\n[\\s\\S]*?^1\\. .*\n`, 'm'))
})
