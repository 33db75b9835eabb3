// Elections: lists and summaries, those that have not ended, the next one of each state; and the service's day in each state.

import { z } from 'zod'
import { groupBy } from '../../data/core/group-by.ts'
import { novemberElection } from '../../data/reference/elections.ts'
import { type ElectionGap, electionGap } from '../../data/schema/election.ts'
import type { dataOperations } from '../../data/schema/operations.ts'
import type { BallotCoverage } from '../../data/schema/vocabulary.ts'
import { BODY, type Bundle, hasTable, type OpenPart } from '../../data/store/bundle.ts'
import { defineKept, defineTable } from './bundle-cache.ts'
import { isIn } from './filters.ts'
import { countByElection } from './positions.ts'
import { presentList, reportUrlMember, withMembers } from './record.ts'

/** @throws ApiError 400 for a cursor of another list. */
export function presentElections(
  query: z.output<typeof dataOperations.listElections.query>,
  hash: string,
  { bundle, day }: { bundle: Bundle; day: Day },
): string {
  const { from, to } = query
  return presentList(
    { part: bundle.ballots, query, hash },
    {
      sql: (page) => `SELECT id, date, state, slug, ${BODY} AS body FROM election\n${page}`,
      order: { date: 'string', state: 'string', slug: 'string' },
      where: [
        isIn('state', 'states', query.states),
        isIn('type', 'types', query.types),
        isIn('id', 'upcoming', query.upcoming ? findUpcoming(bundle, day) : undefined),
        from === undefined ? undefined : { sql: 'date >= $from', params: { from } },
        to === undefined ? undefined : { sql: 'date <= $to', params: { to } },
      ],
      present(rows: readonly { id: number; body: string }[]) {
        const ids = rows.map(({ id }) => id)
        const counts = countByElection(bundle, ids)
        return rows.map(({ id, body }) =>
          withMembers(body, `"endorsement_count":${counts.get(id) ?? 0},${reportUrlMember('election', id)}`),
        )
      },
    },
  )
}

/** Ids of the elections with these slugs, or of all upcoming elections if no slug is given. */
export function findNamedOrUpcoming(
  slugs: readonly string[] | undefined,
  { bundle, day }: { bundle: Bundle; day: Day },
): readonly number[] {
  return slugs ? findElections(bundle, slugs) : findUpcoming(bundle, day)
}

/** JSON summaries of those of the given elections that have contests in a district, ordered by date, state, slug. */
export function presentElectionsOfDistrict(
  bundle: Bundle,
  { id, ocd_id }: { id: number; ocd_id: string },
  elections: readonly number[],
): string {
  const rows = bundle.ballots
    .statement<{ summary: string }>(
      `SELECT json_object('id', id, 'slug', slug, 'name', body_en ->> '$.name', 'date', date, 'state', state, 'type', type) AS summary
FROM election
WHERE id IN (SELECT election_id FROM contest WHERE district_ocd_id = $ocd_id AND district_id = $district)
  AND id IN (SELECT value FROM json_each($elections))
ORDER BY date, state, slug`,
    )
    .all({ ocd_id, district: id, elections: JSON.stringify(elections) })
  return `[${rows.map((row) => row.summary).join(',')}]`
}

// The elections of a bundle, in memory: found by id, by slug and by state.

export interface ElectionFacts {
  id: number
  slug: string
  date: string
  state: string
  /** OCD ids of the areas whose ballots are fully listed. */
  listed_in: ReadonlySet<string>
  /** Kinds of contests that its ballots lack, or may lack. */
  missing: readonly ElectionGap[]
}

const areas = z.array(z.string())
const gaps = z.array(electionGap)

/**
 * What the ballots of a federal election day lack if no election of the state is held; undefined if that is not known.
 * @param date YYYY-MM-DD
 */
export function findRegularGeneralGaps(
  { ballots }: Bundle,
  state: string,
  date: string,
): readonly ElectionGap[] | undefined {
  // Bundles of an earlier version lack this table.
  if (!hasTable(ballots, 'regular_general')) return undefined
  const row = ballots
    .statement<{ missing: string }>('SELECT missing FROM regular_general WHERE state = $state AND date = $date')
    .get({ state, date })
  return row && gaps.parse(JSON.parse(row.missing))
}

