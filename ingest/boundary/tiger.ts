// The reader of every boundary file that follows the Census: one feature a district, a GEOID that begins with the state's FIPS code.

import { findStateByFips, type UsState } from '../../data/schema/states.ts'
import type { Divisions, Sink, SourceReader } from '../engine/source.ts'
import { SourceError } from '../engine/source.ts'
import type { PolygonFeature } from '../read/feature.ts'
import { loadText, readFeatures } from './feature.ts'
import { addShape, type FileLocation, type LinesPlan } from './shape.ts'

/** A feature before it has an OCD id. */
export interface DivisionCandidate {
  state: UsState
  /** As published, with the state's two digits. */
  geoid: string
  name: string
  class: string | null
}

/** What the files of one layer call things, and which OCD division a feature is. */
export interface Layout {
  /** Names of the GEOID's property, in the forms that the file has had. */
  geoid: readonly string[]
  name: readonly string[]
  /** The object of a TopoJSON file; null where the files are shapefiles or GeoJSON. */
  object: string | null
  /** CLASSFP's property, if the layer has one. */
  class: string | null
  /** Why a feature is no district, in words (`water`), or null. */
  findReasonToLeaveOut(candidate: DivisionCandidate): string | null
  /** The GEOID as the rows have it. */
  toCensusGeoid(geoid: string): string
  toName(candidate: DivisionCandidate): string
  /** Called once a run, so that an index over the divisions is made once. */
  matchDivisions(divisions: Divisions): (candidate: DivisionCandidate) => string | null
  /** Whether a feature without an OCD division is worth an issue. */
  expectsDivision(candidate: DivisionCandidate): boolean
}

/**
 * Rows `shape` of one layer, of the states that are asked for. A feature without a known division keeps ocd_id null and
 * is an issue. Throws SourceError for a feature without GEOID or name, a state that does not exist, and files without one
 * feature of the source's states.
 */
export function readTiger(plan: LinesPlan, layout: Layout): SourceReader {
  return async (files, { source, states, divisions }, sink) => {
    const findOcdId = layout.matchDivisions(divisions)
    let seen = 0
    for (const file of files)
      for await (const feature of readFeatures(file, sink, layout.object)) {
        const candidate = loadCandidate(feature, layout, file.name)
        const { code } = candidate.state
        if (!source.states.includes(code)) continue
        seen++
        if (!states.has(code)) continue
        const at = { file: file.name, line: feature.line }
        const reason = layout.findReasonToLeaveOut(candidate)
        if (reason !== null) {
          leaveOut(sink, at, candidate, reason)
          continue
        }
        const ocd_id = findOcdId(candidate)
        if (ocd_id === null && layout.expectsDivision(candidate)) reportUnknown(sink, at, plan, candidate)
        addShape(sink, at, plan, {
          state: code,
          ocd_id,
          census_geoid: layout.toCensusGeoid(candidate.geoid),
          name: layout.toName(candidate),
          class: candidate.class,
          coordinates: feature.polygons,
        })
      }
    const [first] = files
    if (seen === 0 && first)
      throw new SourceError(`holds no feature of ${source.states.join(', ')}, expected at least one`, {
        file: first.name,
      })
  }
}

function loadCandidate(feature: PolygonFeature, layout: Layout, file: string): DivisionCandidate {
  const geoid = loadText(feature, layout.geoid, file)
  const state = findStateByFips(geoid.slice(0, 2))
  if (!state)
    throw new SourceError(`got the GEOID ${geoid.slice(0, 40)}, expected one that begins with a state's FIPS code`, {
      file,
      line: feature.line,
    })
  return {
    state,
    geoid,
    name: loadText(feature, layout.name, file),
    class: layout.class === null ? null : loadText(feature, [layout.class], file),
  }
}

function leaveOut(sink: Sink, at: FileLocation, { geoid, name }: DivisionCandidate, reason: string): void {
  sink.issue({
    ...at,
    field: null,
    code: 'no-district',
    value: geoid,
    message: `${geoid} ${name} is ${reason}, not a district`,
    severity: 'ignored',
  })
}

function reportUnknown(sink: Sink, at: FileLocation, { layer }: LinesPlan, { geoid, name }: DivisionCandidate): void {
  sink.issue({
    ...at,
    field: null,
    code: 'unknown-division',
    value: geoid,
    message: `no OCD division is known for the ${layer} ${geoid} ${name}; its id is minted`,
    severity: 'mended',
  })
}
