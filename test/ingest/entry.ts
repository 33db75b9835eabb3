// The common parts of the entries of invented sources.

import type { SourceEntry } from '../../ingest/read/source.ts'

/** All but the id, the files and the reader. */
export const ENTRY: Omit<SourceEntry, 'id' | 'files'> = {
  publisher: 'Board of Elections',
  url: 'https://example.org',
  licence: 'Public record',
  vintage: '2028',
  published_on: '2028-01-01',
  states: ['NC'],
  personal: [],
  family: 'public',
}

export const EVERY_KIND = { kinds: ['candidate', 'measure', 'retention'], whole_in: [] } as const

/** Files at an address, each under the name that a mirror has for it. */
export const filesAt = (address: string, ...names: string[]) =>
  names.map((mirror) => ({ url: `${address}/${mirror}`, mirror }))
