// Sources that an operator adds in sources.yaml: two endorsement feeds and a VIP feed over the sample, by a real nightly run.

import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lastRun } from '../../data/schema/last-run.ts'
import { pathsIn, projectFile } from '../../data/store/paths.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'
import { openPublisher, type TestPublisher } from '../ingest/fetch/publisher.ts'
import { textsBeside } from '../table.ts'
import { shareFolder } from '../temporary.ts'
import { runCommand } from './hustings.ts'
import { copySample } from './sample.ts'

const text = textsBeside(import.meta.url)

const FEED_PATH = '/.well-known/endorsements.json'
const PAPER = {
  version: 1,
  endorser: { slug: 'sample-city-paper', name: 'The Sample City Paper', category: 'newspaper', state: 'ME' },
  endorsements: [{ election: 'me-2028-11-07-general', contest: 'Question 1', choice: 'Yes' }],
}
const UNION = `endorser,endorser_name,endorser_category,endorser_state,election,contest,choice
sample-dockers,Sample Dockers' Union,labor,ME,me-2028-11-07-general,Pier Bond,No
sample-teachers,,,,me-2028-11-07-general,Pier Bond,Yes
sample-city-paper,,,,me-2028-11-07-general,Question 1,Yes
`

/** A half of Sample Harbor, which is a rectangle. */
function districtAt(DISTRICT: number, west: number, east: number): object {
  const [south, north] = [44.35, 44.54]
  // biome-ignore format: a ring on one line
  const ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]
  return { type: 'Feature', properties: { DISTRICT }, geometry: { type: 'Polygon', coordinates: [ring] } }
}

const folder = shareFolder()
let publisher: TestPublisher
const sample = () => pathsIn(join(folder, 'sample'))
const run = (...words: string[]) => runCommand(folder, ...words, '--sample')
const configure = (text: string) => writeFileSync(sample().sourcesFile, text)

/** @param url of the paper's feed */
function fileOf(url: string, { endorsers = 'sample-city-paper', open = true } = {}): string {
  const whole = text('sources.yaml').replace('URL_OF_THE_PAPER', url).replace('ENDORSERS', endorsers)
  return open ? whole : whole.replace('    allow_private_network: true\n', '')
}

async function ask(sql: string, file = sample().work): Promise<Record<string, unknown>[]> {
  const warehouse = await openWarehouse(file, { readonly: true })
  try {
    return await warehouse.all<Record<string, unknown>>(sql)
  } finally {
    await warehouse.close()
  }
}

const endorsements = () =>
  ask(`SELECT source_id, endorser_slug, choice_key FROM core.endorsement
       WHERE source_id IN ('city-paper', 'dockers') ORDER BY ALL`)

beforeAll(async () => {
  await copySample(folder)
  publisher = await openPublisher()
  publisher.put(FEED_PATH, JSON.stringify(PAPER))
  mkdirSync(join(folder, 'sample', 'union'))
  writeFileSync(join(folder, 'sample', 'union', 'picks.csv'), UNION)
  mkdirSync(join(folder, 'sample', 'feeds'))
  writeFileSync(
    join(folder, 'sample', 'feeds', 'council.geojson'),
    JSON.stringify({
      type: 'FeatureCollection',
      features: [districtAt(1, -69.83, -69.715), districtAt(2, -69.715, -69.6)],
    }),
  )
  copyFileSync(
    projectFile('test', 'ingest', 'golden', 'vip-6-made-up', 'input', 'feed.xml'),
    join(folder, 'sample', 'feeds', 'county.xml'),
  )
})
afterAll(async () => {
  await publisher.close()
})

