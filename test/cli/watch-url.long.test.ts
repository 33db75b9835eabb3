// `hustings watch` over feeds that have a URL, and over a folder whose files come and go: a real server, a publisher, an open stream.

import { mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lastRun } from '../../data/schema/last-run.ts'
import { type Paths, pathsIn } from '../../data/store/paths.ts'
import { openPublisher, type TestPublisher } from '../ingest/fetch/publisher.ts'
import { shareFolder } from '../temporary.ts'
import { type Follower, followStream, type Told } from '../whole/follower.ts'
import { runCommand } from './hustings.ts'
import { copySample } from './sample.ts'
import { type ServedFolder, serveFolder } from './served-folder.ts'
import { startWatchNow, type Watching } from './watching.ts'

const FEEDS = ['paper', 'union'] as const

/** @param statement of its one endorsement */
function feedOf(name: string, statement: string): string {
  return JSON.stringify({
    version: 1,
    endorser: { slug: `sample-${name}`, name: `The Sample ${name}`, category: 'newspaper', state: 'ME' },
    endorsements: [{ election: 'me-2028-11-07-general', contest: 'Question 1', choice: 'Yes', statement }],
  })
}

const HEADER = 'endorser,endorser_name,endorser_category,endorser_state,election,contest,choice,statement'
const rowOf = (slug: string, said: string): string =>
  `${HEADER}\n${slug},The ${slug},labor,ME,me-2028-11-07-general,Question 1,No,${said}\n`

const folder = shareFolder()
let paths: Paths
let publisher: TestPublisher
let server: ServedFolder
let stream: Follower<Told>
let watching: Watching

const statements = () => stream.heard.map(({ data }) => said(JSON.parse(data)))
const said = ({ type, endorsement }: { type: string; endorsement: { statement: string } }) =>
  `${type.split('.')[1]} ${endorsement.statement}`
const recorded = (id: string) => lastRun.parse(JSON.parse(readFileSync(paths.lastRun, 'utf8'))).sources[id]
const within = { timeout: 120_000, interval: 50 }

beforeAll(async () => {
  paths = pathsIn(join(folder, 'sample'))
  await copySample(folder)
  publisher = await openPublisher({ delayMs: 50 })
  for (const name of FEEDS) publisher.put(`/${name}.json`, feedOf(name, 'First.'))
  mkdirSync(join(paths.root, 'locals'))
  writeFileSync(join(paths.root, 'locals', 'one.csv'), rowOf('sample-local-1', 'One.'))
  const entries = FEEDS.map(
    (name) => `  - id: ${name}-feed
    publisher: The Sample ${name}
    url: ${publisher.url}/${name}.json
    page: https://example.org/${name}
    licence: CC0-1.0
    format: json
    endorsers: [sample-${name}]
    every: 10s
    allow_private_network: true
`,
  )
  writeFileSync(
    paths.sourcesFile,
    `version: 1
endorsement_feeds:
${entries.join('')}  - id: locals
    publisher: Sample Locals
    url: locals
    page: https://example.org/locals
    licence: CC0-1.0
    format: csv
    endorsers: [sample-local-1, sample-local-2]
`,
  )
  expect(await runCommand(folder, 'nightly', '--sample')).toMatchObject({ code: 0 })
  server = await serveFolder(folder, { sample: true, asOf: '2028-10-15' })
  stream = followStream(() => server.url, server.key)
  await stream.ready
  watching = startWatchNow(folder)
  await watching.next()
})
afterAll(async () => {
  watching.child.kill('SIGTERM')
  await watching.end
  await stream.leave()
  await server.stop()
  await publisher.close()
})

