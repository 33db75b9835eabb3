// A support bundle with a canary in every private place: settings, sources.yaml, accounts, the log, the last run, names of files. None is in it.

import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { pathsIn } from '../../data/store/paths.ts'
import { readTar } from '../../ingest/read/tar.ts'
import { freshFolder } from '../temporary.ts'
import { hustings, runCommand } from './hustings.ts'

const folder = freshFolder()
let before: Record<string, string | undefined>
const ENTRIES = [
  ...['README.txt', 'versions.json', 'settings.json', 'sources.json', 'doctor.json', 'formats.json'],
  ...['last-run.json', 'files.json', 'manifest.json', 'log.ndjson'],
]

beforeEach(() => {
  before = { ...process.env }
})
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
})

/** Its entries by name. */
async function unpack(file: string): Promise<ReadonlyMap<string, string>> {
  const contents = await readTar({ name: 'bundle.tar', url: '', bytes: gunzipSync(readFileSync(file)) }, () => true)
  return new Map([...contents].map(([name, bytes]) => [name, Buffer.from(bytes).toString('utf8')]))
}

let planted: string[]
/** A word that occurs nowhere else. */
function canary(kind: string): string {
  const word = `zq${kind}${planted.length}canary`
  planted.push(word)
  return word
}

/** Every variable whose value may be anything, and those with a form, with another value. */
function plantSettings(): void {
  for (const name of ['HOST', 'CONTACT', 'ALARM_COMMAND', 'SOURCES', 'BACKUP_PASSPHRASE', 'TRUSTED_PROXIES', 'UNKNOWN'])
    process.env[`HUSTINGS_${name}`] = canary('set')
  for (const name of ['PORT', 'LOG_LEVEL', 'AS_OF', 'PLACES', 'GEOCODER'])
    process.env[`HUSTINGS_${name}`] = canary('set')
  process.env.HUSTINGS_ALARM_URL = `https://hooks.example.org/${canary('hook')}?token=${canary('token')}`
  process.env.HUSTINGS_CENSUS_URL = `https://${canary('user')}:${canary('pass')}@census.example.org/`
  process.env[`HUSTINGS_${canary('NAME').toUpperCase()}`] = canary('set')
  process.env.HUSTINGS_CACHE_MB = '128'
  process.env.CANARY_TOKEN = `Bearer ${canary('header')}`
}

const entry = (more: string) => `  - id: ${canary('id')}
    publisher: ${canary('publisher')} of ${canary('publisher')}
    url: https://${canary('feed')}.example.org/${canary('path')}.json
    page: https://example.org/${canary('page')}
    licence: ${canary('licence')}
    format: json
    endorsers: [${canary('slug')}]
    personal: [${canary('column')}]
    header_env: { X-${canary('name')}: CANARY_TOKEN }
${more}`

function plantSources(file: string): void {
  writeFileSync(
    file,
    `version: 1\n# ${canary('comment')}\nendorsement_feeds:\n${entry('    private: true\n')}${entry('    allow_private_network: true\n')}  - id: ${canary('id')}
    url: https://feeds.example.org/${canary('path')}?key=${canary('query')}
    format: csv
vip_feeds:
  - id: ${canary('id')}
    url: /srv/${canary('folder')}/${canary('file')}.xml
overrides:
  sample-ballots: https://${canary('override')}.example.org/
disabled: [${canary('off')}]
`,
  )
}

function plantLog(file: string, key: string): void {
  const address = `7314 ${canary('street')} Ave, Raleigh, NC 27601`
  const line = {
    level: 30,
    time: 1790000000000,
    request_id: 'req_0199abcd-0000',
    method: 'GET',
    route: '/v1/ballot',
    status: 429,
    duration: 0.41,
    account: 12,
    error: 'rate_limit_exceeded',
    refused: null,
  }
  const strange = Object.fromEntries(Object.keys(line).map((name) => [name, `${canary('field')}9`]))
  for (const each of [
    line,
    strange,
    {
      ...line,
      [canary('member')]: canary('value'),
      url: `/v1/ballot?location=${address}`,
      route: `/v1/${canary('route')}9X`,
    },
    { level: 50, time: 1, msg: `bundle f73c82e9e7e3 is refused: ${canary('Msg')}9 ${address}`, at: [canary('at')] },
    { level: 50, time: 1, fault: `${canary('fault')} 1`, msg: { text: canary('object') } },
  ])
    appendFileSync(file, `${JSON.stringify(each)}\n`)
  appendFileSync(
    file,
    `Bearer ${key} and ${canary('text')}9 from 203.0.113.77 and 2001:db8:0:1::77 wrote to ada@${canary('mail')}.org\n`,
  )
  appendFileSync(file, `{"half": "${canary('half')}9\n`)
}

