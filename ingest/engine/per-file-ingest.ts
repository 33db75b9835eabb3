// Ingests a source whose files are independent: each file is read separately and keeps its rows until it changes.

import type { FileRead, Issue, SourceRead, SourceRow } from '../../data/store/source-read.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'
import { isDamage } from '../../data/store/work-damage.ts'
import { fetchApart } from '../fetch/fetch.ts'
import type { KeptFile } from '../fetch/kept-bytes.ts'
import type { Source } from '../read/source.ts'
import { issuesOf } from './issue.ts'
import { reportFiles } from './report.ts'
import {
  type Ingested,
  type IngestRun,
  readRecord,
  replaceRows,
  reportUnchanged,
  requireEnough,
  requireRows,
  type Say,
} from './run.ts'
import { joinSignatures, signSource, toEdition } from './signature.ts'

/** A file read in this run, and the stored record of it. */
interface ReadFile {
  file: FileRead
  rows: readonly SourceRow[]
  issues: readonly Issue[]
}

/**
 * Reads the files that have changed since `last`. A missing file loses its rows and gives an issue `file-gone`. A file that cannot
 * be read keeps its last good rows, and the source is `failed`. A file without records gives an issue `file-empty`, unless the
 * source `mayBeEmpty`. Throws if there are no files, and HeldBack if too many rows are lost.
 */
export async function ingestApart(
  entry: Source,
  { last, run, say }: { last: SourceRead | undefined; run: IngestRun; say: Say },
): Promise<Ingested> {
  say('fetching')
  const { files, gone, stopped } = await fetchApart(entry, {
    ...run.fetch,
    onBytes: (bytes) => say('fetching', bytes),
  })
  const source = toEdition(entry, files, run.fetch.kept !== undefined)
  const held = new Map(last?.files.map((file) => [file.name, file]))
  const owns = new Map(files.map((file) => [file.name, signFile(source, file, run)]))
  const isHeld = ({ name }: KeptFile): boolean => {
    const signature = held.get(name)?.alone?.signature
    const own = owns.get(name)
    return signature !== undefined && own !== undefined && signature === run.known.sign(source, own)
  }
  const read: ReadFile[] = []
  const readAll = async (some: readonly KeptFile[]): Promise<void> => {
    for (const file of some)
      try {
        read.push(await readFile(source, file, { own: owns.get(file.name) ?? '', run }))
      } catch (error) {
        if (isDamage(error)) throw error
        stopped.push({ file: file.name, error: error instanceof Error ? error.message : String(error) })
      }
  }
  say('reading')
  const same = files.filter(isHeld)
  await readAll(files.filter((file) => !same.includes(file)))
  const second = await findSecond(source.id, same, { read, run })
  await readAll(same.filter(({ name }) => second.has(name)))
  const listed = new Set([...files.map(({ name }) => name), ...stopped.map(({ file }) => file)])
  const isRead = (name: string): boolean => read.some(({ file }) => file.name === name)
  const kept = [...held.values()].filter(({ name }) => listed.has(name) && !isRead(name))
  const isSame = read.length === 0 && kept.length === held.size
  if (isSame && last && stopped.length === 0) return reportUnchanged(last, run)
  say('writing')
  const rows_in = isSame ? last?.rows_in : await writeFiles(source, { kept, read, gone, run })
  return {
    report: reportFiles(source.id, {
      of: source.files.length,
      read: read.length,
      stopped,
      rows: read.flatMap(({ rows }) => rows),
      issues: await issuesOf(run.warehouse, source.id),
      rows_in: rows_in ?? null,
      published_on: source.published_on,
    }),
    issues: read.flatMap(({ issues }) => issues),
  }
}

function signFile(source: Source, file: KeptFile, { states, code }: IngestRun): string {
  const files = source.files.filter(({ url }) => url === file.url)
  return signSource({ ...source, files }, { files: [file], states, code })
}

async function readFile(
  source: Source,
  file: KeptFile,
  { own, run }: { own: string; run: IngestRun },
): Promise<ReadFile> {
  const sink = await run.known.read(source, [file], run.states)
  const { name, url, sha256 } = file
  if (sink.countRecords() > 0) requireRows(sink)
  else if (!source.mayBeEmpty) sink.issue(sayEmpty(name))
  const foreign = [...sink.rows, ...sink.issues].find((said) => said.file !== name)
  if (foreign)
    throw new TypeError(`the reader of ${name} gave a row of ${foreign.file}, so the files are not independent`)
  const signature = run.known.sign(source, own)
  const alone = { signature, rows_in: sink.countRecords(), rows: sink.rows.length }
  return { file: { name, url, sha256, alone }, rows: sink.rows, issues: sink.issues }
}

