// Lists every source in reading order. To add another year of a known layout, add an entry to its folder's sources.ts.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { LICENCES, type LicenceName } from '../../data/reference/licences.ts'
import type { DataKind } from '../../data/schema/vocabulary.ts'
import { ballotSources, yearlyBallots } from '../ballot/sources.ts'
import { boundarySources, currentBoundaries, findCurrentBoundaries } from '../boundary/sources.ts'
import { endorsementSources, yearlyEndorsements } from '../endorsement/sources.ts'
import { isStreetRanges, STREET_RANGES, toStreetRanges } from '../geocode/addrfeat.ts'
import { currentAddresses, geocodeSources } from '../geocode/sources.ts'
import { officeholderSources } from '../officeholder/sources.ts'
import type { Source, SourceFile, YearlySource } from '../read/source.ts'
import { sampleEndorsementSources, sampleSources } from '../sample/sources.ts'

export interface RegistryOptions {
  /** The mirror folder; null without one. */
  mirror: string | null
  /** Today's year: later ones are asked for up to the next. */
  year: number
}

/** Every source that may be read now. */
export function findSources(options: RegistryOptions): readonly Source[] {
  const boundaries = findAvailable(currentBoundaries(options.year), options.mirror)
  const addresses = [...findAvailable(currentAddresses, options.mirror), ...findStreetRanges(options.mirror)]
  const years = findYears(yearlyBallots, ballotSources, options)
  const feeds = findYears(yearlyEndorsements, endorsementSources, options)
  return arrange({ addresses, years, boundaries, feeds }).filter(({ mirrored }) => !mirrored || options.mirror !== null)
}

/** The sources whose files are known. */
export const sources: readonly Source[] = arrange({})

/** Current boundaries come before those that they replace. Feeds come last, because they refer to ballots. */
function arrange({
  addresses = [],
  years = [],
  boundaries = [],
  feeds = [],
}: Partial<Record<'addresses' | 'years' | 'boundaries' | 'feeds', readonly Source[]>>): readonly Source[] {
  return [
    ...boundaries,
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
  return arrange({ addresses: currentAddresses, years, boundaries: currentBoundaries(year), feeds }).map(({ id }) => id)
}

/** Sources of endorsements. Their files may change at any hour. */
export const feeds: readonly Source[] = [...sampleEndorsementSources, ...endorsementSources]

/** A fixed source, or a year of a yearly one. */
export function findSource(id: string): Source | undefined {
  return (
    [...sources, ...currentAddresses].find((source) => source.id === id) ?? findCurrentBoundaries(id) ?? findYear(id)
  )
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

// Finds sources beside the fixed ones: the years that a publisher has added since, and files that an operator has added to a mirror's folder.

/** Sorted by id. Empty if the mirror is not a folder. @param mirror as in the options of ingest */
export function findStreetRanges(mirror: string | null): Source[] {
  return isFolder(mirror) ? toStreetRanges(listFiles(join(mirror, STREET_RANGES))) : []
}

/**
 * The years that are not among the fixed sources, up to the next year: those that a mirror's folder has, or all of them, because only a
 * request can show whether the publisher has one.
 */
export function findYears(
  yearly: readonly YearlySource[],
  fixed: readonly Source[],
  { mirror, year }: { mirror: string | null; year: number },
): Source[] {
  const held = new Set(fixed.map(({ id }) => id))
  return yearly
    .flatMap(({ first, of }) => listYears(first, year + 1).flatMap(of))
    .filter(({ id }) => !held.has(id))
    .filter(isIn(mirror))
}

/** Those that a mirror's folder has, or all of them. */
export function findAvailable(sources: readonly Source[], mirror: string | null): Source[] {
  return sources.filter(isIn(mirror))
}

/** All but the optional files; at least one. One edition is enough. */
function isIn(mirror: string | null): (source: Source) => boolean {
  if (!isFolder(mirror)) return () => true
  const isHeld = (file: SourceFile): boolean => existsSync(join(mirror, file.mirror))
  return ({ editions, files }) => files.some(isHeld) && files.every((file) => editions || file.optional || isHeld(file))
}

function listYears(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
}

function isFolder(mirror: string | null): mirror is string {
  return mirror !== null && !/^https?:\/\//.test(mirror)
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith('.'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

// Generates the text of NOTICE from the registry: the publishers and licenses of all data.

/** One publisher's data under one license. */
interface Credit {
  licence: LicenceName
  publisher: string
  /** The publisher's web pages. */
  urls: string[]
  /** Source ids in registry order. */
  sources: string[]
}

/** Grouped by license, then publisher. */
export function creditsOf(sources: readonly Source[]): Credit[] {
  const credits = new Map<string, Credit>()
  for (const { id, licence, publisher, url } of sources) {
    const key = `${licence}\n${publisher}`
    const credit = credits.get(key) ?? { licence, publisher, urls: [], sources: [] }
    credits.set(key, credit)
    if (!credit.urls.includes(url)) credit.urls.push(url)
    credit.sources.push(id)
  }
  return [...credits].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, credit]) => credit)
}

/** Plain text that ends with a line break. */
export function noticeOf(sources: readonly Source[]): string {
  const credits = creditsOf(sources)
  const lines = [
    'Hustings is licensed under Apache-2.0 (LICENSE). The data that it reads keeps the terms of its publishers.',
    'This file is made from the registry by `hustings notice`.',
  ]
  for (const licence of new Set(credits.map((credit) => credit.licence))) {
    const { url, terms } = LICENCES[licence]
    lines.push('', licence, `  ${terms}`)
    if (url !== null) lines.push(`  ${url}`)
    for (const { publisher, urls, sources: ids } of credits.filter((credit) => credit.licence === licence))
      lines.push('', `  ${publisher}`, ...urls.map((each) => `    ${each}`), `    ${shorten(ids)}`)
  }
  return `${lines.join('\n')}\n`
}

/** Shows the number of sources when a layout has many. */
function shorten(ids: readonly string[]): string {
  return ids.length <= 12 ? ids.join(', ') : `${ids[0]} to ${ids.at(-1)}, ${ids.length} sources`
}
