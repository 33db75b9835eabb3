// The tables that are exported, those of the schema `api` that have rows of data, each sorted by its key; and their formats: Arrow, CSV and
// Parquet.

import { closeSync, openSync, writeSync } from 'node:fs'
import {
  Bool,
  type DataType,
  DateDay,
  Field,
  Float64,
  Int32,
  Int64,
  List,
  makeData,
  RecordBatch,
  RecordBatchFileWriter,
  Schema,
  Struct,
  TimestampMillisecond,
  Utf8,
  vectorFromArray,
} from 'apache-arrow'
import { quoteText, type Warehouse } from '../../data/store/warehouse.ts'
import { apiViews } from '../warehouse/api-views.ts'
import type { ApiView } from '../warehouse/endorsement-views.ts'
import { HISTORY_COLUMNS, HISTORY_TABLE } from '../warehouse/seal.ts'

/** @setting Rows of a row group of an export, and of a record batch of an Arrow file. */
const EXPORT_BATCH_ROWS = 65_536

export interface ExportTable extends Pick<ApiView, 'name' | 'comment' | 'key'> {
  columns: { name: string; type: ColumnType; comment: string }[]
  rows: number
  /** All rows in the order of the key: a statement for the opened warehouse. */
  select: string
}

/** DuckDB's types of the columns of the schema `api`. */
const COLUMN_TYPES = [
  'BIGINT',
  'INTEGER',
  'DOUBLE',
  'BOOLEAN',
  'VARCHAR',
  'DATE',
  'TIMESTAMP',
  'JSON',
  'VARCHAR[]',
] as const
export type ColumnType = (typeof COLUMN_TYPES)[number]

/** The bundle that a sealed warehouse names; undefined if an earlier version wrote it. */
export async function findBundleOf(warehouse: Warehouse): Promise<string | undefined> {
  const [row] = await warehouse.all<{ id: string }>('SELECT id FROM api.bundle').catch(() => [])
  return row?.id
}

/** @param warehouse with the sealed file as its current database */
export async function findTables(warehouse: Warehouse): Promise<ExportTable[]> {
  return Promise.all(apiViews.map((view) => findTable(warehouse, view)))
}

/** The history of endorsements. It has times, so it is not among the tables that the bundle alone determines. */
export async function findHistory(warehouse: Warehouse): Promise<ExportTable> {
  const [counted] = await warehouse.all<{ rows: number }>(`SELECT count(*) AS rows FROM api.${HISTORY_TABLE}`)
  return {
    name: HISTORY_TABLE,
    comment: 'Each version of each endorsement, from the event log.',
    key: ['endorsement_id', 'valid_from'],
    columns: HISTORY_COLUMNS.map(([name, type, comment]) => ({ name, type, comment })),
    rows: counted?.rows ?? 0,
    select: `FROM api.${HISTORY_TABLE} ORDER BY endorsement_id, valid_from NULLS FIRST`,
  }
}

async function findTable(warehouse: Warehouse, { name, comment, key, columns }: ApiView): Promise<ExportTable> {
  const types = await warehouse.all<{ column_name: string; column_type: string }>(`DESCRIBE api.${name}`)
  const typed = columns.map((column) => ({
    name: column.name,
    comment: column.comment,
    type: toColumnType(types.find(({ column_name }) => column_name === column.name)?.column_type),
  }))
  const [counted] = await warehouse.all<{ rows: number }>(`SELECT count(*) AS rows FROM api.${name}`)
  const select = `FROM api.${name} ORDER BY ${key.map((column) => `"${column}"`).join(', ')}`
  return { name, comment, key, columns: typed, rows: counted?.rows ?? 0, select }
}

function toColumnType(type: string | undefined): ColumnType {
  const found = COLUMN_TYPES.find((one) => one === type)
  if (found) return found
  throw new Error(`a column of the schema api has the type ${type}, expected one of ${COLUMN_TYPES.join(', ')}`)
}

// Writes a table as an Arrow IPC file (https://arrow.apache.org/docs/format/Columnar.html#ipc-file-format), batch by batch.

