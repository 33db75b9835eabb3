// Builds `narrow_by` of a ballot: the question whose answer settles most of an area (docs/rules.md#the-narrowing-question),
// where its options lie, and the map of them.

import { MICRODEGREES } from '../../data/geometry/polygon.ts'
import { type AreaGrid, fieldsOf, middleOf } from '../../data/index/area-grid.ts'
import { PARTS } from '../../data/place/ballot.ts'
import { chooseQuestion, type Part, type QuestionOption } from '../../data/place/narrowing-question.ts'
import { ApiError } from '../../data/schema/api-error.ts'
import type { Narrowing, NarrowingGrid, NarrowingOption } from '../../data/schema/ballot.ts'
import { DISTRICT_TYPES, type DistrictType, type Match, type Side } from '../../data/schema/vocabulary.ts'
import type { Bundle, OpenPart } from '../../data/store/bundle.ts'
import { findAreaGrid } from '../../data/store/map-reads.ts'
import { defineKept } from '../read/bundle-cache.ts'
import { type DistrictSummaryRow, loadDistricts } from '../read/districts.ts'
import { withMembers } from '../read/record.ts'
import type { Steps } from '../read/sliced-work.ts'
import { loadContestsOfArea, loadVoted, type VotedContest } from './ballot.ts'
import { bytesOfPoint, findPointIn, type Point, type ResolvedLocation } from './place.ts'
import { areasAt } from './point.ts'

/** @setting Most fields of a map of a narrowing question, outside fields included: an area of far islands has no map. */
const NARROWING_MAP_FIELDS_MAX = 16_384
const DISTRICTS_A_STEP = 32

/** A district that divides the area, and the contests that follow its lines. */
interface Dividing {
  district: DistrictSummaryRow
  type: DistrictType
}

interface Asked {
  /** Of the ballot. */
  elections: readonly number[]
  /** All contests at the place. */
  voted: readonly VotedContest[]
  /** Ids of districts that an answer before has chosen, with a minus sign where the part lies outside. */
  part?: readonly string[] | undefined
}

/** JSON of `narrow_by` of an area or a part of it, or `null`. Throws ApiError 400 if no point lies in the part. */
export function* presentNarrowing(
  bundle: Bundle,
  place: ResolvedLocation,
  { elections, voted, part }: Asked,
): Steps<string> {
  const open = voted.filter(({ match }) => match === 'possible')
  if (place.basis !== 'area' || open.length === 0) return 'null'
  const whole = yield* sampleArea(bundle, place)
  if (!whole || whole.points.length < 2) return 'null'
  const contests = new Map(open.map(({ contest }, at) => [contest.id, at]))
  const dividing = yield* findDividing(bundle, place, contests)
  const sample = part ? restrictTo(whole, dividing, part) : whole
  const shares = new Map(sharesOf(sample).map((share, at) => [sample.points[at], share]))
  const placed = new Set<number>()
  const parts: Part[] = []
  for (const point of whole.points) {
    const matches = new Array<Match | undefined>(open.length).fill(undefined)
    for (const { contest, match } of yield* loadVoted(bundle, point, { elections })) {
      const nth = contests.get(contest.id)
      if (nth === undefined) continue
      matches[nth] = match
      placed.add(nth)
    }
    const share = shares.get(point)
    if (share !== undefined) parts.push({ share, matches, districts: districtsOf(point, dividing) })
    yield
  }
  const question = chooseQuestion(parts)
  if (!question) return 'null'
  yield
  const optionOf = new Array<number>(parts.length).fill(-1)
  for (const [nth, option] of question.options.entries()) for (const at of option.parts) optionOf[at] = nth
  const shown = question.type === null ? dividing : dividing.filter(({ type }) => type === question.type)
  const common = commonTo(sample, question.options, shown)
  const options: string[] = []
  for (const [nth, option] of question.options.entries()) {
    const own = shown.filter((one) => !common.has(one))
    options.push(presentOption({ sample, parts, open, optionOf }, { nth, option, dividing: own }))
    yield
  }
  const { kind, type, settles } = question
  const rest: Omit<Narrowing, 'options'> = {
    kind,
    type,
    settles: rounded(settles),
    other_share: rounded(1 - question.options.reduce((sum, { share }) => sum + share, 0)),
    unplaced_contests: open.flatMap(({ contest }, at) => (placed.has(at) ? [] : [contest.id])),
    points: sample.grids.reduce((sum, { fields }) => sum + fields.length, 0),
    grids: sample.grids.flatMap((one) => drawGrid(one, optionOf) ?? []),
  }
  return withMembers(JSON.stringify(rest), `"options":[${options.join(',')}]`)
}

