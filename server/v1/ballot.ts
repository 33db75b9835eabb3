import { dataOperations } from '../../data/schema/operations.ts'
import { loadBallot, type PlaceDistrictRow } from '../place/ballot.ts'
import { presentNarrowing } from '../place/narrowing.ts'
import type { ResolvedLocation } from '../place/place.ts'
import { presentBallotContests } from '../read/contests.ts'
import { mergeOverlay } from '../read/overlay.ts'
import { withMembers } from '../read/record.ts'
import type { BodySteps } from '../read/sliced-work.ts'
import { placeRoute } from '../route/route.ts'

export const ballot = placeRoute({
  ...dataOperations.getBallot,
  id: 'getBallot',
  summary: 'The districts at a location and every upcoming contest there with endorsements',
  *answer({ query, place }, reading) {
    const { bundle } = reading
    const { elections, part, lang } = query
    const { election_ids, voted, districts, location } = yield* loadBallot(reading, place, { elections })
    const asked = { elections: election_ids, voted, part }
    const narrowing = place.exact ? 'null' : yield* presentNarrowing(bundle, place, asked)
    yield `{"data":{"location":${location},"narrow_by":${mergeOverlay(bundle, narrowing, lang)},"districts":[`
    yield* presentDistricts(place, districts, (json) => mergeOverlay(bundle, json, lang))
    yield '],"contests":['
    yield* presentBallotContests(bundle, voted, { chosen: query, lang })
    yield ']}}'
  },
})

const DISTRICTS_A_STEP = 128

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
