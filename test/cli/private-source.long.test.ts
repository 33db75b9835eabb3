// A feed with a secret header and rows that may not leave the machine: commands, a publisher, the files that they leave.

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pathsIn } from '../../data/store/paths.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'
import { shareFolder } from '../temporary.ts'
import { runCommand, runCommandIn } from './hustings.ts'
import { copySample } from './sample.ts'

const VARIABLE = 'HUSTINGS_TEST_FEED_TOKEN'
const SECRET = 'correct-horse-battery-42'
const STATEMENT = 'Only for the members of the invented union.'
const FEED = JSON.stringify({
  version: 1,
  endorser: { slug: 'sample-members', name: 'The Sample Members', category: 'labor', state: 'ME' },
  endorsements: [{ election: 'me-2028-11-07-general', contest: 'Question 1', choice: 'Yes', statement: STATEMENT }],
})

interface Host {
  url: string
  server: Server
  seen: IncomingHttpHeaders[]
}

async function openHost(
  answer: (headers: IncomingHttpHeaders) => { status: number; body?: string; to?: string },
): Promise<Host> {
  const seen: IncomingHttpHeaders[] = []
  const server = createServer(({ headers }, response) => {
    seen.push(headers)
    const { status, body = '', to } = answer(headers)
    response.writeHead(status, to === undefined ? {} : { location: to }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, seen }
}

const folder = shareFolder()
let outputs: string
let publisher: Host
let other: Host
/** What the publisher answers to a request with the secret. */
let answer: () => { status: number; body?: string; to?: string } = () => ({ status: 200, body: FEED })
const sample = () => pathsIn(join(folder, 'sample'))

/** The variables of the next commands. */
let variables: Record<string, string> = { [VARIABLE]: `Bearer ${SECRET}` }

async function run(...words: string[]) {
  const ended = await runCommandIn(variables, folder, ...words, '--sample')
  outputs += ended.stdout + ended.stderr
  return ended
}

function configure(more = ''): void {
  writeFileSync(
    sample().sourcesFile,
    `version: 1
endorsement_feeds:
  - id: members
    publisher: The Sample Members
    url: ${publisher.url}/feed.json
    page: https://example.org/members
    licence: CC0-1.0
    format: json
    endorsers: [sample-members]
    allow_private_network: true
    header_env: { Authorization: ${VARIABLE} }
${more}`,
  )
}

function* filesIn(path: string): Iterable<string> {
  for (const name of readdirSync(path)) {
    const file = join(path, name)
    if (statSync(file).isDirectory()) yield* filesIn(file)
    else yield file
  }
}

beforeAll(async () => {
  outputs = ''
  await copySample(folder)
  publisher = await openHost(({ authorization }) => (authorization === `Bearer ${SECRET}` ? answer() : { status: 401 }))
  other = await openHost(() => ({ status: 200, body: FEED }))
})
afterAll(async () => {
  for (const { server } of [publisher, other]) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

it('reports a variable that is not set, with file, line and key', async () => {
  configure()
  const given = variables
  variables = {}
  const { code, stderr } = await run('nightly')
  variables = given
  expect(code).toBe(2)
  expect(stderr).toContain(
    `sources.yaml:11: endorsement_feeds[0].header_env.Authorization: got ${VARIABLE}, which is not set, expected a variable of the environment`,
  )
  expect(publisher.seen).toEqual([])
})

it('sends the header to its publisher alone, and not to another host after a redirect', async () => {
  answer = () => ({ status: 302, to: `${other.url}/feed.json` })
  expect(await run('ingest', 'members')).toMatchObject({ code: 0 })
  expect(publisher.seen.at(-1)?.authorization).toBe(`Bearer ${SECRET}`)
  expect(other.seen.map(({ authorization }) => authorization)).toEqual([undefined])
  answer = () => ({ status: 302, to: '/again.json' })
  const before = publisher.seen.length
  await run('ingest', 'members', '--refresh')
  // Each redirect leads to the same host.
  expect(publisher.seen.slice(before).every(({ authorization }) => authorization !== undefined)).toBe(true)
  answer = () => ({ status: 200, body: FEED })
})

it.each([
  ['a page', () => ({ status: 200, body: `<html><title>No ${SECRET} here</title>` })],
  ['a file', () => ({ status: 200, body: FEED.replace(STATEMENT, SECRET) })],
  ['a redirect', () => ({ status: 302, to: `ftp://example.org/?t=${encodeURIComponent(`Bearer ${SECRET}`)}` })],
])('keeps nothing of %s that repeats the secret', async (_, next) => {
  answer = next
  expect(await run('ingest', 'members', '--refresh')).toMatchObject({ code: 1 })
  answer = () => ({ status: 200, body: FEED })
})

it('takes away the export of a bundle of which a feed becomes private', async () => {
  expect(await run('nightly', '--refresh')).toMatchObject({ code: 0 })
  expect(await run('export')).toMatchObject({ code: 0 })
  const [bundle = ''] = readdirSync(sample().exports)
  configure('    private: true\n')
  const { stdout } = await run('nightly')
  expect(stdout).toContain(`already publication 2`)
  expect(readdirSync(sample().exports)).toEqual([])
  expect(JSON.parse(readFileSync(join(sample().bundles, `${bundle}.json`), 'utf8')).sources).toContainEqual(
    expect.objectContaining({ id: 'members', private: true }),
  )
  configure()
})

it('serves the rows of a private feed', async () => {
  configure('    private: true\n')
  expect(await run('nightly', '--refresh')).toMatchObject({ code: 0 })
  const warehouse = await openWarehouse(sample().warehouse, { readonly: true })
  const rows = await warehouse.all("SELECT statement FROM api.endorsement WHERE endorser_slug = 'sample-members'")
  await warehouse.close()
  expect(rows).toEqual([{ statement: STATEMENT }])
  expect((await run('sources', 'show', 'members')).stdout).toMatch(
    new RegExp(`^Headers +Authorization: the value of ${VARIABLE}\\nPrivate +yes: `, 'm'),
  )
})

it('neither exports nor packs its bundle, and says how to go on', async () => {
  const out = join(folder, 'out')
  const sentence = 'The bundle has rows of private sources: members.'
  const refusals = [
    [['export', out], 1, 'Next: hustings export --sample --without-private '],
    [['export'], 1, 'Next: hustings export --sample --without-private FOLDER'],
    [['snapshot', 'create', '-o', `${out}.tar`], 1, 'Next: hustings snapshot create --sample --without-private'],
  ] as const
  for (const [words, code, next] of refusals) {
    const ended = await run(...words)
    expect(ended).toMatchObject({ code, stdout: '' })
    expect(ended.stderr).toContain(sentence)
    expect(ended.stderr).toContain(next)
  }
  expect(await run('export', '--without-private')).toMatchObject({ code: 2 })
  expect(readdirSync(folder).filter((name) => name.startsWith('out'))).toEqual([])
})

it('also refuses a bundle that was built before the feed became private, and one of which it no longer is', async () => {
  configure()
  expect((await run('export', join(folder, 'out'))).stderr).toContain('private sources: members.')
  configure('    private: true\n')
})

it('packs and exports it without these rows: the same bytes as a server that never had them', async () => {
  const [tar, files, public_] = ['private.tar', 'exported', 'public'].map((name) => join(folder, name))
  const made = await run('snapshot', 'create', '--without-private', '--as-of', '2026-11-20', '-o', tar ?? '')
  expect(made).toMatchObject({ code: 0 })
  expect(await run('export', files ?? '', '--without-private')).toMatchObject({ code: 0 })
  const packed = [
    readFileSync(tar ?? '').toString('latin1'),
    ...[...filesIn(files ?? '')].map((file) => readFileSync(file, 'latin1')),
  ]
  for (const text of packed)
    for (const word of [STATEMENT, 'sample-members', 'Sample Members']) expect(text).not.toContain(word)
  const never = join(public_ ?? '', 'sample')
  mkdirSync(never, { recursive: true, mode: 0o700 })
  expect(await runCommand(public_ ?? '', 'nightly', '--sample')).toMatchObject({ code: 0 })
  const words = ['create', '--sample', '--as-of', '2026-11-20', '-o', `${tar}.public`]
  const same = await runCommand(public_ ?? '', 'snapshot', ...words)
  expect(same.stdout.split('\n')[0]).toBe(made.stdout.split('\n')[0])
  expect(readFileSync(`${tar}.public`).equals(readFileSync(tar ?? ''))).toBe(true)
  expect(readdirSync(sample().snapshots)).toEqual([])
})

it('shows the secret nowhere', async () => {
  for (const words of [['sources', 'list'], ['sources', 'show', 'members', '--json'], ['doctor'], ['notice']])
    await run(...words)
  expect(outputs).not.toContain(SECRET)
  const inFiles = [...filesIn(folder)].filter((file) => readFileSync(file).includes(SECRET))
  expect(inFiles).toEqual([])
})
