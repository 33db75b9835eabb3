// Every source, in the order of reading. Another year of a known layout is one more entry in its folder's sources.ts.

import type { DataKind } from '../../data/schema/vocabulary.ts'
import { ballotSources } from '../ballot/sources.ts'
import { boundarySources } from '../boundary/sources.ts'
import { endorsementSources } from '../endorsement/sources.ts'
import { geocodeSources } from '../geocode/sources.ts'
import { officeholderSources } from '../officeholder/sources.ts'
import { sampleEndorsementSources, sampleSources } from '../sample/sources.ts'
import type { Source } from './source.ts'

export const sources: readonly Source[] = [
  ...boundarySources,
  ...geocodeSources,
  ...ballotSources,
  ...sampleSources,
  ...officeholderSources,
  ...endorsementSources,
]

/** Those whose rows are endorsements: their files change at any hour. */
export const feeds: readonly Source[] = [...sampleEndorsementSources, ...endorsementSources]

/** What a source of the registry is for. */
export function kindOf({ id }: Pick<Source, 'id'>): DataKind {
  if (feeds.some((feed) => feed.id === id)) return 'endorsements'
  if (id === 'sample-ballots' || ballotSources.some((source) => source.id === id)) return 'ballots'
  if (id === 'sample-officeholders' || officeholderSources.some((source) => source.id === id)) return 'officeholders'
  return geocodeSources.some((source) => source.id === id) ? 'addresses' : 'lines'
}
