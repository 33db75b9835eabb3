// A site with two editors of one desk, and the contests of its bundle.

import type { Contest } from '../../../data/schema/contest.ts'
import { contestsOf } from '../../server/ballots.ts'
import { site, type Visitor, withSite } from '../console/visitor.ts'

export const FROM = Date.parse('2024-10-15T12:00:00.000Z')
export const COMMAND = { by: 'command line', at: '2024-10-01T00:00:00.000Z' }
export const WORKERS = { slug: 'sample-workers', name: 'Sample Workers', category: 'labor', state: 'NC' } as const
export const DESK = `/desk/${WORKERS.slug}`

const CONTESTS = contestsOf({ fillers: 0 })

/** Throws if the fixture has none. @param title of the contest, in an election of the fixture */
export function contestBy(fits: (contest: Contest) => boolean): Contest {
  const found = CONTESTS.find(fits)
  if (!found) throw new Error('the fixture has no such contest')
  return found
}

export let ana: Visitor
export let bo: Visitor

/** Opens the site of a suite, whose editors are `ana` and `bo`. */
export function withEditorSite(): void {
  withSite(
    async () => {
      await site.makeAccount('Operator', { role: 'operator' })
      await site.fixture.state.openDesk(WORKERS, [], COMMAND)
      for (const name of ['ana', 'bo']) {
        await site.makeAccount(name)
        await site.fixture.state.setEditor(name, WORKERS.slug, true, COMMAND)
      }
      ;[ana, bo] = [await site.signedIn('ana'), await site.signedIn('bo')]
    },
    { from: FROM },
  )
}

/** What the last run says of the desk's source when the publisher refuses it. */
export const refusedSource = (error: string) => ({
  ...{ kind: 'endorsements' as const, error, published_on: null, checked_at: null, failed_nights: 1, failed_on: null },
})

/** The value of a hidden number on a page. */
export const hiddenIn = (page: string, name: string): string =>
  new RegExp(`name="${name}" value="(\\d+)"`).exec(page)?.[1] ?? ''
