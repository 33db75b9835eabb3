// What stands beside each answer: the bundle, the sources with their URLs, and where text of other people is.

import type { Manifest } from '../../data/schema/manifest.ts'
import type { DataKind } from '../../data/schema/vocabulary.ts'
import { MCP_SOURCE_URLS_SHOWN } from '../constants.ts'

interface CitedSource {
  id: string
  publisher: string
  licence: string
  /** Day of publication, YYYY-MM-DD. */
  published_on: string
  /** Of its files, the first MCP_SOURCE_URLS_SHOWN. */
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
        urls: urls.slice(0, MCP_SOURCE_URLS_SHOWN),
        file_count: urls.length,
      }
    })
}

/** Every value of a property `state` in a JSON value: USPS codes, and `national` of an endorser. */
export function statesIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found
  for (const [name, one] of Object.entries(value))
    if (name === 'state' && typeof one === 'string') found.add(one)
    else statesIn(one, found)
  return found
}
