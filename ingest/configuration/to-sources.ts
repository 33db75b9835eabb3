// Makes a registry of the built-in sources and of what sources.yaml adds, moves and switches off.

import { readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { DataKind } from '../../data/schema/vocabulary.ts'
import { DESK_SOURCE } from '../../data/store/source-read.ts'
import { deskSource } from '../endorsement/desk.ts'
import type { RegistryOptions } from '../engine/registry.ts'
import { capturesFolder, EVIDENCE_SOURCE, evidenceSource } from '../evidence/store.ts'
import { currentStreetRanges, isStreetRanges } from '../geocode/addrfeat.ts'
import type { Source, SourceFile } from '../read/source.ts'
import { isUrl } from './address.ts'
import { AT_LARGE_SOURCE, councilSources, toCouncilChoice } from './council-layers.ts'
import {
  isFolder,
  type Place,
  toAddressSource,
  toCandidateLists,
  toCdfSource,
  toDistrictSource,
  toFeed,
  toNistSource,
  toVipSource,
} from './entries.ts'
import { type SourcesFile, toCounty } from './schema.ts'

/** Of engine/registry.ts. */
interface BuiltIn {
  findSources(options: RegistryOptions): readonly Source[]
  sources: readonly Source[]
  listIds(year: number): readonly string[]
  feeds: readonly Source[]
  isFeed(id: string): boolean
  findSource(id: string): Source | undefined
  kindOf(source: Pick<Source, 'id'>): DataKind
}

export interface Registry extends BuiltIn {
  /** The ids that sources.yaml adds. */
  added: ReadonlySet<string>
  /** The ids of built-in sources of which it moves files. */
  moved: ReadonlySet<string>
  /** The ids of built-in sources that it switches off. */
  disabled: ReadonlySet<string>
  /** Whose announced pages are captured. */
  evidence: EvidenceChoice
  /** sources.yaml as it was read. */
  file: SourcesFile
  /** The sources of endorsements, with the files that their folders have now. */
  findFeeds(): readonly Source[]
  /** Whether it is a list of candidates of sources.yaml. */
  isList(id: string): boolean
  /** True for a source that is switched off, or that this registry and sources.yaml no longer have. */
  isRetired(id: string): boolean
  /** The ids of the sources that replace it. */
  replacedBy(id: string): readonly string[]
}

/** Nobody by default. */
export interface EvidenceChoice {
  /** Slugs. */
  endorsers: ReadonlySet<string>
  /** Ids. */
  sources: ReadonlySet<string>
  /** Slugs of endorsers that asked not to be captured. */
  do_not_capture: ReadonlySet<string>
  /** Accepts addresses of this machine and of private networks. */
  allow_private_network: boolean
}

/** Configured ballots come before all feeds, and configured feeds last, so that they see every ballot. */
export function configureSources(file: SourcesFile, builtIn: BuiltIn, place: Place, year: number): Registry {
  const disabled = new Set(file.disabled)
  const { isFeed } = builtIn
  const ballots = [
    ...(file.vip_feeds ?? []).map((entry) => toVipSource(entry, place)),
    ...(file.nist_feeds ?? []).map((entry) => toNistSource(entry, place)),
    ...(file.cdf_feeds ?? []).map((entry) => toCdfSource(entry, place)),
    ...(file.candidate_lists ?? []).flatMap((entry) => toCandidateLists(entry, place, year + 1)),
  ]
  const districts = (file.district_files ?? []).map((entry) => toDistrictSource(entry, place))
  const councils = councilSources((file.council_districts ?? []).map(toCouncilChoice), place.family)
  const [atLarge, layers] = [councils.filter(isAtLarge), councils.filter((source) => !isAtLarge(source))]
  const counties = (file.street_ranges ?? []).map(toCounty)
  const addresses = [
    ...(file.address_files ?? []).map((entry) => toAddressSource(entry, place)),
    ...counties.map((county) => currentStreetRanges(county, year, place.family)),
  ]
  const endorsements = (file.endorsement_feeds ?? []).map((entry) => toFeed(entry, place))
  const captured = toEvidenceChoice(file.evidence)
  /** Sources whose files this service writes. */
  const findWritten = () => [...findDesk(place), ...findEvidence(place, captured)]
  const desk = findWritten()
  const isWritten = (id: string): boolean => id === DESK_SOURCE || id === EVIDENCE_SOURCE
  const boundaries = [...layers, ...districts]
  const added = [...atLarge, ...boundaries, ...addresses, ...ballots, ...endorsements, ...desk]
  /** A file of a mirror's folder gives way to the county's newest one. */
  const isOfCounty = (id: string): boolean => counties.some((county) => id === `addrfeat-${county}`)
  const findSource = (id: string): Source | undefined =>
    added.find((source) => source.id === id) ?? builtIn.findSource(id)
  const own = (sources: readonly Source[]): Source[] =>
    sources
      .filter(({ id }) => !disabled.has(id) && !isOfCounty(id))
      .map((one) => moveSource(one, file.overrides?.[one.id], place))
  const arrange = (sources: readonly Source[]): Source[] => {
    const [feeds, others] = [sources.filter(({ id }) => isFeed(id)), sources.filter(({ id }) => !isFeed(id))]
    return [
      ...atLarge,
      ...own(others),
      ...boundaries,
      ...addresses,
      ...ballots,
      ...own(feeds),
      ...endorsements,
      ...desk,
    ]
  }
  return {
    findSources: (options) => arrange(builtIn.findSources(options)),
    sources: arrange(builtIn.sources),
    listIds(year) {
      const ids = builtIn.listIds(year)
      const idsOf = (sources: readonly Source[]) => sources.map(({ id }) => id)
      return [
        ...[...idsOf(atLarge), ...ids.filter((id) => !isFeed(id)), ...idsOf([...boundaries, ...addresses, ...ballots])],
        ...[...ids.filter(isFeed), ...idsOf(endorsements), DESK_SOURCE, EVIDENCE_SOURCE],
      ]
    },
    feeds: [...own(builtIn.feeds), ...endorsements, ...desk],
    isFeed: (id) => isFeed(id) || isWritten(id) || endorsements.some((one) => one.id === id),
    findFeeds: () => [
      ...own(builtIn.feeds),
      ...(file.endorsement_feeds ?? []).map((entry) => toFeed(entry, place)),
      ...findWritten(),
    ],
    evidence: captured,
    file,
    findSource,
    kindOf({ id }) {
      if ([...atLarge, ...boundaries].some((source) => source.id === id)) return 'lines'
      if (addresses.some((source) => source.id === id)) return 'addresses'
      if (ballots.some((source) => source.id === id)) return 'ballots'
      const isOwnFeed = isWritten(id) || endorsements.some((source) => source.id === id)
      return isOwnFeed ? 'endorsements' : builtIn.kindOf({ id })
    },
    added: new Set(added.filter(({ id }) => !isWritten(id)).map(({ id }) => id)),
    moved: new Set(Object.keys(file.overrides ?? {})),
    disabled,
    isList: (id) => ballots.find((source) => source.id === id)?.lists?.basis === 'candidate_list',
    isRetired: (id) => disabled.has(id) || isOfCounty(id) || !(findSource(id) || isStreetRanges(id)),
    replacedBy: (id) => findSource(id)?.replacedBy ?? [],
  }
}

/** It gives divisions, so that it is read before all that look up theirs. */
function isAtLarge({ id }: Source): boolean {
  return id === AT_LARGE_SOURCE
}

/** The source of the desk's files; none before the first one is written. */
function findDesk({ folder, family }: Place): Source[] {
  const path = join(folder, DESK_SOURCE)
  if (!isFolder(path)) return []
  const names = readdirSync(path).filter((name) => name.endsWith('.json') && !name.startsWith('.'))
  return [deskSource(path, names.sort(), family)]
}

function toEvidenceChoice(evidence: SourcesFile['evidence']): EvidenceChoice {
  return {
    endorsers: new Set(evidence?.endorsers),
    sources: new Set(evidence?.sources),
    do_not_capture: new Set(evidence?.do_not_capture),
    allow_private_network: evidence?.allow_private_network === true,
  }
}

/** The source of captures, without those of endorsers that asked not to be captured; none before the first capture. */
function findEvidence({ folder, family }: Place, { do_not_capture }: EvidenceChoice): Source[] {
  const path = capturesFolder(join(folder, EVIDENCE_SOURCE))
  if (!isFolder(path)) return []
  const names = readdirSync(path).filter((name) => name.endsWith('.json') && !name.startsWith('.'))
  const own = names.filter((name) => !do_not_capture.has(basename(name, '.json')))
  return [evidenceSource(path, own.sort(), family)]
}

/** The source with other locations of its files. `url` stays, so that the same bytes give the same bundle. */
function moveSource(
  source: Source,
  to: string | Readonly<Record<string, string>> | undefined,
  { folder }: Place,
): Source {
  if (to === undefined) return source
  const files = source.files.map((file): SourceFile => {
    const address = typeof to === 'string' ? to : to[file.mirror]
    if (address === undefined) return file
    return { ...file, location: isUrl(address) ? { address } : { path: resolve(folder, address) } }
  })
  return { ...source, files }
}
