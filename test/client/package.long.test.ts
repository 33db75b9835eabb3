// The client as another program installs it: packed, without a network, into an empty folder. There it is imported by its name, with its
// types and without those of Node.js, and asks a server over the sample.

import { execFileSync, type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { projectFile } from '../../data/store/paths.ts'
import { copySample } from '../cli/sample.ts'
import { type ServedFolder, serveFolder } from '../cli/served-folder.ts'
import { shareFolder } from '../temporary.ts'

const BYTES_MAX = 100_000

const folder = shareFolder()
const program = join(folder, 'program')
const packed = join(folder, 'packed')
let tarball: string
let server: ServedFolder

beforeAll(async () => {
  await copySample(join(folder, 'var'))
  server = await serveFolder(join(folder, 'var'), { sample: true, asOf: '2026-10-15' })
  mkdirSync(program)
  mkdirSync(packed)
  const npm = (cwd: string, ...words: string[]) =>
    execFileSync('npm', words, {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, npm_config_cache: join(folder, 'npm') },
    })
  // Uses the build of `make setup`: another test may read it at the same time.
  const name = npm(projectFile('client'), 'pack', '--silent', '--ignore-scripts', '--pack-destination', packed)
  tarball = join(packed, name.trim())
  writeFileSync(join(program, 'package.json'), '{"type":"module"}')
  npm(program, 'install', '--silent', '--offline', '--no-audit', tarball)
})
afterAll(() => server?.stop())

