// The whole nightly against publishers that live: their files are at their real addresses, over TLS, and every kind of fault happens. It runs in
// another process, as an operator runs it.

import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { StateCode } from '../../data/schema/vocabulary.ts'
import { projectFile } from '../../data/store/paths.ts'
import { findSources } from '../../ingest/engine/registry.ts'
import { hasTestData, TEST_DATA } from '../build/cells-layers.ts'
import type { Fault } from '../ingest/fetch/publisher.ts'
import { PROOF_ONLY } from '../proof/only.ts'
import { shareFolder } from '../temporary.ts'
import { hostsOf, openPublishers, type Publishers, putMirror } from './publishers.ts'

const STATES: readonly StateCode[] = ['NC', 'DC']
const ELSEWHERE = 'https://moved.example/'

const registry = findSources({ mirror: null, year: new Date().getUTCFullYear() }).filter(
  ({ family, states }) => family === 'public' && states.some((state) => STATES.includes(state)),
)
const fileOf = (id: string): string => {
  const url = registry.find((source) => source.id === id)?.files[0]?.url
  if (url === undefined) throw new Error(`no source ${id}`)
  return url
}

const nightlyReport = z.object({
  ingest: z.object({
    sources: z.array(z.object({ source_id: z.string(), status: z.string(), error: z.string().nullable() })),
    totals: z.object({ status: z.record(z.string(), z.number()) }),
  }),
  build: z.object({ bundle: z.string() }),
})

