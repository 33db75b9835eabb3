// Los Angeles County's feeds. A title begins with the jurisdiction in capitals: `AZUSA UNIFIED SCHOOL DISTRICT Governing Board
// Member`.

import type { Source } from '../read/source.ts'
import type { FeedTitle } from './feed/contest.ts'
import { respell } from './office-rules/tables.ts'
import { titleCase } from './printed-name.ts'
import { vipSource } from './vip/vip.ts'

/** Source: the copy of the Voting Information Project's feed that the We Vote project keeps. */
const COPY =
  'https://raw.githubusercontent.com/wevote/WeVoteServer/c5585405b437d4dfcc2fa571d7c3bde0bde132aa/polling_location/import_data'

export const losAngelesSources: readonly Source[] = [
  vipSource({
    id: 'los-angeles-vip-2015',
    publisher: 'We Vote, from the Los Angeles County Registrar-Recorder/County Clerk',
    url: 'https://github.com/wevote/WeVoteServer',
    licence: 'MIT',
    vintage: '2015',
    published_on: '2015-10-20',
    files: [
      {
        url: `${COPY}/vipFeed-06037-2015-11-03-short.xml`,
        mirror: 'ballots/vip_feeds/vipFeed-06037-2015-11-03-short.xml.gz',
      },
    ],
    state: 'CA',
    lists: {
      basis: 'feed',
      kinds: ['candidate', 'measure', 'retention'],
      whole_in: ['ocd-division/country:us/state:ca/county:los_angeles'],
    },
    // The feed has no election type: cities and districts voted together on the date of the Uniform District Election Law.
    election: { type: 'consolidated', place: 'Los Angeles County' },
    titleOf,
    districtName: respell('district of Los Angeles'),
    designations: true,
  }),
]

/** A seat is a trustee area or a division. The district's name does not always include it. */
function titleOf(printed: string): FeedTitle {
  const [, capitals = '', office = printed] = /^([^a-z]+?) (?=[A-Z][a-z])(.+)$/.exec(printed) ?? []
  const body = titleCase(capitals.replace(/( CITY)? (GENERAL|SPECIAL)( MUNICIPAL)? ELECTION$/, ''))
  const [, subject = office, seat = null] = /^(.+?), ((?:Trustee Area No\.|Division) \d+)$/.exec(office) ?? []
  return {
    title: body === '' ? office : `${body}, ${office}`,
    short_title: office,
    subject: subject.replace(/ \(Unexpired term [^()]*\)$/, ''),
    seat,
  }
}
