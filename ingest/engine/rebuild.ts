// What a damaged work.duckdb held is read anew: each source from the very bytes that its rows were read from, which are kept by their
// SHA-256. The damaged file stays beside until all of them were read, so that an interrupted rebuild begins again.

import { existsSync } from 'node:fs'
import type { Paths } from '../../data/store/paths.ts'
import type { SourceRead } from '../../data/store/source-read.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'
import { findDamaged, setAside } from '../../data/store/work-damage.ts'
import type { KeptSources } from '../fetch/fetch.ts'
import type { Source } from './source.ts'

interface Rebuild {
  /** In the order of reading. */
  sources: readonly Source[]
  /** The bytes that they were read from. */
  kept: KeptSources
  /** Ids of sources that no registry names any more: their rows are gone. */
  unknown: readonly string[]
}

/** Sets the damaged file aside, where that was not done before. @param registry default: the project's */
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

/** Undefined where the file cannot tell. */
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
