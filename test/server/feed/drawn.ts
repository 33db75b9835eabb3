// Events as a publisher stages them: small, complete, with every facet that a filter checks.

import { CHAIN_START, chainHash, type Event, type EventFacets, eventId } from '../../../data/schema/event.ts'
import { CHANGE_KINDS, CONTEST_KINDS, LEVELS } from '../../../data/schema/vocabulary.ts'
import type { ChainedEvent } from '../../../data/store/state/events.ts'
import type { ServiceStore } from '../../../data/store/state/state.ts'

export const CATEGORIES = ['newspapers', 'unions', 'parties']
export const ENDORSERS = ['the-herald', 'local-9', 'greens', 'reds', 'blues']
export const HOMES = ['NC', 'VA', 'national']
export const STATES = ['NC', 'VA', 'DC'] as const
export const ELECTIONS = ['nc-2024-11-05-general', 'va-2024-11-05-general']

/** The n-th combination; neighbours differ in every facet. */
export function facetsOf(n: number): EventFacets & { state: (typeof STATES)[number] } {
  const pick = <Item>(items: readonly Item[], factor: number): Item => {
    const item = items[Math.floor(n / factor) % items.length]
    if (item === undefined) throw new Error('there are none')
    return item
  }
  return {
    kind: pick(CHANGE_KINDS, 1),
    category: pick(CATEGORIES, 2),
    endorser_slug: pick(ENDORSERS, 1),
    endorser_state: pick(HOMES, 3),
    state: pick(STATES, 1),
    election_slug: pick(ELECTIONS, 5),
    contest_kind: pick(CONTEST_KINDS, 7),
    level: pick(LEVELS, 1),
  }
}

export function drawEvent(
  epoch: string,
  seq: number,
  occurred_at: string,
  facets: EventFacets = facetsOf(seq),
  statement = 'Endorsed.',
) {
  const { state } = facetsOf(seq)
  const body: Event = {
    id: eventId(epoch, seq),
    type: `endorsement.${facets.kind}`,
    occurred_at,
    endorsement: { id: seq, rank: null, statement, source_url: null, published_on: '2024-10-01' },
    previous: facets.kind === 'updated' ? { statement: null } : null,
    endorser: {
      ...{ id: 1, slug: facets.endorser_slug, name: 'The Herald', state: 'NC' },
      category: { slug: facets.category, name: 'Newspapers' },
    },
    contest: {
      ...{ id: 2, title: 'Mayor', short_title: 'Mayor', kind: facets.contest_kind, vote_method: 'plurality' },
      ...{ votes_allowed: 1, ranks_allowed: null, measure_code: null },
      district: {
        ...{ id: 3, name: 'Springfield', level: facets.level, ocd_id: 'ocd-division/country:us', state },
        ...{ type: 'place', lines_precision: 'exact' },
      },
    },
    election: {
      ...{ id: 4, slug: 'nc-2024-11-05-general', name: 'General', date: '2024-11-05', state, type: 'general' },
    },
    choice: {
      ...{ id: 5, label: 'A. Candidate', measure_answer: null, candidate: null, party: null, withdrawn: false },
    },
  }
  return { ...facets, seq, occurred_at, body: JSON.stringify(body) }
}

interface PublishEventsOptions {
  at: string
  facets?: (seq: number) => EventFacets
  statement?: string
  bundle?: string
  edit?: (event: Event) => Event
}

/**
 * Stages this many events above the head and publishes them with a new bundle id. @returns the head
 * @param options.bundle an id that servers can open @param options.edit changes each event before it is staged
 */
export async function publishEvents(
  state: ServiceStore,
  count: number,
  { at, facets = facetsOf, statement, bundle, edit = (body) => body }: PublishEventsOptions,
) {
  const head = await state.head()
  let [seq, chain] = [head?.seq ?? 0, head?.chain ?? CHAIN_START]
  const stage = await state.beginStage()
  const events: ChainedEvent[] = []
  for (let n = 0; n < count; n++) {
    seq += 1
    const drawn = drawEvent(head?.epoch ?? '', seq, at, facets(seq), statement)
    const event = { ...drawn, body: JSON.stringify(edit(JSON.parse(drawn.body))) }
    events.push({ ...event, chain_before: chain })
    chain = chainHash(chain, event.body)
  }
  const refused = await state.stageEvents(stage, events)
  if (refused) throw new Error(refused.refused)
  const published = await state.publish({
    ...{ expectedPublication: head?.publication ?? null, published_at: at },
    bundle: bundle ?? `bundle ${head?.publication ?? 0}`,
    ...{ staged: count === 0 ? null : { stage, seq, occurred_at: at, chain } },
  })
  if ('refused' in published) throw new Error(published.refused)
  if (!published.changed) throw new Error('nothing was published')
  const after = await state.head()
  if (!after) throw new Error('nothing is published')
  return after
}
