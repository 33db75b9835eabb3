// School districts as TopoJSON that names them and nothing else.

import { stateOf } from '../../data/schema/states.ts'
import type { PolygonFeature } from '../read/feature.ts'
import { readTopoJson } from '../read/topojson.ts'
import type { Reader, Sink } from '../source.ts'
import { SourceError } from '../source.ts'
import { loadText } from './feature.ts'
import { findLikely, matchSchools } from './school-name.ts'
import { addShape, type Place, type Plan } from './shape.ts'

const NAME = 'District'
/** What the files call water and land outside every district. */
const NOT_DEFINED = 'School District Not Defined'

/**
 * Rows `shape` of one state's school districts, matched to OCD divisions by name; what matches none keeps ocd_id null and
 * is an issue that names the likely ones. Throws SourceError where a feature has no name.
 */
export function readSchools(plan: Plan): Reader {
  return (files, { source, states, divisions }, sink) => {
    const [code, ...others] = source.states
    if (code === undefined || others.length > 0)
      throw new SourceError('one state a source, as the file does not say which', { file: source.id })
    if (!states.has(code)) return
    const known = divisions.under(stateOf(code).ocd_id, 'school_district')
    for (const file of files) {
      const districts = loadDistricts([...readTopoJson(file)], file.name, sink)
      const matches = matchSchools([...districts.keys()], known)
      for (const [name, { line, polygons }] of districts) {
        const at = { file: file.name, line }
        const division = matches.get(name)
        if (!division) reportUnknown(sink, at, name, findLikely(name, known))
        addShape(sink, at, plan, {
          state: code,
          ocd_id: division?.ocd_id ?? null,
          census_geoid: division?.census_geoid?.replace('school-', '') ?? null,
          name,
          class: null,
          coordinates: polygons,
        })
      }
    }
  }
}

/** Some files hold each district twice, with the same lines. */
function loadDistricts(features: readonly PolygonFeature[], file: string, sink: Sink): Map<string, PolygonFeature> {
  const districts = new Map<string, PolygonFeature>()
  let repeated = 0
  for (const feature of features) {
    const name = loadText(feature, [NAME], file)
    const first = districts.get(name)
    if (name === NOT_DEFINED) reportNotDefined(sink, { file, line: feature.line })
    else if (!first) districts.set(name, feature)
    else if (JSON.stringify(first.polygons) === JSON.stringify(feature.polygons)) repeated++
    else reportTwice(sink, { file, line: feature.line }, name)
  }
  if (repeated > 0) reportRepeated(sink, file, repeated)
  return districts
}

function reportUnknown(sink: Sink, at: Place, name: string, likely: readonly { ocd_id: string }[]): void {
  const hint = likely.length > 0 ? likely.map(({ ocd_id }) => ocd_id).join(', ') : 'none'
  sink.issue({
    ...at,
    field: NAME,
    code: 'unknown-division',
    value: name,
    message: `no OCD school district has the name ${name}; its id is minted. Likely: ${hint}`,
    severity: 'mended',
  })
}

function reportNotDefined(sink: Sink, at: Place): void {
  const message = 'this area lies in no school district'
  sink.issue({ ...at, field: NAME, code: 'no-district', value: NOT_DEFINED, message, severity: 'ignored' })
}

function reportTwice(sink: Sink, at: Place, name: string): void {
  const message = `${name} stands twice with different lines, expected once; the first stands`
  sink.issue({ ...at, field: NAME, code: 'repeated-shape', value: name, message, severity: 'refused' })
}

function reportRepeated(sink: Sink, file: string, repeated: number): void {
  sink.issue({
    file,
    line: null,
    field: NAME,
    code: 'repeated-shape',
    value: String(repeated),
    message: `${repeated} districts stand twice with the same lines; each is read once`,
    severity: 'ignored',
  })
}
