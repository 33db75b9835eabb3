// The server's reads of endorsements, through its own functions, at places sampled over the whole bundle.

import type { Bundle } from '../../data/store/bundle.ts'
import { type ContestFacts, findContestWithPositions } from '../../server/read/contests.ts'
import { presentCoverage } from '../../server/read/coverage.ts'
import { type Day, presentElections } from '../../server/read/elections.ts'
import { findEndorsement, presentEndorsements } from '../../server/read/endorsements.ts'
import { findEndorser, presentEndorserCategories, presentEndorsers } from '../../server/read/endorsers.ts'
import { recommendContests } from '../../server/read/recommendations.ts'
import { writeCursor } from '../../server/read/record.ts'

export interface Read {
  what: string
  read(bundle: Bundle, nth: number): void
  /** In one round. */
  times: number
}

const SAMPLES = 400
const HASH = 'bench'
const DAY: Day = { key: '2026-01-01', in: () => '2026-01-01' }
const EVERYTHING = { upcoming: false, lang: 'en' } as const

/** The same ones in each run: every nth id. @param bundle without changes */
export function drawReads(bundle: Bundle): Read[] {
  const ids = drawIds(bundle, 'endorsements', 'endorsement')
  const slugs = drawTexts(bundle, 'SELECT slug FROM endorser ORDER BY id LIMIT $limit')
  const names = drawTexts(bundle, 'SELECT name FROM endorser ORDER BY id LIMIT $limit')
  const contests = drawIds(bundle, 'ballots', 'contest')
  const [election = ''] = bundle.ballots
    .statement<{ slug: string }>('SELECT slug FROM election ORDER BY slug')
    .all()
    .map(({ slug }) => slug)
  const after = (nth: number): string => writeCursor(HASH, [ids[nth % ids.length] ?? 0])
  const page = (what: string, filters: object, limit: number): Read => ({
    what: `endorsements, ${limit} a page${what}`,
    read: (from, nth) =>
      presentEndorsements({ ...EVERYTHING, ...filters, limit, cursor: after(nth) }, HASH, { bundle: from, day: DAY }),
    times: limit > 100 ? 20 : 200,
  })
  const voted = (nth: number) =>
    bundle.ballots
      .statement<ContestFacts>('SELECT * FROM contest WHERE id >= $id ORDER BY id LIMIT 20')
      .all({ id: contests[nth % contests.length] ?? 0 })
      .map((contest) => ({ contest, match: 'certain' as const, share: null }))
  const ballots = Array.from({ length: 20 }, (_, nth) => voted(nth))
  const one = <Value>(values: readonly Value[], nth: number): Value => {
    const value = values[nth % values.length]
    if (value === undefined) throw new Error('the bundle has nothing to read')
    return value
  }
  const ofEndorser = (from: Bundle, nth: number) => {
    const filters = { ...EVERYTHING, endorsers: [one(slugs, nth)], limit: 100 }
    return presentEndorsements(filters, HASH, { bundle: from, day: DAY })
  }
  const endorsers = (from: Bundle, nth: number) => {
    const filters = { lang: 'en', limit: 100, cursor: writeCursor(HASH, [one(names, nth), 0]) } as const
    return presentEndorsers(filters, HASH, from)
  }
  const recommended = (from: Bundle, nth: number) =>
    Array.from(recommendContests(from, one(ballots, nth), { ...RECOMMEND, chosen: { categories: ['labor'] } }))
  const elections = (from: Bundle) => presentElections({ ...EVERYTHING, limit: 100 }, HASH, { bundle: from, day: DAY })
  const others: readonly (readonly [what: string, times: number, read: Read['read']])[] = [
    ['endorsements of an endorser', 200, ofEndorser],
    ['an endorsement', 400, (from, nth) => findEndorsement(from, one(ids, nth), 'en')],
    ["a contest's positions", 400, (from, nth) => findContestWithPositions(from, one(contests, nth), {}, 'en')],
    ['endorsers, 100 a page', 100, endorsers],
    ['an endorser', 400, (from, nth) => findEndorser(from, one(slugs, nth), 'en')],
    ['recommendations by a category, 20 contests', 40, recommended],
    ['elections', 100, elections],
    ['coverage', 5, (from) => presentCoverage({ bundle: from, day: DAY, lastRun: null }, false)],
    ['categories', 400, (from) => presentEndorserCategories(from, 'en')],
  ]
  return [
    page('', {}, 100),
    page('', {}, 500),
    page(' of a state', { states: ['NV'] }, 100),
    page(' of an election', { elections: [election] }, 100),
    page(' of a category in two states', { categories: ['labor'], states: ['ME', 'NV'] }, 100),
    ...others.map(([what, times, read]) => ({ what, times, read })),
  ]
}

const RECOMMEND = { only_endorsed: false, explain: false, lang: 'en' } as const

function drawIds(bundle: Bundle, part: 'endorsements' | 'ballots', table: 'endorsement' | 'contest'): number[] {
  const rows = bundle[part].statement<{ id: number }>(`SELECT id FROM ${table} ORDER BY id`).all()
  const step = Math.max(1, Math.floor(rows.length / SAMPLES))
  return rows.filter((_, nth) => nth % step === 0).map(({ id }) => id)
}

function drawTexts(bundle: Bundle, sql: string): string[] {
  return bundle.endorsements
    .statement<Record<string, string>>(sql)
    .all({ limit: SAMPLES })
    .flatMap((row) => Object.values(row))
}
