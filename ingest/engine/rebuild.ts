// Rebuilds a damaged work.duckdb: reads each source again from the bytes of its last good read, kept under their SHA-256. The
// damaged file stays until all sources are read, so that an interrupted rebuild starts over.

import { existsSync } from 'node:fs'
import type { Paths } from '../../data/store/paths.ts'
import type { SourceRead } from '../../data/store/source-read.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'
import { findDamaged, setAside } from '../../data/store/work-damage.ts'
import type { KeptSources } from '../fetch/fetch.ts'
import type { Source } from '../read/source.ts'

interface Rebuild {
  /** In reading order. */
  sources: readonly Source[]
  /** The bytes of their last good reads. */
  kept: KeptSources
  /** Ids that are no longer in the registry; their rows are lost. */
  unknown: readonly string[]
}

/** Sets the damaged file aside, unless an earlier run did. @param registry default: the project's */
export async function planRebuild(paths: Paths, registry?: readonly Source[]): Promise<Rebuild> {
  const damaged = findDamaged(paths) ?? setAside(paths)
  const held = (await findReads(damaged)) ?? (await findReads(paths.warehouse)) ?? []
  const known = registry ?? (await import('./registry.ts')).sources
  const ids = new Set(held.map(({ source_id }) => source_id))
  const sources = new Map(known.filter(({ id }) => ids.has(id)).map((source) => [source.id, source]))
  return {
    sources: [...sources.values()],
    kept: new Map(
      held.map(({ source_id, files }) => [source_id, new Map(files.map((file) => [file.url, file.sha256]))]),
    ),
    unknown: held.map(({ source_id }) => source_id).filter((id) => !sources.has(id)),
  }
}

/** Undefined if the damaged file cannot be queried. */
async function findReads(file: string): Promise<SourceRead[] | undefined> {
  if (!existsSync(file)) return undefined
  try {
    const warehouse = await openWarehouse(file, { readonly: true })
    try {
      return await warehouse.sourceReads()
    } finally {
      await warehouse.close()
    }
  } catch {
    return undefined
  }
}