/** Districts that reach into a part of the area only, and whose lines an open contest follows. @param contests ids */
function* findDividing(
  bundle: Bundle,
  place: ResolvedLocation,
  contests: ReadonlyMap<number, number>,
): Steps<Dividing[]> {
  const ids = new Set<number>()
  const types: ReadonlySet<string> = new Set(DISTRICT_TYPES)
  for (const [at, { district_id, role, covers }] of place.areas.entries()) {
    if ((at + 1) % DISTRICTS_A_STEP === 0) yield
    if (covers || ids.has(district_id)) continue
    const said = yield* loadContestsOfArea(bundle.ballots, { role, district_id })
    if (said.some((own) => own.some(({ contest }) => contests.has(contest.id)))) ids.add(district_id)
  }
  const districts = yield* loadDistricts(bundle, [...ids])
  const isType = (type: string): type is DistrictType => types.has(type)
  return districts.flatMap((district) => (isType(district.type) ? [{ district, type: district.type }] : []))
}

/** How a point lies to a district; undefined outside it. */
function matchAt({ areas }: Point, { district }: Dividing): Match | undefined {
  const own = areas.filter(({ district_id }) => district_id === district.id)
  if (own.length === 0) return undefined
  return own.every(({ role, covers }) => role === 'lines' && covers) ? 'certain' : 'possible'
}

function restrictTo(sample: AreaSample, dividing: readonly Dividing[], part: readonly string[]): AreaSample {
  const chosen = part.map((id) => dividing.find(({ district }) => `${district.id}` === id.replace('-', '')))
  const points = sample.points.filter((point) =>
    chosen.every((one, at) => one && (matchAt(point, one) === undefined) === part[at]?.startsWith('-')),
  )
  if (points.length === 0)
    throw new ApiError('invalid_parameter', 'Parameter `part`: no point of the area lies in these districts.')
  return limitTo(sample, points)
}

/** @param points of the sample */
function limitTo(sample: AreaSample, points: readonly Point[]): AreaSample {
  const places = new Map(points.map((point, at) => [sample.points.indexOf(point), at]))
  const grids = sample.grids.map((one) => {
    const point_of = one.point_of.flatMap((at) => places.get(at) ?? [])
    return { ...one, fields: one.fields.filter((_, at) => places.has(one.point_of[at] ?? -1)), point_of }
  })
  return { points, grids: grids.filter(({ fields }) => fields.length > 0) }
}

function districtsOf(point: Point, dividing: readonly Dividing[]): Map<DistrictType, string> {
  const texts = new Map<DistrictType, string>()
  for (const one of dividing) {
    const match = matchAt(point, one)
    texts.set(one.type, `${texts.get(one.type) ?? ''}${match ? ` ${one.district.id} ${match}` : ''}`)
  }
  return texts
}

/** Of the whole area. */
function sharesOf({ points, grids }: AreaSample): number[] {
  const sizes = new Array<number>(points.length).fill(0)
  let whole = 0
  for (const { point_of, size } of grids)
    for (const at of point_of) {
      sizes[at] = (sizes[at] ?? 0) + size
      whole += size
    }
  return sizes.map((size) => size / whole)
}

/** Districts that every option has, and has alike: they tell nobody apart. */
function commonTo(
  { points }: AreaSample,
  options: readonly QuestionOption[],
  dividing: readonly Dividing[],
): ReadonlySet<Dividing> {
  const matchIn = (option: QuestionOption, one: Dividing): Match | undefined => matchOver(pointsOf(points, option), one)
  return new Set(dividing.filter((one) => new Set(options.map((option) => matchIn(option, one))).size === 1))
}

function pointsOf(points: readonly Point[], { parts }: QuestionOption): Point[] {
  return parts.flatMap((at) => points[at] ?? [])
}

/** Certain if it is at all points; undefined if it is at none. */
function matchOver(points: readonly Point[], one: Dividing): Match | undefined {
  const matches = new Set(points.map((point) => matchAt(point, one)))
  const [only] = matches
  return matches.size === 1 ? only : 'possible'
}

