// Generators of clients read /openapi.json without a warning, and the generated clients in Python and Go walk the API of a running server.

import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createClient } from '../../client/client.ts'
import { projectFile } from '../../data/store/paths.ts'
import { copySample } from '../cli/sample.ts'
import { type ServedFolder, serveFolder } from '../cli/served-folder.ts'
import { createVenv } from '../clients/venv.ts'
import { shareFolder } from '../temporary.ts'

const folder = shareFolder()
const file = join(folder, 'openapi.json')
let server: ServedFolder
beforeAll(async () => {
  await copySample(join(folder, 'var'))
  server = await serveFolder(join(folder, 'var'), { sample: true, asOf: '2026-10-15' })
  writeFileSync(file, await (await fetch(`${server.url}/openapi.json`)).text())
})
afterAll(() => server?.stop())

const venv = createVenv('openapi-python-client==0.26.2')
const missing = 'missing' in venv ? venv.missing : null
if (missing) console.warn(`openapi-python-client: ${missing}.`)

const step = z.looseObject({ step: z.string() })
const parseSteps = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => step.parse(JSON.parse(line)))

describe.skipIf(missing !== null)(`openapi-python-client 0.26.2${missing ? ` (${missing})` : ''}`, () => {
  const made = join(folder, 'python', 'hustings_client')
  afterAll(() => {
    if ('remove' in venv) venv.remove()
  })
  const python = 'missing' in venv ? '' : venv.python

  test('makes every model and every operation, without a warning', () => {
    mkdirSync(dirname(made), { recursive: true })
    // It knows no Atom: the setting reads it as text.
    const settings = join(folder, 'settings.json')
    writeFileSync(settings, JSON.stringify({ content_type_overrides: { 'application/atom+xml': 'text/plain' } }))
    const words = ['generate', '--path', file, '--output-path', made, '--meta', 'none', '--config', settings]
    const env = { ...process.env, PATH: `${dirname(python)}:${process.env.PATH}` }
    const { stdout, stderr, status } = spawnSync(join(dirname(python), 'openapi-python-client'), words, {
      ...{ encoding: 'utf8', env },
    })
    expect([status, stdout + stderr]).toEqual([0, expect.not.stringMatching(/warning|error/i)])
    const models = readdirSync(join(made, 'models'))
    expect(models).toEqual(expect.arrayContaining(['endorser.py', 'endorsement_record.py', 'endorser_page.py']))
    expect(models.length).toBeLessThan(180)
  })

  test('makes a client that reads lists, a ballot, page after page, and an error with its code', async () => {
    const { stdout, stderr, status } = spawnSync(python, [projectFile('test', 'clients', 'generated_session.py')], {
      encoding: 'utf8',
      env: { ...process.env, PYTHONPATH: dirname(made), HUSTINGS_URL: server.url, HUSTINGS_KEY: server.key },
    })
    expect([status, stderr]).toEqual([0, ''])
    const steps = parseSteps(stdout)
    const client = createClient(server)
    const [endorsers, elections, endorsements, ballot] = await Promise.all([
      client.listEndorsers().toArray(),
      client.listElections({ states: ['ME'] }).toArray(),
      client.listEndorsements().toArray(),
      client.getBallot({ location: 'Sample Mesa, NM' }),
    ])
    expect(endorsements.length).toBeGreaterThan(40)
    const categories = endorsers.map(({ category }) => category.name)
    const years = elections.map(({ date }) => Number(date.slice(0, 4)))
    const contests = ballot.contests.map(({ title, choices }) => [title, choices.map(({ label }) => label)])
    expect(steps).toEqual([
      { step: 'endorsers', names: endorsers.map(({ name }) => name), categories },
      { step: 'elections', slugs: elections.map(({ slug }) => slug), years },
      { step: 'ballot', contests },
      { step: 'endorsements', ids: endorsements.map(({ id }) => id), pages: Math.ceil(endorsements.length / 20) },
      { step: 'error', status: 404, is_known: true },
    ])
  })
})

const GO = 'openapi-generator-cli 7.26.0 for Go'
const hasJava = spawnSync('java', ['-version']).status === 0
const generator = hasJava
  ? createVenv('openapi-generator-cli==7.26.0')
  : { missing: 'SKIPPED, for there is no Java here' }
const withoutGenerator = 'missing' in generator ? generator.missing : null
if (withoutGenerator) console.warn(`${GO}: ${withoutGenerator}.`)
const withoutGo =
  withoutGenerator ?? (spawnSync('go', ['version']).status === 0 ? null : 'SKIPPED, for there is no Go here')
if (withoutGo && !withoutGenerator) console.warn(`${GO}, compiled: ${withoutGo}.`)

