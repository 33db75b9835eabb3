// Contests with their choices: lists and records, what decides where a contest is voted, and their bytes in answers about a place.

import type { z } from 'zod'
import type { BallotContest } from '../../data/place/ballot.ts'
import type { dataOperations } from '../../data/schema/operations.ts'
import type { ContestKind, Language, Level, Match, VoteMethod } from '../../data/schema/vocabulary.ts'
import { BODY, type Bundle } from '../../data/store/bundle.ts'
import { defineKept } from './bundle-cache.ts'
import { type Day, findElections, findUpcoming } from './elections.ts'
import { isIn } from './filters.ts'
import { mergeOverlay } from './overlay.ts'
import {
  type ChosenEndorsers,
  type EndorserChoice,
  findChosenEndorsers,
  loadNamedEndorsers,
  loadPositions,
} from './positions.ts'
import { loadBodies, presentList, withMembers, withReportUrl } from './record.ts'
import type { BodySteps } from './sliced-work.ts'

/** In ballot order. @throws ApiError 400 for a cursor of another list. */
export function presentContests(
  query: z.output<typeof dataOperations.listContests.query>,
  hash: string,
  { bundle, day }: { bundle: Bundle; day: Day },
): string {
  return presentList(
    { part: bundle.ballots, query, hash },
    {
      sql: (page) =>
        `SELECT id, election_date, state, election_slug, level_rank, ballot_order, ${BODY} AS body FROM contest\n${page}`,
      order: {
        election_date: 'string',
        state: 'string',
        election_slug: 'string',
        level_rank: 'number',
        ballot_order: 'number',
        id: 'number',
      },
      where: [
        isIn('election_id', 'elections', query.elections && findElections(bundle, query.elections)),
        isIn('election_id', 'upcoming', query.upcoming ? findUpcoming(bundle, day) : undefined),
        isIn('state', 'states', query.states),
        isIn('level', 'levels', query.levels),
        isIn('kind', 'kinds', query.contest_kinds),
        isIn('district_ocd_id', 'districts', query.districts),
      ],
      present: (rows: readonly { id: number; body: string }[]) =>
        rows.map(({ id, body }) => withReportUrl(body, 'contest', id)),
    },
  )
}

/** JSON of one contest; undefined if none has this id. */
export function findContest(bundle: Bundle, id: number, lang: Language): string | undefined {
  return loadContests(bundle, [id], lang).get(id)
}

/** Fields that decide where a contest is voted, its order and its counting; not its content. */
export interface ContestFacts extends BallotContest {
  level: Level
  kind: ContestKind
  vote_method: VoteMethod
  votes_allowed: number
  ranks_allowed: number | null
}

/** JSON of the given contests, by id. */
export function loadContests({ ballots }: Bundle, ids: readonly number[], lang: Language): ReadonlyMap<number, string> {
  const bodies = loadBodies(ballots, 'contest', ids, lang)
  return new Map(Array.from(bodies, ([id, body]) => [id, withReportUrl(body, 'contest', id)]))
}

/** JSON of the given contests with the endorsements and stances of the chosen endorsers, by id. */
export function loadContestsWithPositions(
  bundle: Bundle,
  ids: readonly number[],
  chosen: ChosenEndorsers,
  lang: Language,
): ReadonlyMap<number, string> {
  const asked = { contests: ids, chosen, lang }
  const [positions, stances] = [loadPositions(bundle, 'position', asked), loadPositions(bundle, 'stance', asked)]
  return new Map(
    Array.from(loadContests(bundle, ids, lang), ([id, json]) => [
      id,
      withMembers(json, `"endorsements":${positions.get(id) ?? '[]'},"stances":${stances.get(id) ?? '[]'}`),
    ]),
  )
}

/** JSON of a contest with its choices, and what follows them, replaced. @param contest only `report_url` may follow its `choices` */
export function withChoices(contest: string, choices: readonly string[], members: string): string {
  // Quotation marks inside texts are escaped, so these bytes occur only as the key.
  return `${contest.slice(0, contest.lastIndexOf(',"choices":['))},"choices":[${choices.join(',')}],${members}}`
}

