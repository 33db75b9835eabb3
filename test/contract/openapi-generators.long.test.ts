// Generators of clients read /openapi.json without a warning, and a generated client in Python walks the API of a running server.

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
    const steps = stdout
      .trim()
      .split('\n')
      .map((line) => step.parse(JSON.parse(line)))
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