const ARROW_TYPES: Readonly<Record<ColumnType, () => DataType>> = {
  BIGINT: () => new Int64(),
  INTEGER: () => new Int32(),
  DOUBLE: () => new Float64(),
  BOOLEAN: () => new Bool(),
  VARCHAR: () => new Utf8(),
  JSON: () => new Utf8(),
  DATE: () => new DateDay(),
  TIMESTAMP: () => new TimestampMillisecond(),
  'VARCHAR[]': () => new List(new Field('item', new Utf8(), true)),
}

/** The schema's metadata has the bundle id; each field has its description. */
export async function writeArrow(
  warehouse: Warehouse,
  table: ExportTable,
  { file, bundle }: { file: string; bundle: string },
): Promise<void> {
  const fields = table.columns.map(
    ({ name, type, comment }) => new Field(name, ARROW_TYPES[type](), true, new Map([['description', comment]])),
  )
  const schema = new Schema(fields, new Map([['bundle', bundle]]))
  const writer = new RecordBatchFileWriter()
  const descriptor = openSync(file, 'w')
  try {
    const written = drain(writer, descriptor)
    writer.reset(undefined, schema)
    for await (const columns of warehouse.batches(table.select, EXPORT_BATCH_ROWS))
      writer.write(toBatch(schema, columns))
    writer.close()
    await written
  } finally {
    closeSync(descriptor)
  }
}

async function drain(writer: RecordBatchFileWriter, descriptor: number): Promise<void> {
  for await (const bytes of writer) writeSync(descriptor, bytes)
}

function toBatch(schema: Schema, columns: readonly unknown[][]): RecordBatch {
  const children = schema.fields.map(({ type }, nth) => {
    const [data] = vectorFromArray(columns[nth] ?? [], type).data
    if (!data) throw new Error('an Arrow vector without data')
    return data
  })
  const length = columns[0]?.length ?? 0
  return new RecordBatch(schema, makeData({ type: new Struct(schema.fields), length, nullCount: 0, children }))
}

// Writes a table as CSV (RFC 4180, UTF-8, with a header).

/** A spreadsheet runs a text that begins with one of these characters (OWASP, CSV injection). */
const FORMULA = '^[=+@\\t\\r-]'

/**
 * Null is an empty field, an empty text is "". Lists are JSON; times are ISO 8601 in UTC.
 * @param options.formulaSafe a text that a spreadsheet would run as a formula begins with an apostrophe
 */
export async function writeCsv(
  warehouse: Warehouse,
  { columns, select }: ExportTable,
  { file, formulaSafe }: { file: string; formulaSafe: boolean },
): Promise<void> {
  const expressions = columns.map(({ name, type }) => {
    if (type === 'VARCHAR[]') return `CAST(to_json("${name}") AS VARCHAR) AS "${name}"`
    if (type === 'VARCHAR' && formulaSafe)
      return `CASE WHEN regexp_matches("${name}", '${FORMULA}') THEN '''' || "${name}" ELSE "${name}" END AS "${name}"`
    return `"${name}"`
  })
  await warehouse.run(
    `COPY (SELECT ${expressions.join(', ')} FROM (${select})) TO ${quoteText(file)}
     (FORMAT csv, HEADER, DATEFORMAT '%Y-%m-%d', TIMESTAMPFORMAT '%Y-%m-%dT%H:%M:%SZ')`,
  )
}

// Writes a table as Parquet with DuckDB's writer: zstd, sorted, and the bundle id in the file's metadata.

/**
 * @param select the rows in their order
 * @param options.metadata key-value pairs of the file, without quotation marks in the keys
 */
export async function writeParquet(
  warehouse: Warehouse,
  select: string,
  {
    file,
    metadata,
    groupRows = EXPORT_BATCH_ROWS,
  }: { file: string; metadata: Readonly<Record<string, string>>; groupRows?: number },
): Promise<void> {
  const pairs = Object.entries(metadata).map(([key, value]) => `${key}: ${quoteText(value)}`)
  await warehouse.run(
    `COPY (${select}) TO ${quoteText(file)}
     (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${groupRows}, KV_METADATA {${pairs.join(', ')}})`,
  )
}
