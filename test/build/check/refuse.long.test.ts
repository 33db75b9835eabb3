// A failed check refuses the source of the faulty rows: its last good rows are restored, and the others are built.

import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { build } from '../../../build/build.ts'
import { type Paths, PROJECT_ROOT, pathsIn } from '../../../data/store/paths.ts'
import { openWarehouse } from '../../../data/store/warehouse.ts'
import { ingest } from '../../../ingest/engine/ingest.ts'
import type { ReadContext, Sink, Source, SourceReader } from '../../../ingest/read/source.ts'
import { sampleSources } from '../../../ingest/sample/sources.ts'
import { candidates, readListing } from '../../ingest/listing.ts'
import { shareFolder } from '../../temporary.ts'
import { column, plain } from '../rows.ts'

vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 })

/** The source of the lines that the contests below use. */
const PLACES = sampleSources.filter(({ id }) => id === 'sample-places')

const root = shareFolder()
const base = pathsIn(join(root, 'base'))
const mirror = join(root, 'mirror')
let paths: Paths
let runs = 0

const ELECTION = 'me-2028-10-03-special'
const MOVES = [
  ['nc-2028-11-07-general', ELECTION],
  ['2028-11-07', '2028-10-03'],
  ['"general"', '"special"'],
  ['state:nc', 'state:me'],
  ['"NC"', '"ME"'],
] as const

/** The contests of the listing are in Maine, which has lines in the sample, or in a state without lines. */
const readIn =
  (state: 'ME' | 'NC', votes_allowed: (file: string) => number): SourceReader =>
  (files, context, sink) =>
    readListing(files, context, {
      ...sink,
      row(table, row, at) {
        const text = JSON.stringify(row)
        const moved = state === 'NC' ? text : MOVES.reduce((done, [from, to]) => done.replaceAll(from, to), text)
        const bytes = Buffer.from(files.find(({ name }) => name === at.file)?.bytes ?? []).toString()
        const more = table === 'contest' ? { votes_allowed: votes_allowed(bytes) } : {}
        sink.row(table, { ...JSON.parse(moved), ...more }, at)
      },
    })

function listing(id: string, file: string, state: 'ME' | 'NC' = 'ME'): Source {
  return {
    id,
    publisher: 'Board of Elections',
    url: 'https://example.org',
    licence: 'Public record',
    vintage: '2028',
    published_on: '2028-01-01',
    states: [state],
    files: [{ url: `https://example.org/${file}`, mirror: file }],
    personal: [],
    family: 'sample',
    lists: { kinds: ['candidate'], whole_in: [] },
    // One vote, as in plurality; a file with "two" breaks a rule that the reader does not check.
    read: readIn(state, (text) => (text.includes('two') ? 2 : 1)),
  }
}

const put = (file: string, content: string): void => writeFileSync(join(mirror, file), content)
const read = (sources: readonly Source[], at: Paths = paths) =>
  ingest({
    ...{ paths: at, sources, mirror, states: null, code: '1' },
    order: [...PLACES.map(({ id }) => id), ...sources.map(({ id }) => id)],
    now: new Date(Date.UTC(2028, 0, 1, 0, 0, runs++)),
  })

beforeAll(async () => {
  mkdirSync(mirror)
  const now = new Date('2028-01-01T00:00:00Z')
  await ingest({ paths: base, sources: PLACES, mirror: PROJECT_ROOT, states: null, now })
  await build({ paths: base })
})
beforeEach(() => {
  paths = pathsIn(join(root, `run-${runs}`))
  cpSync(base.root, paths.root, { recursive: true })
  put('a.csv', candidates(['Ann Placeholder', 'Bob Example'], 'auditor'))
  put('b.csv', candidates(['Cy Sample'], 'treasurer'))
})

async function contestsOf(source_id: string): Promise<string[]> {
  const warehouse = await openWarehouse(paths.warehouse, { readonly: true })
  try {
    const labels = 'SELECT label FROM core.choice WHERE source_id = $source_id ORDER BY label'
    return await column(warehouse, labels, { source_id })
  } finally {
    await warehouse.close()
  }
}

