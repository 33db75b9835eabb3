// Writes elections as iCalendar (RFC 5545): an all-day event for each, and one for a possible runoff.

import { ICalCalendar, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import type { CitedSource } from '../../data/schema/cited-sources.ts'
import type { Election } from '../../data/schema/election.ts'
import { toPlainLine } from './events-feed.ts'

interface Options {
  name: string
  /** URL of the service. */
  origin: string
  /** Day of the newest source, YYYY-MM-DD: the calendar of one bundle has the same bytes always. */
  updated_on: string
  /** The sources of the ballots, by state. */
  sources: ReadonlyMap<string, readonly CitedSource[]>
}

export function renderCalendar(elections: readonly Election[], { name, origin, updated_on, sources }: Options): string {
  const calendar = new ICalCalendar({ name, prodId: { company: 'Hustings', product: 'elections', language: 'EN' } })
  const stamp = `${updated_on}T00:00:00.000Z`
  const add = (id: string, day: string, summary: string, description: readonly string[], url: string): void => {
    calendar.createEvent({
      id,
      stamp,
      summary: toPlainLine(summary),
      description: description.map(toPlainLine).join('\n'),
      url,
      // A date without a time, in no time zone.
      start: day,
      allDay: true,
      transparency: ICalEventTransparency.TRANSPARENT,
      status: summary.startsWith(POSSIBLE) ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
    })
  }
  for (const { slug, date, state, info_url, details, ...election } of elections) {
    const cited = (sources.get(state) ?? []).map(({ publisher, urls }) => `- ${[publisher, ...urls].join(' ')}`)
    const pages = info_url === null ? [] : [`Election office: ${info_url}`]
    // The bundle does not say which of them gave this very election.
    const description = [`${state}, ${election.type}`, ...pages, `Sources of the elections of ${state} here:`, ...cited]
    const url = `${origin}/explore/elections/${slug}`
    add(slug, date, election.name, description, url)
    const { runoff_date } = details
    if (runoff_date !== undefined) add(`${slug}-runoff`, runoff_date, `${POSSIBLE} ${election.name}`, description, url)
  }
  return calendar.toString()
}

const POSSIBLE = 'Possible runoff:'