it('is less than 100 kB, has a license, and needs no other package', () => {
  expect(statSync(tarball).size).toBeLessThan(BYTES_MAX)
  const files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n')
  const plain = files.map((name) => name.replace('package/', '')).filter((name) => !name.startsWith('dist/'))
  expect(plain.sort()).toEqual(['LICENSE', 'README.md', 'package.json'])
  const own = join(program, 'node_modules', 'hustings-client')
  const described = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')))
  expect(Object.keys(described).filter((name) => /dependencies$/i.test(name))).toEqual([])
  expect(readFileSync(join(own, 'LICENSE'), 'utf8')).toBe(readFileSync(projectFile('LICENSE'), 'utf8'))
  const lock = z
    .object({ packages: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(readFileSync(join(program, 'package-lock.json'), 'utf8')))
  expect(Object.keys(lock.packages)).toEqual(['', 'node_modules/hustings-client'])
  const code = files.filter((name) => /\.(d\.ts|js)$/.test(name)).map((name) => name.replace('package/', ''))
  const imported = code.flatMap((name) => [...readFileSync(join(own, name), 'utf8').matchAll(/\bfrom '([^']+)'/g)])
  expect(imported.length).toBeGreaterThan(5)
  expect(imported.map(([, name = '']) => name).filter((name) => !/^\.\/\w+\.js$/.test(name))).toEqual([])
})

it('runs the program of its README, in a folder of its own', async () => {
  const [, shown = ''] = /^```js\n([\s\S]*?)^```/m.exec(readFileSync(projectFile('client', 'README.md'), 'utf8')) ?? []
  const changed = { 'https://ballots.example.org': server.url, 'Raleigh, NC': 'Sample Mesa, NM', "'NC'": "'NM'" }
  const code = Object.entries(changed).reduce((text, [from, to]) => {
    expect(text).toContain(from)
    return text.replace(from, to)
  }, shown)
  writeFileSync(join(program, 'program.js'), `${code}console.log((await client.listStates()).length)`)
  const env = { ...process.env, HUSTINGS_KEY: server.key }
  const child = spawn(process.execPath, ['program.js'], { cwd: program, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  for await (const text of child.stdout.setEncoding('utf8')) printed += text
  expect(printed).toMatch(/^Mayor of Sample Mesa \[.*'Uma Sample'/m)
  expect(printed).toMatch(/^El Diario de Ejemplo Uma Sample$/m)
  expect(printed).toMatch(/\n56\n$/)
})

/** @param options beside those of a strict program for browsers */
function compile(folder: string, file: string, options: object = {}): SpawnSyncReturns<string> {
  const strict = {
    ...{ target: 'es2023', lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'], types: [], strict: true },
    ...{ module: 'nodenext', exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: false },
  }
  const settings = join(folder, 'tsconfig.json')
  writeFileSync(settings, JSON.stringify({ compilerOptions: { ...strict, ...options }, files: [file] }))
  return spawnSync(projectFile('node_modules', '.bin', 'tsc'), ['-p', settings], { encoding: 'utf8' })
}

const TYPES = [
  'Ballot, BallotContest, CallOptions, Choice, Client, ClientErrorCode, ClientOptions, Contest, ContestRecord, Correction, Coverage,',
  'District, DistrictRecord, Election, Endorsement, EndorsementRecord, Endorser, EndorserCategory, EndorserRecord, Event, Item,',
  'NewSubscription, Officeholder, OfficeholderRecord, OperationId, Page, Pages, Place, PlaceQuery, Position, Query, Recommendations,',
  'RecommendedContest, Reconnect, Representatives, Retry, Snapshot, Stream, StreamOptions, Subscription',
].join(' ')

it('gives its types to a program for browsers, and refuses what the API does not have', () => {
  writeFileSync(
    join(program, 'page.ts'),
    `import { createClient, HustingsError } from 'hustings-client'
     import type { ${TYPES} } from 'hustings-client'
     export type All = [${TYPES.replace(/\bItem\b/, "Item<'listStates'>")
       .replace(/\b(PlaceQuery|Query)\b/g, "$1<'getBallot'>")
       .replace(/\b(Page|Pages)\b/g, '$1<Event>')}]
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
  expect(compile(program, 'page.ts')).toMatchObject({ stdout: '', status: 0 })
  const bundled = { module: 'esnext', moduleResolution: 'bundler', exactOptionalPropertyTypes: false }
  expect(compile(program, 'page.ts', bundled)).toMatchObject({ stdout: '', status: 0 })
})

it('has, for every operation, the very types of the schemas', () => {
  const own = projectFile('client', 'schema.ts')
  writeFileSync(
    join(folder, 'same.ts'),
    `import type * as Packed from '${projectFile('client', 'dist', 'schema.d.ts')}'
     import type * as Own from '${own}'
     type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : 'less') : 'more'
     type Compared = { [Id in keyof Own.Operations]: { [Key in 'path' | 'query' | 'body']: Same<Packed.Operations[Id][Key], Own.Operations[Id][Key]> } }
     export const operations = (all: Compared): { [Id in keyof Packed.Operations]: { path: true; query: true; body: true } } => all
     export const input: Same<Packed.SubscriptionInput, Own.SubscriptionInput> = true
     export const codes: Same<Packed.ErrorCode, Own.ErrorCode> = true
     export const reasons: Same<Packed.ReconnectReason, Own.ReconnectReason> = true
     // @ts-expect-error: the comparison tells types apart
     export const apart: Same<Packed.Ballot, Own.Choice> = true`,
  )
  const types = { typeRoots: [projectFile('node_modules', '@types')], types: ['node'] }
  const options = { ...types, allowImportingTsExtensions: true, skipLibCheck: true, exactOptionalPropertyTypes: false }
  expect(compile(folder, 'same.ts', options)).toMatchObject({ stdout: '', status: 0 })
})

it('leaves its command to the package of the server, which opens nothing else', () => {
  const code = `const { bin } = (await import('hustings/package.json', { with: { type: 'json' } })).default
    console.log(bin.hustings, await import('hustings/dist/cli.js').catch((error) => error.code))`
  const words = ['--no-warnings', '--input-type=module', '-e', code]
  const { stdout } = spawnSync(process.execPath, words, { cwd: projectFile(), encoding: 'utf8' })
  expect(stdout).toBe('dist/cli.js ERR_PACKAGE_PATH_NOT_EXPORTED\n')
  const help = spawnSync(process.execPath, [projectFile('dist', 'cli.js'), '--help'], { encoding: 'utf8' })
  expect(help.stdout).toContain('Usage: hustings')
})
