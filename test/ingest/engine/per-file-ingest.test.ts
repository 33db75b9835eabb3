import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { formatIngest } from '../../../cli/publish/summary.ts'
import { pathsIn } from '../../../data/store/paths.ts'
import { openWarehouse } from '../../../data/store/warehouse.ts'
import { writeBallot } from '../../../ingest/ballot/write.ts'
import { type IngestOptions, ingest } from '../../../ingest/engine/ingest.ts'
import { readCsv } from '../../../ingest/read/csv.ts'
import type { Source, SourceReader } from '../../../ingest/read/source.ts'
import { freshFolder } from '../../temporary.ts'
import { ENTRY } from '../entry.ts'

const folder = freshFolder()
let reads: string[] = []

beforeEach(() => {
  mkdirSync(join(folder, 'mirror'))
  reads = []
  file('adair', 'clerk A', 'sheriff B')
  file('allen', 'clerk C')
  file('bell', 'clerk D')
})

/** Writes the filings of a county: an office and a name a line. */
const file = (county: string, ...lines: string[]) => {
  const text = lines.map((line) => line.replace(' ', ',555,')).join('\n')
  put(`${county}.csv`, `office,phone,name\n${text}${lines.length > 0 ? '\n' : ''}`)
}
const put = (name: string, text: string) => writeFileSync(join(folder, 'mirror', name), text)
const drop = (name: string) => rmSync(join(folder, 'mirror', name))

const ELECTION = { state: 'KY', date: '2026-05-19', type: 'primary', words: 'Primary Election' } as const

/** One contest an office; `city` is an office of no county, which any file may name. */
const readOffices: SourceReader = (files, _context, sink) => {
  for (const file of files) {
    reads.push(file.name)
    const lines = [...readCsv(file, { columns: ['office', 'phone', 'name'] }, sink)]
    const contests = lines.map(({ line, record: { office, phone, name } }) => {
      if (phone !== '') throw new Error(`the phone of ${name} was read`)
      const at = { file: file.name, line }
      const ocd_id = `ocd-division/country:us/state:ky/county:${office === 'city' ? 'any' : file.name.replace('.csv', '')}`
      const district = { district_type: 'county', district_level: 'county', district_name: 'C' } as const
      const division = { ...district, ocd_id, within_ocd_id: null, unmatched: null }
      const words = { title: office, short_title: office, subject: office }
      return { at, kind: 'candidate', level: 'county', division, ...words, choices: [{ at, label: name }] } as const
    })
    writeBallot(ELECTION, { file: file.name, line: 1 }, contests, sink)
  }
}

const FILES = ['adair.csv', 'allen.csv', 'bell.csv']
const filings: Source = {
  id: 'filings',
  ...ENTRY,
  states: ['KY'],
  files: FILES.map((mirror) => ({ url: `https://example.org/${mirror}`, mirror })),
  personal: ['phone'],
  filesStandAlone: true,
  read: readOffices,
}

async function run(source: Source = filings, more: Partial<IngestOptions> = {}) {
  reads = []
  const report = await ingest({
    ...{ paths: pathsIn(join(folder, 'var')), sources: [source], mirror: join(folder, 'mirror'), states: null },
    ...{ code: '1', now: new Date('2026-01-02T03:04:05Z') },
    ...more,
  })
  const [read] = report.sources
  if (!read) throw new Error('no source was reported')
  const lines = formatIngest(report)
  return { ...read, lines, issues_csv: readFileSync(join(report.folder, 'issues.csv'), 'utf8') }
}

async function labels(): Promise<string[]> {
  const warehouse = await openWarehouse(pathsIn(join(folder, 'var')).work)
  try {
    const rows = await warehouse.all<{ choice: string }>(
      `SELECT file || ':' || line || ' ' || label AS choice FROM core.choice ORDER BY file, line`,
    )
    return rows.map(({ choice }) => choice)
  } finally {
    await warehouse.close()
  }
}

