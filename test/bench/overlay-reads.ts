// The server's reads of endorsements, through its own functions, at places sampled over the whole bundle.

import type { Bundle } from '../../data/store/bundle.ts'
import { type ContestFacts, findContestWithPositions } from '../../server/read/contests.ts'
import { presentCoverage } from '../../server/read/coverage.ts'
import { presentElections } from '../../server/read/elections.ts'
import { findEndorsement, presentEndorsements } from '../../server/read/endorsements.ts'
import { findEndorser, presentEndorserCategories, presentEndorsers } from '../../server/read/endorsers.ts'
import { writeCursor } from '../../server/read/list.ts'
import { recommendContests } from '../../server/read/recommendations.ts'
import type { Day } from '../../server/read/states.ts'

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
  return [
    page('', {}, 100),
    page('', {}, 500),
    page(' of a state', { states: ['NV'] }, 100),
    page(' of an election', { elections: [election] }, 100),
    page(' of a category in two states', { categories: ['labor'], states: ['ME', 'NV'] }, 100),
    {
      what: 'endorsements of an endorser',
      read: (from, nth) =>
        presentEndorsements({ ...EVERYTHING, endorsers: [slugs[nth % slugs.length] ?? ''], limit: 100 }, HASH, {
          bundle: from,
          day: DAY,
        }),
      times: 200,
    },
    {
      what: 'an endorsement',
      read: (from, nth) => findEndorsement(from, ids[nth % ids.length] ?? 0, 'en'),
      times: 400,
    },
    {
      what: "a contest's positions",
      read: (from, nth) => findContestWithPositions(from, contests[nth % contests.length] ?? 0, {}, 'en'),
      times: 400,
    },
    {
      what: 'endorsers, 100 a page',
      read: (from, nth) =>
        presentEndorsers(
          { lang: 'en', limit: 100, cursor: writeCursor(HASH, [names[nth % names.length] ?? '', 0]) },
          HASH,
          from,
        ),
      times: 100,
    },
    { what: 'an endorser', read: (from, nth) => findEndorser(from, slugs[nth % slugs.length] ?? '', 'en'), times: 400 },
    {
      what: 'recommendations by a category, 20 contests',
      read: (from, nth) =>
        Array.from(
          recommendContests(from, ballots[nth % ballots.length] ?? [], {
            ...RECOMMEND,
            chosen: { categories: ['labor'] },
          }),
        ),
      times: 40,
    },
    {
      what: 'elections',
      read: (from) => presentElections({ ...EVERYTHING, limit: 100 }, HASH, { bundle: from, day: DAY }),
      times: 100,
    },
    { what: 'coverage', read: (from) => presentCoverage({ bundle: from, day: DAY, lastRun: null }, false), times: 5 },
    { what: 'categories', read: (from) => presentEndorserCategories(from, 'en'), times: 400 },
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
