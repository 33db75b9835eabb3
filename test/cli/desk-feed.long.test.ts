// A desk over a feed of the same endorser: before, while and after the desk decides. A snapshot of the night holds the desk's files.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import type { DeskPosition } from '../../data/desk/position.ts'
import { lastRun } from '../../data/schema/last-run.ts'
import { type Paths, pathsIn } from '../../data/store/paths.ts'
import { openState } from '../../data/store/state/sqlite/state.ts'
import { createVisitor } from '../apps/console/visitor.ts'
import { shareFolder } from '../temporary.ts'
import { ended, hustingsReading, printed, runCommand, start } from './hustings.ts'
import { copySample } from './sample.ts'
import { type Ledger, openLedger, startWatchNow } from './watching.ts'

const PASSWORD = 'correct horse battery'
const SLUG = 'sample-dockers'
const FRESH = 'sample-newcomers'
const ELECTION = 'me-2028-11-07-general'
const FEED = `endorser,endorser_name,endorser_category,endorser_state,election,contest,choice,statement
${SLUG},Sample Dockers' Union,labor,ME,${ELECTION},Question 1,Yes,Feed: for it.
${SLUG},,,,${ELECTION},Pier Bond,No,Feed: against it.
`
const SOURCES = `version: 1
endorsement_feeds:
  - id: dockers
    publisher: Sample Dockers' Union
    url: union
    page: https://example.org/dockers
    licence: CC0-1.0
    format: csv
    endorsers: [${SLUG}]
`

const endorsementPage = z.object({
  data: z.array(
    z.object({
      statement: z.string().nullable(),
      contest: z.object({ id: z.number(), title: z.string() }),
      choice: z.object({ id: z.number(), label: z.string() }),
    }),
  ),
})
const contestPage = z.object({ data: z.object({ choices: z.array(z.object({ id: z.number(), label: z.string() })) }) })

const folder = shareFolder()
let paths: Paths
let ledger: Ledger
let ana: number

async function run(...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand(folder, ...words, '--sample')
  expect({ words, code, stderr: code === 0 ? '' : stderr }).toEqual({ words, code: 0, stderr: '' })
  return stdout
}

/** Serves the data folder while `use` runs. */
async function serving<Result>(
  words: readonly string[],
  use: (url: string) => Promise<Result>,
  at = folder,
): Promise<Result> {
  const server = start(at, 'serve', '--port', '0', '--json', ...words)
  const end = ended(server)
  try {
    const [line = ''] = await printed(server, 'stdout', /\{.*\}/s)
    return await use(line)
  } finally {
    server.kill('SIGTERM')
    await end
  }
}

const urlOf = (line: string): string => z.object({ url: z.string() }).parse(JSON.parse(line)).url

async function asked(url: string, key: string, path: string): Promise<unknown> {
  const reply = await fetch(url + path, { headers: { Authorization: `Bearer ${key}` } })
  expect([path, reply.status]).toEqual([path, 200])
  return reply.json()
}

/** What the service says of an endorser: contest, choice and statement. */
async function served(url: string, key: string, slug = SLUG): Promise<string[]> {
  const { data } = endorsementPage.parse(await asked(url, key, `/v1/endorsements?endorsers=${slug}`))
  return data.map(({ contest, choice, statement }) => `${contest.title}: ${choice.label}. ${statement}`).sort()
}

const inState = async <Result>(use: (state: Awaited<ReturnType<typeof openState>>) => Promise<Result>) => {
  const state = await openState(paths)
  try {
    return await use(state)
  } finally {
    await state.close()
  }
}

async function publish(endorser: string, position: DeskPosition): Promise<void> {
  await inState(async (state) => {
    const { contest_id } = position
    const expected = (await state.findPosition(endorser, contest_id))?.version ?? 0
    const change = { by: 'Ana', at: new Date().toISOString() }
    const reference = { endorser, contest_id, account_id: ana, expected }
    expect(await state.publishPosition(reference, position, null, change)).toHaveProperty('published')
  })
}