const ALL = ['adair.csv:2 A', 'adair.csv:3 B', 'allen.csv:2 C', 'bell.csv:2 D']

describe('a source whose files stand alone', () => {
  it('reads each file once, and a second run none of them', async () => {
    expect(await run()).toMatchObject({ status: 'read', rows_in: 4, files: { of: 3, read: 3, stopped: [] } })
    expect(reads).toEqual(FILES)
    expect(await labels()).toEqual(ALL)
    expect(await run()).toMatchObject({ status: 'unchanged', rows_in: 4, files: null })
    expect(reads).toEqual([])
  })

  it('reads only the changed file again, and reports it', async () => {
    await run()
    file('allen', 'clerk C', 'coroner E')
    const report = await run()
    expect(report).toMatchObject({ status: 'read', rows_in: 5, rows: { election: 1, contest: 2, choice: 2 } })
    expect(report.lines).toContain('Files      filings: 1 of 3 files read')
    expect(reads).toEqual(['allen.csv'])
    expect(await labels()).toEqual(['adair.csv:2 A', 'adair.csv:3 B', 'allen.csv:2 C', 'allen.csv:3 E', 'bell.csv:2 D'])
    expect(await run()).toMatchObject({ status: 'unchanged', rows_in: 5 })
  })

  it('drops the rows of a file that is gone, from the folder or the registry, and names it', async () => {
    await run()
    drop('allen.csv')
    const report = await run()
    expect(report).toMatchObject({ status: 'read', rows_in: 3, files: { of: 3, read: 0 } })
    expect(report.issues).toEqual({ 'file-gone': { mended: 0, ignored: 0, refused: 1 } })
    expect(report.issues_csv).toContain('filings,allen.csv,,,file-gone,refused,,')
    expect(await labels()).toEqual(ALL.filter((one) => !one.startsWith('allen')))
    expect(await run()).toMatchObject({ status: 'unchanged', issues: report.issues })
    file('bell', 'clerk F')
    expect(await run()).toMatchObject({ status: 'read', issues: report.issues })
    await run({ ...filings, files: filings.files.slice(0, 2) })
    expect(await labels()).toEqual(['adair.csv:2 A', 'adair.csv:3 B'])
  })

  it('keeps all rows if the whole folder is missing', async () => {
    await run()
    for (const name of FILES) drop(name)
    expect(await run()).toMatchObject({ status: 'failed', rows_in: 4, error: /adair\.csv: the mirror has no readable/ })
    expect(await labels()).toEqual(ALL)
  })

  it('keeps the last good rows of a file that stops, takes the other changed ones, fails, and tries again', async () => {
    await run()
    put('allen.csv', 'office,phone,person\nclerk,555,C\n')
    file('bell', 'clerk F')
    const report = await run()
    const error = 'allen.csv:1: has no column "name"; its header names "office", "phone", "person"'
    expect(report).toMatchObject({ status: 'failed', error, rows_in: 4, rows: { election: 1, contest: 1, choice: 1 } })
    expect(report.files).toEqual({ of: 3, read: 1, stopped: [{ file: 'allen.csv', error }] })
    expect(report.lines).toContain('Files      filings: 1 of 3 files read, 1 stopped')
    expect(report.issues_csv).toContain('filings,allen.csv,,,file-stopped,refused,,')
    expect(await labels()).toEqual(['adair.csv:2 A', 'adair.csv:3 B', 'allen.csv:2 C', 'bell.csv:2 F'])
    expect(await run()).toMatchObject({ status: 'failed', error, files: { read: 0 } })
    file('allen', 'clerk G')
    expect(await run()).toMatchObject({ status: 'read', files: { read: 1, stopped: [] } })
    expect(await labels()).toEqual(['adair.csv:2 A', 'adair.csv:3 B', 'allen.csv:2 G', 'bell.csv:2 F'])
  })

  it('stores nothing of a file whose personal column has another name', async () => {
    put('allen.csv', 'office,telephone,name\nclerk,555,C\n')
    const report = await run()
    expect(report.files?.stopped).toMatchObject([{ file: 'allen.csv', error: /has no column "phone"/ }])
    expect(await labels()).toEqual(ALL.filter((one) => !one.startsWith('allen')))
    expect(readFileSync(join(folder, 'var', 'raw', 'index.json'), 'utf8')).not.toContain('allen')
  })

  it('is held back whole for the rows of all its files', async () => {
    await run()
    file('allen')
    const counts: number[] = []
    const holdBack = (_: string, rows: number) => {
      counts.push(rows)
      return { reason: 'too few', rows_before: 90, rows }
    }
    expect(await run(filings, { holdBack })).toMatchObject({ status: 'failed', error: 'too few', rows_in: 4 })
    // Three contests with a choice, and an election in each of three files.
    expect(counts).toEqual([9])
    expect(await labels()).toEqual(ALL)
  })

  it('assigns a contest to the first file that has it, until only one file has it', async () => {
    file('adair', 'city A')
    file('bell', 'clerk D', 'city E')
    const report = await run()
    expect(report.issues).toEqual({ 'contest-in-two-files': { mended: 0, ignored: 0, refused: 1 } })
    expect(report.issues_csv).toContain(
      'filings,bell.csv,3,,contest-in-two-files,refused,city,the contest is also in adair.csv; the copy in this file is left out',
    )
    expect(await labels()).toEqual(['adair.csv:2 A', 'allen.csv:2 C', 'bell.csv:2 D'])
    expect(await run()).toMatchObject({ status: 'read', issues: report.issues, files: { read: 1 } })
    file('adair', 'clerk A')
    expect(await run()).toMatchObject({ status: 'read', issues: {} })
    expect(await labels()).toEqual(['adair.csv:2 A', 'allen.csv:2 C', 'bell.csv:2 D', 'bell.csv:3 E'])
    expect(await run()).toMatchObject({ status: 'unchanged' })
  })

  it('leaves a contest to the first file by name, whichever had it before', async () => {
    file('bell', 'clerk D', 'city E')
    await run()
    file('adair', 'clerk A', 'city F')
    const report = await run()
    expect(reads).toEqual(['adair.csv', 'bell.csv'])
    expect(report.issues_csv).toContain(
      'filings,bell.csv,3,,contest-in-two-files,refused,city,the contest is also in adair',
    )
    const changed = await labels()
    expect(changed).toEqual(['adair.csv:2 A', 'adair.csv:3 F', 'allen.csv:2 C', 'bell.csv:2 D'])
    rmSync(join(folder, 'var'), { recursive: true })
    expect(await run({ ...filings, files: filings.files.toReversed() })).toMatchObject({ issues: report.issues })
    expect(await labels()).toEqual(changed)
  })

  it('names a file that has only its header left', async () => {
    await run()
    file('allen')
    const report = await run()
    expect(report).toMatchObject({ status: 'read', issues: { 'file-empty': { refused: 1 } } })
    expect(report.issues_csv).toContain('filings,allen.csv,,,file-empty,refused,,"holds no records, expected')
    expect(await labels()).toEqual(ALL.filter((one) => !one.startsWith('allen')))
    expect(await run()).toMatchObject({ status: 'unchanged', issues: report.issues })
  })

  it('says nothing of an empty file of a source that may have them', async () => {
    file('allen')
    expect(await run({ ...filings, mayBeEmpty: true })).toMatchObject({ status: 'read', issues: {} })
    expect(await labels()).toEqual(ALL.filter((one) => !one.startsWith('allen')))
  })

  it('stops a reader that reports on a file other than its own', async () => {
    const read: SourceReader = (files, context, sink) =>
      readOffices(
        files.map((file) => ({ ...file, name: 'bell.csv' })),
        context,
        sink,
      )
    const { files } = await run({ ...filings, read })
    expect(files?.stopped).toMatchObject([
      { file: 'adair.csv', error: /gave a row of bell\.csv/ },
      { file: 'allen.csv' },
    ])
  })
})
