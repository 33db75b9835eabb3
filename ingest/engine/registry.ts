// Lists every source in reading order. To add another year of a known layout, add an entry to its folder's sources.ts.

import type { DataKind } from '../../data/schema/vocabulary.ts'
import { ballotSources, yearlyBallots } from '../ballot/sources.ts'
import { boundarySources, currentLines, findCurrentLines } from '../boundary/sources.ts'
import { endorsementSources } from '../endorsement/sources.ts'
import { isStreetRanges } from '../geocode/addrfeat.ts'
import { currentAddresses, geocodeSources } from '../geocode/sources.ts'
import { officeholderSources } from '../officeholder/sources.ts'
import type { Source } from '../read/source.ts'
import { sampleEndorsementSources, sampleSources } from '../sample/sources.ts'
import { findHeld, findStreetRanges, findYears } from './discovered-sources.ts'

export interface RegistryOptions {
  /** As in the options of ingest. */
  mirror: string | null
  /** Today's year: later ones are asked for up to the next. */
  year: number
}

/** Every source that may be read now. */
export function findSources(options: RegistryOptions): readonly Source[] {
  const lines = findHeld(currentLines(options.year), options.mirror)
  const addresses = [...findHeld(currentAddresses, options.mirror), ...findStreetRanges(options.mirror)]
  return arrange(addresses, findYears(yearlyBallots, ballotSources, options), lines)
}

/** The sources whose files are known. */
export const sources: readonly Source[] = arrange([], [])

/** Current lines come before those that they replace. */
function arrange(
  addresses: readonly Source[],
  years: readonly Source[],
  lines: readonly Source[] = [],
): readonly Source[] {
  return [
    ...lines,
    ...boundarySources,
    ...geocodeSources,
    ...addresses,
    ...ballotSources,
    ...years,
    ...sampleSources,
    ...officeholderSources,
    ...endorsementSources,
  ]
}

/** The ids of all sources with those of every year, whatever a mirror has: a source sees the ballots of earlier ones. */
export function listIds(year: number): string[] {
  const years = findYears(yearlyBallots, ballotSources, { mirror: null, year })
  return arrange(currentAddresses, years, currentLines(year)).map(({ id }) => id)
}

/** Sources of endorsements. Their files may change at any hour. */
export const feeds: readonly Source[] = [...sampleEndorsementSources, ...endorsementSources]

/** A fixed source, or a year of a yearly one. */
export function findSource(id: string): Source | undefined {
  return [...sources, ...currentAddresses].find((source) => source.id === id) ?? findCurrentLines(id) ?? findYear(id)
}

function findYear(id: string): Source | undefined {
  const year = Number(/-(\d{4})(?:-[a-z]+)?$/.exec(id)?.[1])
  return yearlyBallots.flatMap(({ of }) => of(year)).find((source) => source.id === id)
}

/** The kind of data that a source gives. */
export function kindOf({ id }: Pick<Source, 'id'>): DataKind {
  if (feeds.some((feed) => feed.id === id)) return 'endorsements'
  if (id === 'sample-ballots' || ballotSources.some((source) => source.id === id) || findYear(id)) return 'ballots'
  if (id === 'sample-officeholders' || officeholderSources.some((source) => source.id === id)) return 'officeholders'
  const isAddresses = [...geocodeSources, ...currentAddresses].some((source) => source.id === id)
  return isAddresses || isStreetRanges(id) ? 'addresses' : 'lines'
}
