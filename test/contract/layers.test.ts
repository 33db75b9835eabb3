import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { projectFile } from '../../data/store/paths.ts'
import {
  fileEdges,
  files,
  filesWith,
  groupsInOrder,
  imports,
  roomEdges,
  roomOf,
  runtimeImports,
  textOf,
  topLevelOf,
} from './imports.ts'

/** Imports of packages too. */
const edges = files.flatMap((from) => (imports.get(from) ?? []).map((to) => [from, to] as const))

/** Everything that a file loads when it runs, itself included. */
function loadedBy(file: string): string[] {
  const loaded = new Set([file])
  for (const one of loaded) for (const to of runtimeImports(one)) loaded.add(to)
  return [...loaded]
}

const COUNTY_READER =
  /^(client\/county|data\/(place|index|geometry|street|core))\/|^data\/schema\/(location-text|vocabulary|states|folded-name)\.ts$|^data\/reference\/city-boundaries\.ts$/
const PURE =
  /^(data\/(schema|core|geometry|index|place|street)\/|ingest\/(ballot|boundary|endorsement|geocode|officeholder|sample|read)\/|server\/recommend\/|apps\/(console|corrections|desk|syndication)\/|apps\/explore\/(?!explore\.ts|picture\.ts)|server\/feed\/filter|build\/publish\/diff)/
const IMPURE =
  /^(node:(fs|fs\/promises|net|http|https|child_process|worker_threads)|better-sqlite3|data\/store\/sqlite\.ts|@duckdb\/node-api|undici)$/

test('the scan reads the source files', () => {
  expect(files.length).toBeGreaterThan(50)
  expect(imports.get('data/store/warehouse.ts')).toContain('@duckdb/node-api')
})

test('data imports only itself; ingest, build and server import data and themselves, never each other', () => {
  const allowed: Record<string, readonly string[]> = {
    data: ['data'],
    ingest: ['ingest', 'data'],
    build: ['build', 'data'],
    server: ['server', 'data'],
    apps: ['apps', 'server', 'data'],
    cli: ['cli', 'data', 'ingest', 'build', 'server', 'apps'],
    client: ['client', 'data'],
  }
  const wrong = fileEdges().filter(([from, to]) => !allowed[topLevelOf(from)]?.includes(topLevelOf(to)))
  expect(wrong).toEqual([])
})

test('an app imports no other app, and of the server its host and the mechanics of HTTP', () => {
  const allowed =
    /^(apps\/web\/|data\/(schema|access|desk|geometry|place|store|street)\/|data\/core\/group-by\.ts$|data\/reference\/elections\.ts$|server\/host\.ts$|server\/http\/)/
  const wrong = fileEdges().filter(([from, to]) => {
    if (topLevelOf(from) !== 'apps' || allowed.test(to) || roomOf(from) === roomOf(to)) return false
    // The browser runs this rule, too.
    return `${from} ${to}` !== 'apps/web/ballot/advice.ts server/recommend/recommend.ts'
  })
  expect(wrong).toEqual([])
})

