import { groupBy } from '../../data/core/group-by.ts'
import { folded } from '../../data/schema/folded-name.ts'
import { stateOf } from '../../data/schema/states.ts'
import type { StateCode } from '../../data/schema/vocabulary.ts'
import type { PolygonFeature } from '../read/feature.ts'
import { type Sink, type Source, SourceError, type SourceReader } from '../read/source.ts'
import { readTopoJson } from '../read/topojson.ts'
import { SCHOOL_OF_2012 } from './layout.ts'
import { CENSUS, rawUrl, STATES } from './publisher.ts'
import { addShape, type BoundaryPlan, type FileLocation, loadText } from './shape.ts'
import { readTiger } from './tiger.ts'

// Matches school districts by name: files without ids say "Carteret County Schools", the project says "carteret county public
// schools".

interface Named {
  name: string
}

const LONG_FORMS: Readonly<Record<string, string>> = {
  co: 'county',
  comm: 'community',
  cons: 'consolidated',
  csd: 'community school district',
  dist: 'district',
  ind: 'independent',
  sch: 'schools',
  sd: 'school district',
  st: 'saint',
  twp: 'township',
}
/** Words that any school district may use or omit; "city", "county", "area" and the like distinguish districts. */
const GENERIC = new Set(['district', 'of', 'public', 'school', 'schools', 'system', 'the'])

/** Expands abbreviations and replaces punctuation with spaces. */
export function toSchoolWords(name: string): string {
  const words = folded(name)
    .replace(/['’]/g, '')
    .split(/[^a-z0-9]+/)
  return words.flatMap((word) => (word === '' ? [] : [LONG_FORMS[word] ?? word])).join(' ')
}

/** Removes the words that any district may use. */
export function toSchoolCore(name: string): string {
  const words = toSchoolWords(name).split(' ')
  return words.filter((word) => !GENERIC.has(word)).join(' ')
}

/**
 * Pairs each drawn name with the division of the same words; then pairs the rest by the same core. A name that occurs twice on
 * either side is not paired: a minted id is better than a wrong district.
 */
export function matchSchools<Division extends Named>(
  names: readonly string[],
  divisions: readonly Division[],
): Map<string, Division> {
  const matches = new Map<string, Division>()
  for (const toKey of [toSchoolWords, toSchoolCore]) {
    const taken = new Set(matches.values())
    const free = groupBy(
      divisions.filter((division) => !taken.has(division)),
      ({ name }) => toKey(name),
    )
    const open = groupBy(
      names.filter((name) => !matches.has(name)),
      toKey,
    )
    for (const [key, [name, ...otherNames]] of open) {
      const [division, ...otherDivisions] = free.get(key) ?? []
      if (key !== '' && name !== undefined && division && otherNames.length + otherDivisions.length === 0)
        matches.set(name, division)
    }
  }
  return matches
}

/** The divisions that share most words with a name, best first, at most three. */
export function findLikely<Division extends Named>(name: string, divisions: readonly Division[]): Division[] {
  const words = new Set(toSchoolCore(name).split(' '))
  const scored = divisions.map((division) => {
    const others = new Set(toSchoolCore(division.name).split(' '))
    const shared = [...words].filter((word) => word !== 'county' && others.has(word)).length
    return { division, score: (2 * shared) / (words.size + others.size) }
  })
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.division.name < b.division.name ? -1 : 1))
    .slice(0, 3)
    .map(({ division }) => division)
}

// School districts as TopoJSON with names and no other properties.

const NAME = 'District'
/** The files' name for water and land outside every district. */
const NOT_DEFINED = 'School District Not Defined'

/**
 * Writes `shape` rows of one state's school districts, matched to OCD divisions by name. An unmatched district has a null ocd_id
 * and gives an issue with likely names. Throws SourceError for a feature without a name.
 */
