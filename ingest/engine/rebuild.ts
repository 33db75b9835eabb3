// Plans to read sources again from kept bytes: those of a damaged work.duckdb, or those that a bundle's manifest names. A damaged file
// stays until all sources are read, so that an interrupted rebuild starts over.

import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { StateCode } from '../../data/schema/vocabulary.ts'
import type { Paths } from '../../data/store/paths.ts'
import type { SourceRead } from '../../data/store/source-read.ts'
import { DESK_SOURCE } from '../../data/store/source-read.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'
import { findDamaged, setAside } from '../../data/store/work-damage.ts'
import { deskSource } from '../endorsement/desk.ts'
import { EVIDENCE_SOURCE, evidenceSource } from '../evidence/store.ts'
import type { KeptSources } from '../fetch/fetch.ts'
import { findStreetRanges, toStreetRanges } from '../geocode/addrfeat.ts'
import type { Source } from '../read/source.ts'

export interface Rebuild {
  /** In reading order. */
  sources: readonly Source[]
  /** The bytes of their last good reads. */
  kept: KeptSources
  /** The states that were selected for each source, where that is recorded. */
  selected: ReadonlyMap<string, ReadonlySet<StateCode>>
  /** Ids that are no longer in the registry; their rows are lost. */
  unknown: readonly string[]
}

/** A source as a manifest lists it. */
interface KeptRead {
  id: string
  vintage: string
  published_on: string
  files: readonly { name?: string | undefined; url: string; sha256: string }[]
  selected_states?: readonly StateCode[] | undefined
}

/** Sets the damaged file aside, unless an earlier run did. @param registry default: the project's */
export async function planRebuild(paths: Paths, registry?: readonly Source[]): Promise<Rebuild> {
  const damaged = findDamaged(paths) ?? setAside(paths)
  const held = (await findReads(damaged)) ?? (await findReads(paths.warehouse)) ?? []
  return planReads(
    held.map(({ source_id, ...read }) => ({ id: source_id, ...read })),
    registry,
  )
}

/** @param registry default: the project's */
export async function planReads(reads: readonly KeptRead[], registry?: readonly Source[]): Promise<Rebuild> {
  const held = new Map(reads.map((read) => [read.id, read]))
  const others = registry ?? (await import('./registry.ts')).sources
  const family = reads.some(({ id }) => id === 'sample-places') ? 'sample' : 'public'
  const written = WRITTEN_HERE.flatMap(({ id, of }) => {
    const read = held.get(id)
    return read ? [of('', namesOf(read), family)] : []
  })
  const known = [...others.filter(({ id }) => !WRITTEN_HERE.some((one) => one.id === id)), ...written]
  const found = [...known, ...(await findOthers(reads, known))].flatMap((source): Source[] => {
    const read = held.get(source.id)
    return read ? [toRead(source, read)] : []
  })
  const sources = new Set(found.map(({ id }) => id))
  return {
    sources: found,
    kept: new Map(
      reads.map(({ id, files }) => [id, new Map(files.map((file) => [file.name ?? file.url, file.sha256]))]),
    ),
    selected: new Map(
      reads.flatMap(({ id, selected_states }) => (selected_states ? [[id, new Set(selected_states)] as const] : [])),
    ),
    unknown: reads.map(({ id }) => id).filter((id) => !sources.has(id)),
  }
}

/** Sources whose files this service writes. */
const WRITTEN_HERE = [
  { id: DESK_SOURCE, of: deskSource },
  { id: EVIDENCE_SOURCE, of: evidenceSource },
] as const

/** The names of the files that it had then. */
function namesOf({ files }: KeptRead): string[] {
  return files.map(({ name = '' }) => basename(name)).sort()
}

/** The source as it was read: of its editions, that one is left, and a folder on this machine has the files that it had then. */
function toRead(source: Source, { vintage, published_on, files }: KeptRead): Source {
  const dated = { ...source, vintage, published_on }
  if (source.editions) return { ...dated, files: files.map(({ name = '', url }) => ({ url, mirror: name, vintage })) }
  if (!source.files.some(({ location }) => location && 'path' in location)) return dated
  const declared = new Map(source.files.map((file) => [file.mirror, file]))
  const [like] = source.files
  return { ...dated, files: files.map(({ name = '', url }) => declared.get(name) ?? { ...like, url, mirror: name }) }
}

/** Sources that are not fixed: years of yearly sources, and street ranges by the names of their files. */
async function findOthers(reads: readonly KeptRead[], known: readonly Source[]): Promise<Source[]> {
  const { findSource } = await import('./registry.ts')
  const ids = new Set(known.map(({ id }) => id))
  const others = reads.filter(({ id }) => !ids.has(id))
  const names = others.flatMap(({ files }) => files.map(({ url }) => url.slice(url.lastIndexOf('/') + 1)))
  const counties = others.flatMap(({ id, vintage }) => findStreetRanges(id, Number(vintage)) ?? [])
  return [...others.flatMap(({ id }) => findSource(id) ?? []), ...counties, ...toStreetRanges(names)]
}

/** Undefined if the damaged file cannot be queried. */
async function findReads(file: string): Promise<SourceRead[] | undefined> {
  if (!existsSync(file)) return undefined
  try {
    const warehouse = await openWarehouse(file, { readonly: true })
    try {
      return await warehouse.sourceReads()
    } finally {
      await warehouse.close()
    }
  } catch {
    return undefined
  }
}
