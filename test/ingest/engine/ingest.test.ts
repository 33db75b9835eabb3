import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import { pathsIn } from '../../../data/store/paths.ts'
import { openWarehouse } from '../../../data/store/warehouse.ts'
import { type IngestOptions, type IngestProgress, ingest } from '../../../ingest/engine/ingest.ts'
import { readCsv } from '../../../ingest/read/csv.ts'
import type { Source, SourceEntry, SourceReader } from '../../../ingest/read/source.ts'
import { freshFolder } from '../../temporary.ts'
import { ENTRY, filesAt } from '../entry.ts'

const folder = freshFolder()
let reads: string[] = []

beforeEach(() => {
  mkdirSync(join(folder, 'mirror'))
  reads = []
  putDivision('cary,Cary town')
  putZips('27601,Wake', '27511,Wake')
})

function put(name: string, content: string | Uint8Array): void {
  writeFileSync(join(folder, 'mirror', name), content)
}

const putDivision = (line: string) => put('ocd.csv', `id,name\nocd-division/country:us/state:nc/place:${line}\n`)
const putZips = (...lines: string[]) => put('zips.csv', ['zip,county', ...lines, ''].join('\n'))

const readDivisions: SourceReader = (files, { source }, sink) => {
  reads.push(source.id)
  for (const file of files)
    for (const { line, record } of readCsv(file, { columns: ['id', 'name'] }, sink)) {
      const row = { ocd_id: record.id, name: record.name, census_geoid: null, same_as: null, valid_through: null }
      sink.row('division', row, { file: file.name, line })
    }
}
const county = (county_geoid: string) => ({ county_geoid, range_count: null })
const readZips: SourceReader = (files, { source }, sink) => {
  reads.push(source.id)
  for (const file of files)
    for (const { line, record } of readCsv(file, { columns: ['zip', 'county'] }, sink))
      sink.row('zip_county', { zip: record.zip, state: 'NC', ...county(record.county) }, { file: file.name, line })
}
const readMatching: SourceReader<'divisions'> = (files, { divisions, source }, sink) => {
  reads.push(source.id)
  const names = divisions.under('ocd-division/country:us/state:nc', 'place').map(({ name }) => name)
  sink.row(
    'zip_county',
    { zip: '00000', state: 'NC', ...county(names.join(';')) },
    { file: files[0]?.name ?? '', line: 1 },
  )
}

function source(id: string, file: string, read: SourceReader, more: Partial<SourceEntry> = {}): Source {
  return { ...ENTRY, id, states: ['NC', 'DC'], files: filesAt(ENTRY.url, file), read, ...more }
}
const ocd = source('ocd', 'ocd.csv', readDivisions)
const zips = source('zips', 'zips.csv', readZips)
const matching: Source = { ...source('matching', 'zips.csv', readZips), needs: ['divisions'], read: readMatching }

const run = (sources: readonly Source[], more: Partial<IngestOptions> = {}) =>
  ingest({
    paths: pathsIn(join(folder, 'var')),
    sources,
    mirror: join(folder, 'mirror'),
    states: null,
    code: '1',
    now: new Date('2028-01-02T03:04:05.678Z'),
    ...more,
  })
const statuses = async (...args: Parameters<typeof run>) =>
  Object.fromEntries((await run(...args)).sources.map(({ source_id, status }) => [source_id, status]))

async function rowsOf(table: string): Promise<Record<string, unknown>[]> {
  const warehouse = await openWarehouse(pathsIn(join(folder, 'var')).work)
  try {
    return await warehouse.all(`SELECT * FROM core.${table} ORDER BY ALL`)
  } finally {
    await warehouse.close()
  }
}

