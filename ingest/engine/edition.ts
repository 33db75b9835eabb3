// The edition of a source: the date of the files that were fetched, where the publisher replaces or adds them.

import type { KeptFile } from '../fetch/fetch.ts'
import type { Source } from '../read/source.ts'

/**
 * The source with the date of its newest file. Unchanged if its files do not change, and for files of a mirror, which the entry dates; an
 * awaited file of a mirror has the day on which it was first retrieved.
 */
export function toEdition(source: Source, files: readonly Pick<KeptFile, 'published_on' | 'retrieved_at'>[]): Source {
  if (!source.living) return source
  const [published_on] = files
    .flatMap((file) => file.published_on ?? (source.awaited ? file.retrieved_at.slice(0, 10) : []))
    .sort()
    .reverse()
  if (published_on === undefined) return source
  return { ...source, published_on, ...(!source.awaited && { vintage: published_on }) }
}