function readSchools(plan: BoundaryPlan): SourceReader<'divisions'> {
  return (files, { source, states, divisions }, sink) => {
    const [code, ...others] = source.states
    if (code === undefined || others.length > 0)
      throw new SourceError('a source must have exactly one state, because the file does not name it', {
        file: source.id,
      })
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

/** Some files have each district twice, with the same boundaries. */
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

function reportUnknown(sink: Sink, at: FileLocation, name: string, likely: readonly { ocd_id: string }[]): void {
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

function reportNotDefined(sink: Sink, at: FileLocation): void {
  const message = 'this area lies in no school district'
  sink.issue({ ...at, field: NAME, code: 'no-district', value: NOT_DEFINED, message, severity: 'ignored' })
}

function reportTwice(sink: Sink, at: FileLocation, name: string): void {
  const message = `${name} occurs twice with different lines, expected once; the first is used`
  sink.issue({ ...at, field: NAME, code: 'repeated-shape', value: name, message, severity: 'refused' })
}

function reportRepeated(sink: Sink, file: string, repeated: number): void {
  sink.issue({
    file,
    line: null,
    field: NAME,
    code: 'repeated-shape',
    value: String(repeated),
    message: `${repeated} districts occur twice with the same lines; each is read once`,
    severity: 'ignored',
  })
}

const OF_2012: BoundaryPlan = {
  layer: 'school',
  vintage: '2012',
  valid_from: null,
  valid_to: null,
  lines_precision: 'exact',
  // North Carolina has resurveyed county boundaries since then: of the vertices within 400 m of a county boundary of 2017, 92 % lie within
  // 50 m of it and 98 % within 150 m.
  error_m: 150,
}

const REPOSITORY = 'CenterForAssessment/SGPspatialData'
const COMMIT = '90ff4378e539c6a9cfdf64999cb6384222f03fdb'

/** States with full detail. */
const DETAILED: readonly StateCode[] = ['NC', 'DC', 'PA', 'MN', 'KY', 'NV', 'MI']

/**
 * A quarter of the vertices: edges lie 34 to 43 m off, at worst 173 m, beside the error of the edition. Districts have merged since, which
 * these boundaries do not show, so each district is only possible, wherever the place (build/boundaries/boundaries.ts).
 */
const SIMPLIFIED_OF_2012: BoundaryPlan = { ...OF_2012, lines_precision: 'generalised', error_m: OF_2012.error_m + 173 }

/** The mirror has no file of Hawaii, which is one district. */
const SIMPLIFIED = STATES.filter((code) => code !== 'HI' && !DETAILED.includes(code))

export const schoolSources: readonly Source[] = [...DETAILED.map(toSchools2012), ...SIMPLIFIED.map(toSimplified2012)]

/** From a mirror alone: in a network, `tiger-unsd-…`, `tiger-elsd-…` and `tiger-scsd-…` have them. */
function toSimplified2012(code: StateCode): Source {
  const state = code.toLowerCase()
  return {
    ...CENSUS,
    id: `school-districts-${state}`,
    vintage: OF_2012.vintage,
    published_on: '2021-07-20',
    states: [code],
    mirrored: true,
    replacedBy: [`tiger-unsd-${state}`],
    files: [
      {
        url: rawUrl(REPOSITORY, COMMIT, `Shape_Files/Topojson_2012/${code}_Districts_25_Percent.topojson`),
        mirror: `boundaries/school_districts_2012/${code}.json.gz`,
      },
    ],
    needs: ['divisions'],
    read: readTiger(SIMPLIFIED_OF_2012, SCHOOL_OF_2012),
  }
}

function toSchools2012(code: StateCode): Source {
  const name = `${code}_Districts_100_Percent.topojson`
  return {
    ...CENSUS,
    id: `school-districts-${code.toLowerCase()}`,
    vintage: OF_2012.vintage,
    published_on: '2021-07-20',
    replacedBy: [`tiger-unsd-${code.toLowerCase()}`],
    states: [code],
    files: [
      {
        url: rawUrl(REPOSITORY, COMMIT, `Shape_Files/Topojson_2012/${name}`),
        mirror: `boundaries/school_districts/2012_${name}.gz`,
      },
    ],
    needs: ['divisions'],
    read: readSchools(OF_2012),
  }
}