/** Ids of the districts of these elections' contests. */
export function findDistrictsOfElections(bundle: Bundle, slugs: readonly string[]): readonly number[] {
  return bundle.ballots
    .statement<{ district_id: number }>(
      `SELECT DISTINCT district_id
FROM contest
WHERE election_id IN (SELECT value FROM json_each($elections))
ORDER BY district_id`,
    )
    .all({ elections: JSON.stringify(findElections(bundle, slugs)) })
    .map((row) => row.district_id)
}

/** JSON of one choice of a contest; undefined if the contest has no choice with this id. */
export function findChoice(
  bundle: Bundle,
  ids: { contest: number; choice: number },
  lang: Language,
): string | undefined {
  return bundle.ballots
    .statement<{ body: string }>(
      `SELECT ${BODY} AS body
FROM choice
WHERE contest_id = $contest AND id = $choice`,
    )
    .get({ ...ids, lang })?.body
}

export interface ServedChoiceRow {
  contest_id: number
  id: number
  withdrawn: number
  body: string
}

/** Choices of the given contests, ordered by contest, then ballot order. */
export function loadChoices(bundle: Bundle, contests: readonly number[], lang: Language): ServedChoiceRow[] {
  return bundle.ballots
    .statement<ServedChoiceRow>(
      `SELECT contest_id, id, withdrawn, ${BODY} AS body
FROM choice
WHERE contest_id IN (SELECT value FROM json_each($contests))
ORDER BY contest_id, ballot_order, id`,
    )
    .all({ contests: JSON.stringify(contests), lang })
}

// Caches the contests of location replies as bytes. A fragment depends on neither the caller nor the location, and is valid
// while its bundle is in service.

/** Contests to read from the bundle in one step. */
const CONTESTS_A_STEP = 16

/** JSON of a contest without its opening brace, so that another member can be put first. */
export interface Fragment {
  bytes: Buffer
}

/** @param json JSON of a contest */
export function toFragment(json: string): Fragment {
  const text = json.slice(1)
  // Of its own: a buffer that Buffer.from cuts from the common pool keeps its neighbors in memory.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return { bytes }
}

/** What each of a contest's variants takes besides its bytes. */
const VARIANT_BYTES = 200

/** Returns a function that finds fragments by contest id. @param make creates the missing ones, in one batch */
function createFragments(
  kind: string,
): (
  bundle: Bundle,
  variant: string,
  contests: readonly ContestFacts[],
  make: (missing: readonly ContestFacts[]) => ReadonlyMap<number, Fragment>,
) => ReadonlyMap<number, Fragment> {
  // By contest, then by variant: a text with both would be hashed again for each contest of each answer.
  const fragments = defineKept<Bundle, number, ReadonlyMap<string, Fragment>>(kind)
  return (bundle, variant, contests, make) => {
    const found = new Map<number, Fragment>()
    const missing: ContestFacts[] = []
    for (const contest of contests) {
      const known = fragments.find(bundle, contest.id)?.get(variant)
      if (known) found.set(contest.id, known)
      else missing.push(contest)
    }
    if (missing.length === 0) return found
    for (const [id, fragment] of make(missing)) {
      const variants = new Map([...(fragments.find(bundle, id) ?? []), [variant, fragment]])
      let sum = 0
      for (const { bytes } of variants.values()) sum += VARIANT_BYTES + bytes.length
      fragments.keep(bundle, id, variants, sum)
      found.set(id, fragment)
    }
    return found
  }
}

/** Content of a fragment in addition to the contest itself. */
export interface FragmentOptions {
  /** Identifies everything that the fragments depend on, except the chosen endorsers. */
  variant: string
  chosen: ChosenEndorsers
  /** Omits contests in which no chosen endorser has a position. */
  only_endorsed: boolean
  /** Fragments by contest id. @param whose the endorsers whose positions are shown */
  make(contests: readonly ContestFacts[], whose: ChosenEndorsers): ReadonlyMap<number, Fragment>
}

/** A contest at a place. */
export interface PlacedContest {
  contest: ContestFacts
  match: Match
  /** Share of the area that votes in it; null for a point, and if unknown. */
  share: number | null
}

