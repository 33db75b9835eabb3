// Cites the sources of an answer.

import type { Manifest } from './manifest.ts'
import type { DataKind } from './vocabulary.ts'

/** @setting Files of a source whose URLs a citation names. It counts all of them. */
const CITED_URLS_MAX = 3

export interface CitedSource {
  id: string
  publisher: string
  licence: string
  /** Day of publication, YYYY-MM-DD. */
  published_on: string
  /** Of its files, the first CITED_URLS_MAX. */
  urls: string[]
  file_count: number
}

/**
 * The sources of these kinds that give rows of these states: the answer was read from some or all of them. The `source_url` of a record
 * is its own page.
 */
export function citeSources(
  { sources }: Pick<Manifest, 'sources'>,
  { kinds, states }: { kinds: readonly DataKind[]; states: ReadonlySet<string> },
): CitedSource[] {
  const fits = ({ kind, states: given }: { kind: DataKind; states: readonly string[] }): boolean =>
    kinds.includes(kind) && given.some((state) => states.has(state))
  return sources
    .filter(({ gives }) => gives === undefined || gives.some(fits))
    .map(({ id, publisher, licence, published_on, files }) => {
      const urls = [...new Set(files.map(({ url }) => url))]
      return {
        id,
        publisher,
        licence,
        published_on,
        urls: urls.slice(0, CITED_URLS_MAX),
        file_count: urls.length,
      }
    })
}
