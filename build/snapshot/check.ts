// Checks that an unpacked bundle may be opened, and compares it with one that was rebuilt from the same sources.

import { join } from 'node:path'
import type { Manifest } from '../../data/schema/manifest.ts'
import { listParts } from '../../data/store/bundle.ts'
import { loadManifest } from '../../data/store/manifest.ts'
import type { PartKind } from '../../data/store/part.ts'
import { checkPart } from '../../data/store/part-check.ts'
import { compareRows, type DifferingTable } from '../../data/store/part-rows.ts'
import type { Paths } from '../../data/store/paths.ts'
import { partEntry } from './contents.ts'
import { SnapshotFault } from './unpack.ts'

type BundlePaths = Pick<Paths, 'bundles' | 'parts'>

/**
 * Throws SnapshotFault unless this version can open the bundle: its manifest's format and id, each part's tables and pages.
 * @param file how messages call the snapshot
 */
export function checkBundle(paths: BundlePaths, bundle: string, file: string): Manifest {
  let manifest: Manifest
  try {
    manifest = loadManifest(paths, bundle)
  } catch (fault) {
    throw new SnapshotFault(
      `this version cannot open the bundle of ${file}: ${sentenceOf(fault)}; run: hustings snapshot rebuild FILE --output OTHER_FILE`,
    )
  }
  for (const [kind, { sha256 }] of listParts(manifest))
    try {
      checkPart(join(paths.parts, `${sha256}.sqlite`), kind, partEntry(sha256))
    } catch (fault) {
      throw new SnapshotFault(`${file}: ${sentenceOf(fault)}`)
    }
  return manifest
}

function sentenceOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault)
}

/** How a rebuilt part compares with the packed one. */
export interface PartComparison {
  part: PartKind
  equal: 'bytes' | 'rows' | 'no'
  /** Set if the rows differ. */
  differing?: readonly DifferingTable[]
}

/** Compares the changes part together with its base: a rebuild folds both into one. */
export function compareParts(
  packed: { paths: BundlePaths; manifest: Manifest },
  rebuilt: { paths: BundlePaths; manifest: Manifest },
): PartComparison[] {
  const { changes } = packed.manifest.parts
  const second = new Map(listParts(rebuilt.manifest))
  const missing = [...second.keys()].filter((kind) => packed.manifest.parts[kind] === undefined)
  const fileOf = ({ paths }: { paths: BundlePaths }, { sha256 }: { sha256: string }): string =>
    join(paths.parts, `${sha256}.sqlite`)
  const compared = listParts(packed.manifest)
    .filter(([kind]) => kind !== 'changes')
    .map(([part, { sha256 }]): PartComparison => {
      const other = second.get(part)
      if (!other) return { part, equal: 'no' }
      const own =
        part === 'endorsements' && changes ? { file: fileOf(packed, changes), sha256: changes.sha256 } : undefined
      if (other.sha256 === sha256 && !own) return { part, equal: 'bytes' }
      const first = { file: fileOf(packed, { sha256 }), sha256, changes: own }
      const differing = compareRows(first, { file: fileOf(rebuilt, other) })
      return differing.length === 0 ? { part, equal: 'rows' } : { part, equal: 'no', differing }
    })
  return [...compared, ...missing.map((part): PartComparison => ({ part, equal: 'no' }))]
}
