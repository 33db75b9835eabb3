// Caches the contests of location replies as bytes. A fragment depends on neither the caller nor the location, and is valid
// while its bundle is in service.

import type { Match } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { type CachedKind, defineKept } from './bundle-cache.ts'
import type { ContestFacts } from './contests.ts'
import { type ChosenEndorsers, type EndorserChoice, findChosenEndorsers, findNamedEndorsers } from './positions.ts'
import type { BodySteps } from './sliced-work.ts'

/** Contests to read from the bundle in one step. */
const CONTESTS_A_STEP = 16

/** JSON of a contest without its opening brace, so that another member can be put first. */
export interface Fragment {
  bytes: Buffer
}

/** @param json JSON of a contest */
export function toFragment(json: string): Fragment {
  const text = json.slice(1)
  // Of its own: a buffer that Buffer.from cuts from the common pool keeps its neighbours in memory.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return { bytes }
}

/** What each of a contest's variants takes besides its bytes. */
const VARIANT_BYTES = 200

/** Returns a function that finds fragments by contest id. @param make creates the missing ones, in one batch */
function createFragments(
  kind: CachedKind,
): (
  bundle: Bundle,
  variant: string,
  contests: readonly ContestFacts[],
  make: (missing: readonly ContestFacts[]) => ReadonlyMap<number, Fragment>,
) => ReadonlyMap<number, Fragment> {
  // By contest, then by variant: a text with both would be hashed again for each contest of each answer.
  const fragments = defineKept<Bundle, number, ReadonlyMap<string, Fragment>>(kind, (variants) => {
    let sum = 0
    for (const { bytes } of variants.values()) sum += VARIANT_BYTES + bytes.length
    return sum
  })
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
      fragments.keep(bundle, id, new Map([...(fragments.find(bundle, id) ?? []), [variant, fragment]]))
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

export interface ShownContest extends Pick<PlacedContest, 'match' | 'share'> {
  fragment: Fragment
}

/** A contest at a place. */
export interface PlacedContest {
  contest: ContestFacts
  match: Match
  /** Share of the area that votes in it; null for a point, and if unknown. */
  share: number | null
}

/**
 * Fragments of contests, in the given order; undefined marks a step without a fragment. A fragment is created anew only if
 * the filter chooses some of a contest's endorsers, but not all. For all or none of them, it is the same under every filter.
 */
export type PresentContests = (
  bundle: Bundle,
  voted: readonly PlacedContest[],
  options: FragmentOptions,
) => Generator<ShownContest | undefined, void, undefined>

/** Caches the fragments of one kind of answer. */
export function createContestPresenter(kind: CachedKind): PresentContests {
  const findFragments = createFragments(kind)
  return function* (bundle, voted, { variant, chosen, only_endorsed, make }) {
    const choice = findChosenEndorsers(bundle, chosen)
    if (only_endorsed && choice === 'nobody') return
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
        if (fragment) yield { fragment, match, share }
      }
      yield
    }
  }
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
  const { positions, all } = findNamedEndorsers(bundle, contest)
  if (exactly && !positions.some(isChosen)) return 'none'
  const chosen = all.reduce((count, id) => count + (isChosen(id) ? 1 : 0), 0)
  if (chosen === 0) return 'none'
  return chosen === all.length ? 'all' : 'some'
}

/** Writes `before`, the contests with their match and share, then `after`. */
export function* joinContests(before: string, contests: Iterable<ShownContest | undefined>, after: string): BodySteps {
  yield before
  let first = true
  for (const shown of contests) {
    if (!shown) {
      yield
      continue
    }
    const { match, share, fragment } = shown
    yield share === null && !first ? NEXT_AT_POINT[match] : openContest(first, match, share)
    yield fragment.bytes
    first = false
  }
  yield after
}

function openContest(first: boolean, match: Match, share: number | null): string {
  return `${first ? '' : ','}{"match":"${match}","share":${share},`
}

/** The openings of most contests. */
const NEXT_AT_POINT: Readonly<Record<Match, Buffer>> = {
  certain: Buffer.from(openContest(false, 'certain', null)),
  possible: Buffer.from(openContest(false, 'possible', null)),
}
