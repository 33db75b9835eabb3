// Runs a source's reader over files in memory or in a mirror, and collects its rows and issues.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { CoreRows } from '../../../data/core/rows.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import type { Issue } from '../../../data/store/source-read.ts'
import { toDivisions } from '../../../ingest/engine/source-dependencies.ts'
import type { Divisions, FetchedFile, Sink, Source } from '../../../ingest/read/source.ts'
import { countBy } from '../count.ts'
import { noBallots } from '../no-ballots.ts'

export const MIRROR = process.env.HUSTINGS_TEST_DATA ?? '../shared/data'
export const hasMirror = existsSync(join(MIRROR, 'PROVENANCE.tsv'))

export interface Collected {
  division: CoreRows['division'][]
  shape: CoreRows['shape'][]
  zip: CoreRows['zip'][]
  zip_county: CoreRows['zip_county'][]
  municipality: CoreRows['municipality'][]
  issues: Issue[]
}

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

export function textFile(name: string, content: string | object): FetchedFile {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return { name, bytes: Buffer.from(text), url: `https://example.org/${name}` }
}

export async function collect(
  source: Source,
  options: { states?: readonly StateCode[]; divisions?: Divisions; files?: readonly FetchedFile[] } = {},
): Promise<Collected> {
  const collected: Collected = { division: [], shape: [], zip: [], zip_county: [], municipality: [], issues: [] }
  const keep: { [Table in keyof CoreRows]?: (row: CoreRows[Table]) => void } = {
    division: (row) => collected.division.push(row),
    shape: (row) => collected.shape.push(row),
    zip: (row) => collected.zip.push(row),
    zip_county: (row) => collected.zip_county.push(row),
    municipality: (row) => collected.municipality.push(row),
  }
  const sink: Sink = {
    row(table, row) {
      const add = keep[table]
      if (!add) throw new Error(`a boundary reader gave a row of ${table}`)
      add(row)
    },
    issue: (issue) => collected.issues.push(issue),
  }
  const context = {
    source,
    states: new Set(options.states ?? source.states),
    divisions: options.divisions ?? divisionsOf([]),
    ballots: noBallots,
    endorsers: [],
  }
  await source.read(options.files ?? source.files.map(({ url, mirror }) => readMirrored(url, mirror)), context, sink)
  return collected
}

function readMirrored(url: string, mirror: string): FetchedFile {
  const bytes = readFileSync(join(MIRROR, mirror))
  return { name: mirror.replace(/\.gz$/, ''), bytes: mirror.endsWith('.gz') ? gunzipSync(bytes) : bytes, url }
}

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