/** Elections with these ids, ordered by date, state, slug. */
export function findElectionFacts({ ballots }: Bundle, ids: readonly number[]): ElectionFacts[] {
  const { all, rankOfId } = loadElectionTable(ballots)
  return inOrder(ids, rankOfId).flatMap((rank) => all[rank] ?? [])
}

/** Ids of the elections with these slugs, ordered by date, state, slug; unknown slugs match nothing. */
export function findElections({ ballots }: Bundle, slugs: readonly string[]): readonly number[] {
  const { all, rankOfSlug } = loadElectionTable(ballots)
  return inOrder(slugs, rankOfSlug).flatMap((rank) => all[rank]?.id ?? [])
}

/** Each once. */
function inOrder<Key>(keys: readonly Key[], ranks: ReadonlyMap<Key, number>): number[] {
  return [...new Set(keys.flatMap((key) => ranks.get(key) ?? []))].sort((a, b) => a - b)
}

const ELECTION_BYTES = 600

type ElectionTable = ReturnType<typeof readElectionTable>
const electionTables = defineTable<OpenPart, ElectionTable>('elections', ({ all }) => all.length * ELECTION_BYTES)

function loadElectionTable(ballots: OpenPart): ElectionTable {
  return electionTables.find(ballots) ?? electionTables.keep(ballots, readElectionTable(ballots))
}

function readElectionTable(ballots: OpenPart) {
  const all = ballots
    .statement<Omit<ElectionFacts, 'listed_in' | 'missing'> & { listed_in: string | null; missing: string | null }>(
      `SELECT id, slug, date, state, body_en ->> '$.listed_in' AS listed_in, body_en ->> '$.missing' AS missing
FROM election
ORDER BY date, state, slug`,
    )
    .all()
    // Bundles of an earlier version lack these keys.
    .map(
      ({ listed_in, missing, ...row }): ElectionFacts => ({
        ...row,
        listed_in: new Set(listed_in === null ? [] : areas.parse(JSON.parse(listed_in))),
        missing: missing === null ? [] : gaps.parse(JSON.parse(missing)),
      }),
    )
  return {
    /** Ordered by date, state, slug. A rank is an index of it. */
    all,
    rankOfId: new Map(all.map(({ id }, rank) => [id, rank])),
    rankOfSlug: new Map(all.map(({ slug }, rank) => [slug, rank])),
    /** Ordered by date and slug. */
    byState: groupBy(all, ({ state }) => state),
  }
}

// Finds the next election of each state, and the coverage of its ballots.

export interface NextElection {
  date: string
  /** Elections on that day that the bundle holds; empty if only the law sets the day. */
  elections: readonly ElectionFacts[]
}

/** The earliest election in the bundle whose day has not ended, or the next federal election day if that is earlier. */
export function findNextElection(reading: { bundle: Bundle; day: Day }, state: string): NextElection {
  const today = findToday(reading, state)
  const federal = nextFederalElection(today)
  const held = loadElectionTable(reading.bundle.ballots).byState.get(state) ?? []
  const next = held.find(({ date }) => date >= today)
  const date = next && next.date < federal ? next.date : federal
  return { date, elections: held.filter((election) => election.date === date) }
}

/** `full`: ballots of the whole state are listed, and lack no kind of contest; `partial`: only some areas or contests; `none`: no ballots. */
export function coverageOf({ elections }: Pick<NextElection, 'elections'>, stateOcdId: string): BallotCoverage {
  if (elections.length === 0) return 'none'
  const isWhole = elections.every(({ missing }) => missing.every(({ listed_in }) => listed_in.includes(stateOcdId)))
  return isWhole && elections.some(({ listed_in }) => listed_in.has(stateOcdId)) ? 'full' : 'partial'
}

