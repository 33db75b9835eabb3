// Compares a server's answers over the nation with the publishers' files. Also reads answers of an earlier version.

import { z } from 'zod'
import { novemberElection } from '../../data/reference/elections.ts'
import type { BorderPoint, DistrictPoint, TruePoint, ZipTruth } from './national-truth.ts'

export interface Reply {
  status: number
  body: unknown
}
export type Get = (path: string) => Promise<Reply>

const placeDistrict = z.looseObject({
  ...{ id: z.number(), ocd_id: z.string(), state: z.string(), level: z.string(), type: z.string(), lines: z.string() },
  ...{ valid_from: z.string().nullable(), valid_to: z.string().nullable(), match: z.string().optional() },
})
const contest = z.looseObject({
  title: z.string(),
  match: z.string(),
  district: z.looseObject({ ocd_id: z.string() }),
  election: z.looseObject({ date: z.string(), state: z.string() }),
})
const location = z.looseObject({
  ...{ exact: z.boolean(), complete: z.boolean(), basis: z.string(), label: z.string().nullable(), state: z.string() },
})
const ballot = z.object({
  data: z.object({ location, districts: z.array(placeDistrict), contests: z.array(contest) }),
})
export type Ballot = z.infer<typeof ballot>['data']
const representatives = z.object({
  data: z.object({
    location,
    officeholders: z.array(z.looseObject({ office: z.string(), state: z.string() })),
  }),
})
const page = z.object({ data: z.array(z.looseObject({})), next_cursor: z.string().nullable() })
const district = z.looseObject({
  id: z.number(),
  type: z.string(),
  census_geoid: z.string().nullable(),
  census_geoids: z.array(z.string()),
})
const seat = z.looseObject({ district_id: z.number().nullable() })
const election = z.looseObject({ date: z.string(), state: z.string(), listed_in: z.array(z.string()).optional() })
const coverage = z.object({
  data: z.array(z.looseObject({ state: z.string(), next_election_coverage: z.string().optional() })),
})

/** At once: an account has at most 4 areas at work. */
const AT_ONCE = 4
const PAGE = 500

