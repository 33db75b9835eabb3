// The date of a living source: the publisher's for the bytes that were fetched, and the same ever after for the same bytes.

import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pathsIn } from '../../../data/store/paths.ts'
import { openWarehouse } from '../../../data/store/warehouse.ts'
import { type IngestOptions, ingest } from '../../../ingest/engine/ingest.ts'
import { planReads } from '../../../ingest/engine/rebuild.ts'
import type { Source, SourceReader } from '../../../ingest/read/source.ts'
import { readTar } from '../../../ingest/read/tar.ts'
import { freshFolder } from '../../temporary.ts'
import { ENTRY, filesAt } from '../entry.ts'
import { openPublisher, type PublisherOptions, type TestPublisher } from '../fetch/publisher.ts'

const folder = freshFolder()
let publisher: TestPublisher
const paths = () => pathsIn(join(folder, 'var'))
beforeEach(async () => {
  await open()
})
afterEach(() => publisher.close())

async function open(options: PublisherOptions = {}): Promise<void> {
  await publisher?.close()
  publisher = await openPublisher(options)
  publisher.put('/places.csv', 'raleigh')
}

const named = (name: string) => ({ ocd_id: 'x', name, census_geoid: null, same_as: null, valid_through: null })
const sourceOf = (more: Partial<Source> = {}): Source => ({
  ...ENTRY,
  id: 'places',
  vintage: '2020',
  published_on: '2020-02-02',
  files: filesAt(publisher.url, 'places.csv'),
  living: true,
  read([file], { source }, sink) {
    sink.row('division', named(`${Buffer.from(file?.bytes ?? '')} ${source.published_on}`), { file: 'x', line: 1 })
  },
  ...more,
})

const at = (day: string): Date => new Date(`${day}T12:00:00Z`)

async function read(day: string, more: Partial<IngestOptions> = {}): Promise<object> {
  const sources = more.sources ?? [sourceOf()]
  const own = { sources, mirror: null, states: null, code: '1', now: at(day), allowPrivate: true, limits: { pause: 1 } }
  const report = await ingest({ paths: paths(), ...own, ...more })
  const warehouse = await openWarehouse(paths().work)
  try {
    const [{ published_on = '', vintage = '' } = {}] = await warehouse.sourceReads()
    const [row] = await warehouse.all<{ name: string }>('SELECT name FROM core.division')
    return { status: report.sources[0]?.status, published_on, vintage, row: row?.name }
  } finally {
    await warehouse.close()
  }
}

it('is that of Last-Modified', async () => {
  expect(await read('2026-11-01')).toEqual({
    ...{ status: 'read', published_on: '2026-01-02', vintage: '2026-01-02', row: 'raleigh 2026-01-02' },
  })
})

it('is the day of the first retrieval if the publisher states none', async () => {
  await open({ modified: null })
  expect(await read('2026-11-01')).toMatchObject({ published_on: '2026-11-01' })
})

it('stays while the bytes are the same, whatever the publisher says later', async () => {
  await read('2026-11-01')
  publisher.setModified('Mon, 02 Nov 2026 00:00:00 GMT')
  expect(await read('2026-11-03')).toMatchObject({ status: 'unchanged', published_on: '2026-01-02' })
  publisher.put('/places.csv', 'durham')
  expect(await read('2026-11-04')).toMatchObject({
    status: 'read',
    published_on: '2026-11-02',
    row: 'durham 2026-11-02',
  })
})

it('is that of the entry for the files of a mirror, and for a source whose files do not change', async () => {
  mkdirSync(join(folder, 'mirror'))
  writeFileSync(join(folder, 'mirror', 'places.csv'), 'raleigh')
  for (const mirror of [join(folder, 'mirror'), publisher.url])
    expect(await read('2026-11-01', { mirror })).toMatchObject({ published_on: '2020-02-02', vintage: '2020' })
  const { living: _, ...fixed } = sourceOf()
  expect(await read('2026-11-02', { sources: [fixed] })).toMatchObject({ published_on: '2020-02-02' })
})

it('stays with the kept bytes if the publisher moves the file', async () => {
  await read('2026-11-01')
  const warehouse = await openWarehouse(paths().work)
  const [held] = await warehouse.sourceReads()
  await warehouse.close()
  if (!held) throw new Error('no read')
  const moved = sourceOf({ files: [{ url: 'https://example.org/moved.csv', mirror: 'places.csv' }] })
  for (const names of [true, false]) {
    rmSync(paths().work)
    const files = held.files.map(({ name, url, sha256 }) => ({ ...(names && { name }), url, sha256 }))
    const { sources, kept, selected } = await planReads([{ ...held, id: held.source_id, files }], [moved])
    // Without a name, only the address tells the file.
    const status = names ? { status: 'read', published_on: '2026-01-02' } : { status: 'failed' }
    expect(await read('2027-01-01', { sources, kept, selected, offline: true })).toMatchObject(status)
  }
})

it('of an archive is its commit: the id and the day, whatever the gzip and the validators', async () => {
  const repository = join(folder, 'repository')
  mkdirSync(repository)
  const env: NodeJS.ProcessEnv = { ...process.env }
  const git = (...words: string[]): Buffer =>
    execFileSync('git', ['-c', 'user.name=Ann Example', '-c', 'user.email=ann@example.org', ...words], {
      cwd: repository,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  git('init', '-q')
  const archive = (text: string, day: string): Buffer => {
    env.GIT_AUTHOR_DATE = `${day}T23:30:00Z`
    env.GIT_COMMITTER_DATE = `${day}T23:30:00Z`
    writeFileSync(join(repository, 'places.csv'), text)
    git('add', '.')
    git('commit', '-q', '-m', text)
    return gzipSync(git('archive', '--format=tar', '--prefix=people-main/', 'HEAD'))
  }
  const readArchive: SourceReader = async ([file], { source: own }, sink) => {
    const files = file ? await readTar(file, () => true) : new Map<string, Uint8Array>()
    sink.row('division', named(`${Buffer.from([...files.values()][0] ?? '')} ${own.published_on}`), {
      file: 'x',
      line: 1,
    })
  }
  const files = [{ url: `${publisher.url}/main.tar.gz`, mirror: 'people.tar.gz' }]
  const source = () => sourceOf({ files, read: readArchive } as Partial<Source>)
  for (const [place, day, later] of [
    ['raleigh', '2026-03-04', '2026-11-20'],
    ['durham', '2026-11-21', '2026-11-22'],
  ] as const) {
    publisher.put('/main.tar.gz', archive(place, day))
    const vintage = git('rev-parse', 'HEAD').toString().slice(0, 12)
    const said = { status: 'read', published_on: day, vintage, row: `${place} ${day}` }
    expect(await read(later, { sources: [source()] })).toEqual(said)
  }
})