const silenced = () => lastRun.parse(JSON.parse(readFileSync(paths.lastRun, 'utf8'))).silenced
const deskFiles = (): string[] => (existsSync(paths.desk) ? readdirSync(paths.desk).sort() : [])

/** The report of the last nightly, from its output. */
function issuesOf(stdout: string): string {
  const [, report = ''] = /^Report +(.+)$/m.exec(stdout) ?? []
  return readFileSync(join(report, 'nightly.json'), 'utf8')
}

beforeAll(async () => {
  paths = pathsIn(join(folder, 'sample'))
  await copySample(folder)
  mkdirSync(join(paths.root, 'union'))
  writeFileSync(join(paths.root, 'union', 'picks.csv'), FEED)
  writeFileSync(paths.sourcesFile, SOURCES)
  await run('nightly')
  ledger = await openLedger(paths)
  await run('accounts', 'create', 'Ana')
  await run('accounts', 'approve', 'Ana')
  const set = await hustingsReading(PASSWORD, folder, 'accounts', 'password', 'Ana', '--sample')
  expect(set.code).toBe(0)
  ana = (await inState((state) => state.findAccount('Ana')))?.id ?? 0
})

let key: string
let question: DeskPosition
const QUESTION = 'Question 1: An Act About Invented Lighthouses'
const FEED_SAYS = [`${QUESTION}: Yes. Feed: for it.`, 'Question A: Pier Repair Bond: No. Feed: against it.']
const DESK_SAYS = [`${QUESTION}: No. Desk: against it.`]

it('before: the feed decides', async () => {
  const made = await run('keys', 'create', '--account', 'Ana', '--scopes', 'data:read', '--json')
  key = z.object({ key: z.string() }).parse(JSON.parse(made)).key
  await serving(['--sample', '--as-of', '2028-10-15'], async (line) => {
    const url = urlOf(line)
    expect(await served(url, key)).toEqual(FEED_SAYS)
    const { data } = endorsementPage.parse(await asked(url, key, `/v1/endorsements?endorsers=${SLUG}`))
    const yes = data.find(({ statement }) => statement === 'Feed: for it.')
    const { choices } = contestPage.parse(await asked(url, key, `/v1/contests/${yes?.contest.id}`)).data
    const no = choices.find(({ label }) => label === 'No')
    question = {
      ...{ election: ELECTION, contest_id: yes?.contest.id ?? 0, title: yes?.contest.title ?? '' },
      picks: [{ choice_id: no?.id ?? 0, label: 'No', rank: null, text: null }],
      text: { statement: 'Desk: against it.', statement_es: null, source_url: null, published_on: null },
    }
  })
})

it('opening the desk changes nothing for readers; the report says that the feed is overridden', async () => {
  await run('accounts', 'endorser', 'Ana', SLUG)
  const report = await run('nightly')
  expect(await ledger.settle()).toEqual([])
  expect(report).toMatch(/^overridden-by-desk +0 +0 +2$/m)
  expect(issuesOf(report)).toContain('which decides what is served; it has this endorsement itself')
  expect(silenced()).toEqual({ [SLUG]: 2 })
})

