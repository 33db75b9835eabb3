import { openWarehouse, type Warehouse, type WarehouseOptions } from './warehouse.ts'

/** An empty warehouse in memory, with the working database read-only beside it, as `work`: nothing that is computed here stays. */
export async function openScratch(file: string, options: Pick<WarehouseOptions, 'threads'> = {}): Promise<Warehouse> {
  const scratch = await openWarehouse(':memory:', options)
  try {
    await scratch.run(`ATTACH '${file.replaceAll("'", "''")}' AS work (READ_ONLY)`)
    return scratch
  } catch (fault) {
    await scratch.close()
    throw fault
  }
}
