// Walks a list of the API to its end, and compares counts and sums over all its records with those of the exported files.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tableFromIPC } from 'apache-arrow'
import { z } from 'zod'
import { quoteText, type Warehouse } from '../../data/store/warehouse.ts'
import { flatten, RESOURCES, type Row } from '../build/warehouse/resources.ts'
import type { ServedFolder } from '../cli/served-folder.ts'

/** For each column how many rows have a value, and the sum: of numbers themselves, of true as 1, of texts their lengths. */
type Sums = Record<string, { values: number; sum: bigint }>

export interface Totals {
  rows: number
  sums: Sums
}

export interface Compared {
  walked: Totals
  /** Of each file, by its name. */
  files: Record<string, Totals>
}

export interface Walk {
  /** The table of the schema `api`, and name of the files. */
  view: string
  /** A list of the API, in large pages if it has pages. */
  path: string
  /** The member of its records whose items are the rows; without it, the records themselves. */
  member?: string
}

/** Everything that lists of the API hold. */
export const WALKS: readonly Walk[] = [
  ...RESOURCES.map(({ view, path }) => ({ view, path: `${path}&limit=500` })),
  { view: 'choice', path: '/v1/contests?limit=500', member: 'choices' },
  { view: 'coverage', path: '/v1/coverage?upcoming=false' },
]

/** Times, lists and JSON are written otherwise in each format. */
const SUMMED_TYPES = ['BIGINT', 'INTEGER', 'BOOLEAN', 'VARCHAR', 'DATE']

const rows = z.array(z.record(z.string(), z.unknown()))
const page = z.object({ data: rows, next_cursor: z.string().nullish() })

/**
 * Sums the columns that the files and the records share.
 * @param tables any opened database. @param exported the folder of the exports
 */
export async function compareExport(
  tables: Warehouse,
  { view, path, member }: Walk,
  { server, exported }: { server: ServedFolder; exported: string },
): Promise<Compared> {
  const [parquet, csv, arrow] = ['parquet', 'csv', 'arrow'].map((format) => `${view}.${format}`)
  const inFolder = (name = ''): string => join(exported, name)
  const from = `read_parquet(${quoteText(inFolder(parquet))})`
  const columns = (await tables.query(`DESCRIBE FROM ${from}`)).rows.map(([name, type]) => ({
    name: String(name),
    type: String(type),
  }))
  const walked = await walk(server, path)
  const records = (member === undefined ? walked : walked.flatMap((record) => rows.parse(record[member]))).map(flatten)
  const shared = columns.filter(
    ({ name, type }) => SUMMED_TYPES.includes(type) && records.some((record) => name in record),
  )
  const days = new Set(shared.flatMap(({ name, type }) => (type === 'DATE' ? [name] : [])))
  const chosen = shared.map(({ name }) => (days.has(name) ? `CAST(${name} AS VARCHAR) AS ${name}` : name))
  const types = columns.map(({ name, type }) => {
    const read = SUMMED_TYPES.includes(type) ? type : 'VARCHAR'
    return `${quoteText(name)}: ${quoteText(read)}`
  })
  const fromCsv = `read_csv(${quoteText(inFolder(csv))}, columns = {${types.join(', ')}}, header = true)`
  const names = shared.map(({ name }) => name)
  const ofTable = async (table: string): Promise<Totals> =>
    addUp(await tables.all<Row>(`SELECT ${chosen.join(', ')} FROM ${table}`), names)
  return {
    walked: addUp(records, names),
    files: {
      [parquet ?? '']: await ofTable(from),
      [csv ?? '']: await ofTable(fromCsv),
      [arrow ?? '']: addUp(readArrow(inFolder(arrow), names, days), names),
    },
  }
}

async function walk(server: ServedFolder, path: string): Promise<Row[]> {
  const records: Row[] = []
  for (let cursor: string | null | undefined = ''; typeof cursor === 'string'; ) {
    const { data, next_cursor } = page.parse(await server.ask(`${path}${cursor && `&cursor=${cursor}`}`))
    records.push(...data)
    cursor = next_cursor
  }
  return records
}

/** @param days columns of days, which Arrow has as times */
function* readArrow(file: string, columns: readonly string[], days: ReadonlySet<string>): Generator<Row> {
  const table = tableFromIPC(readFileSync(file))
  const vectors = columns.map((name) => [name, table.getChild(name)] as const)
  for (let at = 0; at < table.numRows; at++)
    yield Object.fromEntries(
      vectors.map(([name, vector]) => {
        const value: unknown = vector?.get(at)
        return [name, days.has(name) && value !== null ? new Date(Number(value)).toISOString().slice(0, 10) : value]
      }),
    )
}

function addUp(rows: Iterable<Row>, columns: readonly string[]): Totals {
  const sums: Sums = Object.fromEntries(columns.map((name) => [name, { values: 0, sum: 0n }]))
  let count = 0
  for (const row of rows) {
    count++
    for (const [name, total] of Object.entries(sums)) {
      const value = row[name]
      if (value === null || value === undefined) continue
      total.values++
      total.sum += BigInt(typeof value === 'string' ? [...value].length : Number(value))
    }
  }
  return { rows: count, sums }
}