async function each<Item>(items: readonly Item[], visit: (item: Item) => Promise<void>): Promise<void> {
  let at = 0
  const work = async (): Promise<void> => {
    while (at < items.length) {
      const item = items[at++]
      if (item !== undefined) await visit(item)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

async function* walk(get: Get, path: string): AsyncGenerator<Record<string, unknown>> {
  for (let cursor = ''; ; ) {
    const { status, body } = await get(`${path}${path.includes('?') ? '&' : '?'}limit=${PAGE}${cursor}`)
    if (status !== 200) throw new Error(`${path} answered ${status}, expected 200`)
    const { data, next_cursor } = page.parse(body)
    yield* data
    if (next_cursor === null) return
    cursor = `&cursor=${encodeURIComponent(next_cursor)}`
  }
}

async function loadBallot(get: Get, query: string): Promise<Ballot | undefined> {
  const { status, body } = await get(`/v1/ballot?${query}`)
  return status === 200 ? ballot.parse(body).data : undefined
}

function at({ lat, lng }: TruePoint): string {
  return `lat=${lat}&lng=${lng}`
}

/** By district id `type GEOID`; a city outside all counties has its GEOID as a county. */
async function loadGeoids(get: Get, types: string, include_retired = true): Promise<Map<number, string>> {
  const geoids = new Map<number, string>()
  if (types === 'county')
    for await (const row of walk(get, `/v1/districts?types=place&include_retired=${include_retired}`)) {
      const { id, census_geoids } = district.parse(row)
      for (const geoid of census_geoids) geoids.set(id, `county ${geoid}`)
    }
  for await (const row of walk(get, `/v1/districts?types=${types}&include_retired=${include_retired}`)) {
    const { id, type, census_geoid } = district.parse(row)
    if (census_geoid !== null) geoids.set(id, `${type} ${census_geoid}`)
  }
  return geoids
}

export interface DistrictProof {
  asked: number
  /** Of those asked, districts without a holder. */
  vacant: string[]
  /** Districts that the ballot at a point inside them does not name. */
  missing: string[]
}

/** 3: the ballot without a date at a point inside a district names it. */
export async function proveDistricts(get: Get, points: readonly DistrictPoint[]): Promise<DistrictProof> {
  const geoids = await loadGeoids(get, 'state_upper,state_lower,congressional')
  const held = new Set<string | undefined>()
  for await (const row of walk(get, '/v1/officeholders')) {
    const { district_id } = seat.parse(row)
    if (district_id !== null) held.add(geoids.get(district_id))
  }
  const missing: string[] = []
  await each(points, async (point) => {
    const found = await loadBallot(get, at(point))
    const named = found?.districts.some(({ id }) => geoids.get(id) === `${point.type} ${point.geoid}`)
    if (!named) missing.push(`${point.state} ${point.type} ${point.geoid}`)
  })
  const vacant = points.filter(({ type, geoid }) => !held.has(`${type} ${geoid}`))
  return {
    asked: points.length,
    vacant: vacant.map(({ state, type, geoid }) => `${state} ${type} ${geoid}`),
    missing: missing.sort(),
  }
}

export interface BorderProof {
  asked: number
  pairs: number
  /** Points served as those of another state than the one that contains them. */
  elsewhere: string[]
  /** Points with a district or a holder of another state than the one that contains them. */
  mixed: string[]
  /** Points without the governor of their state, where one is held. */
  ungoverned: string[]
}

/** 4: beside the border of two states, everything is of the one that contains the point. */
export async function proveBorders(get: Get, points: readonly BorderPoint[]): Promise<BorderProof> {
  const proof: BorderProof = {
    asked: points.length,
    pairs: new Set(points.map(({ pair }) => pair)).size,
    elsewhere: [],
    mixed: [],
    ungoverned: [],
  }
  const governed = new Set<unknown>()
  for await (const { state } of walk(get, '/v1/officeholders?offices=governor')) governed.add(state)
  await each(points, async (point) => {
    const { state, pair, metres } = point
    const name = `${pair}: ${point.lat},${point.lng} in ${state}, ${metres} m`
    const found = await loadBallot(get, at(point))
    const { status, body } = await get(`/v1/representatives?${at(point)}`)
    if (!found || status !== 200) return void proof.elsewhere.push(`${name}: not found`)
    const { location, officeholders } = representatives.parse(body).data
    if (found.location.state !== state || location.state !== state)
      proof.elsewhere.push(`${name}: ${found.location.state}, ${location.state}`)
    const states = new Set([...found.districts, ...officeholders].map((one) => one.state))
    if ([...states].some((one) => one !== state)) proof.mixed.push(`${name}: ${[...states].sort().join(' ')}`)
    const hasGovernor = officeholders.some((one) => one.office === 'governor' && one.state === state)
    if (governed.has(state) && !hasGovernor) proof.ungoverned.push(name)
  })
  return proof
}

export interface ZipProof {
  asked: number
  unanswered: string[]
  /** ZIP codes without a county that their area lies in, where its own lines are not held. */
  lacking: string[]
  /** The same where its lines of an earlier year are held, which decide. */
  drawnOtherwise: string[]
  /** ZIP codes of several counties that are called certain in one of them. */
  certainInSeveral: string[]
}

/** 6: a ZIP code answers, with every county of its area. */
export async function proveZips(get: Get, zips: readonly ZipTruth[]): Promise<ZipProof> {
  // Connecticut's ZIP areas were listed by counties that are no more.
  const geoids = await loadGeoids(get, 'county', false)
  const held = new Set([...geoids.values()].map((one) => one.replace('county ', '')))
  const proof: ZipProof = { asked: zips.length, unanswered: [], lacking: [], drawnOtherwise: [], certainInSeveral: [] }
  await each(zips, async ({ zip, counties }) => {
    const found = await loadBallot(get, `location=${zip}`)
    if (!found) return void proof.unanswered.push(zip)
    const own = found.districts.filter(({ id }) => geoids.has(id))
    const named = new Set(own.map(({ id }) => geoids.get(id)?.replace('county ', '')))
    const lacks = counties.filter((county) => held.has(county) && !named.has(county))
    if (lacks.length > 0)
      (found.location.basis === 'area' ? proof.drawnOtherwise : proof.lacking).push(`${zip}: ${lacks.join(' ')}`)
    const isCertain = own.some(({ match }) => match === 'certain')
    if (counties.filter((county) => held.has(county)).length > 1 && isCertain && found.location.basis === 'county')
      proof.certainInSeveral.push(zip)
  })
  for (const list of [proof.unanswered, proof.lacking, proof.drawnOtherwise]) list.sort()
  return proof
}

export interface AsOfProof {
  asked: number
  contests: number
  /** Districts of the next ballot whose lines do not hold on its day. */
  ofAnotherDay: string[]
  /** Contests of a whole county called possible though the ZIP code lies in that county alone, by all that is held of it. */
  possible: string[]
}

/** 7: a ZIP code's districts of the next ballot are those of its day. @param day that the server answers as on */
export async function proveAsOf(get: Get, day: string, zips: readonly ZipTruth[]): Promise<AsOfProof> {
  const geoids = await loadGeoids(get, 'county')
  const countyOf = new Map<string, string>()
  for await (const row of walk(get, '/v1/districts?types=county,place&include_retired=true')) {
    const { id } = district.parse(row)
    const geoid = geoids.get(id)
    if (typeof row.ocd_id === 'string' && geoid) countyOf.set(geoid.replace('county ', ''), row.ocd_id)
  }
  const proof: AsOfProof = { asked: zips.length, contests: 0, ofAnotherDay: [], possible: [] }
  await each(zips, async ({ zip, counties }) => {
    const found = await loadBallot(get, `location=${zip}`)
    if (!found) return
    proof.contests += found.contests.length
    const dateIn = (state: string): string =>
      found.contests
        .filter((one) => one.election.state === state)
        .map((one) => one.election.date)
        .sort()[0] ?? day
    for (const { lines, valid_from, valid_to, state, ocd_id } of found.districts) {
      const date = dateIn(state)
      const holds = (valid_from ?? '') <= date && date <= (valid_to ?? '9999')
      if (lines === 'next_ballot' && !holds) proof.ofAnotherDay.push(`${zip} ${ocd_id}: ${valid_from} to ${valid_to}`)
    }
    const own = found.districts.filter(({ id }) => geoids.has(id))
    const [only] = counties
    if (!only || counties.length > 1 || own.length > 1) return
    for (const { title, match, district } of found.contests)
      if (match !== 'certain' && district.ocd_id === countyOf.get(only)) proof.possible.push(`${zip}: ${title}`)
  })
  return proof
}

export interface CompleteProof {
  asked: number
  /** Answers that are complete. */
  complete: number
  /** Complete answers without a contest. */
  empty: string[]
  /** Complete answers of a state whose coming election is not held, or not listed there. */
  notHeld: string[]
  /** States whose /v1/coverage contradicts their elections. */
  covered: string[]
}

/** 9: complete only where the coming election is held. @param places of each state, as queries */
export async function proveComplete(
  get: Get,
  day: string,
  places: readonly { state: string; query: string }[],
): Promise<CompleteProof> {
  const proof: CompleteProof = { asked: places.length, complete: 0, empty: [], notHeld: [], covered: [] }
  const elections = new Map<string, z.infer<typeof election>[]>()
  for await (const row of walk(get, '/v1/elections?upcoming=true')) {
    const one = election.parse(row)
    elections.set(one.state, [...(elections.get(one.state) ?? []), one])
  }
  const year = Number(day.slice(0, 4))
  const federal = [year, year + 1, year + 2]
    .filter((one) => one % 2 === 0)
    .map(novemberElection)
    .filter((date) => date >= day)[0]
  const comingIn = (state: string): z.infer<typeof election>[] => {
    const own = elections.get(state) ?? []
    const [date] = [...own.map((one) => one.date), federal ?? ''].sort()
    return own.filter((one) => one.date === date)
  }
  await each(places, async ({ state, query }) => {
    const found = await loadBallot(get, query)
    if (!found?.location.complete) return
    proof.complete += 1
    if (found.contests.length === 0) proof.empty.push(`${state} ${query}`)
    const own = new Set(found.districts.map(({ ocd_id }) => ocd_id))
    const isListed = comingIn(state).some(({ listed_in }) => listed_in?.some((id) => own.has(id)) ?? true)
    if (!isListed) proof.notHeld.push(`${state} ${query}`)
  })
  const { body } = await get('/v1/coverage')
  for (const { state, next_election_coverage } of coverage.parse(body).data) {
    if (next_election_coverage === undefined) proof.covered.push(`${state}: not told`)
    else if ((next_election_coverage === 'none') !== (comingIn(state).length === 0))
      proof.covered.push(`${state}: ${next_election_coverage}`)
  }
  return proof
}

/** RFC 3986: what a URI may hold, one fragment, brackets around an address alone. */
const URI =
  /^https?:\/\/(\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%@-]+)(:\d+)?(\/[\w.~!$&'()*+,;=:@%/-]*)?(\?[\w.~!$&'()*+,;=:@%/?-]*)?(#[\w.~!$&'()*+,;=:@%/?-]*)?$/i
const HALF_ENCODED = /%(?![\da-f]{2})/i
const URL_KEYS = /^(website|photo|source_url|info_url|website_url|source_urls|links?|urls?)$/
const ELECTION_KEYS = ['short_name', 'primary_system', 'info_url', 'details']

export interface RecordProof {
  records: number
  urls: number
  /** Number of occurrences of each problem: a missing field or an invalid URI. */
  problems: Record<string, number>
  /** The first few, in full. */
  examples: string[]
}

/** 28: district summaries have a type, a contest's election and an endorsement all of their fields, and each URL is a URI. */
export async function proveRecords(get: Get, paths: readonly string[]): Promise<RecordProof> {
  const proof: RecordProof = { records: 0, urls: 0, problems: {}, examples: [] }
  const report = (problem: string, example: string): void => {
    const count = (proof.problems[problem] ?? 0) + 1
    proof.problems[problem] = count
    if (count <= 3) proof.examples.push(`${problem}: ${example}`)
  }
  for (const path of paths)
    for await (const row of walk(get, path)) {
      proof.records += 1
      const [list = ''] = path.split('?')
      if (list === '/v1/endorsements' && !('retrieved_at' in row)) report('endorsement without retrieved_at', list)
      if (list === '/v1/contests')
        for (const key of ELECTION_KEYS)
          if (!isObject(row.election) || !(key in row.election)) report(`election of a contest without ${key}`, list)
      audit(row, list === '/v1/districts' ? 'district' : list, (key, value) => {
        if (key === 'district' && isObject(value))
          for (const field of ['type', 'lines_precision'])
            if (!(field in value)) report(`district without ${field}`, `${list} ${String(value.ocd_id)}`)
        if (!URL_KEYS.test(key) || typeof value !== 'string') return
        proof.urls += 1
        if (!URI.test(value) || HALF_ENCODED.test(value) || !URL.canParse(value)) report(`${key} that is no URI`, value)
      })
    }
  return proof
}

function audit(value: unknown, key: string, visit: (key: string, value: unknown) => void): void {
  visit(key, value)
  if (Array.isArray(value)) for (const one of value) audit(one, key, visit)
  else if (isObject(value)) for (const [name, one] of Object.entries(value)) audit(one, name, visit)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
