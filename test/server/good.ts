import { contestId } from './ballots.ts'
import { endorsedIn } from './endorsements.ts'
import { districtId } from './geography.ts'
import { personOf } from './officeholders.ts'

/** A request of each route that is answered with 200. */
export const GOOD: Readonly<Record<string, string>> = {
  '/v1/states': '/v1/states',
  '/v1/elections': '/v1/elections',
  '/v1/elections/{slug}/agreement': '/v1/elections/nc-2024-11-05-general/agreement',
  '/v1/elections/{slug}/contest-agreement': '/v1/elections/nc-2024-11-05-general/contest-agreement',
  '/v1/contests': '/v1/contests',
  '/v1/contests/{id}': `/v1/contests/${contestId('nc-2024-11-05-general/bond')}`,
  '/v1/ballot': '/v1/ballot?lat=35.5&lng=-78.5',
  '/v1/recommendations': '/v1/recommendations?lat=35.5&lng=-78.5',
  '/v1/districts': '/v1/districts',
  '/v1/districts/{id}': `/v1/districts/${districtId('alder')}`,
  '/v1/endorser-categories': '/v1/endorser-categories',
  '/v1/endorsers': '/v1/endorsers',
  '/v1/endorsers/{slug}': '/v1/endorsers/oak-party',
  '/v1/endorsements': '/v1/endorsements',
  '/v1/endorsements/{id}': `/v1/endorsements/${endorsedIn({}).endorsements[0]?.id}`,
  '/v1/representatives': '/v1/representatives?lat=35.5&lng=-78.5',
  '/v1/officeholders': '/v1/officeholders',
  '/v1/officeholders/{person_id}': `/v1/officeholders/${personOf('Ed Elm')}`,
  '/v1/coverage': '/v1/coverage',
  '/v1/coverage/endorsers': '/v1/coverage/endorsers',
}
