// Requests to /v1 for the questions: the lists, each loaded once, and points inside districts. Only members that a question reads are
// kept.

import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'undici'
import { z } from 'zod'
import { choice } from '../../../data/schema/choice.ts'
import { contest } from '../../../data/schema/contest.ts'
import { district } from '../../../data/schema/district.ts'
import { election } from '../../../data/schema/election.ts'
import { officeholder } from '../../../data/schema/officeholder.ts'
import { PAGE_SIZE_MAX } from '../../../data/schema/parameter.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
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

/** @setting Requests that `audit` sends at once. */
const AUDIT_REQUESTS_AT_ONCE = 8
/** @setting Longest pause, in seconds, that `audit` makes because a server asks for it with Retry-After. */
const AUDIT_RETRY_AFTER_MAX = 90

const electionRecord = election.pick({
  slug: true,
  date: true,
  state: true,
  type: true,
  details: true,
  listed_in: true,
  contest_count: true,
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
    id: true,
    title: true,
    short_title: true,
    kind: true,
    vote_method: true,
    votes_allowed: true,
    party: true,
    details: true,
    level: true,
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
type DistrictRecord = z.output<typeof districtRecord>

const holderRecord = officeholder.pick({
  person_id: true,
  name: true,
  office: true,
  state: true,
  term: true,
  district: true,
  district_id: true,
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
    ask,
    states: states && new Set(states),
    sample,
    shapesOf,
    districts,
    year: Number(day.slice(0, 4)),
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
function layerOf({ state, type, valid_from, valid_to }: DistrictRecord): string {
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

// The requests.

export type Query = Readonly<Record<string, string | number | boolean>>

export interface Ask {
  /** Undefined if the server knows no such record or place (404), or several (400). Throws an Error for any other status but 200. */
  find<Body extends z.ZodType>(path: string, query: Query, body: Body): Promise<z.output<Body> | undefined>
  /** Throws an Error for any status but 200. */
  get<Body extends z.ZodType>(path: string, query: Query, body: Body): Promise<z.output<Body>>
  /** Every page of a list. */
  list<Item extends z.ZodType>(path: string, query: Query, item: Item): Promise<z.output<Item>[]>
  close(): Promise<void>
}

const paged = z.object({ data: z.array(z.unknown()), next_cursor: z.string().nullish() })

/** @param url without `/v1` */
export function createAsk({ url, key }: { url: string; key: string }): Ask {
  const base = new URL(url)
  const pool = new Pool(base.origin, { connections: AUDIT_REQUESTS_AT_ONCE })
  const headers = { authorization: `Bearer ${key}` }

  const send = async (path: string, query: Query): Promise<{ status: number; json: unknown }> => {
    const target = toTarget(base.pathname, path, query)
    for (;;) {
      const { statusCode, headers: got, body } = await pool.request({ method: 'GET', path: target, headers })
      const text = await body.text()
      if (statusCode !== 429) return { status: statusCode, json: parseJson(text, target, statusCode) }
      await wait(Math.min(Number(got['retry-after'] ?? 1) || 1, AUDIT_RETRY_AFTER_MAX) * 1000)
    }
  }
  const find: Ask['find'] = async (path, query, schema) => {
    const { status, json } = await send(path, query)
    if (status === 404 || status === 400) return undefined
    if (status !== 200)
      throw new Error(`GET ${toTarget('', path, query)} answered ${status}, expected 200: ${sentenceOf(json)}`)
    return schema.parse(json)
  }
  const get: Ask['get'] = async (path, query, schema) => {
    const found = await find(path, query, schema)
    if (found === undefined) throw new Error(`GET ${toTarget('', path, query)} answered 400 or 404, expected 200`)
    return found
  }
  return {
    find,
    get,
    async list(path, query, item) {
      const records: z.output<typeof item>[] = []
      const items = z.array(item)
      for (let cursor: string | undefined; ; ) {
        const page = await get(path, { limit: PAGE_SIZE_MAX, ...query, ...(cursor !== undefined && { cursor }) }, paged)
        for (const one of items.parse(page.data)) records.push(one)
        if (page.next_cursor == null) return records
        cursor = page.next_cursor
      }
    },
    close: () => pool.close(),
  }
}

/** Visits the items, some at once. */
export async function each<Item>(
  items: readonly Item[],
  visit: (item: Item) => Promise<void>,
  atOnce = AUDIT_REQUESTS_AT_ONCE,
): Promise<void> {
  let next = 0
  const work = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await visit(item)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

export function toTarget(base: string, path: string, query: Query): string {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return `${base.replace(/\/$/, '')}${path}${search.size === 0 ? '' : `?${search}`}`
}

function parseJson(text: string, target: string, status: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`GET ${target} answered ${status} with ${text.length} characters that are no JSON`)
  }
}

const refusal = z.object({ error: z.object({ message: z.string() }) })

function sentenceOf(json: unknown): string {
  return refusal.safeParse(json).data?.error.message ?? 'no reason was given'
}
