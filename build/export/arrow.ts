// Writes a table as an Arrow IPC file (https://arrow.apache.org/docs/format/Columnar.html#ipc-file-format), batch by batch.

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
import type { Warehouse } from '../../data/store/warehouse.ts'
import { EXPORT_BATCH_ROWS } from '../constants.ts'
import type { ColumnType, ExportTable } from './tables.ts'

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