describe('a source whose rows fail a check', () => {
  it('gets its last good rows back, and the changes of the others are built', async () => {
    const [a, b] = [listing('a', 'a.csv'), listing('b', 'b.csv')]
    await read([a, b])
    expect((await build({ paths })).refused).toEqual([])
    put('a.csv', `${candidates(['Eve Sample'], 'auditor')}auditor,Vote for two\n`)
    put('b.csv', candidates(['Dee Sample'], 'treasurer'))
    expect((await read([a, b])).totals.status).toMatchObject({ read: 2, failed: 0 })
    const report = await build({ paths })
    expect(report.refused).toMatchObject([
      { source_id: 'a', check: 'vote-method-fits', rows: 1, rows_in: expect.any(Number) },
    ])
    expect(report.issues).toMatchObject([
      { source_id: 'a', file: 'a.csv', line: 1, code: 'vote-method-fits', severity: 'refused' },
    ])
    expect(await contestsOf('a')).toEqual(['Ann Placeholder', 'Bob Example'])
    expect(await contestsOf('b')).toEqual(['Dee Sample'])
    // The refused file is read again each time, and accepted once it is correct.
    expect((await read([a, b])).totals.status).toMatchObject({ read: 1, unchanged: 1 })
    expect((await build({ paths })).refused).toHaveLength(1)
    put('a.csv', candidates(['Eve Sample'], 'auditor'))
    await read([a, b])
    expect((await build({ paths })).refused).toEqual([])
    expect(await contestsOf('a')).toEqual(['Eve Sample'])
  })

  it('keeps the rows of the last build through two readings without a build, and gives its bundle', async () => {
    const a = listing('a', 'a.csv')
    await read([a])
    const { bundle } = await build({ paths })
    for (const name of ['Eve', 'Flo']) {
      put('a.csv', `${candidates([name], 'auditor')}auditor,Vote for two\n`)
      await read([a])
    }
    expect(await build({ paths })).toMatchObject({ bundle, refused: [{ source_id: 'a', rows_in: expect.any(Number) }] })
    expect(await contestsOf('a')).toEqual(['Ann Placeholder', 'Bob Example'])
  })

  it('removes the endorsements of its choices, and their feed is read again', async () => {
    const a = listing('a', 'a.csv')
    const feed: Source = {
      ...listing('feed', 'feed.csv'),
      needs: ['ballots'],
      read(_files: unknown, { ballots }: ReadContext<'ballots'>, sink: Sink) {
        const at = { file: 'feed.csv', line: 1 }
        sink.row('endorser', plain('endorser', { state: 'ME' }), at)
        for (const { choices, contest_key } of ballots.contests(ELECTION))
          for (const { choice_key, label } of choices) {
            const own = { endorsement_key: `club/${choice_key}`, contest_key, choice_key }
            if (label === 'Eve Sample' || label === 'Ann Placeholder')
              sink.row('endorsement', plain('endorsement', own), at)
          }
      },
    }
    put('feed.csv', '')
    await read([a, feed])
    expect((await build({ paths })).refused).toEqual([])
    put('a.csv', `${candidates(['Eve Sample'], 'auditor')}auditor,Vote for two\n`)
    await read([a, feed])
    const report = await build({ paths })
    expect(report.refused.map(({ source_id }) => source_id)).toEqual(['a'])
    expect(report.issues.map(({ source_id, code }) => [source_id, code])).toEqual([
      ['a', 'vote-method-fits'],
      ['feed', 'choice-refused'],
    ])
    const again = await ingest({
      ...{ paths, sources: [feed], mirror, states: null, code: '1', changed: new Set<string>() },
      order: [...PLACES.map(({ id }) => id), 'a', 'feed'],
      now: new Date('2028-02-01T00:00:00Z'),
    })
    expect(again.totals).toMatchObject({ status: { read: 1 }, rows: { endorsement: 1 } })
    expect((await build({ paths })).refused).toEqual([])
  })
})
