// A snapshot: a published bundle that this server still has, with its exported files.

import { z } from 'zod'
import { instant } from './scalar.ts'

export const snapshot = z
  .object({
    id: z
      .string()
      .meta({ description: 'Id of the bundle, as in X-Snapshot.', examples: ['7e016be27923'.padEnd(64, '0')] }),
    publication: z.int().meta({ description: 'Number of its latest publication.', examples: [12] }),
    published_at: instant.meta({ description: 'Time of its latest publication.' }),
    current: z.boolean().meta({ description: 'Whether data endpoints answer from it now.' }),
    exports: z
      .array(
        z
          .object({
            name: z.string().meta({ description: 'Name of the file.', examples: ['contest.parquet'] }),
            url: z.string().meta({
              description: 'Path on this server; it accepts ranges.',
              examples: ['/downloads/7e01/contest.parquet'],
            }),
            bytes: z.int().meta({ description: 'Size of the file.', examples: [12823] }),
            sha256: z
              .string()
              .meta({ description: 'SHA-256 of the file, in hex; also its ETag.', examples: ['ab'.repeat(32)] }),
          })
          .meta({ id: 'ExportFile', description: 'An exported file of a bundle.' }),
      )
      .meta({ description: 'Exported files; empty if the operator has not exported the bundle.' }),
  })
  .meta({ id: 'Snapshot', description: 'A published bundle that this server still has.' })
export type Snapshot = z.infer<typeof snapshot>

// Names a published bundle by its id, by the beginning of its id, or by a day. The server's `snapshot=` and `hustings diff` share this rule
// (docs/rules.md#snapshots).

/** A day, a bundle id, or the beginning of one. No text is both a day and an id. */
export const snapshotReference = z
  .union([z.iso.date(), z.string().regex(/^[0-9a-f]{8,64}$/)])
  .meta({ id: 'SnapshotReference', description: 'A day, or the id of a bundle, or at least its first 8 digits.' })

const NAME_LENGTH_MAX = 64

/**
 * Name of a pin or of a snapshot file, such as `election-night-2026`. It never reads as a reference, which commands accept in its place.
 */
export const snapshotName = z
  .string()
  .regex(
    /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
    'expected lower-case letters and digits, with single dashes between them, such as election-night-2026',
  )
  .max(NAME_LENGTH_MAX, `expected at most ${NAME_LENGTH_MAX} characters`)
  .refine((name) => !snapshotReference.safeParse(name).success, 'expected a name that is no date and no bundle id')

/** For refusals of other texts. */
export const SNAPSHOT_REFERENCE_EXPECTED =
  'a bundle id of 64 hexadecimal digits in lower case, its first 8 or more digits, or a calendar date, YYYY-MM-DD'

/** Characters of a bundle id in sentences. */
const BUNDLE_SHOWN = 12

/** One publication of a bundle. */
export interface PublishedAt {
  publication: number
  bundle: string
  /** ISO 8601 in UTC. */
  published_at: string
}

interface FoundSnapshot<Publication> {
  found: Publication
  /** The day that was named, or the day (UTC) of the bundle's latest publication. */
  day: string
}

interface MissingSnapshot<Publication> {
  /** The publication whose bundle is no longer kept; null if none is known. */
  gone: Publication | null
  /** The nearest kept ones. */
  before: Publication | null
  after: Publication | null
}

export function isDay(text: string): boolean {
  return /^\d{4}-/.test(text)
}

/** The day of a publication in UTC. */
export function dayOf({ published_at }: PublishedAt): string {
  return published_at.slice(0, 10)
}

/**
 * @param last the last publication before the end of the day in UTC
 * @param kept the latest publication of each bundle that is here, newest first
 */
export function searchDay<Publication extends PublishedAt>(
  day: string,
  last: Publication | undefined,
  kept: readonly Publication[],
): FoundSnapshot<Publication> | MissingSnapshot<Publication> {
  if (!last) return { gone: null, before: null, after: kept.at(-1) ?? null }
  return kept.some(({ bundle }) => bundle === last.bundle) ? { found: last, day } : findNearest(last, kept)
}

/**
 * @param kept as for `searchDay`
 * @param published further publications, oldest first, whose bundles may be gone
 * @returns `ambiguous`: the number of kept bundles that begin with the text
 */
export function searchId<Publication extends PublishedAt>(
  id: string,
  kept: readonly Publication[],
  published: readonly Publication[],
): FoundSnapshot<Publication> | MissingSnapshot<Publication> | { ambiguous: number } {
  const matching = kept.filter(({ bundle }) => bundle.startsWith(id))
  const [found, ...others] = matching
  if (others.length > 0) return { ambiguous: matching.length }
  if (found) return { found, day: dayOf(found) }
  const gone = published.findLast(({ bundle }) => bundle.startsWith(id))
  return gone ? findNearest(gone, kept) : { gone: null, before: kept[0] ?? null, after: null }
}

/** @param gone is not among the kept ones, or cannot be opened */
export function findNearest<Publication extends PublishedAt>(
  gone: Publication,
  kept: readonly Publication[],
): MissingSnapshot<Publication> {
  const others = kept.filter(({ bundle }) => bundle !== gone.bundle)
  const before = others.find(({ publication }) => publication < gone.publication) ?? null
  const after = others.findLast(({ publication }) => publication > gone.publication) ?? null
  return { gone, before, after }
}

/** One sentence, without the nearest ones. */
export function sayMissing(text: string, { gone }: MissingSnapshot<PublishedAt>): string {
  if (gone) return `The bundle ${showBundle(gone)} is no longer kept.`
  return isDay(text)
    ? `Nothing was published on ${text} or before.`
    : `The id of no published bundle that is kept begins with ${text}.`
}

/** One sentence. */
export function sayNearest({ gone, before, after }: MissingSnapshot<PublishedAt>): string {
  if (gone && (before || after)) {
    const places = [before && `${showBundle(before)} before it`, after && `${showBundle(after)} after it`]
    return `The nearest kept ones: ${places.filter((place) => place !== null).join(', ')}.`
  }
  if (before) return `The newest kept one is ${showBundle(before)}.`
  return after ? `The oldest kept one is ${showBundle(after)}.` : 'No other bundle is kept.'
}

/** `7e016be27923 of 2024-11-05` */
function showBundle(published: PublishedAt): string {
  return `${published.bundle.slice(0, BUNDLE_SHOWN)} of ${dayOf(published)}`
}
