import { contestId } from './ballots.ts'
import { endorsedIn } from './endorsements.ts'
import { districtId } from './geography.ts'
import { personOf } from './officeholders.ts'

const PLAIN =
  'states elections contests districts endorser-categories endorsers endorsements officeholders coverage coverage/endorsers'
const POINT = '?lat=35.5&lng=-78.5'

/** A request of each route that is answered with 200. */
export const GOOD: Readonly<Record<string, string>> = {
  ...Object.fromEntries(PLAIN.split(' ').map((name) => [`/v1/${name}`, `/v1/${name}`])),
  '/v1/elections/{slug}/agreement': '/v1/elections/nc-2024-11-05-general/agreement',
  '/v1/elections/{slug}/contest-agreement': '/v1/elections/nc-2024-11-05-general/contest-agreement',
  '/v1/contests/{id}': `/v1/contests/${contestId('nc-2024-11-05-general/bond')}`,
  '/v1/ballot': `/v1/ballot${POINT}`,
  '/v1/recommendations': `/v1/recommendations${POINT}`,
  '/v1/districts/{id}': `/v1/districts/${districtId('alder')}`,
  '/v1/endorsers/{slug}': '/v1/endorsers/oak-party',
  '/v1/endorsements/{id}': `/v1/endorsements/${endorsedIn({}).endorsements[0]?.id}`,
  '/v1/representatives': `/v1/representatives${POINT}`,
  '/v1/officeholders/{person_id}': `/v1/officeholders/${personOf('Ed Elm')}`,
}
