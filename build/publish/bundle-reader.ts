// Reads a bundle's endorsements for the diff: all of them in pieces, or only those in which two bundles may differ.

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { EventFacets } from '../../data/schema/event.ts'
import type { Manifest, PartName } from '../../data/schema/manifest.ts'
import { type OpenPart, openPart, partFiles, type StatementParams } from '../../data/store/bundle.ts'
import { hashUnchangedFile } from '../../data/store/files.ts'
import { loadManifest } from '../../data/store/manifest.ts'
import type { Paths } from '../../data/store/paths.ts'
import type { Bodies, Served, Touched } from './diff.ts'

type Facets = Omit<EventFacets, 'kind'>
type PartFile = Manifest['parts'][PartName]

/** Bodies held in memory at once. */
const PIECE = 500

const WALK = `SELECT id, body_en, body_es
  FROM endorsement_body
  WHERE id > @after
  ORDER BY id
  LIMIT ${PIECE}`

const BODY = `SELECT id, body_en, body_es
  FROM endorsement_body
  WHERE id = @id`

const FACETS = `SELECT category, endorser_slug, endorser_state, state, election_slug, contest_kind, level
  FROM endorsement
  WHERE id = @id`

const DISTRICT = `SELECT type, body ->> '$.lines_precision' AS lines_precision
  FROM district
  WHERE id = @id`

/** For a changes part: its own rows, and the base's rows that it overrides without replacing. */
const TOUCHED = `SELECT id, body_en, body_es
  FROM endorsement_body
  WHERE id > @after
  UNION ALL
  SELECT id, NULL AS body_en, NULL AS body_es
  FROM replaced_endorsement
  WHERE id > @after AND id NOT IN (SELECT id FROM endorsement_body)
  ORDER BY id
  LIMIT ${PIECE}`

/** A bundle's file is missing, damaged or unreadable. */
export class Unreadable extends Error {
  readonly bundle: string
  constructor(bundle: string, fault: unknown) {
    super(fault instanceof Error ? fault.message : String(fault), { cause: fault })
    this.name = 'Unreadable'
    this.bundle = bundle
  }
}

export interface ServedEndorsements {
  manifest: Manifest
  /** In id order: all endorsements, or those with these ids (ids in order). */
  walk(ids?: readonly number[]): Iterable<Served>
  loadBodies(id: number): Bodies
  /** Values that filters use. */
  loadFacets(id: number): Facets
  close(): void
}

/** @throws Unreadable, here and during any later read */
export function openServed(paths: Paths, id: string): ServedEndorsements {
  const { manifest, part } = orUnreadable(id, () => open(paths, id))
  const read = <Row>(sql: string, params: StatementParams): Row[] =>
    orUnreadable(id, () => part.statement<Row>(sql).all(params))
  const load = <Row>(sql: string, endorsement: number): Row => {
    const [row] = read<Row>(sql, { id: endorsement })
    if (row === undefined) throw new Unreadable(id, `bundle ${id.slice(0, 12)} has no endorsement ${endorsement}`)
    return row
  }
  return {
    manifest,
    *walk(ids) {
      if (!ids) yield* inPieces((after) => read<Served>(WALK, { after }))
      else for (const one of ids) yield* read<Served>(BODY, { id: one })
    },
    loadBodies(endorsement) {
      const { body_en, body_es } = load<Served>(BODY, endorsement)
      const complete = (body: string): string => orUnreadable(id, () => withDistrict(paths, manifest, body))
      return { body_en: complete(body_en), body_es: complete(body_es) }
    },
    loadFacets: (endorsement) => load<Facets>(FACETS, endorsement),
    close: () => part.close(),
  }
}

function open(paths: Paths, id: string): { manifest: Manifest; part: OpenPart } {
  const manifest = loadManifest(paths, id)
  const { endorsements, changes } = manifest.parts
  for (const one of changes ? [endorsements, changes] : [endorsements]) requireWhole(paths, one)
  const overlaid = changes && { file: fileOf(paths, changes), sha256: changes.sha256 }
  return { manifest, part: openPart(fileOf(paths, endorsements), endorsements.sha256, overlaid) }
}

const ofDistrict = z.looseObject({ contest: z.looseObject({ district: z.looseObject({ id: z.number() }) }) })

/**
 * In bundles of earlier versions, a contest's district lacks `type` and `lines_precision`, which an event needs. They are
 * read from the bundle's places part. Only the bodies of deleted endorsements need this.
 */
function withDistrict(paths: Paths, { parts: { places } }: Manifest, body: string): string {
  if (body.includes('"lines_precision":')) return body
  const { contest, ...endorsement } = ofDistrict.parse(JSON.parse(body))
  const part = openPart(fileOf(paths, places), places.sha256)
  try {
    const missing = part.statement<{ type: string; lines_precision: string | null }>(DISTRICT)
    const district = { ...contest.district, ...missing.get({ id: contest.district.id }) }
    return JSON.stringify({ ...endorsement, contest: { ...contest, district } })
  } finally {
    part.close()
  }
}

function orUnreadable<Result>(bundle: string, read: () => Result): Result {
  try {
    return read()
  } catch (fault) {
    throw new Unreadable(bundle, fault)
  }
}

/** In id order, with a limited number of rows in memory. */
function* inPieces<Row extends { id: number }>(read: (after: number) => readonly Row[]): Generator<Row> {
  for (let after = -1; ; ) {
    const piece = read(after)
    yield* piece
    const last = piece.at(-1)
    if (!last || piece.length < PIECE) return
    after = last.id
  }
}

/** In id order, the rows of a bundle's changes. */
export function* walkTouched(paths: Paths, { bundle, parts: { changes } }: Manifest): Generator<Touched> {
  if (!changes) return
  const part = orUnreadable(bundle, () => openPart(fileOf(paths, changes), changes.sha256))
  try {
    const rows = part.statement<Touched>(TOUCHED)
    yield* inPieces((after) => orUnreadable(bundle, () => rows.all({ after })))
  } finally {
    part.close()
  }
}

/** Throws a sentence if a file of the manifest is missing or does not match its hash. */
export function requireParts(paths: Paths, manifest: Manifest): void {
  for (const part of partFiles(manifest)) requireWhole(paths, part)
}

function requireWhole(paths: Paths, part: PartFile): void {
  const file = fileOf(paths, part)
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) throw new Error(`${file} is missing`)
  if (size !== part.bytes) throw new Error(`${file} is damaged: it has ${size} bytes, expected ${part.bytes}`)
  const found = hashUnchangedFile(file)
  if (found !== part.sha256) throw new Error(`${file} is damaged: its hash is ${found}, expected its name`)
}

function fileOf(paths: Paths, { sha256 }: PartFile): string {
  return join(paths.parts, `${sha256}.sqlite`)
}
