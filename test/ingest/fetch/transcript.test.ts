// Only the transcript of a file with personal columns is kept, and it is read as any kept bytes.

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Issue } from '../../../data/store/source-read.ts'
import { type FetchOptions, fetchSource } from '../../../ingest/fetch/fetch.ts'
import type { FetchedFile, Source, SourceFile, SourceReader, Transcript } from '../../../ingest/read/source.ts'
import { readTranscript } from '../../../ingest/read/transcript.ts'
import { readXlsx } from '../../../ingest/read/xlsx.ts'
import { ENTRY } from '../entry.ts'
import { inline, makeSheet, makeXlsx } from '../read/xlsx-bytes.ts'
import { folder, freshPublisher, publisher } from './fresh-publisher.ts'

freshPublisher()

const COLUMNS = ['Office', 'Name'] as const
const transcript: Transcript<(typeof COLUMNS)[number]> = {
  columns: COLUMNS,
  version: 1,
  read: (file, sink) => readXlsx(file, { columns: COLUMNS, allowExtra: true, discreet: true }, sink),
}
const PERSONAL = ['12 Quexzyl Lane', '555-0199', 'ann@quexzyl.example']
const HEADER = ['Office', 'Home Address', 'Name', 'Phone', 'Email']
const [ADDRESS = '', PHONE = '', EMAIL = ''] = PERSONAL
const BOOK = makeSheet([
  HEADER,
  ['U.S. Senator', ADDRESS, 'Ann "A.J." Example, Jr.', PHONE, EMAIL],
  ['Governor', ADDRESS, 'Bob\nExample', PHONE, EMAIL],
])
const NIGHT_1 = new Date('2028-10-01T03:00:00Z')
const NIGHT_2 = new Date('2028-10-02T03:00:00Z')

const options = (more: Partial<FetchOptions> = {}): FetchOptions => ({
  rawDir: join(folder, 'var', 'raw'),
  ...{ mirror: null, allowPrivate: true, limits: { pause: 1 }, now: NIGHT_1 },
  ...more,
})
function source(more: Partial<SourceFile> = {}, read: SourceReader = () => {}): Source {
  return {
    id: 'lists-2028',
    ...ENTRY,
    living: true,
    states: ['DE'],
    files: [{ url: `${publisher.url}/list.xlsx`, mirror: 'lists/list.xlsx', transcript, ...more }],
    lists: { kinds: ['candidate'], whole_in: [] },
    read,
  }
}

/** Every byte under a folder. */
function bytesUnder(path: string): string {
  if (!statSync(path).isDirectory()) return readFileSync(path, 'latin1')
  return readdirSync(path)
    .map((name) => bytesUnder(join(path, name)))
    .join('\n')
}

function read(file: FetchedFile | undefined): { lines: object[]; issues: Issue[] } {
  if (!file) throw new RangeError('no file')
  const issues: Issue[] = []
  const lines = [...readTranscript(file, transcript, { issue: (issue) => issues.push(issue) })]
  return { lines: lines.map(({ line, record }) => ({ line, Office: record.Office, Name: record.Name })), issues }
}
const LINES = [
  { line: 2, Office: 'U.S. Senator', Name: 'Ann "A.J." Example, Jr.' },
  { line: 3, Office: 'Governor', Name: 'Bob Example' },
]

it('holds the wanted columns with the lines of the published file; nothing else of it is kept', async () => {
  publisher.put('/list.xlsx', BOOK)
  const [file] = await fetchSource(source(), options())
  expect(read(file)).toEqual({ lines: LINES, issues: [] })
  expect(Buffer.from(file?.bytes ?? []).toString()).toBe(
    '(line),(issue),Office,Name\n2,,U.S. Senator,"Ann ""A.J."" Example, Jr."\n3,,Governor,Bob Example\n',
  )
  expect(file).toMatchObject({ name: 'lists/list.xlsx', url: `${publisher.url}/list.xlsx`, published_on: '2026-01-02' })
  const kept = bytesUnder(join(folder, 'var'))
  expect(kept).toContain('Bob Example')
  for (const one of [...PERSONAL, 'PK\x03\x04']) expect(kept).not.toContain(one)
})

it('is kept as any bytes are: conditional requests, offline runs, rebuilds', async () => {
  publisher.put('/list.xlsx', BOOK)
  const [first] = await fetchSource(source(), options())
  expect(await fetchSource(source(), options())).toEqual([first])
  expect(publisher.requests).toHaveLength(1)
  expect(await fetchSource(source(), options({ now: NIGHT_2 }))).toEqual([first])
  expect(publisher.requests.map(({ status }) => status)).toEqual([200, 304])
  expect(await fetchSource(source(), options({ offline: true }))).toEqual([first])
  const kept = new Map([['lists-2028', new Map([['lists/list.xlsx', first?.sha256 ?? '']])]])
  const [rebuilt] = await fetchSource(source(), options({ kept }))
  expect(rebuilt).toEqual({ ...first, published_on: null })
})

