// Finds what an answer about a place lacks, or may lack; data/place/missing.ts decides. The location of an answer states it.

import {
  type ContestNature,
  findContestGaps,
  findDistrictGaps,
  findElectionGaps,
  type GapElection,
  type Here,
  isListedWithin,
  sortMissing,
} from '../../data/place/ballot.ts'
import type { Missing } from '../../data/schema/location.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { type DistrictSummaryRow, findDistrictType, loadDistricts } from '../read/districts.ts'
import {
  type ElectionFacts,
  findElectionFacts,
  findNextElection,
  findRegularGeneralGaps,
  type NextElection,
} from '../read/elections.ts'
import type { Steps } from '../read/sliced-work.ts'
import { type Day, loadStates } from '../read/states.ts'
import type { ResolvedLocation } from './place.ts'
import type { VotedContest } from './voted.ts'

const CONTESTS_A_STEP = 512

interface Answered {
  /** Ids of the elections that the request named; undefined for each state's next election. */
  named: readonly number[] | undefined
  /** All contests of these elections here. */
  voted: readonly VotedContest[]
  /** Those among them that the answer has. */
  shown: readonly VotedContest[]
  /** As `loadBoundaries` finds them. */
  within: readonly DistrictSummaryRow[]
  doubtful: readonly DistrictSummaryRow[]
}

/** In no order. Empty if the ballot is complete. */
export function* findMissing(
  { bundle, day }: { bundle: Bundle; day: Day },
  place: ResolvedLocation,
  { named, voted, shown, within, doubtful }: Answered,
): Steps<Missing[]> {
  const natures = yield* loadNatures(bundle, voted)
  const covers = place.areas.flatMap((area) => (area.covers ? [area.district_id] : []))
  const covering = yield* loadDistricts(bundle, covers)
  const states = loadStates(bundle)
  const answered = named && findElectionFacts(bundle, named)
  const missing = place.states.flatMap((state) => {
    const own = [states.get(state)?.ocd_id ?? '']
    for (const area of covering) if (area.state === state) own.push(area.ocd_id)
    const { date, elections } = answered ? ofState(answered, state) : findNextElection({ bundle, day }, state)
    const gaps = elections.length > 0 || answered ? elections : regularGeneral(bundle, state, date)
    const listed = elections.map(({ listed_in }) => isListedWithin([listed_in], own))
    const isListed = answered ? listed.length > 0 && !listed.includes(false) : listed.includes(true)
    const here: Here = { exact: place.exact, covering: own, within, voted: natures }
    return findElectionGaps(gaps, { isListed, date, here })
  })
  const unsure = shown.filter(({ contest, shared }) => contest.lines_held !== 1 || shared)
  const gaps = unsure.map((one) => ({ ...one, nature: natureOf(bundle, one) }))
  return [...missing, ...findContestGaps(gaps), ...findDistrictGaps(doubtful)]
}

/** `date` is of any election that was asked for, if none is of the state. */
function ofState(answered: readonly ElectionFacts[], state: string): NextElection {
  const elections = answered.filter((election) => election.state === state)
  return { elections, date: (elections[0] ?? answered[0])?.date ?? '' }
}

/** The federal election of a day of which no election is held. */
function regularGeneral(bundle: Bundle, state: string, date: string): GapElection[] {
  const missing = findRegularGeneralGaps(bundle, state, date)
  return missing ? [{ date, state, listed_in: new Set(), missing }] : []
}

type Nature = ContestNature & { election_date: string; state: string }

function natureOf(bundle: Bundle, { contest }: VotedContest): Nature {
  const { level, kind, election_date, state, district_id } = contest
  return { level, kind, election_date, state, type: findDistrictType(bundle, district_id) }
}

function* loadNatures(bundle: Bundle, voted: readonly VotedContest[]): Steps<Nature[]> {
  const natures: Nature[] = []
  for (const [at, one] of voted.entries()) {
    if ((at + 1) % CONTESTS_A_STEP === 0) yield
    natures.push(natureOf(bundle, one))
  }
  return natures
}

interface Known {
  /** What the answer lacks, or may lack, in any order. */
  missing: readonly Missing[]
  lines_differ: boolean
}

const NO_CITY_LINES: Missing = { kind: 'city', reason: 'no_boundary' }

export function presentLocation(place: ResolvedLocation, { missing, lines_differ }: Known): string {
  const { exact, basis, kind, label, state, resolver } = place
  // A city may lie in more counties than are known.
  const all = sortMissing(kind === 'city' && basis === 'county' ? [...missing, NO_CITY_LINES] : missing)
  const known = `"exact":${exact},"complete":${all.length === 0},"lines_differ":${lines_differ}`
  return `{${known},"basis":"${basis}","kind":"${kind}","label":${JSON.stringify(label)},"state":"${state}","resolver":"${resolver}","missing":${JSON.stringify(all)}}`
}
