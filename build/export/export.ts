// Writes the exports of a bundle into a folder: every table in each format, with description, licenses and hashes.

import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LICENCES } from '../../data/reference/licences.ts'
import { mediaTypeOf } from '../../data/store/exports.ts'
import { hashFile } from '../../data/store/files.ts'
import { openWarehouse, quoteText, type Warehouse } from '../../data/store/warehouse.ts'
import { refusePrivate } from '../private-sources.ts'
import { TABLES_VERSION } from '../warehouse/api-views.ts'
import { writeDistrictBoundaries } from './district-boundaries.ts'
import {
  type ColumnType,
  type ExportTable,
  findBundleOf,
  findHistory,
  findTables,
  writeArrow,
  writeCsv,
  writeParquet,
} from './tables.ts'

interface ExportOptions {
  /** The sealed warehouse.duckdb. */
  warehouse: string
  /** The folder that is made. It must not exist. */
  folder: string
  /** In CSV, a text that a spreadsheet would run as a formula begins with an apostrophe. */
  formulaSafe?: boolean
  /** Districts whose boundaries are in memory at once. */
  boundariesAtOnce?: number
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
  boundariesAtOnce,
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
        names.push(...(await writeDistrictBoundaries(scratch, table, { folder, bundle, atOnce: boundariesAtOnce })))
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

// Describes an export: datapackage.json (Frictionless Data Package, https://specs.frictionlessdata.io/data-package/) and LICENCES.md.

/** A written file of the export. */
interface ExportedFile {
  /** Its name in the folder. */
  path: string
  bytes: number
  sha256: string
}

/** The facts of a source that LICENCES.md lists. */
interface CreditedSource {
  id: string
  publisher: string
  licence: string
  vintage: string | null
  published_on: string
  url: string
}

interface Described {
  bundle: string
  /** Tables with the file of each format. */
  resources: readonly { table: ExportTable; files: readonly ExportedFile[] }[]
  sources: readonly CreditedSource[]
}

const FIELD_TYPES: Readonly<Record<ColumnType, string>> = {
  BIGINT: 'integer',
  INTEGER: 'integer',
  DOUBLE: 'number',
  BOOLEAN: 'boolean',
  VARCHAR: 'string',
  DATE: 'date',
  TIMESTAMP: 'datetime',
  // An object or a list.
  JSON: 'any',
  'VARCHAR[]': 'array',
}

/** The text of datapackage.json. It has no time, so that the same bundle gives the same file. */
function describePackage({ bundle, resources, sources }: Described): string {
  const licences = [...new Set(sources.map(({ licence }) => licence))].sort()
  return toText({
    profile: 'data-package',
    name: 'hustings-export',
    id: bundle,
    title: 'U.S. elections: contests, endorsements, districts and officeholders',
    version: TABLES_VERSION,
    // A license without a page of its own is described in LICENCES.md: the format requires a name or a path.
    licenses: licences.map((name) => ({ title: name, path: 'LICENCES.md', ...pathOf(name) })),
    sources: sources.map(({ publisher, url }) => ({ title: publisher, path: url })),
    resources: resources.flatMap(({ table, files }) => files.map((file) => describeFile(table, file))),
  })
}

function describeFile({ name, comment, key, columns }: ExportTable, { path, bytes, sha256 }: ExportedFile): unknown {
  const format = path.slice(path.lastIndexOf('.') + 1)
  return {
    name: path,
    path,
    title: name,
    description: comment,
    format,
    mediatype: mediaTypeOf(path),
    bytes,
    hash: `sha256:${sha256}`,
    // Of the others, Frictionless compares size and hash: it reads Parquet through pandas, to which an absent number is NaN and a list no list.
    ...(format === 'csv' ? { profile: 'tabular-data-resource', encoding: 'utf-8' } : { type: 'file' }),
    schema: {
      fields: columns.map((column) => ({
        name: column.name,
        type: FIELD_TYPES[column.type],
        description: column.comment,
      })),
      primaryKey: key,
    },
  }
}

/** The text of LICENCES.md: what each publisher asks of those who pass its data on. */
function describeLicences(sources: readonly CreditedSource[]): string {
  const sections = [...new Set(sources.map(({ licence }) => licence))].sort().map((licence) => {
    const { path } = pathOf(licence)
    const terms = findLicence(licence)?.terms ?? 'See the publisher.'
    const rows = sources
      .filter((source) => source.licence === licence)
      .map(({ id, publisher, url, vintage, published_on }) => {
        const of = [`\`${id}\``, publisher, vintage ?? '', published_on, url]
        return `| ${of.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`
      })
    return `## ${licence}\n\n${terms}${path ? ` ${path}` : ''}\n\n| source | publisher | vintage | published on | files |\n|---|---|---|---|---|\n${rows.join('\n')}\n`
  })
  return `# Licenses of the data\n\nThe files of this folder contain data of these sources. Keep this page with every copy.\n\n${sections.join('\n')}`
}

function pathOf(licence: string): { path?: string } {
  const url = findLicence(licence)?.url
  return url ? { path: url } : {}
}

function findLicence(name: string): { url: string | null; terms: string } | undefined {
  return Object.entries(LICENCES).find(([one]) => one === name)?.[1]
}

function toText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
