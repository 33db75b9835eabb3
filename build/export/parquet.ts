// Writes a table as Parquet with DuckDB's writer: zstd, sorted, and the bundle id in the file's metadata.

import { quoteText, type Warehouse } from '../../data/store/warehouse.ts'
import { EXPORT_BATCH_ROWS } from '../constants.ts'

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