/** @returns the number of records in all files */
async function writeFiles(
  source: Source,
  {
    kept,
    read,
    gone,
    run,
  }: { kept: readonly FileRead[]; read: readonly ReadFile[]; gone: readonly string[]; run: IngestRun },
): Promise<number> {
  const whole = leaveSecond(read, await contestFiles(source.id, kept, run.warehouse))
  const files = [...kept, ...whole.map(({ file }) => file)].sort((a, b) => (a.name < b.name ? -1 : 1))
  const count = (what: 'rows' | 'rows_in'): number => files.reduce((sum, { alone }) => sum + (alone?.[what] ?? 0), 0)
  requireEnough(run, source.id, count('rows'))
  const signatures = files.map(({ name, alone }) => ({ name, signature: alone?.signature ?? '' }))
  const signature = run.known.sign(source, joinSignatures(signatures))
  const record = readRecord(source, run, { signature, rows_in: count('rows_in'), files })
  const rows = whole.flatMap((one) => one.rows)
  const issues = [...gone.map(sayGone), ...whole.flatMap((one) => one.issues)]
  const names = kept.map(({ name }) => name)
  await replaceRows(run, record, { rows, issues }, names)
  return record.rows_in
}

/** Unchanged files that hold a contest which an earlier file, read in this run, now holds too. */
async function findSecond(
  source_id: string,
  same: readonly KeptFile[],
  { read, run }: { read: readonly ReadFile[]; run: IngestRun },
): Promise<Set<string>> {
  const held = await contestFiles(source_id, same, run.warehouse)
  const lost = read.flatMap(({ file, rows }) =>
    rows.flatMap(({ table, row }) => {
      const holder = table === 'contest' ? held.get(row.contest_key) : undefined
      return holder !== undefined && file.name < holder ? [holder] : []
    }),
  )
  return new Set(lost)
}

/** The file of each contest in these files. */
async function contestFiles(
  source_id: string,
  kept: readonly { name: string }[],
  warehouse: Warehouse,
): Promise<Map<string, string>> {
  const names = new Set(kept.map(({ name }) => name))
  const rows = await warehouse.all<{ contest_key: string; file: string }>(
    'SELECT contest_key, file FROM core.contest WHERE source_id = $source_id ORDER BY file, contest_key',
    { source_id },
  )
  return new Map(rows.filter(({ file }) => names.has(file)).map(({ contest_key, file }) => [contest_key, file]))
}

/**
 * Each contest belongs to the first file by name that holds it. In any later file it is left out with an issue
 * `contest-in-two-files`. The later file is read again on each run until only one file holds the contest.
 */
function leaveSecond(read: readonly ReadFile[], firsts: Map<string, string>): ReadFile[] {
  const inOrder = read.toSorted((a, b) => (a.file.name < b.file.name ? -1 : 1))
  return inOrder.map(({ file, rows, issues }) => {
    const seconds = rows.flatMap(({ table, row, line }) => {
      const first = table === 'contest' ? firsts.get(row.contest_key) : undefined
      return table === 'contest' && first !== undefined ? [{ key: row.contest_key, title: row.title, line, first }] : []
    })
    for (const { table, row } of rows)
      if (table === 'contest') firsts.set(row.contest_key, firsts.get(row.contest_key) ?? file.name)
    if (seconds.length === 0 || !file.alone) return { file, rows, issues }
    const keys = new Set(seconds.map(({ key }) => key))
    const left = rows.filter(({ row }) => !('contest_key' in row && keys.has(row.contest_key)))
    const said = seconds.map(({ title, line, first }): Issue => {
      const message = `the contest is also in ${first}; the copy in this file is left out`
      const at = { file: file.name, line, field: null }
      return { ...at, code: 'contest-in-two-files', value: title, message, severity: 'refused' }
    })
    const alone = { ...file.alone, signature: '', rows: left.length }
    return { file: { ...file, alone }, rows: left, issues: [...issues, ...said] }
  })
}

function sayGone(file: string): Issue {
  const message = 'the file is missing; its rows were removed'
  return { file, line: null, field: null, code: 'file-gone', value: null, message, severity: 'refused' }
}

function sayEmpty(file: string): Issue {
  const message = 'holds no records, expected at least one; the file may be truncated'
  return { file, line: null, field: null, code: 'file-empty', value: null, message, severity: 'refused' }
}
