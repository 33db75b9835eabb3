import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { writeLastRun } from '../../../data/store/last-run.ts'
import { projectFile } from '../../../data/store/paths.ts'
import { shareFolder } from '../../temporary.ts'
import { type Fixture, openFixture } from '../fixture.ts'
import { findFreePort } from '../free-port.ts'
import { endAll, HAS_PROC, type Serving, serve } from '../limits/serving.ts'
import { readMetrics } from './scrape.ts'

const hasPrometheus = ['prometheus', 'promtool'].every((name) => spawnSync(name, ['--version']).status === 0)
const missing =
  'SKIPPED, for Prometheus is not installed: neither the alert rules nor the dashboard of deploy/ are tested'
if (!hasPrometheus) console.warn(missing)

const ALERTS = projectFile('deploy', 'alerts.yml')
const SCRAPE_SECONDS = 1
/** What Grafana puts for it: four scrapes. */
const RATE_INTERVAL = `${4 * SCRAPE_SECONDS}s`

const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).default([]) })),
})
const panels = dashboard.parse(JSON.parse(readFileSync(projectFile('deploy', 'dashboard.json'), 'utf8'))).panels
const queries = panels.flatMap(({ title, targets }) =>
  targets.map(({ expr }) => [title, expr.replaceAll('$__rate_interval', RATE_INTERVAL)] as const),
)

const answer = z.object({ status: z.literal('success'), data: z.unknown() })
const vector = z.object({ result: z.array(z.object({ metric: z.record(z.string(), z.string()) })) })
const [text, optional] = [z.string(), z.string().optional()]
const rule = z.object({ name: text, query: text, state: text, health: text, lastError: optional })
const ruled = z.object({ groups: z.array(z.object({ rules: z.array(rule) })) })

let fixture: Fixture
const folder = shareFolder()
let serving: Serving
let prometheus: ChildProcess
let api: string
let admin: string
const stopped = new AbortController()

async function ask(path: string): Promise<unknown> {
  const reply = await fetch(`${api}/api/v1/${path}`)
  return answer.parse(await reply.json(), { error: () => `${path}: no success` }).data
}
const query = async (text: string) => vector.parse(await ask(`query?query=${encodeURIComponent(text)}`)).result
const rules = async () => ruled.parse(await ask('rules?type=alert')).groups.flatMap((group) => group.rules)
const stateOf = async (name: string) => (await rules()).find((rule) => rule.name === name)?.state

/** The settings that the guide shows, for this machine's ports and in short intervals. */
function settingsOfGuide(port: number): string {
  const guide = readFileSync(projectFile('docs', 'operator.md'), 'utf8')
  const [, shown = ''] = /```yaml\n(rule_files: [\s\S]*?)```/.exec(guide) ?? []
  const settings = shown
    .replace('/opt/hustings/deploy/alerts.yml', ALERTS)
    .replace('127.0.0.1:9464', `127.0.0.1:${port}`)
    .replace('scrape_interval: 15s', `scrape_interval: ${SCRAPE_SECONDS}s`)
  expect(settings).toContain(`['127.0.0.1:${port}']`)
  return `global: { evaluation_interval: 1s }\n${settings}`
}

async function startPrometheus(port: number): Promise<void> {
  const own = await findFreePort()
  api = `http://127.0.0.1:${own}`
  const file = join(folder, 'prometheus.yml')
  writeFileSync(file, settingsOfGuide(port))
  const checked = spawnSync('promtool', ['check', 'config', file], { encoding: 'utf8' })
  expect(checked.status, checked.stderr).toBe(0)
  const options = [`--config.file=${file}`, `--storage.tsdb.path=${folder}`, `--web.listen-address=127.0.0.1:${own}`]
  prometheus = spawn('prometheus', [...options, '--log.level=error'], { stdio: ['ignore', 'ignore', 'inherit'] })
  await hasResult('up')
}

/** Waits until the query has a result. */
async function hasResult(text: string): Promise<void> {
  while ((await query(text).catch(() => [])).length === 0) await wait(200)
}

/** Requests of each kind, a stream, a change of the feed, and a nightly that failed. */
async function makeNumbers(key: string): Promise<void> {
  const headers = { Authorization: `Bearer ${key}` }
  const at = new Date(Date.now() - 4 * 86_400_000).toISOString()
  const source = { kind: 'ballots' as const, published_on: '2026-11-01', checked_at: at, failed_on: null }
  writeLastRun(fixture.paths, {
    format: 1,
    run: {
      ...{ command: 'nightly', began_at: at, ended_at: at, outcome: 'failed', error: 'x', publication: null },
      steps: [{ step: 'ingest', seconds: 3, failed: true }],
    },
    sources: { listing: { ...source, error: 'x', failed_nights: 4 } },
  })
  await fetch(`${serving.url}/v1/stream`, { headers, signal: stopped.signal })
  await fixture.publish({ fillers: 0, said: ' (new)', told: true })
  // Without a key, the network's limit refuses after 120.
  for (let n = 0; n < 130; n++) {
    await (await fetch(`${serving.url}/v1/states`, { headers })).arrayBuffer()
    await (await fetch(`${serving.url}/v1/states`)).arrayBuffer()
  }
}