describe('nightly with sources.yaml', () => {
  it('reads and publishes the added sources', async () => {
    configure(fileOf(publisher.url + FEED_PATH))
    const { code, stdout } = await run('nightly')
    expect(code).toBe(0)
    expect(stdout).toMatch(/records of 9 sources: /)
    expect(stdout).toMatch(/^me-2030-06-11-primary +5 /m)
    expect(stdout).toMatch(/2 endorsements created/)
    expect(stdout).toMatch(/^overridden-endorsement +0 +0 +1$/m)
    const [report = ''] = /^Report +(.+)$/m.exec(stdout)?.slice(1) ?? []
    expect(readFileSync(join(report, 'nightly.json'), 'utf8')).toContain(
      'is also in city-paper (city-paper/endorsements.json',
    )
    const maine = 'me-2028-11-07-general/ocd-division/country:us/state:me'
    expect(await endorsements()).toEqual([
      { source_id: 'city-paper', endorser_slug: 'sample-city-paper', choice_key: `${maine}/question-1/yes` },
      { source_id: 'dockers', endorser_slug: 'sample-city-paper', choice_key: `${maine}/question-1/yes` },
      {
        source_id: 'dockers',
        endorser_slug: 'sample-dockers',
        choice_key: `${maine}/place:sample_harbor/question-a/no`,
      },
    ])
    const [vip] = await ask("SELECT count(*)::INTEGER AS contests FROM core.contest WHERE source_id = 'county-vip'")
    expect(vip).toEqual({ contests: 5 })
    const districts = await ask(
      "SELECT name, type, has_boundary FROM api.district WHERE type = 'council' AND has_boundary ORDER BY name",
      sample().warehouse,
    )
    expect(districts).toEqual(
      [1, 2].map((n) => ({ name: `Sample Harbor Council District ${n}`, type: 'council', has_boundary: true })),
    )
  })

  it('dates a feed by its Last-Modified, and names neither its place on the machine nor its personal data', async () => {
    const reads = await ask(
      "SELECT source_id, published_on::VARCHAR AS published_on, url, files FROM core.source_read WHERE source_id IN ('city-paper', 'county-vip') ORDER BY 1",
    )
    expect(reads).toMatchObject([
      { source_id: 'city-paper', published_on: '2026-01-02', url: 'https://example.org/paper' },
      { source_id: 'county-vip', url: 'https://example.org/county' },
    ])
    expect(JSON.stringify(reads)).toContain('https://example.org/county#county.xml')
    expect(JSON.stringify(reads)).toContain('https://example.org/paper#endorsements.json')
    const [contest] = await ask("SELECT DISTINCT source_url FROM core.contest WHERE source_id = 'county-vip'")
    expect(contest).toEqual({ source_url: 'https://example.org/county#county.xml' })
    expect(JSON.stringify(reads)).not.toContain(folder)
    expect(JSON.stringify(reads)).not.toContain('127.0.0.1')
  })

  it('refuses a row of another endorser, with file and line', async () => {
    expect(
      await ask(
        "SELECT file, line::INTEGER AS line, code, severity, value FROM core.issue WHERE source_id = 'dockers'",
      ),
    ).toEqual([
      { file: 'dockers/picks.csv', line: 3, code: 'foreign-endorser', severity: 'refused', value: 'sample-teachers' },
    ])
  })

  it('reads nothing again while nothing changes, and reads again what the file says otherwise', async () => {
    expect((await run('ingest')).stdout).toMatch(/records of 9 sources: 0 read, 9 unchanged/)
    configure(fileOf(publisher.url + FEED_PATH, { endorsers: 'sample-teachers, sample-city-paper' }))
    expect((await run('ingest')).stdout).toMatch(/records of 9 sources: 1 read, 8 unchanged/)
  })

  it('does not connect to this machine without allow_private_network, and keeps the last good rows', async () => {
    const before = await endorsements()
    const requests = publisher.requests.length
    configure(fileOf(publisher.url.replace('http:', 'https:') + FEED_PATH, { open: false }))
    expect(await run('ingest', 'city-paper')).toMatchObject({ code: 1 })
    expect(publisher.requests.length).toBe(requests)
    expect(lastRun.parse(JSON.parse(readFileSync(sample().lastRun, 'utf8'))).sources['city-paper']).toMatchObject({
      kind: 'endorsements',
      error: expect.stringContaining('127.0.0.1 is not an address of the public internet'),
    })
    expect(await endorsements()).toEqual(before)
  })
})

describe('a source that sources.yaml no longer adds, moves or switches off', () => {
  const rowsOf = async (id: string) =>
    (await ask(`SELECT count(*)::INTEGER AS rows FROM core.endorsement WHERE source_id = '${id}'`))[0]?.rows
  const recorded = () => Object.keys(lastRun.parse(JSON.parse(readFileSync(sample().lastRun, 'utf8'))).sources)

  it('loses its rows, and its record', async () => {
    expect(await rowsOf('sample-endorsement-feed')).toBeGreaterThan(0)
    configure('version: 1\ndisabled: [sample-endorsement-feed]\n')
    const { code, stdout } = await run('nightly')
    expect(code).toBe(0)
    expect(stdout).toMatch(/records of 4 sources: /)
    expect([await rowsOf('sample-endorsement-feed'), await rowsOf('city-paper'), await rowsOf('dockers')]).toEqual([
      ...[0, 0, 0],
    ])
    expect(await ask("SELECT source_id FROM core.contest WHERE source_id = 'county-vip'")).toEqual([])
    expect(await ask('SELECT source_id FROM core.source_read ORDER BY 1')).toEqual(
      recorded()
        .sort()
        .map((source_id) => ({ source_id })),
    )
    configure('version: 1\n')
    expect((await run('ingest')).stdout).toMatch(/records of 5 sources: [12] read, /)
    expect((await run('ingest')).stdout).toMatch(/records of 5 sources: 0 read, 5 unchanged/)
  })

  it('is not read again from another place with the same bytes', async () => {
    const copy = join(folder, 'sample', 'copy.json')
    copyFileSync(projectFile('data', 'sample', 'endorsements.json'), copy)
    configure('version: 1\noverrides:\n  sample-endorsement-feed: copy.json\n')
    expect((await run('ingest', 'sample-endorsement-feed')).stdout).toMatch(/records of 1 source: 0 read, 1 unchanged/)
    writeFileSync(copy, '{')
    expect(await run('ingest', 'sample-endorsement-feed')).toMatchObject({ code: 1 })
  })
})

it('hustings sources init writes a file that changes nothing, once', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'hustings-init-'))
  const list = () => runCommand(empty, 'sources', 'list')
  const before = await list()
  const { code, stdout } = await runCommand(empty, 'sources', 'init')
  expect([code, stdout]).toEqual([0, `${join(empty, 'sources.yaml')}\n`])
  const text = readFileSync(join(empty, 'sources.yaml'), 'utf8')
  const [, schema = ''] = /^# yaml-language-server: \$schema=(.+)\n/.exec(text) ?? []
  expect(existsSync(schema)).toBe(true)
  expect(await list()).toEqual(before)
  // Its examples are right, too.
  writeFileSync(join(empty, 'sources.yaml'), text.replaceAll(/^#( {2}.+)$/gm, '$1'))
  const { stdout: added, code: read } = await list()
  expect([read, added.match(/ sources\.yaml | switched off /g)?.length]).toEqual([0, 9])
  expect((await runCommand(empty, 'sources', 'init')).code).toBe(1)
  rmSync(empty, { recursive: true })
})
