// docs/warehouse.md, made from the comments in warehouse.duckdb. `make docs` writes it; warehouse-page.test.ts compares it.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectFile } from '../../data/store/paths.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'

export const WAREHOUSE_PAGE = projectFile('docs', 'warehouse.md')

export interface DescribedTable {
  name: string
  comment: string | null
  columns: { name: string; type: string; comment: string | null }[]
}

/** Every table and view of the schema, in the order in which they were made. */
export async function describeSchema(file: string, schema: string): Promise<DescribedTable[]> {
  const warehouse = await openWarehouse(file)
  try {
    const tables = await warehouse.all<{ name: string; comment: string | null }>(
      `SELECT name, comment FROM (
         SELECT view_name AS name, comment, view_oid AS oid FROM duckdb_views() WHERE schema_name = $schema AND NOT internal
         UNION ALL
         SELECT table_name, comment, table_oid FROM duckdb_tables() WHERE schema_name = $schema AND NOT internal
       )
       ORDER BY oid`,
      { schema },
    )
    const columns = await warehouse.all<{ name: string; column_name: string; type: string; comment: string | null }>(
      `SELECT table_name AS name, column_name, data_type AS type, comment
       FROM duckdb_columns()
       WHERE schema_name = $schema
       ORDER BY table_name, column_index`,
      { schema },
    )
    return tables.map(({ name, comment }) => ({
      name,
      comment,
      columns: columns
        .filter((column) => column.name === name)
        .map(({ column_name, type, comment }) => ({ name: column_name, type, comment })),
    }))
  } finally {
    await warehouse.close()
  }
}

export function writeWarehousePage(tables: readonly DescribedTable[]): string {
  const sections = tables.map(({ name, comment, columns }) => {
    const rows = columns.map((one) => `| \`${one.name}\` | ${one.type} | ${one.comment?.replaceAll('|', '\\|')} |`)
    return `## api.${name}\n\n${comment}\n\n| column | type | meaning |\n|---|---|---|\n${rows.join('\n')}\n`
  })
  return `# The tables of warehouse.duckdb\n\nThe schema \`api\` has one table for each resource of the API. \`make docs\` writes this page from the comments in the file.\n\n${sections.join('\n')}`
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folder = mkdtempSync(join(tmpdir(), 'hustings-docs-'))
  try {
    const env = { ...process.env, HUSTINGS_VAR: folder }
    execFileSync(process.execPath, [projectFile('dist', 'cli.js'), 'nightly', '--sample'], { env, stdio: 'ignore' })
    writeFileSync(
      WAREHOUSE_PAGE,
      writeWarehousePage(await describeSchema(join(folder, 'sample', 'warehouse.duckdb'), 'api')),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}