async function keepAsking(key: string): Promise<void> {
  for (let n = 0; !stopped.signal.aborted; n++) {
    const init = n % 4 === 0 ? {} : { headers: { Authorization: `Bearer ${key}` } }
    const reply = await fetch(`${serving.url}/v1/states`, init).catch(() => undefined)
    await reply?.arrayBuffer().catch(() => undefined)
    await wait(50)
  }
}

/** The selectors of a query: each metric with the names of the labels that it is filtered by. */
function selectorsOf(text: string): { name: string; labels: string[] }[] {
  const words = text.replaceAll(/\b(by|without|on|ignoring) \([^)]*\)/g, '')
  return [...words.matchAll(/\b(?!or\b|and\b|unless\b)([a-z_]\w*)(?!\w|\s*\()(\{[^}]*\})?/g)]
    .filter(({ index }) => !isInside(words, index))
    .map(([, name = '', filter = '']) => ({
      name,
      labels: [...filter.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
    }))
}

/** Inside braces, brackets or a text. */
function isInside(text: string, at: number): boolean {
  const before = text.slice(0, at)
  return before.lastIndexOf('{') > before.lastIndexOf('}') || before.lastIndexOf('[') > before.lastIndexOf(']')
}

describe.skipIf(!hasPrometheus || !HAS_PROC)(`a real Prometheus${hasPrometheus ? '' : ` (${missing})`}`, () => {
  beforeAll(async () => {
    fixture = await openFixture()
    await fixture.publish({ fillers: 0 })
    const { key } = await fixture.makeKey()
    const port = await findFreePort()
    admin = `http://127.0.0.1:${port}`
    serving = await serve(fixture, '--workers', '2', '--admin-port', String(port))
    await startPrometheus(port)
    void keepAsking(key)
    await makeNumbers(key)
    // A rate needs two scrapes with the metric, and the changes of the feed lie between two.
    await fixture.publish({ fillers: 0, said: ' (newer)', told: true })
    await hasResult(`rate(hustings_requests_total[${RATE_INTERVAL}]) > 0`)
    await hasResult('increase(hustings_publish_to_stream_seconds_count[15m]) > 0')
  })
  afterAll(async () => {
    stopped.abort()
    if (prometheus?.exitCode === null) {
      prometheus.kill('SIGTERM')
      await once(prometheus, 'exit')
    }
    await endAll()
    await fixture?.close()
  })

  test('accepts the rules, and the names of the metrics', async () => {
    const checked = spawnSync('promtool', ['check', 'rules', ALERTS], { encoding: 'utf8' })
    expect([checked.status, checked.stdout]).toEqual([0, expect.stringMatching(/SUCCESS: \d\d rules found/)])
    const { text } = await readMetrics(admin)
    expect(text).toContain('\nnodejs_active_resources{')
    const linted = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })
    expect([linted.status, linted.stderr]).toEqual([0, ''])
  })

  test.each(queries)('the dashboard, %s: %s', async (_, text) => {
    await expect.poll(() => query(text)).not.toHaveLength(0)
  })

  test('every metric and label that the rules and the dashboard name exists', async () => {
    const texts = [...queries.map(([, text]) => text), ...(await rules()).map((rule) => rule.query)]
    expect(texts.length).toBeGreaterThan(50)
    const selectors = texts.flatMap(selectorsOf)
    expect(selectors.length).toBeGreaterThan(texts.length)
    for (const { name, labels } of selectors) {
      expect(await query(`count(${name})`), name).toHaveLength(1)
      for (const label of labels)
        expect(await query(`count(${name}{${label}!=""})`), `${name}, ${label}`).toHaveLength(1)
    }
  })

  test('every rule evaluates; those whose case is made fire, and the others do not', async () => {
    await expect.poll(async () => (await rules()).every(({ health }) => health === 'ok')).toBe(true)
    for (const { name, lastError } of await rules()) expect(lastError ?? '', name).toBe('')
    const made = ['HustingsRunFailed', 'HustingsRunOverdue', 'HustingsSourceFailing', 'HustingsSourcesUnread']
    for (const name of made) await expect.poll(() => stateOf(name)).toBe('firing')
    expect(await stateOf('HustingsBundleRefused')).toBe('inactive')
    const bundle = fixture.write({ fillers: 0, mark: ' damaged' })
    const file = fixture.partOf(bundle, 'ballots')
    chmodSync(file, 0o644)
    truncateSync(file, 5000)
    const expectedPublication = (await fixture.state.head())?.publication ?? null
    const published_at = new Date().toISOString()
    await fixture.state.publish({ expectedPublication, bundle, published_at, staged: null })
    await expect.poll(() => stateOf('HustingsBundleRefused')).toBe('firing')
    await expect.poll(() => stateOf('HustingsPublicationBehind')).toBe('pending')
    const quiet = ['HustingsDown', 'HustingsNotReady', 'HustingsDiskUnwritable', 'HustingsWalGrows', 'HustingsRestarts']
    for (const name of quiet) expect(await stateOf(name), name).toBe('inactive')
    await serving.stop('SIGTERM')
    await expect.poll(() => stateOf('HustingsDown')).toBe('pending')
  })
})
