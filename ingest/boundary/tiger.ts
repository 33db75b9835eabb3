// Reads every boundary file with a Census layout: one feature per district, and a GEOID that begins with the state's FIPS code.

import { findStateByFips, type UsState } from '../../data/schema/states.ts'
import type { PolygonFeature } from '../read/feature.ts'
import { type Divisions, type Sink, type SourceEntry, SourceError, type SourceReader } from '../read/source.ts'
import { addShape, type BoundaryPlan, type FileLocation, hasText, loadText, readFeatures } from './shape.ts'

/** A feature without its OCD id. */
export interface DivisionCandidate {
  state: UsState
  /** As published, with the state's two digits. */
  geoid: string
  name: string
  class: string | null
}

/** The names that the files of one layer use, and the rule that finds a feature's OCD division. */
export interface Layout {
  /** Names of the GEOID's property, in all versions of the file. */
  geoid: readonly string[]
  name: readonly string[]
  /** The object of a TopoJSON file, or the layer of a GeoPackage; null for shapefiles and GeoJSON. */
  object: string | null
  /** By default, the state whose FIPS code begins the GEOID. */
  findState?(geoid: string): UsState | undefined
  /** CLASSFP's property, if the layer has one. */
  class: string | null
  /**
   * The class in the form of the rows: the Census Bureau's CLASSFP, of which `C` begins that of an incorporated place, and `T` that of a
   * town or township. @param text '' if the layer has no property
   */
  toClass(text: string, state: UsState): string | null
  /** The reason why a feature is not a district (`water`), or null. */
  findReasonToLeaveOut(candidate: DivisionCandidate): string | null
  /** The GEOID in the form of the rows. */
  toCensusGeoid(geoid: string): string
  toName(candidate: DivisionCandidate): string
  /** Called once per run, so that an index over the divisions is built once. */
  matchDivisions(divisions: Divisions): (candidate: DivisionCandidate) => string | null
  /** True if a feature without an OCD division should give an issue. */
  expectsDivision(candidate: DivisionCandidate): boolean
  /** The features of a file that are districts, where others are left out, with one issue a file for all of them: those with a division. */
  districts?: string
}

/** The plan of each feature, or the reason to leave it out. @param source with the vintage of the edition that is read */
export type PlanOf = (feature: PolygonFeature, source: SourceEntry, state: UsState) => BoundaryPlan | string

/**
 * Writes `shape` rows of one layer for the selected states. A feature without a known division has a null ocd_id and gives an
 * issue. Throws SourceError for a feature without GEOID or name, a state that does not exist, and files without a feature of the
 * source's states.
 */
export function readTiger(plans: BoundaryPlan | PlanOf, layout: Layout): SourceReader<'divisions'> {
  return async (files, { source, states, divisions }, sink) => {
    const findOcdId = layout.matchDivisions(divisions)
    let seen = 0
    for (const file of files) {
      let others = 0
      for await (const feature of readFeatures(file, sink, layout.object)) {
        if (layout.districts !== undefined && !hasText(feature, layout.geoid)) {
          others++
          continue
        }
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
        const plan = typeof plans === 'function' ? plans(feature, source, candidate.state) : plans
        if (typeof plan === 'string') {
          refuse(sink, at, candidate, plan)
          continue
        }
        const ocd_id = findOcdId(candidate)
        if (ocd_id === null && layout.districts !== undefined) {
          others++
          continue
        }
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
      if (others > 0) reportOthers(sink, file.name, others, layout.districts ?? '')
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
  const state = layout.findState ? layout.findState(geoid) : findStateByFips(geoid.slice(0, 2))
  if (!state)
    throw new SourceError(`got the GEOID ${geoid.slice(0, 40)}, expected one of a state`, {
      file,
      line: feature.line,
    })
  return {
    state,
    geoid,
    name: loadText(feature, layout.name, file),
    class:
      layout.class === null
        ? layout.toClass('', state)
        : layout.toClass(loadText(feature, [layout.class], file), state),
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

function refuse(sink: Sink, at: FileLocation, { geoid, name }: DivisionCandidate, reason: string): void {
  sink.issue({
    ...at,
    field: null,
    code: 'doubtful-lines',
    value: geoid,
    message: `${geoid} ${name} is left out: ${reason}`,
    severity: 'refused',
  })
}

function reportOthers(sink: Sink, file: string, others: number, districts: string): void {
  sink.issue({
    file,
    line: null,
    field: null,
    code: 'no-district',
    value: String(others),
    severity: 'ignored',
    message: `${others} features are left out: read are only ${districts}`,
  })
}

function reportUnknown(
  sink: Sink,
  at: FileLocation,
  { layer }: BoundaryPlan,
  { geoid, name }: DivisionCandidate,
): void {
  sink.issue({
    ...at,
    field: null,
    code: 'unknown-division',
    value: geoid,
    message: `no OCD division is known for the ${layer} ${geoid} ${name}; its id is minted`,
    severity: 'mended',
  })
}
