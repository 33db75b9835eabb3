import { openWarehouse, quoteText, type Warehouse, type WarehouseOptions } from './warehouse.ts'

/** An empty warehouse in memory, with the working database attached read-only as `work`. Its results are not stored. */
export async function openScratch(file: string, options: Pick<WarehouseOptions, 'threads'> = {}): Promise<Warehouse> {
  const scratch = await openWarehouse(':memory:', options)
  try {
    await scratch.run(`ATTACH ${quoteText(file)} AS work (READ_ONLY)`)
    return scratch
  } catch (fault) {
    await scratch.close()
    throw fault
  }
}

/** The working database, opened once for an ingest and the following build: opening takes as long as the SQL of a small edit. */
export interface SharedWork {
  /** Opens it as `work`, beside an empty warehouse in memory (`memory`). */
  open(): Promise<Warehouse>
  /** The next `open` opens it again. */
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
