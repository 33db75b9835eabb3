// Opens a bundle's parts read-only: one held read transaction each (a point read costs a tenth of autocommit), statements
// prepared once.

import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Manifest, PartName } from '../schema/manifest.ts'
import type { Paths } from './paths.ts'

export type Scalar = string | number | null | Uint8Array
export type Params = Record<string, Scalar>

export interface Statement<Row> {
  get(params?: Params): Row | undefined
  all(params?: Params): Row[]
}

/** A sealed SQLite file, open for reading. */
export interface Part {
  sha256: string
  /** Prepared on first use, then kept; named parameters only. */
  statement<Row>(sql: string): Statement<Row>
  close(): void
}

export interface Bundle {
  id: string
  manifest: Manifest
  places: Part
  ballots: Part
  endorsements: Part
  officeholders: Part
}

export function openPart(file: string, sha256: string): Part {
  const database = new Database(file, { readonly: true, fileMustExist: true })
  try {
    database.pragma('query_only = ON')
    database.pragma('mmap_size = 1073741824')
    database.exec('BEGIN')
    database.prepare('SELECT count(*) FROM sqlite_schema').get()
  } catch (fault) {
    database.close()
    throw fault
  }
  const prepared = new Map<string, Statement<unknown>>()
  return {
    sha256,
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
    close: () => database.close(),
  }
}

/** Throws where a part cannot be opened, and then holds none. @param open parts of the bundle before, by hash: an unchanged part keeps its handle. */
export function openBundle(paths: Paths, manifest: Manifest, open: ReadonlyMap<string, Part> = new Map()): Bundle {
  const opened: Part[] = []
  const part = (name: PartName): Part => {
    const { sha256 } = manifest.parts[name]
    const held = open.get(sha256)
    if (held) return held
    const made = openPart(join(paths.parts, `${sha256}.sqlite`), sha256)
    opened.push(made)
    return made
  }
  try {
    return {
      id: manifest.bundle,
      manifest,
      places: part('places'),
      ballots: part('ballots'),
      endorsements: part('endorsements'),
      officeholders: part('officeholders'),
    }
  } catch (fault) {
    for (const made of opened) made.close()
    throw fault
  }
}
