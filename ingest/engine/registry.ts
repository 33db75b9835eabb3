// Lists every source in reading order. To add another year of a known layout, add an entry to its folder's sources.ts.

import type { DataKind } from '../../data/schema/vocabulary.ts'
import { ballotSources } from '../ballot/sources.ts'
import { boundarySources } from '../boundary/sources.ts'
import { endorsementSources } from '../endorsement/sources.ts'
import { geocodeSources } from '../geocode/sources.ts'
import { officeholderSources } from '../officeholder/sources.ts'
import type { Source } from '../read/source.ts'
import { sampleEndorsementSources, sampleSources } from '../sample/sources.ts'

export const sources: readonly Source[] = [
  ...boundarySources,
  ...geocodeSources,
  ...ballotSources,
  ...sampleSources,
  ...officeholderSources,
  ...endorsementSources,
]

/** Sources of endorsements. Their files may change at any hour. */
export const feeds: readonly Source[] = [...sampleEndorsementSources, ...endorsementSources]

/** The kind of data that a source gives. */
export function kindOf({ id }: Pick<Source, 'id'>): DataKind {
  if (feeds.some((feed) => feed.id === id)) return 'endorsements'
  if (id === 'sample-ballots' || ballotSources.some((source) => source.id === id)) return 'ballots'
  if (id === 'sample-officeholders' || officeholderSources.some((source) => source.id === id)) return 'officeholders'
  return geocodeSources.some((source) => source.id === id) ? 'addresses' : 'lines'
}