test.each<[rule: string, from: RegExp, to: RegExp]>([
  ['apps know no storage', /^apps\//, /^data\/store\/(?!state\/|paths\.ts$|usage\.ts$|source-read\.ts$)/],
  ['reading from a bundle knows nothing of HTTP', /^server\/read\//, /^server\/http\//],
  [
    'http, limits and feed declare the parts of the service that they need',
    /^server\/(http|limits|feed|serving|read|recommend)\//,
    /^server\/route\/service\.ts$/,
  ],
  [
    'only open.ts knows the engines of the state',
    /^(?!data\/store\/state\/(sqlite\/|postgres\/|open\.ts$))/,
    /^data\/store\/state\/(sqlite|postgres)\//,
  ],
  ['fetch does not import watch', /^ingest\/fetch\//, /watch/],
  ['the pure rooms use no file, database, network or random numbers', PURE, IMPURE],
])('%s', (_rule, from, to) => {
  expect(edges.filter((edge) => from.test(edge[0]) && to.test(edge[1]))).toEqual([])
  expect(files.filter((file) => from.test(file)).length).toBeGreaterThan(2)
})

test('polka runs in two files: the server, and what makes its guests', () => {
  const users = files.filter((file) => imports.get(file)?.includes('polka'))
  const types = ['server/host.ts', 'server/http/server.ts']
  expect(users.filter((file) => !types.includes(file))).toEqual(['apps/web/guest.ts', 'server/app.ts'])
  for (const file of types) expect(readFileSync(projectFile(file), 'utf8')).not.toMatch(/^import polka/m)
})

test('the client takes its types from the schemas', () => {
  const own = files.filter((file) => /^client\/[\w-]+\.ts$/.test(file))
  expect(own).toContain('client/client.ts')
  const beyond = own.flatMap((file) => imports.get(file) ?? []).filter((to) => !/^(client|data\/schema)\//.test(to))
  expect(new Set(beyond)).toEqual(new Set(['zod']))
})

test.each([
  ['client/client.ts', /^client\/[\w-]+\.ts$/],
  ['client/county/reader.ts', COUNTY_READER],
  ['client/county/addresses.ts', COUNTY_READER],
])('%s runs in a browser, too: no package and nothing of Node.js', (file, allowed) => {
  const loaded = loadedBy(file)
  expect(loaded.filter((one) => !allowed.test(one))).toEqual([])
  expect(loaded.filter((one) => /\b(process|Buffer|require|global|setImmediate)\b[.(]/.test(textOf(one)))).toEqual([])
})

test('the examples import the package by its name, as their readers will', () => {
  const used = files.filter((file) => file.startsWith('examples/')).flatMap((file) => imports.get(file) ?? [])
  expect(used).toContain('hustings-client')
  expect(used.filter((name) => name !== 'hustings-client' && !name.startsWith('node:'))).toEqual([])
})

test('inside server: main → app → routes → v1 → place, read, recommend, feed → data', () => {
  const rank = (file: string): number | undefined => {
    const [, folder, name] = file.split('/')
    if (folder === 'main.ts') return 6
    if (folder === 'app.ts') return 5
    if (folder === 'routes.ts') return 4
    if (folder === 'v1' && name) return 3
    return folder && ['place', 'read', 'recommend', 'feed'].includes(folder) ? 2 : undefined
  }
  const wrong = fileEdges().filter(([from, to]) => {
    const [above, below] = [rank(from), rank(to)]
    if (above === undefined || below === undefined || !from.startsWith('server/')) return false
    return below > above || (above === 3 && below === 3)
  })
  expect(wrong).toEqual([])
})

test('each package is imported only by the files that wrap it', () => {
  const doors: Record<string, RegExp> = {
    '@duckdb/node-api': /^data\/store\/warehouse\.ts$/,
    'better-sqlite3': /^data\/store\/sqlite\.ts$/,
    'data/store/sqlite.ts': /^data\/store\//,
    'h3-js': /^(data\/index\/cell|build\/index\/cells)\.ts$/,
    otpauth: /^data\/access\/second-factor\.ts$/,
    uqr: /^apps\/console\/second-factor\.ts$/,
    'ipaddr.js': /^data\/access\/ip-range\.ts$/,
    'markdown-it': /^apps\/docs\/markdown\.ts$/,
    minisearch: /^apps\/docs\/search\.ts$/,
    'd3-geo': /^apps\/explore\/(coverage|map-drawing)\.ts$/,
    'prom-client': /^server\/metrics\/sum-processes\.ts$/,
    aws4fetch: /^data\/store\/objects\/s3\.ts$/,
    pg: /^data\/store\/state\/postgres\//,
    unpdf: /^ingest\/read\/pdf\.ts$/,
    feed: /^apps\/syndication\/events-feed\.ts$/,
    'ical-generator': /^apps\/syndication\/elections-calendar\.ts$/,
    flatbuffers: /^build\/export\/flatgeobuf\.ts$/,
  }
  for (const [name, door] of Object.entries(doors)) {
    const users = files.filter((file) => imports.get(file)?.includes(name))
    expect(
      users.filter((file) => !door.test(file)),
      name,
    ).toEqual([])
    expect(users.length, `${name} is used`).toBeGreaterThan(0)
  }
})

test('only the renderer of our own guides, and the page of a county for its own script, call markup trusted', () => {
  expect(filesWith(/\btrustedHtml\b/).sort()).toEqual([
    'apps/docs/markdown.ts',
    'apps/web/html.ts',
    'cli/analyse/export/county-page.ts',
  ])
})

test('the environment is read in two places, the clock only at the edges', () => {
  expect(
    filesWith(/\bprocess\.env\b/)
      .filter((file) => !file.startsWith('examples/'))
      .sort(),
  ).toEqual(['data/store/environment.ts', 'server/config.ts'])
  const clock = filesWith(/\bDate\.now\b|new Date\(\)/).filter(
    (file) => !/^(cli\.ts|cli\/.*|server\/main\.ts)$/.test(file),
  )
  expect(clock).toEqual([])
})

test('no cycles between files', () => {
  const edges = new Map(files.map((file) => [file, (imports.get(file) ?? []).filter((to) => to.endsWith('.ts'))]))
  expect(groupsInOrder(edges).filter((group) => group.length > 1)).toEqual([])
})

test('no rooms import each other, directly or through others', () => {
  const edges = new Map([...roomEdges()].map(([room, to]) => [room, to.keys()]))
  const cycles = groupsInOrder(edges).filter((group) => group.length > 1)
  expect(cycles).toEqual([])
})

test('no barrels, no meaningless names', () => {
  expect(files.filter((file) => /(^|\/)(index\.ts$|(utils?|helpers?|common|misc|lib)(\.ts|\/))/.test(file))).toEqual([])
  expect(filesWith(/^export \* from/m)).toEqual([])
  expect(filesWith(/^export default/m)).toEqual([])
})

test('each folder has a README of three to ten lines', () => {
  const folders = new Set(files.map((file) => dirname(file)).filter((folder) => folder !== '.'))
  for (const folder of folders) {
    const file = projectFile(folder, 'README.md')
    expect(existsSync(file), `${folder}/README.md`).toBe(true)
    // The sample's README describes each of its places; that of the client is the README of its package.
    if (folder === 'data/sample' || folder === 'client') continue
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
    expect(lines.length, folder).toBeGreaterThanOrEqual(3)
    expect(lines.length, folder).toBeLessThanOrEqual(10)
    for (const [, name = ''] of lines.join('\n').matchAll(/`([\w/-]+\.ts)`/g)) {
      const places = [`${folder}/${name}`, name]
      expect(
        places.some((place) => existsSync(projectFile(place))),
        `${folder}/README.md names ${name}`,
      ).toBe(true)
    }
  }
  expect(folders.size).toBeGreaterThan(40)
  expect(new Set(files.map(roomOf)).size).toBeGreaterThan(30)
})