it('while: the desk wins, in the data, in the events, in the report and on its page', async () => {
  await publish(SLUG, question)
  await inState(async (state) => {
    const other = (await state.positions(SLUG)).find(({ contest_id }) => contest_id !== question.contest_id)
    const { contest_id = 0, version: expected = 0 } = other ?? {}
    const change = { by: 'Ana', at: new Date().toISOString() }
    await state.withdrawPosition({ endorser: SLUG, contest_id, account_id: ana, expected }, change)
  })
  await run('accounts', 'endorser', 'Ana', FRESH, '--name', 'Sample Newcomers', '--category', 'civic', '--state', 'ME')
  await publish(FRESH, { ...question, text: { ...question.text, statement: 'Newcomers: no.' } })
  const report = await run('nightly')
  expect((await ledger.settle()).sort()).toEqual([
    'created Desk: against it.',
    'created Newcomers: no.',
    'deleted Feed: against it.',
    'deleted Feed: for it.',
  ])
  expect(report).toMatch(/^overridden-by-desk +0 +0 +2$/m)
  expect(issuesOf(report)).toContain('which decides what is served; it does not have this endorsement')
  expect(deskFiles()).toEqual([`${SLUG}.json`, `${FRESH}.json`].sort())
  await serving(['--sample', '--as-of', '2028-10-15'], async (line) => {
    const url = urlOf(line)
    expect(await served(url, key)).toEqual(DESK_SAYS)
    const visitor = createVisitor(url)
    await visitor.signIn('Ana', PASSWORD)
    const page = await visitor.get(`/desk/${SLUG}`)
    expect(page.text).toMatch(/2 endorsements from feeds are hidden, because this desk decides \(as of \d{4}-/)
    expect((await visitor.get(`/desk/${SLUG}?lang=es`)).text).toContain('No se muestran 2 apoyos de canales de datos')
    expect((await visitor.get(`/desk/${FRESH}`)).text).not.toContain('from feeds are hidden')
  })
})

it('a snapshot holds the desk’s files, verifies, rebuilds from them, and answers with the desk’s endorsements', async () => {
  const file = join(folder, 'night.tar')
  await run('snapshot', 'create', '--name', 'desk-night', '--as-of', '2028-10-15', '--output', file, '--json')
  expect(readFileSync(file).includes('"statement": "Desk: against it."')).toBe(true)
  const fresh = join(folder, 'another-machine')
  // A rebuild needs the entry of the configured feed; the desk's files need none.
  const { root, sourcesFile } = pathsIn(join(fresh, 'sample'))
  mkdirSync(root, { recursive: true })
  writeFileSync(sourcesFile, SOURCES)
  for (const words of [[], ['--rebuild']]) {
    const { code, stderr } = await runCommand(fresh, 'snapshot', 'verify', file, ...words)
    expect({ words, code, stderr: code === 0 ? '' : stderr }).toEqual({ words, code: 0, stderr: '' })
  }
  const says = async (line: string) => {
    const { url, key: own } = z.object({ url: z.string(), key: z.string() }).parse(JSON.parse(line))
    return [await served(url, own), await served(url, own, FRESH)]
  }
  expect(await serving(['--snapshot', file], says, fresh)).toEqual([DESK_SAYS, [`${QUESTION}: No. Newcomers: no.`]])
})

it('after: closed desks decide no more; with watch, the feed is back within seconds, and without a feed the endorsements end', async () => {
  const watching = startWatchNow(folder)
  await watching.said(/Up to date/)
  expect(await run('accounts', 'close-desk', SLUG)).toContain('Feeds decide again with the next publication')
  await expect.poll(() => watching.changes.some(({ created }) => created === 2)).toBe(true)
  expect((await ledger.settle()).sort()).toEqual([
    'created Feed: against it.',
    'created Feed: for it.',
    'deleted Desk: against it.',
  ])
  await run('accounts', 'close-desk', FRESH)
  await expect.poll(() => deskFiles()).toEqual([])
  await expect.poll(async () => ledger.settle(), { interval: 500 }).toEqual(['deleted Newcomers: no.'])
  watching.child.kill('SIGTERM')
  await watching.end
  const report = await run('nightly')
  expect(report).not.toContain('overridden-by-desk')
  expect(silenced()).toBeUndefined()
  expect(await ledger.settle()).toEqual([])
  await serving(['--sample', '--as-of', '2028-10-15'], async (line) => {
    const url = urlOf(line)
    expect(await served(url, key)).toEqual(FEED_SAYS)
    const visitor = createVisitor(url)
    await visitor.signIn('Ana', PASSWORD)
    const page = await visitor.get(`/desk/${SLUG}`)
    expect(page.text).toContain('This desk is closed')
    expect(page.text).toContain('Desk: against it.')
    expect((await visitor.get(`/desk/${SLUG}/contests`)).status).toBe(409)
  })
})
