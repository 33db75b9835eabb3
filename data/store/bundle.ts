// Opens a bundle's parts read-only. Each part keeps one read transaction open (a point read then costs a tenth of autocommit), and
// statements are prepared once.

import { join } from 'node:path'
import { type Manifest, PART_NAMES, type PartName } from '../schema/manifest.ts'
import { loadRetrieved, type RetrievedSources } from './manifest.ts'
import type { MatchedOverlay } from './overlay.ts'
import { type Changes, overlay, type PartKind } from './part.ts'
import type { Paths } from './paths.ts'
import { Database } from './sqlite.ts'

export type Scalar = string | number | null | Uint8Array
export type StatementParams = Record<string, Scalar>

export interface Statement<Row> {
  get(params?: StatementParams): Row | undefined
  all(params?: StatementParams): Row[]
}

/** A sealed SQLite file, open for reading. The endorsements part and its changes count as one. */
export interface OpenPart {
  /** Its name: the file's hash, or `<base>+<changes>`. */
  sha256: string
  /** Prepared on first use and then reused; named parameters only. */
  statement<Row>(sql: string): Statement<Row>
  /** The single value of the first row, without a row object (as slow as the search). Prepared on each call; named parameters only. */
  value<Value extends Scalar>(sql: string): (params: StatementParams) => Value | undefined
  close(): void
}

export interface Bundle {
  id: string
  manifest: Manifest
  places: OpenPart
  ballots: OpenPart
  endorsements: OpenPart
  officeholders: OpenPart
  /** When the bytes of its sources were retrieved, as far as known. */
  retrieved: RetrievedSources
  /** Present if the bundle's sources have addresses. */
  addresses: OpenPart | undefined
  /** Merged into its records when they are read; absent without entries (server/read/overlay.ts). */
  overlay?: MatchedOverlay
}

/** A record's JSON in the language of the parameter `lang`. */
export const BODY = "CASE $lang WHEN 'es' THEN body_es ELSE body_en END"

/**
 * SQL: the GEOID of a county, or of a city outside all counties as one; null of other districts. Reads no more than a place's body: a bundle of an
 * earlier version has such a city as a county, too.
 */
export const COUNTY_GEOID =
  "CASE district.type WHEN 'county' THEN district.census_geoid WHEN 'place' THEN district.body ->> '$.census_geoids[0]' END"

/** SQL: a county, or a city outside all counties. */
export const IS_COUNTY = `(district.type = 'county' OR ${COUNTY_GEOID} IS NOT NULL)`

/** A part of an earlier version lacks some tables. */
export function hasTable(part: OpenPart, name: string): boolean {
  return part.statement("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = $name").get({ name }) !== undefined
}

/** Every part of a bundle. */
export function partsOf(bundle: Bundle): readonly OpenPart[] {
  return [...PART_NAMES.map((name) => bundle[name]), ...(bundle.addresses ? [bundle.addresses] : [])]
}

/** @param changes the changes part to read together with the part */
export function openPart(file: string, sha256: string, changes?: Changes): OpenPart {
  const database = new Database(file, { readonly: true, fileMustExist: true })
  try {
    // A part may come from a snapshot of somebody else.
    database.pragma('trusted_schema = OFF')
    // Before query_only, which does not allow creating views.
    if (changes) overlay(database, sha256, changes)
    database.pragma('query_only = ON')
    database.pragma('mmap_size = 1073741824')
    database.exec('BEGIN')
    for (const schema of changes ? ['main', 'changes'] : ['main'])
      database.prepare(`SELECT count(*) FROM ${schema}.sqlite_schema`).get()
  } catch (fault) {
    database.close()
    throw fault
  }
  const prepared = new Map<string, Statement<unknown>>()
  return {
    sha256: changes ? keyOf({ sha256 }, changes) : sha256,
    statement<Row>(sql: string): Statement<Row> {
      let statement = prepared.get(sql)
      if (!statement) {
        const compiled = database.prepare(sql)
        statement = {
          get: (params) => (params ? compiled.get(params) : compiled.get()),
          all: (params) => (params ? compiled.all(params) : compiled.all()),
        }
        prepared.set(sql, statement)
      }
      return statement as Statement<Row>
    },
    value<Value extends Scalar>(sql: string) {
      const compiled = database.prepare(sql).pluck()
      return (params) => compiled.get(params) as Value | undefined
    },
    close: () => database.close(),
  }
}

type Named = Pick<Manifest['parts'][PartName], 'sha256'>

function keyOf({ sha256 }: Named, changes: Named | undefined): string {
  return changes ? `${sha256}+${changes.sha256}` : sha256
}

/** All files of a bundle, each with the kind of its part. */
export function listParts({ parts }: Pick<Manifest, 'parts'>): readonly [PartKind, Manifest['parts'][PartName]][] {
  return [...PART_NAMES, 'addresses' as const, 'changes' as const].flatMap((kind) => {
    const part = parts[kind]
    return part ? [[kind, part] satisfies [PartKind, Manifest['parts'][PartName]]] : []
  })
}

export function partFiles(manifest: Pick<Manifest, 'parts'>): readonly Manifest['parts'][PartName][] {
  return listParts(manifest).map(([, part]) => part)
}

/**
 * Throws if a part cannot be opened, and then keeps none open.
 * @param open parts of the previous bundle, by `sha256`: an unchanged part keeps its handle.
 */
export function openBundle(paths: Paths, manifest: Manifest, open: ReadonlyMap<string, OpenPart> = new Map()): Bundle {
  const opened: OpenPart[] = []
  const fileOf = ({ sha256 }: Named): string => join(paths.parts, `${sha256}.sqlite`)
  const part = (name: PartName): OpenPart => take(name, manifest.parts[name])
  const take = (name: PartName | 'addresses', own: Named): OpenPart => {
    const changes = name === 'endorsements' ? manifest.parts.changes : undefined
    const held = open.get(keyOf(own, changes))
    if (held) return held
    const made = openPart(fileOf(own), own.sha256, changes && { file: fileOf(changes), sha256: changes.sha256 })
    opened.push(made)
    return made
  }
  const { addresses } = manifest.parts
  try {
    return {
      id: manifest.bundle,
      manifest,
      retrieved: loadRetrieved(paths, manifest.bundle),
      places: part('places'),
      ballots: part('ballots'),
      endorsements: part('endorsements'),
      officeholders: part('officeholders'),
      addresses: addresses && take('addresses', addresses),
    }
  } catch (fault) {
    for (const made of opened) made.close()
    throw fault
  }
}
