// The common part of the entries of invented sources: all but the id, the files and the reader.

import type { SourceEntry } from '../../ingest/read/source.ts'

export const ENTRY: Omit<SourceEntry, 'id' | 'files'> = {
  ...{ publisher: 'Board of Elections', url: 'https://example.org', licence: 'Public record', vintage: '2028' },
  ...{ published_on: '2028-01-01', states: ['NC'], personal: [], family: 'public' },
}
