// The lists of /v1, each loaded once, and points inside districts. Only members that a question reads are kept.

import { z } from 'zod'
import { choice } from '../../../data/schema/choice.ts'
import { contest } from '../../../data/schema/contest.ts'
import { district } from '../../../data/schema/district.ts'
import { election } from '../../../data/schema/election.ts'
import { officeholder } from '../../../data/schema/officeholder.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import { type Ask, each } from './ask.ts'
import {
  type Coordinates,
  type DeepPoint,
  distance,
  evenly,
  findDeepPoints,
  isInside,
  type Shape,
  toShapes,
} from './points.ts'

const electionRecord = election.pick({
  ...{ slug: true, date: true, state: true, type: true, details: true, listed_in: true, contest_count: true },
})
export type ElectionRecord = z.output<typeof electionRecord>

const districtKeys = {
  id: true,
  name: true,
  ocd_id: true,
  state: true,
  type: true,
  level: true,
  lines_precision: true,
} as const

const choiceRecord = choice.pick({
  id: true,
  label: true,
  measure_answer: true,
  candidate: true,
  party: true,
  party_label: true,
  option: true,
  withdrawn: true,
  details: true,
})
export type ChoiceRecord = z.output<typeof choiceRecord>

const contestRecord = contest
  .pick({
    ...{ id: true, title: true, short_title: true, kind: true, vote_method: true, votes_allowed: true, party: true },
    ...{ details: true, level: true },
  })
  .extend({
    election: electionRecord.pick({ slug: true, date: true, state: true, type: true }),
    district: district.pick(districtKeys),
    choices: z.array(choiceRecord),
  })
export type ContestRecord = z.output<typeof contestRecord>

const districtRecord = district.pick({
  ...districtKeys,
  has_boundary: true,
  retired: true,
  valid_from: true,
  valid_to: true,
})
export type DistrictRecord = z.output<typeof districtRecord>

const holderRecord = officeholder.pick({
  ...{ person_id: true, name: true, office: true, state: true, term: true, district: true, district_id: true },
  district_ocd_id: true,
})
export type HolderRecord = z.output<typeof holderRecord>

/** The coordinates of a nation are too many to look at each. */
const coordinates = z.custom<Coordinates>(Array.isArray)
const bounded = z.object({ data: z.object({ boundary: z.object({ coordinates }).nullable() }) })

/** A district with a point inside it, and the point of the nearest district of its layer that lies outside it. */
export interface Located {
  district: DistrictRecord
  at: DeepPoint
  beyond: { district: DistrictRecord; at: DeepPoint } | undefined
}

export interface Nation {
  ask: Ask
  /** Only these states are asked about; null: all. */
  states: ReadonlySet<StateCode> | null
  /** Most districts of a layer, most points of a state, and most ZIP codes of a state. */
  sample: number
  /** The year of the service's day. */
  year: number
  elections(): Promise<ElectionRecord[]>
  contests(): Promise<ContestRecord[]>
  /** Retired ones too. */
  districts(): Promise<DistrictRecord[]>
  holders(): Promise<HolderRecord[]>
  /** Of each layer that is drawn and passes the test, at most `sample` districts, in an order that does not change. */
  located(wants: (district: DistrictRecord) => boolean): Promise<Located[]>
  shapesOf(id: number): Promise<Shape[] | undefined>
}

interface NationOptions {
  states: readonly StateCode[] | null
  sample: number
  day: string
}

export function createNation(ask: Ask, { states, sample, day }: NationOptions): Nation {
  const query = states === null ? {} : { states: states.join(',') }
  const shapesOf = async (id: number): Promise<Shape[] | undefined> => {
    const { data } = await ask.get(`/v1/districts/${id}`, { boundary: true }, bounded)
    return data.boundary === null ? undefined : toShapes(data.boundary.coordinates)
  }
  const layers = new Map<string, Promise<ReadonlyMap<number, Located>>>()
  const districts = once(() => ask.list('/v1/districts', { ...query, include_retired: true }, districtRecord))
  return {
    ...{ ask, states: states && new Set(states), sample, shapesOf, districts, year: Number(day.slice(0, 4)) },
    elections: once(() => ask.list('/v1/elections', query, electionRecord)),
    contests: once(() => ask.list('/v1/contests', query, contestRecord)),
    holders: once(() => ask.list('/v1/officeholders', query, holderRecord)),
    async located(wants) {
      const drawn = new Map<string, DistrictRecord[]>()
      for (const one of await districts()) {
        if (!one.has_boundary) continue
        const layer = layerOf(one)
        drawn.set(layer, [...(drawn.get(layer) ?? []), one])
      }
      const found: Located[] = []
      for (const [layer, all] of [...drawn].sort(([a], [b]) => (a < b ? -1 : 1))) {
        const wanted = evenly(all.filter(wants), sample)
        if (wanted.length === 0) continue
        const key = `${layer} ${wanted.map(({ id }) => id).join(' ')}`
        const located = layers.get(key) ?? locateLayer(wanted, { ask, shapesOf })
        layers.set(key, located)
        found.push(...(await located).values())
      }
      return found
    },
  }
}

/** Districts that divide one area: those of one plan. */
export function layerOf({ state, type, valid_from, valid_to }: DistrictRecord): string {
  return [state, type, valid_from, valid_to].join(' ')
}

async function locateLayer(
  districts: readonly DistrictRecord[],
  { ask, shapesOf }: Pick<Nation, 'ask' | 'shapesOf'>,
): Promise<ReadonlyMap<number, Located>> {
  const shapes = new Map<number, Shape[]>()
  const points: { district: DistrictRecord; at: DeepPoint }[] = []
  await each(districts, async (district) => {
    const own = await shapesOf(district.id)
    const at = own && (await findOnLand(ask, findDeepPoints(own)))
    if (!own || !at) return
    shapes.set(district.id, own)
    points.push({ district, at })
  })
  points.sort((a, b) => a.district.id - b.district.id)
  const located = points.map(({ district, at }): [number, Located] => {
    const own = shapes.get(district.id) ?? []
    const beyond = points
      .filter((other) => other.district.ocd_id !== district.ocd_id)
      .sort((a, b) => distance(at, a.at) - distance(at, b.at))
      .find((other) => !isInside(own, other.at))
    return [district.id, { district, at, beyond }]
  })
  return new Map(located)
}

/** Districts reach into the sea, where nobody votes and /v1 has no answer. @returns the first point if none has an answer */
async function findOnLand(ask: Ask, points: readonly DeepPoint[]): Promise<DeepPoint | undefined> {
  for (const point of evenly(points, POINTS_TRIED))
    if (await ask.find('/v1/representatives', { lat: point.lat, lng: point.lng }, anything)) return point
  return points[0]
}

const POINTS_TRIED = 8
const anything = z.object({})

function once<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let loaded: Promise<Result> | undefined
  return () => {
    loaded ??= load()
    return loaded
  }
}
