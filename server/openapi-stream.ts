// What the document says of the stream: its events by name, and how one reads.

import type { Event } from '../data/schema/event.ts'
import { RECONNECT_REASONS } from '../data/schema/vocabulary.ts'

export const STREAM_NOTES = [
  'Server-sent events, each with an id: the cursor to go on from, in the header Last-Event-ID or the parameter cursor.',
  '`ready` comes first: `{ "subscription": its name or null, "cursor" }`.',
  '`endorsement` is one matching change: an Event, as /v1/events lists it.',
  '`checkpoint` moves the position past changes that the filter skipped: `{ "cursor" }`.',
  `\`reconnect\` is the last: \`{ "cursor", "reason" }\`, the reason one of ${RECONNECT_REASONS.join(', ')}; connect again with its id.`,
  'An event may come twice after a reconnection: drop repeats by the id in its data. Those of one endorser come in order.',
  'A comment every 20 seconds keeps the connection open; after about an hour it ends. A reader too slow to keep up is cut off, and goes on by id.',
].join(' ')

const EXAMPLE: Event = {
  id: 'evt_aedz2kpfm7cq6aaaaaaaaaaaci',
  type: 'endorsement.updated',
  occurred_at: '2024-10-15T14:03:27.118Z',
  endorsement: {
    id: 1201,
    rank: null,
    statement: 'The better record on water.',
    source_url: 'https://oak.example/endorsements',
    published_on: '2024-10-14',
  },
  previous: { statement: null },
  endorser: {
    id: 31,
    slug: 'oak-party',
    name: 'Oak Party',
    category: { slug: 'party', name: 'Political parties' },
    state: 'NC',
  },
  contest: {
    id: 702,
    title: 'Alder County Commissioner',
    short_title: 'Commissioner',
    kind: 'candidate',
    vote_method: 'plurality',
    votes_allowed: 1,
    ranks_allowed: null,
    measure_code: null,
    district: {
      id: 9,
      name: 'Alder County',
      level: 'county',
      ocd_id: 'ocd-division/country:us/state:nc/county:alder',
      state: 'NC',
    },
  },
  election: {
    id: 4,
    slug: 'nc-2024-11-05-general',
    name: 'North Carolina General Election',
    date: '2024-11-05',
    state: 'NC',
    type: 'general',
  },
  choice: {
    id: 5110,
    label: 'Ada Alder',
    measure_answer: null,
    candidate: { id: 881, full_name: 'Ada Alder' },
    party: 'Oak',
    withdrawn: false,
  },
}

export const STREAM_EXAMPLE = [
  'retry: 3000\n\n',
  toText('ready', 'AQ0', { subscription: 'Alder County', cursor: 'AQ0' }),
  toText('endorsement', 'AQ1', EXAMPLE),
  ': \n\n',
  toText('checkpoint', 'AQ2', { cursor: 'AQ2' }),
  toText('reconnect', 'AQ3', { cursor: 'AQ3', reason: 'lifetime' }),
].join('')

function toText(event: string, id: string, data: object): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
