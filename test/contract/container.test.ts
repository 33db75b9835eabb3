// deploy/Containerfile names the folders that the program needs, and no others. test/whole/container.long.test.ts builds and runs it.

import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { projectFile } from '../../data/store/paths.ts'
import { openRoutes } from '../../server/serving/health.ts'
import { files } from './imports.ts'

const text = readFileSync(projectFile('deploy', 'Containerfile'), 'utf8')
const copied = [...text.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, names = '']) => names.split(' '))

it('copies what exists: the source of every room of the program, and what it reads at run time', () => {
  expect(copied.filter((name) => !name.includes('*') && !existsSync(projectFile(name)))).toEqual([])
  const rooms = new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0]))
  const needed = [...rooms].filter((room) => room !== 'test')
  expect(needed.length).toBeGreaterThan(5)
  expect(copied).toEqual(expect.arrayContaining([...needed, 'docs', 'package.json', 'package-lock.json']))
  expect(copied.filter((name) => /^(\.|test|node_modules|dist)/.test(name))).toEqual([])
})

it('runs as a user without rights, on a base that the operator may choose, and is asked for its health', () => {
  expect(text).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
  for (const name of ['BASE', 'BUILD_BASE'])
    expect(text).toMatch(new RegExp(`^ARG ${name}=[\\s\\S]*^FROM \\$\\{${name}\\}`, 'm'))
  const [, path = ''] = /^HEALTHCHECK .*HUSTINGS_PORT\}(\/\w+)`/m.exec(text) ?? []
  expect(openRoutes.map((route) => route.path)).toContain(path)
})
