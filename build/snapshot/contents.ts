// Defines the entries of a snapshot file. They lie as in a data folder:
//
//   SHA256SUMS                 hash and name of every other entry, in the order of the file (sorted by name)
//   CITATION.cff               how to cite it
//   bundles/<bundle>.json      the manifest
//   exports/<bundle>/<file>    the exported files that its SHA256SUMS lists, if the bundle is exported
//   parts/<sha256>.sqlite      the parts that the manifest names
//   raw/<sha256>               the kept bytes of its sources, with blank personal columns
//   snapshot.json              which bundle it is, of which day, and the version and commit that packed it
//   sources.yaml               the entries of configured sources, if the bundle has any (ingest/configuration/packed.ts)
//
// The id of a snapshot is the SHA-256 of SHA256SUMS: it stands for every byte of the file.

import { z } from 'zod'
import { snapshotName } from '../../data/schema/snapshot.ts'

/** The first number of a snapshot file's own format. */
export const SNAPSHOT_FORMAT = 1
export const SUMS = 'SHA256SUMS'
export const ABOUT = 'snapshot.json'
export const CITATION = 'CITATION.cff'
export const CONFIGURED = 'sources.yaml'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

export const snapshotAbout = z.object({
  format: z.literal(SNAPSHOT_FORMAT),
  bundle: sha256,
  name: snapshotName.nullable(),
  /** The day to which a server of this snapshot pins its clock. */
  day: z.iso.date(),
  /** The version that packed it. */
  version: z.string().max(100),
  /** Its commit; null if it did not know it. Versions before 0.2.0 do not state it. */
  commit: z.string().max(100).nullable().optional(),
  /** Hash of that version's code (codeFingerprint): equal code builds equal bytes. */
  code: sha256,
})
export type SnapshotAbout = z.infer<typeof snapshotAbout>

export const manifestEntry = (bundle: string): string => `bundles/${bundle}.json`
export const partEntry = (sha256: string): string => `parts/${sha256}.sqlite`
export const sourceEntry = (sha256: string): string => `raw/${sha256}`
export const exportEntry = (bundle: string, name: string): string => `exports/${bundle}/${name}`

const HASH = '[0-9a-f]{64}'
const ENTRY = new RegExp(
  `^(?:${CITATION}|${ABOUT}|${CONFIGURED}|bundles/${HASH}\\.json|exports/${HASH}/[A-Za-z0-9][\\w.-]{0,80}|parts/${HASH}\\.sqlite|raw/${HASH})$`,
)

/** The path has no `..`, no root and no other folder: each entry's name is one of those above. */
export function isEntryName(name: string): boolean {
  return ENTRY.test(name)
}

/** The hash that an entry's own name states. */
export function hashInName(name: string): string | undefined {
  return new RegExp(`^(?:parts|raw)/(${HASH})`).exec(name)?.[1]
}
