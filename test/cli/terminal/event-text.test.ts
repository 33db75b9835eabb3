import { expect, it } from 'vitest'
import { formatEvent } from '../../../cli/look/terminal/endorsements-text.ts'
import { PLAIN } from '../../../cli/look/terminal/page.ts'
import { type Event, event } from '../../../data/schema/event.ts'

const CREATED: Event = event.parse({
  id: `evt_${'a'.repeat(26)}`,
  type: 'endorsement.created',
  occurred_at: '2028-10-15T14:03:27.118Z',
  endorsement: {
    id: 1,
    rank: 2,
    statement: 'The better record.',
    source_url: 'https://example.org/a',
    published_on: null,
  },
  previous: null,
  endorser: { id: 2, slug: 'a', name: 'Example Union', category: { slug: 'labor', name: 'Labor groups' }, state: 'ME' },
  contest: {
    ...{
      id: 3,
      title: 'Mayor of Sample Harbor',
      short_title: 'Mayor',
      kind: 'candidate',
      vote_method: 'ranked_choice',
    },
    ...{ votes_allowed: 1, ranks_allowed: 3, measure_code: null },
    district: {
      ...{ id: 4, name: 'Sample Harbor', level: 'city', ocd_id: 'ocd-division/country:us/state:me/place:x' },
      ...{ state: 'ME', type: 'place', lines_precision: null },
    },
  },
  election: {
    id: 5,
    slug: 'me-2028-11-07-general',
    name: 'Maine General',
    date: '2028-11-07',
    state: 'ME',
    type: 'general',
  },
  choice: {
    ...{ id: 6, label: 'Flor Ejemplo', measure_answer: null, candidate: { id: 6, full_name: 'Flor Ejemplo' } },
    ...{ party: null, withdrawn: false },
  },
})

const show = (one: Event): string => formatEvent(one, { style: PLAIN, width: 200 }).join('\n')

it('says in words who endorses whom for what, and why', () => {
  expect(show(CREATED)).toBe(
    `2028-10-15 14:03:27 UTC Example Union (Labor groups) endorses Flor Ejemplo, rank 2: Mayor of Sample Harbor, Maine General, 2028-11-07
    The better record.
    https://example.org/a`,
  )
})

it('says what an update replaced, and that a deletion is a withdrawal', () => {
  const updated = show({ ...CREATED, type: 'endorsement.updated', previous: { rank: 3, statement: null } })
  expect(updated).toContain('changed its endorsement of Flor Ejemplo, rank 2')
  expect(updated).toContain('\n    rank was: 3\n    statement was: none')
  expect(show({ ...CREATED, type: 'endorsement.deleted' })).toContain('withdrew its endorsement of Flor Ejemplo')
})