describe('ingest', () => {
  it('reads divisions first, writes rows with their places, and counts', async () => {
    const progress: IngestProgress[] = []
    const report = await run([matching, zips, ocd], { onProgress: (step) => progress.push(step) })
    expect(reads).toEqual(['ocd', 'matching', 'zips'])
    expect(report.totals).toEqual({
      status: { read: 3, unchanged: 0, failed: 0, skipped: 0, unpublished: 0, replaced: 0 },
      rows_in: 4,
      rows: { division: 1, zip_county: 3 },
      issues: {},
    })
    expect(await rowsOf('zip_county')).toEqual([
      { source_id: 'matching', file: 'zips.csv', line: 1, zip: '00000', state: 'NC', ...county('Cary town') },
      { source_id: 'zips', file: 'zips.csv', line: 2, zip: '27601', state: 'NC', ...county('Wake') },
      { source_id: 'zips', file: 'zips.csv', line: 3, zip: '27511', state: 'NC', ...county('Wake') },
    ])
    const steps = progress.map(({ source_id, nth, of, step }) => `${nth}/${of} ${source_id} ${step}`)
    const ofFirst = ['fetching', 'reading', 'writing', 'done'].map((step) => `1/3 ocd ${step}`)
    expect(steps.slice(0, 5)).toEqual([...ofFirst, '2/3 matching fetching'])
  })

  it('reads a source again if its bytes, states, code, registry entry or requested divisions changed', async () => {
    const all = [ocd, zips, matching]
    const unchanged = { ocd: 'unchanged', zips: 'unchanged', matching: 'unchanged' }
    await run(all)
    expect(await statuses(all)).toEqual(unchanged)
    putDivision('apex,Apex town')
    expect(await statuses(all)).toEqual({ ...unchanged, ocd: 'read', matching: 'read' })
    expect((await rowsOf('zip_county')).map(({ county_geoid }) => county_geoid)).toContain('Apex town')
    expect(await statuses(all)).toEqual(unchanged)
    putZips('27601,Wake')
    expect(await statuses(all)).toEqual({ ...unchanged, zips: 'read', matching: 'read' })
    expect(await statuses([ocd, { ...zips, vintage: '2029' }, matching])).toEqual({ ...unchanged, zips: 'read' })
    expect(await statuses([zips], { code: '2' })).toEqual({ zips: 'read' })
    const states = new Set<StateCode>(['NC', 'PA'])
    expect(await statuses([zips], { states })).toEqual({ zips: 'read' })
    expect(await statuses([zips], { states: new Set<StateCode>(['NC', 'NY']) })).toEqual({ zips: 'unchanged' })
  })

  it('skips a source of other states, and keeps the rows of sources that are not named', async () => {
    await run([ocd, zips])
    const skipped = await run([zips], {
      states: new Set<StateCode>(['PA']),
      holdBack: () => ({ reason: 'no', rows_before: 9, rows: 1 }),
    })
    expect(skipped.sources).toMatchObject([{ status: 'skipped', rows_in: 2, rows: {}, error: null }])
    await run([matching])
    expect(await rowsOf('zip_county')).toHaveLength(3)
  })

  it('keeps the last good rows of a source that fails, and reads the others', async () => {
    await run([ocd, zips, matching])
    put('zips.csv', 'zip,parish\n27601,Wake\n')
    putDivision('apex,Apex town')
    const report = await run([ocd, zips])
    expect(report.sources.map(({ status, error }) => [status, error])).toEqual([
      ['read', null],
      ['failed', 'zips.csv:1: has no column "county"; its header names "zip", "parish"'],
    ])
    expect(report.sources[1]?.rows_in).toBe(2)
    expect((await rowsOf('zip_county')).filter(({ source_id }) => source_id === 'zips')).toHaveLength(2)
    expect(readFileSync(join(report.folder, 'issues.csv'), 'utf8')).toContain('zips,zips,,,source-stopped,refused,,')
    putZips('27601,Wake')
    const counts: [string, number][] = []
    const holdBack = (source_id: string, rows: number) => {
      counts.push([source_id, rows])
      return { reason: 'too few', rows_before: 2, rows }
    }
    const refused = await run([zips], { holdBack })
    const held_back = { rows_before: 2, rows: 1 }
    expect(refused.sources).toMatchObject([{ status: 'failed', rows_in: 2, error: 'too few', held_back }])
    expect(counts).toEqual([['zips', 1]])
    expect((await rowsOf('zip_county')).filter(({ source_id }) => source_id === 'zips')).toHaveLength(2)
    putZips('27601,Wake', '27511,Wake')
    expect(await statuses([zips])).toEqual({ zips: 'unchanged' })
  })

  it('replaces a table of an older release, and reads its sources again', async () => {
    const all = [ocd, zips]
    await run(all)
    const old = await openWarehouse(pathsIn(join(folder, 'var')).work)
    await old.run(`
      ALTER TABLE core.zip_county RENAME county_geoid TO county_name;
      INSERT INTO core.zip_county SELECT * REPLACE ('gone' AS source_id) FROM core.zip_county;
      INSERT INTO core.source_read SELECT * REPLACE ('gone' AS source_id) FROM core.source_read WHERE source_id = 'zips'`)
    await old.close()
    expect(await statuses(all)).toEqual({ ocd: 'unchanged', zips: 'read' })
    expect((await rowsOf('zip_county')).map(({ source_id }) => source_id)).toEqual(['zips', 'zips'])
    expect((await rowsOf('source_read')).map(({ source_id }) => source_id)).toEqual(['ocd', 'zips'])
  })

  it('fails a source if every record is refused, and keeps its last good rows', async () => {
    await run([zips])
    putZips('27601', '27511')
    const report = await run([zips])
    expect(report.totals.status).toMatchObject({ read: 0, failed: 1 })
    expect(report.sources[0]).toMatchObject({
      status: 'failed',
      error: 'zips.csv:2: all 2 records were refused; the first: got 1 fields, expected 2; the line is left out',
    })
    expect(await rowsOf('zip_county')).toHaveLength(2)
    // A file of which nothing is asked for, and an empty one, are read: they refuse nothing.
    putZips()
    expect(await statuses([zips])).toEqual({ zips: 'read' })
  })

  it('fails a source whose reader gives an election without contests', async () => {
    const election = { election_key: 'x', state: 'NC', date: '2028-11-07', type: 'general', name: 'X' } as const
    const refuses: SourceReader = (_files, _context, sink) => {
      const row = { ...election, name_es: null, short_name: 'X', primary_system: null, info_url: null, details: '{}' }
      sink.row('election', row, { file: 'zips.csv', line: 1 })
      const message = 'no rule matches this contest'
      const issue = { file: 'zips.csv', line: 2, field: null, code: 'unknown-contest-title', value: 'Y', message }
      sink.issue({ ...issue, severity: 'refused' })
    }
    expect(await statuses([{ ...zips, read: refuses }])).toEqual({ zips: 'failed' })
  })

  it('never writes a partial source: a reader that fails after some rows leaves the old ones', async () => {
    await run([zips])
    put('zips.csv', 'zip,county\n99999,New\n"broken')
    const stream: SourceReader = (files, context, sink) => {
      sink.row('zip_county', { zip: '99999', state: 'NC', ...county('New') }, { file: 'zips.csv', line: 2 })
      return readZips(files, context, sink)
    }
    expect(await statuses([{ ...zips, read: stream }])).toEqual({ zips: 'failed' })
    expect((await rowsOf('zip_county')).map(({ zip }) => zip)).toEqual(['27601', '27511'])
  })

  it('puts issues into the report and the database, and counts those of unchanged sources too', async () => {
    putZips('27601,Wake', '27511')
    const first = await run([zips])
    expect(first.sources[0]).toMatchObject({
      rows_in: 2,
      rows: { zip_county: 1 },
      issues: { 'ragged-line': { mended: 0, ignored: 0, refused: 1 } },
    })
    expect(first.folder).toBe(join(folder, 'var', 'reports', '20280102T030405Z'))
    expect(readFileSync(join(first.folder, 'issues.csv'), 'utf8').split('\n')).toEqual([
      'source_id,file,line,field,code,severity,value,message',
      'zips,zips.csv,3,,ragged-line,refused,,"got 1 fields, expected 2; the line is left out"',
      '',
    ])
    expect(JSON.parse(readFileSync(join(first.folder, 'summary.json'), 'utf8')).totals).toEqual(first.totals)
    const again = await run([zips])
    expect(again.sources[0]).toMatchObject({ status: 'unchanged', rows_in: 2, issues: first.sources[0]?.issues })
    expect(await rowsOf('issue')).toHaveLength(1)
  })

  it('stops a reader that needs divisions before any were read', async () => {
    expect(await statuses([matching])).toEqual({ matching: 'failed' })
    await run([ocd])
    expect(await statuses([matching])).toEqual({ matching: 'read' })
  })

  it('refuses two families in one run or one database, and an id twice', async () => {
    const sample = source('sample', 'zips.csv', readZips, { family: 'sample' })
    await expect(run([zips, sample])).rejects.toThrow('"zips" is a public source and "sample" a sample one')
    await run([zips])
    await expect(run([sample])).rejects.toThrow(
      /holds public sources \(zips\); sample sources must be kept in a separate folder/,
    )
    await expect(run([zips, zips])).rejects.toThrow('the registry has the id "zips" twice')
  })
})
