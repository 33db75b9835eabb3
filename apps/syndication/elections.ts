import { PAGE_SIZE_MAX } from '../../data/schema/constants.ts'
import { type Election, election } from '../../data/schema/election.ts'
import { page } from '../../data/schema/page.ts'
import { type CitedSource, citeSources } from '../../server/read/cited-sources.ts'
import type { Service } from '../../server/route/service.ts'
import { nothingPublished } from '../../server/serving/snapshots.ts'
import { elections } from '../../server/v1/elections.ts'
import { renderCalendar } from './elections-calendar.ts'
import { syndicationRoute } from './syndication-route.ts'

const response = page(election)

export const electionCalendar = syndicationRoute({
  path: '/v1/feeds/{token}/elections.ics',
  id: 'readElectionCalendar',
  summary: 'The elections of a subscription, as an iCalendar',
  notes:
    'Every election held here, past ones too, as all-day events, with the sources of its state. Of the filter, `states` and `elections` choose; the other fields concern endorsements. A possible runoff is tentative. There are no deadlines of registration or of voting by mail: the sources have none.',
  type: 'text/calendar; charset=utf-8',
  async answer(service, { grant: { subscription }, origin, read }) {
    const { states, elections: slugs } = subscription.filter
    const found: Election[] = []
    let cursor: string | null = null
    do {
      const query: Record<string, string> = { limit: String(PAGE_SIZE_MAX) }
      if (states) query.states = states.join(',')
      if (cursor !== null) query.cursor = cursor
      const { data, next_cursor } = response.parse(await read(elections, `?${new URLSearchParams(query)}`))
      found.push(...data)
      cursor = next_cursor
    } while (cursor !== null)
    return renderCalendar(
      found.filter(({ slug }) => slugs?.includes(slug) ?? true),
      { name: `Elections: ${subscription.name}`, origin, ...citer(service) },
    )
  },
})

/** The sources of the bundle in service. Throws ApiError 503 if nothing is published. */
function citer({ bundles }: Pick<Service, 'bundles'>): { updatedOn: string; citeState(state: string): CitedSource[] } {
  const lease = bundles.lease()
  if (!lease) throw nothingPublished()
  const { manifest } = lease.bundle
  lease.release()
  return {
    updatedOn:
      manifest.sources
        .map(({ published_on }) => published_on)
        .sort()
        .at(-1) ?? '1970-01-01',
    citeState: (state) => citeSources(manifest, { kinds: ['ballots'], states: new Set([state]) }),
  }
}
