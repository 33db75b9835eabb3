// The manifest of a bundle: it names the sealed parts by hash, and the inputs they were made from.

import { createHash } from 'node:crypto'
import { z } from 'zod'
import { DATA_KINDS, STATE_CODES } from './vocabulary.ts'

/** @setting The bundle format that this version writes. A server refuses any other format. */
export const BUNDLE_FORMAT = 3

/** The parts of every bundle. */
export const PART_NAMES = ['places', 'ballots', 'endorsements', 'officeholders'] as const
export type PartName = (typeof PART_NAMES)[number]

/**
 * The formats that this version reads: its own and, after the first release, also the previous one. Formats 1 and 2 were never released
 * and index places differently.
 */
export const BUNDLE_FORMATS: readonly number[] = [BUNDLE_FORMAT]

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const part = z.object({
  sha256,
  bytes: z.number().int().positive(),
  /** Hash of its sources, reference tables, compiled build and ingest code, and the lockfile. */
  fingerprint: sha256,
})

export const manifest = z.object({
  format: z.number().refine((format) => BUNDLE_FORMATS.includes(format), 'another format'),
  /** See bundleIdOf. */
  bundle: sha256,
  sqlite: z.string(),
  parts: z.object({
    places: part,
    ballots: part,
    endorsements: part,
    officeholders: part,
    /** Present if the sources have addresses. */
    addresses: part.optional(),
    /** Changes since the endorsements part was made; both are read as one (data/store/part.ts). */
    changes: part.optional(),
  }),
  sources: z.array(
    z.object({
      id: z.string(),
      publisher: z.string(),
      licence: z.string(),
      vintage: z.string(),
      published_on: z.string(),
      /** Normalized rows of all tables. */
      rows: z.number().int().nonnegative(),
      /** Their names stay when a publisher moves them. Absent in the manifest of an earlier version. */
      files: z.array(z.object({ name: z.string().optional(), url: z.string(), sha256 })),
      /** The states whose rows were read, of those that it covers (--only). Absent in the manifest of an earlier version. */
      selected_states: z.array(z.enum(STATE_CODES)).optional(),
      /** Set if exports and snapshots may not have its rows. */
      private: z.literal(true).optional(),
      /** The kinds of its rows, with the states of each. Absent in the manifest of an earlier version. */
      gives: z.array(z.object({ kind: z.enum(DATA_KINDS), states: z.array(z.enum(STATE_CODES)) })).optional(),
    }),
  ),
})
export type Manifest = z.infer<typeof manifest>

/**
 * SHA-256 of the format and the parts' names and hashes, in hex. Two machines with the same inputs give a bundle the same id, and a
 * manifest whose id belongs to other parts is recognized.
 */
export function bundleIdOf({ format, parts }: Pick<Manifest, 'format'> & { parts: PartHashes }): string {
  const named = PART_NAMES.map((name) => `${name} ${parts[name].sha256}`)
  if (parts.addresses) named.push(`addresses ${parts.addresses.sha256}`)
  if (parts.changes) named.push(`changes ${parts.changes.sha256}`)
  return createHash('sha256')
    .update([`format ${format}`, ...named].join('\n'))
    .digest('hex')
}

type PartHash = { sha256: string }
type PartHashes = { [Name in PartName]: PartHash } & {
  addresses?: PartHash | undefined
  changes?: PartHash | undefined
}