interface Divided {
  sample: AreaSample
  parts: readonly Part[]
  open: readonly VotedContest[]
  /** The option of each part, or -1. */
  optionOf: PartOf
}

function presentOption(
  { sample, parts, open, optionOf }: Divided,
  { nth, option, dividing }: { nth: number; option: QuestionOption; dividing: readonly Dividing[] },
): string {
  const points = pointsOf(sample.points, option)
  const districts = dividing.flatMap((one) => {
    const match = matchOver(points, one)
    return match ? [withMembers(one.district.summary, `"match":"${match}"`)] : []
  })
  const own = option.parts.flatMap((at) => parts[at] ?? [])
  const certain: number[] = []
  const possible: number[] = []
  for (const [at, { contest }] of open.entries()) {
    if (own.every(({ matches }) => matches[at] === 'certain')) certain.push(contest.id)
    else if (own.some(({ matches }) => matches[at])) possible.push(contest.id)
  }
  const inside = option.settled ? findInside(sample.grids, optionOf, nth) : undefined
  const [x, y] = inside ? middleOf(inside.grid, inside.field) : [null, null]
  const rest: Omit<NarrowingOption, 'districts'> = {
    share: rounded(option.share),
    side: findSide(sample.grids, optionOf, nth),
    settled: option.settled,
    certain_contests: certain,
    possible_contests: possible,
    lat: y === null ? null : y / MICRODEGREES,
    lng: x === null ? null : x / MICRODEGREES,
  }
  return withMembers(JSON.stringify(rest), `"districts":[${districts.join(',')}]`)
}

function rounded(share: number): number {
  return Math.round(Math.max(0, share) * PARTS) / PARTS
}

// Where its options lie in the area: a point inside, the side, and a map of fields. Pure.

/** The option of each point of the sample; -1 without one. */
type PartOf = readonly number[]

/** Fields of one option. */
function fieldsIn({ fields, point_of }: SampledGrid, optionOf: PartOf, option: number): number[] {
  return fields.filter((_, at) => optionOf[point_of[at] ?? -1] === option)
}

/** The field of an option that is farthest from every other field, in the grid with most of the option. */
export function findInside(
  grids: readonly SampledGrid[],
  optionOf: PartOf,
  option: number,
): { grid: SampledGrid['grid']; field: number } | undefined {
  let most: { grid: SampledGrid['grid']; fields: number[] } | undefined
  for (const one of grids) {
    const fields = fieldsIn(one, optionOf, option)
    if (fields.length > (most?.fields.length ?? 0)) most = { grid: one.grid, fields }
  }
  if (!most) return undefined
  const { columns } = most.grid
  let left = most.fields
  for (;;) {
    const own = new Set(left)
    const inner = left.filter(
      (field) =>
        field % columns !== 0 &&
        (field + 1) % columns !== 0 &&
        [field - 1, field + 1, field - columns, field + columns].every((next) => own.has(next)),
    )
    if (inner.length === 0) break
    left = inner
  }
  const field = left[left.length >> 1]
  return field === undefined ? undefined : { grid: most.grid, field }
}

const AROUND = ['east', 'north_east', 'north', 'north_west', 'west', 'south_west', 'south', 'south_east'] as const
/** Distance of two middles, as a share of the mean distance from the area's middle, from which a side is named. */
const ASIDE = 0.25

/** Where the middle of an option lies, as seen from the middle of the area. */
export function findSide(grids: readonly SampledGrid[], optionOf: PartOf, option: number): Side {
  const all: Placed[] = []
  const own: Placed[] = []
  // One scale for all points: with their own ones, those in the north would lie further west.
  const narrowing = Math.cos(((grids[0]?.grid.south ?? 0) / MICRODEGREES / 180) * Math.PI)
  for (const one of grids)
    for (const [at, field] of one.fields.entries()) {
      const [lng, lat] = middleOf(one.grid, field)
      const placed = { x: lng * narrowing, y: lat, size: one.size }
      all.push(placed)
      if (optionOf[one.point_of[at] ?? -1] === option) own.push(placed)
    }
  const [whole, part] = [meanOf(all), meanOf(own)]
  const radius = meanOf(all.map((one) => ({ ...one, x: Math.hypot(one.x - whole.x, one.y - whole.y), y: 0 }))).x
  const [east, north] = [part.x - whole.x, part.y - whole.y]
  if (Math.hypot(east, north) < radius * ASIDE) return 'middle'
  const eighth = Math.round(Math.atan2(north, east) / (Math.PI / 4))
  return AROUND[(eighth + 8) % 8] ?? 'middle'
}

