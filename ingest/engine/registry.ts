// Lists every source in reading order. To add another year of a known layout, add an entry to its folder's sources.ts.

import type { DataKind } from '../../data/schema/vocabulary.ts'
import { ballotSources, yearlyBallots } from '../ballot/sources.ts'
import { boundarySources, currentLines, findCurrentLines } from '../boundary/sources.ts'
import { endorsementSources, yearlyEndorsements } from '../endorsement/sources.ts'
import { isStreetRanges } from '../geocode/addrfeat.ts'
import { currentAddresses, geocodeSources } from '../geocode/sources.ts'
import { officeholderSources } from '../officeholder/sources.ts'
import type { Source, YearlySource } from '../read/source.ts'
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
  const years = findYears(yearlyBallots, ballotSources, options)
  const feeds = findYears(yearlyEndorsements, endorsementSources, options)
  return arrange({ addresses, years, lines, feeds }).filter(({ mirrored }) => !mirrored || options.mirror !== null)
}

/** The sources whose files are known. */
export const sources: readonly Source[] = arrange({})

/** Current lines come before those that they replace. Feeds come last, because they refer to ballots. */
function arrange({
  addresses = [],
  years = [],
  lines = [],
  feeds = [],
}: Partial<Record<'addresses' | 'years' | 'lines' | 'feeds', readonly Source[]>>): readonly Source[] {
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
    ...feeds,
  ]
}

/** The ids of all sources with those of every year, whatever a mirror has: a source sees the ballots of earlier ones. */
export function listIds(year: number): string[] {
  const years = findYears(yearlyBallots, ballotSources, { mirror: null, year })
  const feeds = findYears(yearlyEndorsements, endorsementSources, { mirror: null, year })
  return arrange({ addresses: currentAddresses, years, lines: currentLines(year), feeds }).map(({ id }) => id)
}

/** Sources of endorsements. Their files may change at any hour. */
export const feeds: readonly Source[] = [...sampleEndorsementSources, ...endorsementSources]

/** A fixed source, or a year of a yearly one. */
export function findSource(id: string): Source | undefined {
  return [...sources, ...currentAddresses].find((source) => source.id === id) ?? findCurrentLines(id) ?? findYear(id)
}

interface YearSources {
  /** By id. */
  ballots: ReadonlyMap<string, Source>
  feeds: ReadonlyMap<string, Source>
}

const years = new Map<number, YearSources>()

/** Kept, because a year of articles has hundreds of files. Undefined for an id without a year. */
function loadYear(id: string): YearSources | undefined {
  const [, digits] = /-(\d{4})(?:-[a-z]+)?$/.exec(id) ?? []
  if (digits === undefined) return undefined
  const year = Number(digits)
  const byId = (yearly: readonly YearlySource[]): Map<string, Source> =>
    new Map(yearly.flatMap(({ of }) => of(year)).map((source) => [source.id, source]))
  const found = years.get(year) ?? { ballots: byId(yearlyBallots), feeds: byId(yearlyEndorsements) }
  years.set(year, found)
  return found
}

function findYear(id: string): Source | undefined {
  const year = loadYear(id)
  return year?.ballots.get(id) ?? year?.feeds.get(id)
}

/** True for a source of endorsements, of any year. */
export function isFeed(id: string): boolean {
  return feeds.some((feed) => feed.id === id) || loadYear(id)?.feeds.has(id) === true
}

/** The kind of data that a source gives. */
export function kindOf({ id }: Pick<Source, 'id'>): DataKind {
  if (isFeed(id)) return 'endorsements'
  if (id === 'sample-ballots' || ballotSources.some((source) => source.id === id) || findYear(id)) return 'ballots'
  if (id === 'sample-officeholders' || officeholderSources.some((source) => source.id === id)) return 'officeholders'
  const isAddresses = [...geocodeSources, ...currentAddresses].some((source) => source.id === id)
  return isAddresses || isStreetRanges(id) ? 'addresses' : 'lines'
}
