// Seals each part whose fingerprint no kept manifest has; reuses the others.

import type { Manifest, PartName } from '../../data/schema/manifest.ts'
import type { Paths } from '../../data/store/paths.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'
import type { BuildProgress } from '../sql/run-sql.ts'
import { withSpareMemory } from '../warehouse/seal.ts'
import type { Fingerprints } from './fingerprint.ts'
import { findPart, isNamed } from './manifest.ts'
import { writeAddressPart, writePlacesPart } from './places-part.ts'
import { writeRowPart } from './row-part.ts'

interface PartReport {
  sha256: string
  bytes: number
  /** An earlier bundle names the same bytes. */
  reused: boolean
}

type Sealed = PartReport & Manifest['parts'][PartName]
/** `addresses` is present if the sources contain addresses. */
export type Parts = { [Name in PartName]: Sealed } & { addresses?: Sealed }

export async function sealParts(
  warehouse: Warehouse,
  paths: Paths,
  prints: Fingerprints,
  onProgress: BuildProgress,
): Promise<Parts> {
  const seal = async (name: PartName | 'addresses'): Promise<Sealed> => {
    const fingerprint = prints[name]
    const known = findPart(paths, name, fingerprint)
    const { sha256, bytes } = known ?? (await writePart(name))
    const reused = known !== undefined || isNamed(paths, name, sha256)
    onProgress(name, reused ? 'unchanged' : `${(bytes / 1e6).toFixed(1)} MB`)
    return { sha256, bytes, fingerprint, reused }
  }
  const writePart = (name: PartName | 'addresses'): Promise<{ sha256: string; bytes: number }> => {
    switch (name) {
      case 'places':
        return withSpareMemory(warehouse, () => writePlacesPart(warehouse, paths.parts))
      case 'addresses':
        return writeAddressPart(warehouse, paths.parts)
      default:
        return writeRowPart(warehouse, paths.parts, name)
    }
  }
  const [places, ballots, endorsements, officeholders] = [
    await seal('places'),
    await seal('ballots'),
    await seal('endorsements'),
    await seal('officeholders'),
  ]
  const addresses = prints.addresses === '' ? {} : { addresses: await seal('addresses') }
  return { places, ballots, endorsements, officeholders, ...addresses }
}

/** The manifest's list of parts, in its order. */
export function toManifestParts(parts: Parts): Manifest['parts'] {
  const entry = ({ sha256, bytes, fingerprint }: Sealed): Manifest['parts'][PartName] => ({
    sha256,
    bytes,
    fingerprint,
  })
  const [places, ballots, endorsements, officeholders] = [
    entry(parts.places),
    entry(parts.ballots),
    entry(parts.endorsements),
    entry(parts.officeholders),
  ]
  const addresses = parts.addresses ? { addresses: entry(parts.addresses) } : {}
  return { places, ballots, endorsements, officeholders, ...addresses }
}
