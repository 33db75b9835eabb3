// What is voted at a place: its districts, and its contests with everyone's positions.

import type { Language } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import type { Day } from '../day.ts'
import { loadDistricts } from '../read/districts.ts'
import { withMembers } from '../read/page.ts'
import { type ChosenEndorsers, loadPositions } from '../read/positions.ts'
import { loadTimeZones } from '../read/states.ts'
import { presentLocation } from './location.ts'
import type { Place } from './place.ts'
import { isComplete, loadVoted, type VotedContest } from './voted.ts'

/** JSON of `/v1/ballot`. @param elections ids of those to answer for; @param chosen whose positions stand with the contests */
export function presentBallot(
  { bundle, day }: { bundle: Bundle; day: Day },
  place: Place,
  options: { elections: readonly number[]; chosen: ChosenEndorsers; lang: Language },
): string {
  const contests = loadVoted(bundle, place, { elections: options.elections }, options.lang)
  const today = day.in(loadTimeZones(bundle).get(place.state) ?? 'UTC')
  const location = presentLocation(place, isComplete(contests))
  const districts = presentDistricts(bundle, place, contests, today)
  const ids = contests.map((contest) => contest.id)
  const positions = loadPositions(bundle, ids, options.chosen, options.lang)
  const items = contests.map(({ id, body, match }) =>
    withMembers(body, `"endorsements":${positions.get(id) ?? '[]'},"match":"${match}"`),
  )
  return `{"data":{"location":${location},"districts":[${districts.join(',')}],"contests":[${items.join(',')}]}}`
}

/** Those whose lines hold on the day of an answered election (or today where there is none), and those of certain contests. */
function presentDistricts(bundle: Bundle, place: Place, contests: readonly VotedContest[], today: string): string[] {
  const answered = [...new Set(contests.map((contest) => contest.election_date))]
  const dates = answered.length > 0 ? answered : [today]
  const voted = new Set(contests.filter(({ match }) => match === 'certain').map((contest) => contest.district_id))
  const lines = place.areas.filter((area) => area.role === 'lines').map((area) => area.district_id)
  return loadDistricts(bundle, [...new Set([...lines, ...voted])])
    .filter(
      ({ id, valid_from, valid_to }) =>
        voted.has(id) ||
        dates.some((date) => (valid_from === null || valid_from <= date) && (valid_to === null || date <= valid_to)),
    )
    .map((district) => district.summary)
}