/** All states elect Representatives on this day of each even year. @param today YYYY-MM-DD */
function nextFederalElection(today: string): string {
  const year = Number(today.slice(0, 4))
  const even = year + (year % 2)
  const date = novemberElection(even)
  return date >= today ? date : novemberElection(even + 2)
}

// Finds the elections that have not ended on the service's day.

const ID_BYTES = 24

/** Ids by key of the day. */
const upcoming = defineKept<Bundle, string, readonly number[]>('upcoming')

export function findUpcoming(bundle: Bundle, day: Day): readonly number[] {
  const known = upcoming.find(bundle, day.key)
  if (known) return known
  const ids = loadElectionTable(bundle.ballots)
    .all.filter(({ state, date }) => date >= findToday({ bundle, day }, state))
    .map(({ id }) => id)
  return upcoming.keep(bundle, day.key, ids, ids.length * ID_BYTES)
}

// The states, and the service's day in each. An election lasts until its date ends in its state's latest time zone.

export function presentStates(bundle: Bundle): string {
  const rows = bundle.places.statement<{ body: string }>('SELECT body FROM state ORDER BY code').all()
  return `{"data":[${rows.map((row) => row.body).join(',')}]}`
}

interface StateRow {
  code: string
  /** Its latest. */
  time_zone: string
  ocd_id: string
}

const STATE_BYTES = 300

const stateTables = defineTable<OpenPart, ReadonlyMap<string, StateRow>>('states', ({ size }) => size * STATE_BYTES)

/** By code. */
export function loadStates(places: OpenPart): ReadonlyMap<string, StateRow> {
  const known = stateTables.find(places)
  if (known) return known
  const rows = places.statement<StateRow>('SELECT code, time_zone, ocd_id FROM state ORDER BY code').all()
  return stateTables.keep(places, new Map(rows.map((row) => [row.code, row])))
}

/** The service's date in a state, YYYY-MM-DD. */
export function findToday({ bundle, day }: { bundle: Bundle; day: Day }, state: string): string {
  return day.in(loadStates(bundle.places).get(state)?.time_zone ?? 'UTC')
}

const SLOT = 15 * 60_000

export interface Day {
  /** Changes whenever the local date of any zone changes. */
  key: string
  /** The date in a time zone, YYYY-MM-DD. */
  in(timeZone: string): string
}

/**
 * Returns the day at an instant. Time zones change date on quarter hours, so the day is recomputed at most every 15 minutes.
 */
export function createCalendar(timeZones: readonly string[], asOf: string | null): (now: number) => Day {
  if (asOf !== null) {
    const pinned = pinDay(asOf)
    return () => pinned
  }
  const formats = new Map([...new Set([...timeZones, 'UTC'])].sort().map((zone) => [zone, localDate(zone)]))
  let slot = Number.NaN
  let day: Day | undefined
  return (now) => {
    const current = Math.floor(now / SLOT)
    if (day && current === slot) return day
    const dates = new Map([...formats].map(([zone, format]) => [zone, format.format(now)]))
    const utc = dates.get('UTC') ?? ''
    slot = current
    day = { key: [...dates.values()].join(' '), in: (zone) => dates.get(zone) ?? utc }
    return day
  }
}

/** One date in every time zone. @param day YYYY-MM-DD */
export function pinDay(day: string): Day {
  return { key: day, in: () => day }
}

/** The Swedish locale writes dates in ISO format. */
function localDate(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
}

const CALENDAR_BYTES = 100_000

/** By the pinned day; '' for the clock's. */
const calendars = defineKept<Bundle, string, (now: number) => Day>('calendar')

/** The service's day at an instant, in the time zones of the bundle's states. @param asOf pins the day */
export function findDay(bundle: Bundle, asOf: string | null, now: number): Day {
  const known = calendars.find(bundle, asOf ?? '')
  if (known) return known(now)
  const zones = [...loadStates(bundle.places).values()].map(({ time_zone }) => time_zone)
  return calendars.keep(bundle, asOf ?? '', createCalendar(zones, asOf), CALENDAR_BYTES)(now)
}
