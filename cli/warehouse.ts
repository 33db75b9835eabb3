// The analysts' database for a command that asks it: the copy that every build seals.

import { existsSync } from 'node:fs'
import type { Warehouse } from '../data/store/warehouse.ts'
import { CommandError } from './exit.ts'
import { type CommonOptions, pathsOf, sampleFlag } from './options.ts'

/** Opens it read-only, and closes it whatever happens. */
export async function withWarehouse<Result>(
  options: CommonOptions,
  ask: (warehouse: Warehouse) => Promise<Result>,
): Promise<Result> {
  const { warehouse: file } = pathsOf(options)
  if (!existsSync(file))
    throw new CommandError(
      `${file} is not there yet: the first build writes it.`,
      `hustings nightly${sampleFlag(options)}`,
    )
  const { openWarehouse } = await import('../data/store/warehouse.ts')
  const warehouse = await openWarehouse(file, { readonly: true })
  try {
    return await ask(warehouse)
  } finally {
    await warehouse.close()
  }
}
