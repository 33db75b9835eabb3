// Writes the exports of a bundle into a folder: every table in each format, with description, licences and hashes.

import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hashFile } from '../../data/store/file-hash.ts'
import { openWarehouse, quoteText, type Warehouse } from '../../data/store/warehouse.ts'
import { refusePrivate } from '../private-sources.ts'
import { writeArrow } from './arrow.ts'
import { writeCsv } from './csv.ts'
import { type CreditedSource, describeLicences, describePackage, type ExportedFile } from './data-package.ts'
import { writeDistrictLines } from './district-lines.ts'
import { writeParquet } from './parquet.ts'
import { type ExportTable, findBundleOf, findHistory, findTables } from './tables.ts'

export interface ExportOptions {
  /** The sealed warehouse.duckdb. */
  warehouse: string
  /** The folder that is made. It must not exist. */
  folder: string
  /** In CSV, a text that a spreadsheet would run as a formula begins with an apostrophe. */
  formulaSafe?: boolean
  onProgress?: (step: string, detail: string) => void
}

export interface ExportReport {
  bundle: string
  rows: Record<string, number>
  /** Determined by the bundle. */
  files: ExportedFile[]
  /** The history of endorsements, which also depends on when this server published. */
  history: ExportedFile[]
}

/**
 * The exported files appear together: they are written beside the folder, which is then renamed. Throws HasPrivateSources for a bundle with
 * rows of a private source.
 */
export async function exportTables(options: ExportOptions): Promise<ExportReport> {
  const writing = `${options.folder}.writing`
  rmSync(writing, { recursive: true, force: true })
  mkdirSync(writing, { recursive: true, mode: 0o700 })
  try {
    const report = await writeExport({ ...options, folder: writing })
    mkdirSync(dirname(options.folder), { recursive: true })
    renameSync(writing, options.folder)
    return report
  } catch (error) {
    rmSync(writing, { recursive: true, force: true })
    throw error
  }
}

async function writeExport({
  warehouse: sealed,
  folder,
  formulaSafe = false,
  onProgress = () => {},
}: ExportOptions): Promise<ExportReport> {
  const scratchFile = join(folder, 'scratch.duckdb')
  // One thread: with more, DuckDB would cut row groups elsewhere.
  const scratch = await openWarehouse(scratchFile, { threads: 1 })
  try {
    await scratch.run(`ATTACH ${quoteText(sealed)} AS sealed (READ_ONLY)`)
    await scratch.run('USE sealed')
    const bundle = await findBundleOf(scratch)
    if (bundle === undefined)
      throw new Error('warehouse.duckdb is of an earlier version and does not name its bundle: build again')
    // A warehouse of an earlier version lacks the column.
    const reads = await scratch.all<{ source_id: string; private?: boolean | null }>('FROM core.source_read')
    refusePrivate(reads.flatMap((read) => (read.private ? [{ id: read.source_id, private: true as const }] : [])))
    const tables = await findTables(scratch)
    const resources: { table: ExportTable; files: ExportedFile[] }[] = []
    for (const table of tables) {
      const names = await writeTable(scratch, table, { folder, bundle, formulaSafe })
      if (table.name === 'district') {
        await scratch.run('USE scratch')
        names.push(...(await writeDistrictLines(scratch, table, { folder, bundle })))
        await scratch.run('USE sealed')
      }
      resources.push({ table, files: names.map((name) => describeWritten(folder, name)) })
      onProgress(table.name, `${table.rows} rows`)
    }
    const sources = await scratch.all<CreditedSource>(
      'SELECT id, publisher, licence, vintage, CAST(published_on AS VARCHAR) AS published_on, url FROM api.source ORDER BY id',
    )
    writeFileSync(join(folder, 'datapackage.json'), describePackage({ bundle, resources, sources }))
    writeFileSync(join(folder, 'LICENCES.md'), describeLicences(sources))
    const described = ['datapackage.json', 'LICENCES.md'].map((path) => describeWritten(folder, path))
    const files = [...resources.flatMap((resource) => resource.files), ...described]
    writeFileSync(join(folder, 'SHA256SUMS'), listSums(files))
    const names = await writeTable(scratch, await findHistory(scratch), { folder, bundle, formulaSafe })
    const history = names.map((name) => describeWritten(folder, name))
    writeFileSync(join(folder, 'HISTORY-SHA256SUMS'), listSums(history))
    return { bundle, files, history, rows: Object.fromEntries(tables.map(({ name, rows }) => [name, rows])) }
  } finally {
    await scratch.close()
    rmSync(scratchFile, { force: true })
    rmSync(`${scratchFile}.wal`, { force: true })
  }
}

/** As `sha256sum -c` reads it. */
function listSums(files: readonly ExportedFile[]): string {
  const lines = files.map(({ sha256, path }) => `${sha256}  ${path}\n`)
  return lines.toSorted((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1)).join('')
}

async function writeTable(
  warehouse: Warehouse,
  table: ExportTable,
  { folder, bundle, formulaSafe }: { folder: string; bundle: string; formulaSafe: boolean },
): Promise<string[]> {
  const paths = ['parquet', 'arrow', 'csv'].map((format) => `${table.name}.${format}`)
  const [parquet = '', arrow = '', csv = ''] = paths.map((path) => join(folder, path))
  await writeParquet(warehouse, table.select, { file: parquet, metadata: { bundle } })
  await writeArrow(warehouse, table, { file: arrow, bundle })
  await writeCsv(warehouse, table, { file: csv, formulaSafe })
  return paths
}

function describeWritten(folder: string, path: string): ExportedFile {
  const file = join(folder, path)
  return { path, bytes: statSync(file).size, sha256: hashFile(file) }
}
