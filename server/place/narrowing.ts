// Builds `narrow_by` of a ballot: the question whose answer settles most of an area (docs/rules.md#the-narrowing-question).

import { MICRODEGREES } from '../../data/geometry/multipolygon.ts'
import { middleOf } from '../../data/index/area-grid.ts'
import { PARTS } from '../../data/place/match.ts'
import type { Narrowing, NarrowingOption } from '../../data/schema/narrowing.ts'
import { DISTRICT_TYPES, type DistrictType, type Match } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { type DistrictSummaryRow, loadDistricts } from '../read/districts.ts'
import { withMembers } from '../read/record.ts'
import type { Steps } from '../read/sliced-work.ts'
import { type AreaSample, sampleArea } from './area-sample.ts'
import { drawGrid, findInside, findSide, type PartOf } from './narrowing-map.ts'
import { chooseQuestion, type Part, type QuestionOption } from './narrowing-question.ts'
import type { Point, ResolvedLocation } from './place.ts'
import { loadContestsOfArea, loadVoted, type VotedContest } from './voted.ts'

const DISTRICTS_A_STEP = 32

/** A district that divides the area, and the contests that follow its lines. */
interface Dividing {
  district: DistrictSummaryRow
  type: DistrictType
}

/**
 * JSON of `narrow_by`, or `null`.
 * @param elections those of the ballot @param voted all contests at the place
 */
export function* presentNarrowing(
  bundle: Bundle,
  place: ResolvedLocation,
  { elections, voted }: { elections: readonly number[]; voted: readonly VotedContest[] },
): Steps<string> {
  const open = voted.filter(({ match }) => match === 'possible')
  if (place.exact || place.basis !== 'area' || open.length === 0) return 'null'
  const sample = yield* sampleArea(bundle, place)
  if (!sample || sample.points.length < 2) return 'null'
  const contests = new Map(open.map(({ contest }, at) => [contest.id, at]))
  const dividing = yield* findDividing(bundle, place, contests)
  const shares = sharesOf(sample)
  const parts: Part[] = []
  for (const [at, point] of sample.points.entries()) {
    const matches = new Array<Match | undefined>(open.length).fill(undefined)
    for (const { contest, match } of yield* loadVoted(bundle, point, { elections })) {
      const nth = contests.get(contest.id)
      if (nth !== undefined) matches[nth] = match
    }
    parts.push({ share: shares[at] ?? 0, matches, districts: districtsOf(point, dividing) })
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
  const placed = parts.map(({ matches }) => matches)
  const { kind, type, settles } = question
  const rest: Omit<Narrowing, 'options'> = {
    ...{ kind, type, settles: rounded(settles) },
    other_share: rounded(1 - question.options.reduce((sum, { share }) => sum + share, 0)),
    unplaced_contests: open.flatMap(({ contest }, at) => (placed.some((own) => own[at]) ? [] : [contest.id])),
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
    ...{ share: rounded(option.share), side: findSide(sample.grids, optionOf, nth), settled: option.settled },
    ...{ certain_contests: certain, possible_contests: possible },
    ...{ lat: y === null ? null : y / MICRODEGREES, lng: x === null ? null : x / MICRODEGREES },
  }
  return withMembers(JSON.stringify(rest), `"districts":[${districts.join(',')}]`)
}

function rounded(share: number): number {
  return Math.round(Math.max(0, share) * PARTS) / PARTS
}