it('is read from a folder, and from the inbox if the publisher refuses programs', async () => {
  mkdirSync(join(folder, 'mirror', 'lists'), { recursive: true })
  writeFileSync(join(folder, 'mirror', 'lists', 'list.xlsx'), BOOK)
  const [mirrored] = await fetchSource(source(), options({ mirror: join(folder, 'mirror') }))
  expect(read(mirrored).lines).toEqual(LINES)
  const inbox = join(folder, 'inbox')
  mkdirSync(join(inbox, 'lists-2028'), { recursive: true })
  writeFileSync(join(inbox, 'lists-2028', 'list.xlsx'), BOOK)
  publisher.fail('/list.xlsx', { kind: 'page', html: '<html><title>Request Rejected</title></html>' })
  const [saved] = await fetchSource(source(), options({ inbox }))
  expect(saved?.sha256).toBe(mirrored?.sha256)
})

it('is not made of a file without a wanted column: nothing is kept', async () => {
  publisher.put(
    '/list.xlsx',
    makeSheet([
      ['Office', 'Candidate', 'Phone'],
      ['Governor', 'Ann Example', PHONE],
    ]),
  )
  await expect(fetchSource(source(), options())).rejects.toThrow(
    'lists/list.xlsx:1: has no column "Name"; its header has 3 fields',
  )
  expect(readdirSync(join(folder, 'var', 'raw'))).toEqual([])
})

it('keeps the issue of a line that cannot be read, without its content', async () => {
  const formula = `<c r="A2" t="str"><f>B2</f><v>Governor</v></c><c r="B2" t="inlineStr"><is><t>${ADDRESS}</t></is></c>`
  publisher.put(
    '/list.xlsx',
    makeXlsx({ rows: [inline(1, HEADER), formula, inline(3, ['Governor', ADDRESS, 'Bob Example'])] }),
  )
  const [file] = await fetchSource(source(), options())
  const { lines, issues } = read(file)
  expect(lines).toEqual([{ line: 3, Office: 'Governor', Name: 'Bob Example' }])
  expect(issues).toEqual([
    {
      ...{ file: 'lists/list.xlsx', line: 2, field: 'Office', code: 'formula-cell', value: null, severity: 'refused' },
      message: 'A2 holds a formula, which is not computed; the line is left out',
    },
  ])
  expect(bytesUnder(join(folder, 'var'))).not.toContain(ADDRESS)
})

it('is made again if its columns or its version change; bytes with a column that is no longer wanted are deleted', async () => {
  publisher.put('/list.xlsx', BOOK)
  const wide = { ...transcript, columns: ['Office', 'Name', 'Phone'] as const }
  const loose: Transcript = {
    ...wide,
    read: (file, sink) => readXlsx(file, { columns: wide.columns, allowExtra: true, discreet: true }, sink),
  }
  const [former] = await fetchSource(source({ transcript: loose }), options())
  expect(bytesUnder(join(folder, 'var'))).toContain(PHONE)
  const [file] = await fetchSource(source(), options())
  expect(file?.sha256).not.toBe(former?.sha256)
  expect(bytesUnder(join(folder, 'var'))).not.toContain(PHONE)
  const offices: Transcript<'Office' | 'Name'> = {
    ...transcript,
    version: 2,
    async *read(published, sink) {
      for await (const { line, record } of transcript.read(published, sink))
        yield { line, record: { ...record, Office: record.Office.toUpperCase() } }
    },
  }
  const [next] = await fetchSource(source({ transcript: offices }), options())
  expect(read(next).lines[1]).toEqual({ line: 3, Office: 'GOVERNOR', Name: 'Bob Example' })
  // A snapshot may still be rebuilt from the former version.
  expect(readdirSync(join(folder, 'var', 'raw'))).toContain(file?.sha256)
})

it('gives the date that the file states, before that of the server', async () => {
  publisher.put('/list.xlsx', BOOK)
  const statedOn = (file: FetchedFile): string | undefined =>
    Buffer.from(file.bytes).includes('Bob') ? '2028-09-23' : undefined
  const [file] = await fetchSource(source({ statedOn }), options())
  expect(file?.published_on).toBe('2028-09-23')
  mkdirSync(join(folder, 'mirror', 'lists'), { recursive: true })
  writeFileSync(join(folder, 'mirror', 'lists', 'list.xlsx'), BOOK)
  const [mirrored] = await fetchSource(source({ statedOn }), options({ mirror: join(folder, 'mirror') }))
  expect(mirrored?.published_on).toBe('2028-09-23')
})
