// The analysts' copy of the working database.

import { existsSync, renameSync, rmSync } from 'node:fs'
import type { Warehouse } from './warehouse.ts'

/** Writes a compacted copy beside it and renames that into place, so that readers see either the old or the complete new copy. */
export async function sealWarehouse(work: Warehouse, file: string): Promise<void> {
  const beside = `${file}.writing`
  if (existsSync(beside)) rmSync(beside)
  await work.run(`ATTACH '${beside.replaceAll("'", "''")}' AS sealed`)
  try {
    const [row] = await work.all<{ name: string }>('SELECT current_database() AS name')
    await work.run(`COPY FROM DATABASE "${row?.name ?? 'work'}" TO sealed`)
  } finally {
    await work.run('DETACH sealed')
  }
  renameSync(beside, file)
}
