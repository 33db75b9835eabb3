// What is voted at a place: its districts, and its contests with everyone's positions.

import type { Language } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import type { Day } from '../day.ts'
import { type ContestFacts, loadContests } from '../read/contests.ts'
import { loadDistricts } from '../read/districts.ts'
import { type Fragment, joinContests, keepFragments, toFragment } from '../read/fragment.ts'
import { withMembers } from '../read/page.ts'
import { type ChosenEndorsers, isEveryone, loadPositions } from '../read/positions.ts'
import { loadTimeZones } from '../read/states.ts'
import { presentLocation } from './location.ts'
import type { Place } from './place.ts'
import { isComplete, loadVoted, type VotedContest } from './voted.ts'

const findFragments = keepFragments<ContestFacts, Fragment>()

/** JSON of `/v1/ballot`. @param elections ids of those to answer for; @param chosen whose positions stand with the contests */
export function presentBallot(
  { bundle, day }: { bundle: Bundle; day: Day },
  place: Place,
  { elections, chosen, lang }: { elections: readonly number[]; chosen: ChosenEndorsers; lang: Language },
): Buffer {
  const voted = loadVoted(bundle, place, { elections })
  const contests = voted.map(({ contest }) => contest)
  const today = day.in(loadTimeZones(bundle).get(place.state) ?? 'UTC')
  const location = presentLocation(place, isComplete(voted))
  const districts = presentDistricts(bundle, place, voted, today)
  const make = (some: readonly ContestFacts[]) => presentContests(bundle, some, chosen, lang)
  const made = isEveryone(chosen) ? findFragments(bundle, lang, contests, make) : make(contests)
  return joinContests(
    `{"data":{"location":${location},"districts":[${districts.join(',')}],"contests":[`,
    voted.flatMap(({ contest, match }) => {
      const fragment = made.get(contest.id)
      return fragment ? [{ fragment, match }] : []
    }),
    ']}}',
  )
}

/** By id, in the order given. */
function presentContests(
  bundle: Bundle,
  contests: readonly ContestFacts[],
  chosen: ChosenEndorsers,
  lang: Language,
): Map<number, Fragment> {
  const ids = contests.map(({ id }) => id)
  const bodies = loadContests(bundle, ids, lang)
  const positions = loadPositions(bundle, ids, chosen, lang)
  return new Map(
    ids.map((id) => {
      const json = withMembers(bodies.get(id) ?? '{}', `"endorsements":${positions.get(id) ?? '[]'}`)
      return [id, toFragment(json)]
    }),
  )
}

/** Those whose lines hold on the day of an answered election (or today where there is none), and those of certain contests. */
function presentDistricts(bundle: Bundle, place: Place, voted: readonly VotedContest[], today: string): string[] {
  const answered = [...new Set(voted.map(({ contest }) => contest.election_date))]
  const dates = answered.length > 0 ? answered : [today]
  const certain = new Set(voted.filter(({ match }) => match === 'certain').map(({ contest }) => contest.district_id))
  const lines = place.areas.filter((area) => area.role === 'lines').map((area) => area.district_id)
  return loadDistricts(bundle, [...new Set([...lines, ...certain])])
    .filter(
      ({ id, valid_from, valid_to }) =>
        certain.has(id) ||
        dates.some((date) => (valid_from === null || valid_from <= date) && (valid_to === null || date <= valid_to)),
    )
    .map((district) => district.summary)
}