it('says what it follows, and asks with the validators of the kept bytes', async () => {
  await watching.said(
    /^Watching 4 files of 3 sources in .+, and 2 feeds by URL: paper-feed every 10 s, union-feed every 10 s\.$/m,
  )
  const asked = () => publisher.requests.filter(({ path, status }) => path === '/paper.json' && status === 304)
  await expect.poll(() => asked().length, within).toBeGreaterThan(0)
  expect(asked()[0]?.headers['user-agent']).toMatch(/^hustings\//)
  expect(statements()).toEqual([])
})

it('publishes the change of a feed without any push', async () => {
  publisher.put('/paper.json', feedOf('paper', 'Second.'))
  await expect.poll(statements, within).toEqual(['updated Second.'])
  const change = await watching.next()
  expect(change).toMatchObject({ published: true, updated: 1, files: ['paper-feed/paper.json'], fault: null })
  expect(change.sources).toMatchObject([{ source_id: 'paper-feed', status: 'read', error: null }])
})

it('reports a feed that fails once, waits longer, and keeps its rows', async () => {
  const before = recorded('union-feed')
  publisher.fail(
    '/union.json',
    { kind: 'status', status: 503, retryAfter: '14' },
    { kind: 'page', html: '<html><title>No</title>' },
  )
  const failed = await watching.next()
  expect(failed).toMatchObject({ published: false, files: [], fault: null })
  expect(failed.sources).toMatchObject([
    { source_id: 'union-feed', status: 'failed', error: expect.stringContaining('/union.json answered 503') },
  ])
  const failed_on = new Date().toISOString().slice(0, 10)
  expect(recorded('union-feed')).toEqual({ ...before, error: failed.sources[0]?.error, failed_nights: 1, failed_on })
  publisher.put('/union.json', feedOf('union', 'Back.'))
  const page = await watching.next()
  expect(page.sources[0]?.error).toMatch(/gives a web page instead of the file: "No"/)
  const seen = publisher.requests.filter(({ path }) => path === '/union.json')
  const at = seen.findIndex(({ status }) => status === 503)
  expect((seen[at + 1]?.at ?? 0) - (seen[at]?.at ?? 0)).toBeGreaterThanOrEqual(14_000)
  await expect.poll(statements, { timeout: 90_000 }).toContain('updated Back.')
  expect(await watching.next()).toMatchObject({ published: true, updated: 1 })
  expect(recorded('union-feed')?.error).toBeNull()
})

it('opens one request per host', () => {
  expect(publisher.mostOpen()).toBe(1)
})

it('reads a file that is added to a configured folder, and drops the rows of one that is removed', async () => {
  const two = join(paths.root, 'locals', 'two.csv')
  writeFileSync(two, rowOf('sample-local-2', 'Two.'))
  expect(await watching.next()).toMatchObject({ created: 1, files: ['locals/two.csv'] })
  writeFileSync(two, rowOf('sample-local-2', 'Two again.'))
  expect(await watching.next()).toMatchObject({ updated: 1, files: ['locals/two.csv'] })
  unlinkSync(two)
  expect(await watching.next()).toMatchObject({ deleted: 1, created: 0, updated: 0 })
  // The stream may be behind the line of `watch` on a busy machine.
  await expect
    .poll(() => statements().slice(-3), within)
    .toEqual(['created Two.', 'updated Two again.', 'deleted Two again.'])
  unlinkSync(join(paths.root, 'locals', 'one.csv'))
  const empty = await watching.next()
  expect(empty).toMatchObject({ published: false, deleted: 0 })
  expect(empty.sources[0]?.error).toMatch(/no readable file/)
})

const CHANGES = process.env.PROOF === '1' ? 20 : 5

it(`puts ${CHANGES} changes of a feed on the stream, and tells how long each took at an interval of 10 s`, async () => {
  const took: number[] = []
  for (let nth = 1; nth <= CHANGES; nth++) {
    // Anywhere in the interval.
    await delay(Math.random() * 8000)
    const statement = `Change ${nth}.`
    const began = performance.now()
    publisher.put('/paper.json', feedOf('paper', statement))
    await expect.poll(statements, within).toContain(`updated ${statement}`)
    took.push((performance.now() - began) / 1000)
    expect(await watching.next()).toMatchObject({ published: true, updated: 1 })
  }
  const sorted = took.sort((a, b) => a - b)
  const [least, median, most] = [sorted[0], sorted[CHANGES >> 1], sorted[CHANGES - 1]]
  console.log(
    `From a change to its event, interval 10 s: least ${least?.toFixed(1)}, median ${median?.toFixed(1)}, most ${most?.toFixed(1)} s`,
  )
})