/**
 * JSON of contests with their match and share, in the given order, joined by commas. A fragment is created anew only if the filter
 * chooses some of a contest's endorsers, but not all. For all or none of them, it is the same under every filter.
 */
export type PresentContests = (bundle: Bundle, voted: readonly PlacedContest[], options: FragmentOptions) => BodySteps

/** Caches the fragments of one kind of answer. */
export function createContestPresenter(kind: string): PresentContests {
  const findFragments = createFragments(kind)
  return function* (bundle, voted, { variant, chosen, only_endorsed, make }) {
    const choice = findChosenEndorsers(bundle, chosen)
    if (only_endorsed && choice === 'nobody') return
    let isFirst = true
    for (let at = 0; at < voted.length; at += CONTESTS_A_STEP) {
      const step = voted.slice(at, at + CONTESTS_A_STEP)
      const groups: Record<Backing, ContestFacts[]> = { all: [], some: [], none: [] }
      for (const { contest } of step) {
        const backing = findBacking(bundle, contest.id, choice, only_endorsed)
        if (backing !== 'none' || !only_endorsed) groups[backing].push(contest)
      }
      const all = findFragments(bundle, `${variant} all `, groups.all, (missing) => make(missing, EVERYONE))
      const none = findFragments(bundle, `${variant} none `, groups.none, (missing) => make(missing, NOBODY))
      const some = groups.some.length > 0 ? make(groups.some, chosen) : undefined
      for (const { contest, match, share } of step) {
        const fragment = all.get(contest.id) ?? none.get(contest.id) ?? some?.get(contest.id)
        if (!fragment) continue
        yield share === null && !isFirst ? NEXT_AT_POINT[match] : openContest(isFirst, match, share)
        yield fragment.bytes
        isFirst = false
      }
      yield
    }
  }
}

function openContest(isFirst: boolean, match: Match, share: number | null): string {
  return `${isFirst ? '' : ','}{"match":"${match}","share":${share},`
}

/** The openings of most contests. */
const NEXT_AT_POINT: Readonly<Record<Match, Buffer>> = {
  certain: Buffer.from(openContest(false, 'certain', null)),
  possible: Buffer.from(openContest(false, 'possible', null)),
}

const presentWithPositions = createContestPresenter('ballot_contest')

/** The contests of a ballot, in the given order. @param chosen endorsers whose positions are shown */
export function presentBallotContests(
  bundle: Bundle,
  voted: readonly PlacedContest[],
  { chosen, lang }: { chosen: ChosenEndorsers; lang: Language },
): BodySteps {
  return presentWithPositions(bundle, voted, {
    variant: lang,
    chosen,
    only_endorsed: false,
    make(contests, whose) {
      const ids = contests.map(({ id }) => id)
      const bodies = loadContestsWithPositions(bundle, ids, whose, lang)
      return new Map(Array.from(bodies, ([id, json]) => [id, toFragment(mergeOverlay(bundle, json, lang))]))
    },
  })
}

const EVERYONE: ChosenEndorsers = {}
const NOBODY: ChosenEndorsers = { endorsers: [] }

/** Share of the endorsers that a contest names that are chosen; a contest that names nobody counts as `none`. */
type Backing = 'all' | 'some' | 'none'

/** @param exactly true if a contest without a position of a chosen endorser counts as `none` */
function findBacking(bundle: Bundle, contest: number, choice: EndorserChoice, exactly: boolean): Backing {
  if (choice === 'nobody') return 'none'
  // Without a filter, the endorsers matter only if contests without positions are omitted.
  if (choice === 'everyone' && !exactly) return 'all'
  const isChosen = (id: number): boolean => choice === 'everyone' || choice.has(id)
  const { positions, all } = loadNamedEndorsers(bundle.endorsements, contest)
  if (exactly && !positions.some(isChosen)) return 'none'
  const chosen = all.reduce((count, id) => count + (isChosen(id) ? 1 : 0), 0)
  if (chosen === 0) return 'none'
  return chosen === all.length ? 'all' : 'some'
}
