// Opens the analysts' database for a command: the sealed copy that every build writes.

import { existsSync } from 'node:fs'
import type { Warehouse } from '../data/store/warehouse.ts'
import { CommandError } from './exit.ts'
import { type CommonOptions, nightlyFor, pathsOf } from './options.ts'

/** Opens it read-only and always closes it. */
export async function withWarehouse<Result>(
  options: CommonOptions,
  ask: (warehouse: Warehouse) => Promise<Result>,
): Promise<Result> {
  const { warehouse: file } = pathsOf(options)
  if (!existsSync(file))
    throw new CommandError(`${file} does not exist yet: the first build creates it.`, nightlyFor(options))
  const { openWarehouse } = await import('../data/store/warehouse.ts')
  const warehouse = await openWarehouse(file, { readonly: true })
  try {
    return await ask(warehouse)
  } finally {
    await warehouse.close()
  }
}
