// The edition of a source: the date of the files that were fetched, where the publisher replaces or adds them.

import type { KeptFile } from '../fetch/keep.ts'
import type { Source } from '../read/source.ts'

/**
 * The source with the one file that was read, if its files are editions, and with the date of its newest file. Unchanged if its files do
 * not change, and for files of a mirror, which the entry dates; an awaited file of a mirror has the day on which it was first retrieved.
 * @param isKept the entry has the recorded date already, because earlier bytes are read again
 */
export function toEdition(
  entry: Source,
  files: readonly Pick<KeptFile, 'url' | 'published_on' | 'retrieved_at' | 'commit'>[],
  isKept = false,
): Source {
  const source = entry.editions ? chooseEdition(entry, files) : entry
  if (!source.living || isKept) return source
  const [published_on] = files
    .flatMap((file) => file.published_on ?? (source.awaited ? file.retrieved_at.slice(0, 10) : []))
    .sort()
    .reverse()
  if (published_on === undefined) return source
  const commit = files.find((file) => file.commit !== undefined)?.commit?.slice(0, COMMIT_LENGTH)
  return { ...source, published_on, ...(!source.awaited && { vintage: commit ?? published_on }) }
}

/** Digits that tell one commit of a repository from the others. */
const COMMIT_LENGTH = 12

function chooseEdition(source: Source, files: readonly Pick<KeptFile, 'url'>[]): Source {
  const chosen = source.files.filter(({ url }) => files.some((file) => file.url === url))
  return { ...source, files: chosen, vintage: chosen[0]?.vintage ?? source.vintage }
}
