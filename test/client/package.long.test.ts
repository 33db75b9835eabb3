// The package as another program installs it: its name, its types without those of Node.js, and its command.

import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectFile } from '../../data/store/paths.ts'
import { type Fixture, openFixture } from '../server/fixture.ts'
import { shareFolder } from '../temporary.ts'

const folder = shareFolder()
let fixture: Fixture

beforeAll(async () => {
  mkdirSync(join(folder, 'node_modules'))
  // As `npm install ../hustings` links a folder.
  symlinkSync(projectFile(), join(folder, 'node_modules', 'hustings'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  fixture = await openFixture()
  await fixture.publish({ fillers: 0 })
})
afterAll(() => fixture.close())

it('runs in a program that imports it by its name', async () => {
  const { key } = await fixture.makeKey()
  const { url } = await fixture.start()
  writeFileSync(
    join(folder, 'program.js'),
    `import { createClient, HustingsError } from 'hustings/client'
     const client = createClient({ url: process.argv[2], key: process.argv[3] })
     console.log((await client.listStates()).length, new HustingsError('x', {}) instanceof Error)`,
  )
  const child = spawn(process.execPath, ['program.js', url, key], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  for await (const text of child.stdout.setEncoding('utf8')) printed += text
  expect(printed).toBe('56 true\n')
})

it('gives its types to a program for browsers, and refuses what the API does not have', () => {
  writeFileSync(
    join(folder, 'page.ts'),
    `import { createClient, type Ballot, type Event, HustingsError } from 'hustings/client'
     const client = createClient({ url: '' })
     export const ballot: Ballot = await client.getBallot({ location: 'Raleigh, NC', lang: 'es' })
     export const first: string | undefined = ballot.contests[0]?.choices[0]?.label
     for await (const event of client.openStream({ states: ['NC'] })) { const one: Event = event; console.log(one.type) }
     for await (const { id } of client.listElections({ types: ['general'] })) console.log(id satisfies number)
     try { await client.getContest(1) } catch (error) { if (error instanceof HustingsError) console.log(error.code) }
     // @ts-expect-error: a state that does not exist
     client.listElections({ states: ['XX'] })
     // @ts-expect-error: two locations
     client.getBallot({ location: 'Raleigh, NC', lat: 35.5, lng: -78.5 })
     // @ts-expect-error: a field that does not exist
     ballot.contest`,
  )
  const options = {
    ...{ target: 'es2023', lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'], types: [], strict: true },
    ...{ module: 'nodenext', exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: false },
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['page.ts'] }))
  const tsc = projectFile('node_modules', '.bin', 'tsc')
  const { stdout, status } = spawnSync(tsc, ['-p', folder], { encoding: 'utf8' })
  expect(stdout).toBe('')
  expect(status).toBe(0)
})

it('still has its command, and opens nothing else', () => {
  const program = `const { bin } = (await import('hustings/package.json', { with: { type: 'json' } })).default
    console.log(bin.hustings, await import('hustings/dist/cli.js').catch((error) => error.code))`
  const { stdout } = spawnSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', program], {
    ...{ cwd: folder, encoding: 'utf8' },
  })
  expect(stdout).toBe('dist/cli.js ERR_PACKAGE_PATH_NOT_EXPORTED\n')
  const help = spawnSync(process.execPath, [projectFile('dist', 'cli.js'), '--help'], { encoding: 'utf8' })
  expect(help.stdout).toContain('Usage: hustings')
})