it('holds what helps, and nothing that is private', async () => {
  planted = []
  const root = join(folder, canary('root'))
  mkdirSync(root)
  const account = canary('account')
  await runCommand(root, 'accounts', 'create', account, '--contact', `${canary('contact')}@example.org`)
  await runCommand(root, 'accounts', 'approve', account)
  const made = await runCommand(root, 'keys', 'create', '--account', account, '--label', canary('label'), '--json')
  const { key } = z.object({ key: z.string() }).parse(JSON.parse(made.stdout))
  const paths = pathsIn(root)
  writeFileSync(join(root, `${canary('stray')}.txt`), 'x')
  mkdirSync(join(root, 'inbox', canary('saved')), { recursive: true })
  const kept = { published_on: null, checked_at: null, failed_nights: 3, failed_on: '2028-03-01' }
  const error = `https://x.example.org/${canary('path')}?t=${canary('query')}: 401 for ada@${canary('mail')}.org at 203.0.113.78`
  const instant = '2028-03-01T12:00:00.000Z'
  const run = { command: 'nightly', began_at: instant, ended_at: instant, outcome: 'failed', publication: null }
  const sources = {
    [canary('gone')]: { kind: 'endorsements', ...kept, error },
    'sample-ballots': { kind: 'ballots', ...kept, error },
  }
  writeFileSync(
    paths.lastRun,
    JSON.stringify({ format: 1, run: { ...run, error }, sources, silenced: { [canary('silenced')]: 2 } }),
  )
  plantSources(paths.sourcesFile)
  plantSettings()
  const log = join(folder, canary('log'))
  plantLog(log, key)

  const file = join(folder, 'support.tar.gz')
  // A process of its own: the settings are those of its environment.
  const { code, stderr } = await hustings(root, 'support-bundle', file, '--log', log)
  expect([code, stderr]).toEqual([0, expect.stringContaining('Look through it')])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const entries = await unpack(file)
  expect([...entries.keys()].sort()).toEqual([...ENTRIES].sort())
  const pepper = readFileSync(paths.pepper)
  const secrets = [key, key.slice(9), hostname(), root, '203.0.113.7', '2001:db8', '@example.org', '7314', 'Raleigh']
  const peppers = (['hex', 'base64', 'latin1'] as const).map((encoding) => pepper.toString(encoding))
  for (const secret of [...planted, ...secrets, ...peppers])
    for (const [name, text] of entries)
      expect(text.toLowerCase().includes(secret.toLowerCase()), `${secret} in ${name}`).toBe(false)

  const json = (name: string) => JSON.parse(entries.get(name) ?? '')
  expect(json('versions.json')).toMatchObject({ node: process.versions.node, platform: process.platform })
  expect(json('settings.json')).toMatchObject({ HUSTINGS_CACHE_MB: '128', HUSTINGS_ALARM_URL: 'set, left out' })
  expect(json('sources.json')).toMatchObject({
    endorsement_feeds: [
      { host: null, format: 'json', private: true, headers: true },
      { host: null, private_network: true },
      { host: 'feeds.example.org', format: 'csv', headers: false },
    ],
    vip_feeds: [{ host: null }],
  })
  const checks = (name: string) => json(name).map(({ check }: { check: string }) => check)
  expect(checks('doctor.json')).toEqual(expect.arrayContaining(['node', 'state', 'sources.yaml', 'last run']))
  expect(checks('formats.json')).toEqual(expect.arrayContaining(['state', 'bundles', 'warehouse']))
  expect(json('last-run.json')).toMatchObject({
    run: {
      outcome: 'failed',
      error: expect.stringMatching(/^https:\/\/\S+\/… 401 for \[e-mail\] at \[address\]$/),
    },
    sources: [{ source: 'another', failed_nights: 3 }, { source: 'sample-ballots' }],
  })
  expect(json('files.json')).toMatchObject({ 'state.sqlite': { files: 1 }, other: { files: 1, bytes: 1 } })
  const lines = (entries.get('log.ndjson') ?? '').split('\n')
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    ...{ level: 30, time: 1790000000000, request_id: 'req_0199abcd-0000', method: 'GET', route: '/v1/ballot' },
    ...{ status: 429, duration: 0.41, error: 'rate_limit_exceeded', refused: null },
  })
  expect(lines[3]).toContain('bundle … is refused: …')
})

it('writes no other file, and overwrites none', async () => {
  const file = join(folder, 'there.tar.gz')
  writeFileSync(file, 'mine')
  const there = await runCommand(folder, 'support-bundle', file)
  expect([there.code, there.stderr]).toEqual([1, expect.stringMatching(/exists\.\nNext: .*support-bundle OTHER_FILE/)])
  expect(readFileSync(file, 'utf8')).toBe('mine')
  const missing = await runCommand(folder, 'support-bundle', join(folder, 'new.tar.gz'), '--log', join(folder, 'none'))
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('The log ')])
  const words = ['support-bundle', join(folder, 'new.tar.gz'), '--json']
  const { code, stdout } = await runCommand(join(folder, 'empty'), ...words)
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { entries: ENTRIES }])
})
