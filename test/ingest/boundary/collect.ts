// Runs the reader of a source over files in memory or in a mirror.

import type { StateCode } from '../../../data/schema/vocabulary.ts'
import type { Issue } from '../../../data/store/source-read.ts'
import { toDivisions } from '../../../ingest/engine/source-dependencies.ts'
import type { Divisions, FetchedFile, Source } from '../../../ingest/read/source.ts'
import { countBy } from '../count.ts'
import { hasReal, REAL, realFiles } from '../real.ts'
import { type Ran, runReader } from '../run-reader.ts'

export const MIRROR = REAL
export const hasMirror = hasReal('PROVENANCE.tsv')

/** Divisions with only an id, named like its last part. */
export function divisionsOf(ids: readonly string[], geoids: Readonly<Record<string, string>> = {}): Divisions {
  return toDivisions(
    ids.map((ocd_id) => ({
      ocd_id,
      name: ocd_id.slice(ocd_id.lastIndexOf(':') + 1).replaceAll('_', ' '),
      census_geoid: geoids[ocd_id] ?? null,
      same_as: null,
      valid_through: null,
    })),
  )
}

interface CollectOptions {
  states?: readonly StateCode[]
  divisions?: Divisions
  files?: readonly FetchedFile[]
}

export const collect = (source: Source, { files = realFiles(source), ...given }: CollectOptions = {}): Promise<Ran> =>
  runReader(source, files, given)

export function loadSource(sources: readonly Source[], id: string): Source {
  const found = sources.find((source) => source.id === id)
  if (!found) throw new Error(`no source ${id}`)
  return found
}

export const countCodes = (issues: readonly Issue[]) => countBy(issues, ({ code }) => code)

/** A square of `size` degrees with its lower left corner at lng, lat. */
export function square(lng: number, lat: number, size = 1): number[][][] {
  return [
    [
      [lng, lat],
      [lng + size, lat],
      [lng + size, lat + size],
      [lng, lat + size],
      [lng, lat],
    ],
  ]
}

export function collection(...features: { properties: object; polygon: number[][][] }[]): object {
  return {
    type: 'FeatureCollection',
    features: features.map(({ properties, polygon }) => ({
      type: 'Feature',
      properties,
      geometry: { type: 'Polygon', coordinates: polygon },
    })),
  }
}