describe.skipIf(!hasTestData || PROOF_ONLY !== null)(
  `a nightly of ${STATES} against its publishers${PROOF_ONLY ? ` (${PROOF_ONLY})` : ''}`,
  { timeout: 1_800_000 },
  () => {
    const folder = shareFolder()
    let publishers: Publishers
    beforeAll(async () => {
      publishers = await openPublishers([...hostsOf(registry), new URL(ELSEWHERE).host], folder)
      putMirror(publishers, registry, TEST_DATA)
    })
    afterAll(async () => {
      await publishers.close()
    })

    const nightly = (...words: string[]) => nightlyIn('var', ...words)

    async function nightlyIn(name: string, ...words: string[]) {
      publishers.requests.length = 0
      const args = ['nightly', '--only', STATES.join(','), '--json', ...words]
      const child = spawn(process.execPath, [projectFile('dist', 'cli.js'), ...args], {
        env: { ...process.env, ...publishers.env, HUSTINGS_VAR: join(folder, name) },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const said = { out: '', err: '' }
      child.stdout.on('data', (chunk) => {
        said.out += chunk
      })
      child.stderr.on('data', (chunk) => {
        said.err += chunk
      })
      const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
      const report = nightlyReport.safeParse(said.out.startsWith('{') ? JSON.parse(said.out) : undefined)
      if (!report.success) throw new Error(`ended with ${code}: ${said.err.slice(-3000)}`)
      const { ingest, build } = report.data
      const failed = ingest.sources.filter(({ status }) => status === 'failed')
      const read = ingest.sources.filter(({ status }) => status === 'read').map(({ source_id }) => source_id)
      const statuses = publishers.requests.map(({ status }) => status)
      return { code, bundle: build.bundle, failed, read, statuses, totals: ingest.totals.status, err: said.err }
    }

    let first: Awaited<ReturnType<typeof nightly>>
    let changed: Awaited<ReturnType<typeof nightly>>
    it('reads everything in spite of a 429, a cut, a reset, a slow drip, a redirect and a moved file', async () => {
      // biome-ignore format: a source a line
      const faults: [string, Fault[]][] = [
        ['ocd-divisions', [{ kind: 'status', status: 429, retryAfter: '1' }, { kind: 'drip', everyMs: 1 }]],
        ['geonames-zip', [{ kind: 'cut', after: 100_000 }, { kind: 'reset' }]],
        ['congress-legislators', [{ kind: 'status', status: 503 }, { kind: 'cut', after: 5000 }]],
        ['dc-wards-2012', [{ kind: 'reset' }]],
      ]
      for (const [id, next] of faults) publishers.fail(fileOf(id), ...next)
      moveAway('openstates-people', 10)
      moveAway('dc-results-2022', 5)
      first = await nightly()
      const missing = publishers.requests.filter(({ status }) => status === 404).map(({ path }) => path)
      expect(missing.filter((path) => path.startsWith(ELSEWHERE))).toEqual([])
      expect(first.failed).toEqual([])
      expect(first.code).toBe(0)
      expect(first.totals.unchanged).toBe(0)
      expect(first.totals.unpublished).toBeGreaterThan(0)
      expect(first.statuses).toEqual(expect.arrayContaining([200, 206, 302, 404, 429, 503]))
      const resumed = publishers.requests.filter(({ headers }) => headers.range !== undefined)
      expect(resumed.map(({ path, status }) => [path, status])).toContainEqual([fileOf('geonames-zip'), 206])
    })

    /** The publisher redirects to another host, which has the file. */
    function moveAway(id: string, times: number): void {
      const to = ELSEWHERE + encodeURIComponent(id)
      publishers.move(fileOf(id), to)
      publishers.fail(fileOf(id), ...Array.from({ length: times }, (): Fault => ({ kind: 'redirect', to })))
    }

    it('never has more than 2 requests open at one host, and 8 at all', () => {
      const most = Object.fromEntries(publishers.mostOpenByHost)
      expect(most['raw.githubusercontent.com']).toBe(2)
      expect(Math.max(...publishers.mostOpenByHost.values())).toBe(2)
    })

    it('asks nothing again on the same day, and with --refresh gets "not modified" for every file: nothing is read', async () => {
      const same = await nightly()
      // A file that did not exist in the morning may in the evening.
      expect(new Set(same.statuses)).toEqual(new Set([404]))
      const again = await nightly('--refresh')
      for (const run of [same, again]) expect(run).toMatchObject({ code: 0, read: [], bundle: first.bundle })
      expect(new Set(again.statuses)).toEqual(new Set([302, 304, 404]))
    })

    it('reads the one file that has changed, and no other', async () => {
      const url = fileOf('dc-results-2024')
      const path = registry.find(({ id }) => id === 'dc-results-2024')?.files[0]?.mirror ?? ''
      publishers.put(url, Buffer.concat([readMirrored(path), Buffer.from('\n')]))
      changed = await nightly('--refresh')
      // Feeds that refer to ballots are read again, from kept bytes.
      const feeds: readonly string[] = registry
        .filter(({ needs = [] }) => needs.some((need) => need === 'ballots'))
        .map(({ id }) => id)
      expect(changed).toMatchObject({ code: 0, failed: [] })
      expect(changed.read.filter((id) => !feeds.includes(id))).toEqual(['dc-results-2024'])
      expect(publishers.requests.filter(({ status }) => status === 200).map(({ path }) => path)).toEqual([url])
    })

    it('keeps the last good rows of every source that fails, and names each with its reason', async () => {
      const page = '<!doctype html><title>Request Rejected</title><p>The requested URL was rejected.'
      const always = (fault: Fault): Fault[] => Array.from({ length: 5 }, () => fault)
      publishers.fail(fileOf('geonames-zip'), ...always({ kind: 'status', status: 500 }))
      publishers.fail(fileOf('zcta-dc'), { kind: 'page', html: page })
      publishers.fail(fileOf('dc-results-2024'), { kind: 'status', status: 404 })
      publishers.fail(fileOf('dc-ancs-2022'), ...always({ kind: 'reset' }))
      publishers.fail(fileOf('dc-smds-2022'), { kind: 'redirect', to: 'https://127.0.0.1/secret' })
      // Two sources read this file, one of them for people in Congress.
      const refused: Fault = { kind: 'status', status: 403 }
      publishers.failNext(fileOf('openstates-people'), refused, refused)
      const run = await nightly('--refresh')
      expect(run).toMatchObject({ code: 1, read: [], bundle: changed.bundle })
      expect(Object.fromEntries(run.failed.map(({ source_id, error }) => [source_id, error]))).toEqual({
        'geonames-zip': expect.stringMatching(/answered 500, expected 200 \(5 attempts\)/),
        'zcta-dc': expect.stringMatching(/gives a web page instead of the file: "Request Rejected"; save the file/),
        'dc-results-2024': expect.stringMatching(/answered 404, expected 200/),
        'dc-ancs-2022': expect.stringMatching(/\(5 attempts\)/),
        'dc-smds-2022': expect.stringMatching(/127\.0\.0\.1 is not an address of the public internet/),
        'congress-legislators': expect.stringMatching(/answered 403, expected 200; save the file/),
        'openstates-people': expect.stringMatching(
          /answered 403, expected 200; save the file with a browser as .*inbox/,
        ),
      })
      const well = await nightly('--refresh')
      expect(well).toMatchObject({ code: 0, read: [], failed: [], bundle: changed.bundle })
    })

    it('gives the same bundle, so the same bytes of every part, from other addresses with the same files', async () => {
      const { bundle } = changed
      const other = join(folder, 'other')
      mkdirSync(other)
      const moved = ['geonames-zip', 'dc-results-2022', 'cd119', 'zcta-dc']
      const toOther = (id: string) => `${ELSEWHERE}${id}/${basename(fileOf(id))}`
      for (const id of moved) publishers.move(fileOf(id), toOther(id))
      const overrides = moved.map((id) => `  ${id}: ${toOther(id)}\n`)
      writeFileSync(join(other, 'sources.yaml'), `version: 1\noverrides:\n${overrides.join('')}`)
      const run = await nightlyIn('other')
      expect(run).toMatchObject({ code: 0, failed: [], bundle })
      const asked = publishers.requests.map(({ path }) => path)
      for (const id of moved) {
        expect(asked).not.toContain(fileOf(id))
        expect(asked).toContain(toOther(id))
      }
      expect(readFileSync(join(other, 'bundles', `${bundle}.json`), 'utf8')).not.toContain(ELSEWHERE)
    })

    function readMirrored(mirror: string): Buffer {
      const file = join(TEST_DATA, mirror)
      return mirror.endsWith('.gz') ? gunzipSync(readFileSync(file)) : readFileSync(file)
    }
  },
)