describe.skipIf(withoutGenerator !== null)(`${GO}${withoutGenerator ? ` (${withoutGenerator})` : ''}`, () => {
  const module = join(folder, 'go')
  afterAll(() => {
    if ('remove' in generator) generator.remove()
  })

  test('makes every model and every operation, without a warning', () => {
    const bin = 'missing' in generator ? '' : dirname(generator.python)
    // The names of the values of two enums may be the same.
    const settings = 'packageName=hustings,enumClassPrefix=true,withGoMod=false'
    const words = [
      'generate',
      '-g',
      'go',
      '-i',
      file,
      '-o',
      join(module, 'client'),
      '--additional-properties',
      settings,
    ]
    const { stdout, stderr, status } = spawnSync(
      join(bin, 'openapi-generator-cli'),
      [...words, '--global-property', 'apiTests=false,modelTests=false'],
      { encoding: 'utf8', env: { ...process.env, PATH: `${bin}:${process.env.PATH}` } },
    )
    expect(status, stderr).toBe(0)
    const notices = `${stdout}${stderr}`.split('\n').filter((line) => /\b(WARN|ERROR)\b/.test(line))
    // It says so of any document of OpenAPI 3.1.
    expect(notices.filter((line) => !line.includes('OpenAPI 3.1 support is still in beta'))).toEqual([])
    const { components } = z
      .object({
        components: z.object({ schemas: z.record(z.string(), z.looseObject({ type: z.unknown() })) }),
      })
      .parse(JSON.parse(readFileSync(file, 'utf8')))
    const records = Object.entries(components.schemas).filter(
      ([, { type, properties }]) => type === 'object' && properties,
    )
    const made = readdirSync(join(module, 'client')).filter((name) => name.startsWith('model_'))
    const code = made.map((name) => readFileSync(join(module, 'client', name), 'utf8')).join('')
    expect(records.length).toBeGreaterThan(80)
    expect(
      records.filter(([name]) => !new RegExp(`^type ${name} struct`, 'm').test(code)).map(([name]) => name),
    ).toEqual([])
  })

  test.skipIf(withoutGo !== null)(
    `makes a client that compiles, and reads lists, a ballot, page after page, and an error${withoutGo ? ` (${withoutGo})` : ''}`,
    async () => {
      writeFileSync(join(module, 'go.mod'), 'module hustings.example\n\ngo 1.19\n')
      copyFileSync(projectFile('test', 'clients', 'generated_session.go'), join(module, 'main.go'))
      const go = {
        GOCACHE: join(folder, 'go-cache'),
        GOPATH: join(folder, 'go-path'),
        GOFLAGS: '',
        GOTOOLCHAIN: 'local',
      }
      const run = (program: string, ...words: string[]) =>
        spawnSync(program, words, {
          ...{ cwd: module, encoding: 'utf8' },
          env: { ...process.env, ...go, HUSTINGS_URL: server.url, HUSTINGS_KEY: server.key },
        })
      expect(run('go', 'vet', './...')).toMatchObject({ status: 0, stdout: '', stderr: '' })
      expect(run('go', 'build', '-o', 'session', '.')).toMatchObject({ status: 0, stdout: '', stderr: '' })
      const { stdout, stderr, status } = run(join(module, 'session'))
      expect([status, stderr]).toEqual([0, ''])
      const client = createClient(server)
      const [endorsers, endorsements, ballot] = await Promise.all([
        client.listEndorsers().toArray(),
        client.listEndorsements().toArray(),
        client.getBallot({ location: 'Sample Mesa, NM' }),
      ])
      expect(parseSteps(stdout)).toEqual([
        { step: 'endorsers', names: endorsers.map(({ name, category }) => `${name}: ${category.name}`) },
        {
          step: 'ballot',
          contests: ballot.contests.flatMap(({ title, choices }) => choices.map(({ label }) => `${title}: ${label}`)),
        },
        { step: 'endorsements', ids: endorsements.map(({ id }) => id), pages: Math.ceil(endorsements.length / 20) },
        { step: 'error', status: 404, is_known: true },
      ])
    },
  )
})

// TypeScript 7 has no API for programs, so the generator comes with its own TypeScript, in a folder of its own.
const typescript = mkdtempSync(join(tmpdir(), 'hustings-typescript-'))
afterAll(() => rmSync(typescript, { recursive: true, force: true }))
writeFileSync(join(typescript, 'package.json'), '{"private":true}')
const install = spawnSync(
  'npm',
  ['install', '--silent', '--no-audit', 'openapi-typescript@7.13.0', 'typescript@5.9.3'],
  {
    ...{ cwd: typescript, encoding: 'utf8', timeout: 240_000 },
  },
)
const absent = install.status === 0 ? null : 'SKIPPED, for no package index has it here'
if (absent) console.warn(`openapi-typescript: ${absent}.`)

test.skipIf(absent !== null)(
  `openapi-typescript 7.13.0 makes types that compile${absent ? ` (${absent})` : ''}`,
  () => {
    const run = (name: string, ...words: string[]) =>
      spawnSync(join(typescript, 'node_modules', '.bin', name), words, { cwd: typescript, encoding: 'utf8' })
    const { stdout, stderr, status } = run('openapi-typescript', file, '-o', 'api.ts')
    expect([status, stdout + stderr]).toEqual([0, expect.not.stringMatching(/warn|error/i)])
    writeFileSync(
      join(typescript, 'use.ts'),
      `import type { components, operations } from './api'
     type Page = operations['listEndorsers']['responses'][200]['content']['application/json']
     export const name = (page: Page): string | undefined => page.data[0]?.category.name
     export const code = (body: components['schemas']['Error']): components['schemas']['ErrorCode'] => body.error.code
     // @ts-expect-error: a state that does not exist
     export const query: operations['listElections']['parameters']['query'] = { states: ['XX'] }`,
    )
    expect(readFileSync(join(typescript, 'api.ts'), 'utf8')).toContain('EndorserPage')
    expect(run('tsc', '--noEmit', '--strict', '--skipLibCheck', 'use.ts').stdout).toBe('')
  },
)