interface Placed {
  x: number
  y: number
  /** Weight. */
  size: number
}

function meanOf(points: readonly Placed[]): { x: number; y: number } {
  let [x, y, whole] = [0, 0, 0]
  for (const point of points) {
    x += point.x * point.size
    y += point.y * point.size
    whole += point.size
  }
  return { x: x / whole, y: y / whole }
}

/** Undefined if the map would be too long. */
export function drawGrid({ grid, fields, point_of }: SampledGrid, optionOf: PartOf): NarrowingGrid | undefined {
  const { west, south, step_lng, step_lat, columns } = grid
  const rowOf = (field: number): number => Math.floor(field / columns)
  const [first, last] = [rowOf(fields[0] ?? 0), rowOf(fields.at(-1) ?? 0)]
  if ((last - first + 1) * columns > NARROWING_MAP_FIELDS_MAX) return undefined
  const rows = Array.from({ length: last - first + 1 }, () => new Array<string>(columns).fill(' '))
  for (const [at, field] of fields.entries()) {
    const option = optionOf[point_of[at] ?? -1] ?? -1
    const row = rows[last - rowOf(field)]
    if (row) row[field % columns] = option < 0 ? '-' : option.toString(36)
  }
  return {
    north: (south + (last + 1) * step_lat) / MICRODEGREES,
    west: west / MICRODEGREES,
    step_lat: step_lat / MICRODEGREES,
    step_lng: step_lng / MICRODEGREES,
    rows: rows.map((row) => row.join('').trimEnd()),
  }
}

// Looks up the points of the grid that the build laid over a ZIP code, city or county, to find which of them have the same districts.

const POINTS_A_STEP = 64

export interface SampledGrid {
  grid: AreaGrid
  /** Numbers of the fields inside the area, ascending. */
  fields: readonly number[]
  /** Of each of these fields, the place of its point in `points` of the sample. */
  point_of: readonly number[]
  /** Size of a field, the same unit in all grids. */
  size: number
}

interface AreaSample {
  /** Points as the look-up of a point answers them; each answer once. */
  points: readonly Point[]
  grids: readonly SampledGrid[]
}

/** Undefined without a grid for each area that the name means. Points outside the states of the place, and in water outside every county, are left out. */
function* sampleArea(bundle: Bundle, place: ResolvedLocation): Steps<AreaSample | undefined> {
  const key = [...place.area_keys, ...place.states].join(' ')
  const known = samples.find(bundle.places, key)
  if (known) return known
  const points: Point[] = []
  const places = new Map<string, number>()
  const grids: SampledGrid[] = []
  for (const area_key of place.area_keys) {
    const grid = findAreaGrid(bundle.places, area_key)
    if (!grid) return undefined
    const fields: number[] = []
    const point_of: number[] = []
    for (const [at, field] of fieldsOf(grid).entries()) {
      if ((at + 1) % POINTS_A_STEP === 0) yield
      const [x, y] = middleOf(grid, field)
      const point = findPointIn(bundle, areasAt(bundle, x, y), x, y)
      if (!point || point.beside_state || !place.states.includes(point.state)) continue
      const same = places.get(point.key) ?? points.length
      if (same === points.length) {
        points.push(point)
        places.set(point.key, same)
      }
      fields.push(field)
      point_of.push(same)
    }
    grids.push({ grid, fields, point_of, size: sizeOfField(grid) })
  }
  const land = points.filter(({ gaps }) => !gaps.includes('county'))
  const sample = land.length === 0 ? { points, grids } : limitTo({ points, grids }, land)
  const fields = sample.grids.reduce((sum, { fields }) => sum + fields.length, 0)
  const bytes = sample.points.reduce((sum, point) => sum + bytesOfPoint(point), fields * FIELD_BYTES)
  return samples.keep(bundle.places, key, sample, bytes)
}

const FIELD_BYTES = 16

const samples = defineKept<OpenPart, string, AreaSample>('area_sample')

function sizeOfField({ south, step_lng, step_lat }: AreaGrid): number {
  return step_lng * step_lat * Math.cos((south / MICRODEGREES / 180) * Math.PI)
}
