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

/** The working database for an ingest and the build that follows it, opened once: each opening takes as long as a small edit's SQL. */
export interface SharedWork {
  /** Open and in use as `work`, beside an empty warehouse in memory (`memory`). */
  open(): Promise<Warehouse>
  /** Opened anew by who asks next. */
  close(): Promise<void>
}

export function shareWork(file: string, options: Pick<WarehouseOptions, 'threads'> = {}): SharedWork {
  let warehouse: Warehouse | undefined
  return {
    async open() {
      warehouse ??= await openWarehouse(file, { ...options, besideMemory: true })
      return warehouse
    },
    async close() {
      const open = warehouse
      warehouse = undefined
      await open?.close()
    },
  }
}
