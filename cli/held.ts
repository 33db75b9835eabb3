import type { Paths } from '../data/store/paths.ts'

/** Rows of the sealed warehouse by table of `core`: all that is held, of this run's reading or an earlier one's. */
export async function loadHeldRows(paths: Pick<Paths, 'warehouse'>): Promise<Record<string, number>> {
  const { openWarehouse } = await import('../data/store/warehouse.ts')
  const warehouse = await openWarehouse(paths.warehouse, { readonly: true })
  try {
    const tables = await warehouse.all<{ name: string }>(
      `SELECT table_name AS name
       FROM information_schema.tables
       WHERE table_schema = 'core' AND table_name NOT IN ('issue', 'source_read')
       ORDER BY table_name`,
    )
    const held: Record<string, number> = {}
    for (const { name } of tables) {
      const [row] = await warehouse.all<{ rows: number }>(`SELECT count(*) AS rows FROM core."${name}"`)
      held[name] = row?.rows ?? 0
    }
    return held
  } finally {
    await warehouse.close()
  }
}
