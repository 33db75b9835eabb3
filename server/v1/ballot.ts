import { dataOperations } from '../../data/schema/operations.ts'
import type { Language } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { findMissing, loadBoundaries, loadVoted, type PlaceDistrictRow, presentLocation } from '../place/ballot.ts'
import { presentNarrowing } from '../place/narrowing.ts'
import type { ResolvedLocation } from '../place/place.ts'
import { joinContests, presentBallotContests } from '../read/contests.ts'
import { type Day, findNamedOrUpcoming } from '../read/elections.ts'
import { mergeOverlay } from '../read/overlay.ts'
import type { ChosenEndorsers } from '../read/positions.ts'
import { withMembers } from '../read/record.ts'
import type { BodySteps } from '../read/sliced-work.ts'
import { placeRoute } from '../route/route.ts'

export const ballot = placeRoute({
  ...dataOperations.getBallot,
  id: 'getBallot',
  summary: 'The districts at a location and every upcoming contest there with endorsements',
  answer({ query, place }, reading) {
    const elections = findNamedOrUpcoming(query.elections, reading)
    const named = query.elections !== undefined
    return presentBallot(reading, place, { elections, named, chosen: query, lang: query.lang })
  },
})

const DISTRICTS_A_STEP = 128

interface BallotOptions {
  /** Ids of the elections to include. */
  elections: readonly number[]
  /** True if the request named the elections; false if they are all upcoming ones. */
  named: boolean
  /** Endorsers whose positions are shown. */
  chosen: ChosenEndorsers
  lang: Language
}

/** JSON of `/v1/ballot`. */
export function* presentBallot(
  { bundle, day }: { bundle: Bundle; day: Day },
  place: ResolvedLocation,
  { elections, named, chosen, lang }: BallotOptions,
): BodySteps {
  const voted = yield* loadVoted(bundle, place, { elections })
  const { districts, differ, ...lines } = yield* loadBoundaries({ bundle, day }, place, voted)
  const asked = { named: named ? elections : undefined, voted, shown: voted, ...lines }
  const missing = yield* findMissing({ bundle, day }, place, asked)
  const location = presentLocation(place, { missing, lines_differ: differ })
  const narrowing = place.exact ? 'null' : yield* presentNarrowing(bundle, place, { elections, voted })
  yield `{"data":{"location":${location},"narrow_by":${mergeOverlay(bundle, narrowing, lang)},"districts":[`
  yield* presentDistricts(place, districts, (json) => mergeOverlay(bundle, json, lang))
  const contests = presentBallotContests(bundle, voted, { chosen, lang })
  yield* joinContests('],"contests":[', contests, ']}}')
}

function* presentDistricts(
  place: ResolvedLocation,
  districts: readonly PlaceDistrictRow[],
  merge: (json: string) => string,
): BodySteps {
  const drawn = place.areas.filter(({ role }) => role === 'lines')
  const shares = new Map(drawn.map(({ district_id, share }) => [district_id, share]))
  for (let at = 0; at < districts.length; at += DISTRICTS_A_STEP) {
    const some = districts.slice(at, at + DISTRICTS_A_STEP).map((one) => merge(presentDistrict(one, shares)))
    yield `${at > 0 ? ',' : ''}${some.join(',')}`
  }
}

/** @param shares by district */
function presentDistrict(
  { district, lines, match }: PlaceDistrictRow,
  shares: ReadonlyMap<number, number | null>,
): string {
  const { id, summary, valid_from, valid_to } = district
  const days = `"valid_from":${dayOrNull(valid_from)},"valid_to":${dayOrNull(valid_to)}`
  return withMembers(summary, `"lines":"${lines}","match":"${match}",${days},"share":${shares.get(id) ?? null}`)
}

function dayOrNull(day: string | null): string {
  return day === null ? 'null' : `"${day}"`
}
