// The bundles on the disk: why each is kept, and the space that it takes.

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type KeepReason, loadKept } from '../../../build/publish/garbage-collect.ts'
import { listExports, loadExport } from '../../../data/store/exports.ts'
import { listBundles, loadPartHashes } from '../../../data/store/manifest.ts'
import type { Paths } from '../../../data/store/paths.ts'
import type { ServiceStore } from '../../../data/store/state/state.ts'

export interface StoredBundle {
  bundle: string
  /** Its newest publication. Null if it was never published. */
  publication: number | null
  published_at: string | null
  /** Empty: the next publication deletes it. */
  kept_as: readonly KeepReason[]
  /** Bytes of the parts that no other stored bundle has. Null if its manifest cannot be read. */
  own_bytes: number | null
  /** Bytes of all its parts. Null if its manifest cannot be read. */
  bytes: number | null
  /** Bytes of its exported files. Null if it is not exported. */
  export_bytes: number | null
}

/** Newest publication first, then the bundles that were never published. */
export async function loadStored(paths: Paths, state: ServiceStore, now: Date): Promise<StoredBundle[]> {
  const stored = listBundles(paths)
  const reasons = new Map((await loadKept(paths, state, now)).map(({ bundle, reasons }) => [bundle, reasons]))
  const published = await state.publicationsOf(stored)
  const dates = new Map(published.map((one) => [one.bundle, one]))
  const exported = new Set(listExports(paths.exports))
  const parts = new Map(stored.map((bundle) => [bundle, findParts(paths, bundle)]))
  const users = new Map<string, number>()
  for (const sha256 of [...parts.values()].flatMap((named) => named ?? []))
    users.set(sha256, (users.get(sha256) ?? 0) + 1)
  const sizeOf = (hashes: readonly string[]): number =>
    hashes.reduce((sum, sha256) => sum + bytesOf(join(paths.parts, `${sha256}.sqlite`)), 0)
  const never = stored.filter((bundle) => !dates.has(bundle))
  return [...published.map(({ bundle }) => bundle), ...never].map((bundle) => {
    const { publication = null, published_at = null } = dates.get(bundle) ?? {}
    const named = parts.get(bundle)
    return {
      ...{ bundle, publication, published_at, kept_as: reasons.get(bundle) ?? [] },
      own_bytes: named ? sizeOf(named.filter((sha256) => users.get(sha256) === 1)) : null,
      bytes: named ? sizeOf(named) : null,
      export_bytes: exported.has(bundle)
        ? loadExport(paths.exports, bundle).reduce((sum, { bytes }) => sum + bytes, 0)
        : null,
    }
  })
}

/** Undefined if the manifest cannot be read. */
function findParts(paths: Paths, bundle: string): string[] | undefined {
  try {
    return [...new Set(loadPartHashes(paths, bundle).values())]
  } catch {
    return undefined
  }
}

function bytesOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
