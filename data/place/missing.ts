// Names what a ballot lacks, or may lack (docs/rules.md#what-is-missing). Without a database: the reader of a county file answers the same.

import type { ElectionGap } from '../schema/election.ts'
import { compareText } from '../schema/folded-name.ts'
import type { Missing } from '../schema/location.ts'
import { BALLOT_KINDS, type BallotKind, type ContestKind, type Level, type Office } from '../schema/vocabulary.ts'
import { type BallotDistrict, holdsOn } from './districts.ts'
import { type BallotContest, isListedWithin, type Matched } from './match.ts'

/** An election with what its ballots lack. */
export interface GapElection {
  /** YYYY-MM-DD */
  date: string
  state: string
  listed_in: ReadonlySet<string>
  missing: readonly ElectionGap[]
}

/** The facts from which the kind of a contest follows. `type` is that of its district. */
export interface ContestNature {
  level: Level
  kind: ContestKind
  type: string
}

/** The kind of a contest of a part of a state. `ballot_kind` of build/sql/00_macro.sql also tells statewide ones apart. */
export function ballotKindOf({ level, kind, type }: ContestNature): BallotKind {
  if (kind === 'measure') return level === 'federal' || level === 'state' ? 'state_measure' : 'local_measure'
  if (kind === 'retention') return 'court'
  switch (level) {
    case 'federal':
      return type === 'congressional' ? 'us_house' : 'president'
    case 'state':
      return type === 'state_upper' || type === 'state_lower' || type === 'court' ? type : 'state_office'
    default:
      return level
  }
}

/** Kinds of contests that fill the seats of holders. */
export const SEAT_KINDS = ['us_senate', 'us_house', 'state_office', 'state_upper', 'state_lower'] as const

export function kindOfOffice(office: Office): BallotKind {
  switch (office) {
    case 'us_senator':
      return 'us_senate'
    case 'us_representative':
      return 'us_house'
    case 'state_senator':
      return 'state_upper'
    case 'state_representative':
    case 'state_legislator':
      return 'state_lower'
    case 'city_council':
      return 'city'
    default:
      return 'state_office'
  }
}

/** Kinds with one contest for each district of a type: a voter who has one has all of them. */
const SEAT_TYPES: Readonly<Partial<Record<BallotKind, string>>> = {
  us_house: 'congressional',
  state_upper: 'state_upper',
  state_lower: 'state_lower',
}

export interface Here {
  /** True for a point. */
  exact: boolean
  /** OCD ids of the state, and of the districts that cover the place. */
  covering: readonly string[]
  /** Districts whose boundaries contain the place, or overlap it. */
  within: readonly BallotDistrict[]
  /** The contests here, of all elections asked for. */
  voted: readonly (ContestNature & { election_date: string; state: string })[]
}

/**
 * Lists the contests that the elections of one state lack at a place.
 * @param elections those asked for
 * @param isListed whether the candidates of these elections are listed for the place
 * @param date of an election that is not held, if there is none
 */
export function findElectionGaps(
  elections: readonly GapElection[],
  { isListed, date, here }: { isListed: boolean; date: string; here: Here },
): Missing[] {
  const missing = elections.flatMap((election) => election.missing.flatMap((gap) => gapHere(election, gap, here)))
  return isListed || missing.length > 0 ? missing : everyKind(date, here)
}

function gapHere(
  { date, state }: GapElection,
  { kind, reason, districts, listed_in }: ElectionGap,
  { exact, covering, within, voted }: Here,
): Missing[] {
  if (listed_in.length > 0 && isListedWithin([new Set(listed_in)], covering)) return []
  const type = SEAT_TYPES[kind]
  if (type === undefined) return [{ kind, reason }]
  const isSeen = voted.some((one) => one.election_date === date && one.state === state && ballotKindOf(one) === kind)
  if (exact && isSeen) return []
  const seats = within.filter((one) => one.type === type && one.state === state && holdsOn(one, date))
  if (seats.length === 0) return isSeen ? [] : [{ kind, reason }]
  return seats
    .filter(({ ocd_id }) => districts === null || districts.includes(ocd_id))
    .map(({ id }) => ({ kind, district_id: id, reason }))
}

/** Nothing is known of the ballots of a day but the contests here. Presidents are elected in leap years. */
function everyKind(date: string, { exact, voted }: Here): Missing[] {
  const isPresidential = Number(date.slice(0, 4)) % 4 === 0
  const isSeen = (kind: BallotKind): boolean =>
    exact &&
    SEAT_TYPES[kind] !== undefined &&
    voted.some((one) => one.election_date === date && ballotKindOf(one) === kind)
  return BALLOT_KINDS.filter((kind) => (kind !== 'president' || isPresidential) && !isSeen(kind)).map((kind) => ({
    kind,
    reason: 'unknown',
  }))
}

/** Contests that are only possible for lack of boundaries, or whose boundaries are missing. */
export function findContestGaps(
  voted: readonly (Matched & { contest: BallotContest; nature: ContestNature })[],
): Missing[] {
  return voted.flatMap(({ contest: { lines_held, district_id }, nature, shared }): Missing[] => {
    if (lines_held === 1 && !shared) return []
    return [{ kind: ballotKindOf(nature), district_id, reason: lines_held === 1 ? 'unknown' : 'no_boundary' }]
  })
}

/** @param doubtful districts that may not apply to the place, because a generalised border is too near */
export function findDistrictGaps(doubtful: readonly BallotDistrict[]): Missing[] {
  return doubtful.map(({ id, type, summary }) => {
    const { level }: { level: Level } = JSON.parse(summary)
    return { kind: ballotKindOf({ level, kind: 'candidate', type }), district_id: id, reason: 'unknown' }
  })
}

/** Each once, in ballot order. */
export function sortMissing(missing: readonly Missing[]): Missing[] {
  const rank = ({ kind }: Missing): number => BALLOT_KINDS.indexOf(kind)
  const once = new Map(missing.map((one) => [`${one.kind} ${one.district_id} ${one.reason}`, one]))
  return [...once.values()].sort(
    (a, b) => rank(a) - rank(b) || (a.district_id ?? 0) - (b.district_id ?? 0) || compareText(a.reason, b.reason),
  )
}
