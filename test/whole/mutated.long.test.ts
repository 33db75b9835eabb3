// Bundles that are published with a damaged file or manifest: a server refuses each, names it in its log, counts it, and serves the
// bundle that it has.

import { appendFileSync, chmodSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { loadManifest, manifestFile } from '../../data/store/manifest.ts'
import { type RunningServer, startServer } from '../../server/main.ts'
import { proved } from '../proof/proved.ts'
import { AS_OF } from '../server/fixture.ts'
import { findFreePort } from '../server/free-port.ts'
import { readMetrics } from '../server/metrics/scrape.ts'
import { fixture, freshFixture } from '../server/shared-fixture.ts'
import { freshFolder } from '../temporary.ts'

const BUNDLES = process.env.PROOF === '1' ? 200 : 14
/** Paths whose answers come from different parts. */
const PATHS = ['/v1/states', '/v1/contests?limit=50', '/v1/endorsements?limit=50', '/v1/ballot?lat=35.5&lng=-78.5']
/** The parts that each bundle of this test has for itself. */
const OWN = ['ballots', 'endorsements'] as const

const folder = freshFolder()
let server: RunningServer
freshFixture()
afterEach(async () => {
  await server.close()
})

type Mutation = (bundle: string, nth: number) => void

const partOf = (bundle: string, nth: number): string => {
  const name = OWN[nth % OWN.length] ?? 'ballots'
  const file = join(fixture.paths.parts, `${loadManifest(fixture.paths, bundle).parts[name].sha256}.sqlite`)
  chmodSync(file, 0o644)
  return file
}
const editManifest = (bundle: string, edit: (text: string) => string): void => {
  const file = manifestFile(fixture.paths, bundle)
  const text = readFileSync(file, 'utf8')
  const edited = edit(text)
  if (edited === text) throw new Error('the manifest is unchanged')
  chmodSync(file, 0o644)
  writeFileSync(file, edited)
}
/** Different from bundle to bundle, in 0 to 1. */
const spread = (nth: number): number => (nth * 0.6180339887) % 1

const MUTATIONS: readonly Mutation[] = [
  // One bit anywhere in a part.
  (bundle, nth) => {
    const file = partOf(bundle, nth)
    const bytes = readFileSync(file)
    const at = Math.floor(spread(nth) * bytes.length)
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << (nth % 8)), at)
    writeFileSync(file, bytes)
  },
  (bundle, nth) => truncateSync(partOf(bundle, nth), Math.floor(spread(nth) * 40_000)),
  (bundle, nth) => appendFileSync(partOf(bundle, nth), Buffer.alloc(1 + (nth % 4096), nth)),
  // A page of other bytes.
  (bundle, nth) => {
    const file = partOf(bundle, nth)
    const bytes = readFileSync(file)
    const at = Math.floor((spread(nth) * bytes.length) / 4096) * 4096
    bytes.fill(0xff, at, at + 4096)
    writeFileSync(file, bytes)
  },
  (bundle, nth) => rmSync(partOf(bundle, nth)),
  (bundle, nth) => writeFileSync(partOf(bundle, nth), 'no database at all '.repeat(1 + (nth % 500))),
  // The other part under this one's name.
  (bundle, nth) => writeFileSync(partOf(bundle, nth), readFileSync(partOf(bundle, nth + 1))),
  (bundle, nth) => editManifest(bundle, (text) => text.slice(0, Math.floor(spread(nth) * (text.length - 2)))),
  (bundle) => editManifest(bundle, (text) => text.replace(/"format": \d+/, '"format": 99')),
  (bundle) => editManifest(bundle, (text) => text.replaceAll(bundle, [...bundle].reverse().join(''))),
  (bundle) => editManifest(bundle, (text) => text.replace('"ballots"', '"ballot"')),
  (bundle) =>
    editManifest(bundle, (text) =>
      text.replace(/("sha256": ")(.)/, (_, head, one) => head + (one === '0' ? '1' : '0')),
    ),
  (bundle) => editManifest(bundle, (text) => text.replace(/"sha256": "\w+"/, '"sha256": "../../../etc/passwd"')),
  (bundle) => rmSync(manifestFile(fixture.paths, bundle)),
]

test('each mutated bundle is refused and named, counted and logged, and the old one stays in service', {
  timeout: 3_600_000,
}, async () => {
  const good = await fixture.publish({ fillers: 0 })
  const { key } = await fixture.makeKey()
  const adminPort = await findFreePort()
  const logFile = join(folder, 'log')
  server = await startServer({ paths: fixture.paths, port: 0, asOf: AS_OF, adminPort, logFile, logLevel: 'info' })
  const answers = () =>
    Promise.all(
      PATHS.map(async (path) => {
        const reply = await fetch(server.url + path, { headers: { Authorization: `Bearer ${key}` } })
        return [reply.status, reply.headers.get('x-snapshot'), await reply.text()]
      }),
    )
  const counted = async (): Promise<number> =>
    (await readMetrics(`http://127.0.0.1:${adminPort}`)).value('hustings_bundles_refused_total') ?? 0
  const before = await answers()
  expect(before.map(([status, bundle]) => [status, bundle])).toEqual(PATHS.map(() => [200, good]))
  const mutated: string[] = []
  for (let nth = 0; nth < BUNDLES; nth++) {
    const bundle = fixture.write({ fillers: 0, mark: ` mutated ${nth}`, said: ` mutated ${nth}` })
    MUTATIONS[nth % MUTATIONS.length]?.(bundle, nth)
    const head = await fixture.state.head()
    await fixture.state.publish({
      ...{ expectedPublication: head?.publication ?? null, bundle, staged: null },
      published_at: new Date().toISOString(),
    })
    mutated.push(bundle)
    await expect.poll(counted, { interval: 20 }).toBe(mutated.length)
    expect(await answers(), `mutation ${nth % MUTATIONS.length}, bundle ${nth}`).toEqual(before)
  }
  const refused = await counted()
  await server.close()
  const log = readFileSync(logFile, 'utf8')
  const named = mutated.filter((bundle) => log.includes(`bundle ${bundle} is refused`)).length
  proved('mutated', [
    { what: 'mutated bundles', value: mutated.length },
    { what: 'kinds of mutation', value: MUTATIONS.length },
    { what: 'refused, by the metric', value: refused, atLeast: BUNDLES },
    { what: 'named in the log', value: named, atLeast: BUNDLES },
  ])
  expect([refused, named]).toEqual([BUNDLES, BUNDLES])
})
