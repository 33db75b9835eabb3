// The endorsers of a whole source: tells members of Congress of one name apart, and gives each organisation its home.

import type { EndorserRow } from '../../../data/core/endorsement.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import type { SourceLocation } from '../position.ts'
import type { Speaker } from './speaker.ts'

export interface Speakers {
  /** Must have been called for every entry before `slugOf`. @param state of the page */
  add(speaker: Speaker, state: StateCode): void
  /** Undefined if members of Congress of two states have the name, and the entry does not say which one it is. */
  slugOf(speaker: Speaker): string | undefined
  /** @param used the endorsers with an endorsement, and where */
  rows(used: ReadonlyMap<string, SourceLocation>): { row: EndorserRow; at: SourceLocation }[]
}

interface Known {
  name: string
  /** By category, how often it was stated. */
  categories: Map<string, number>
  homes: Set<EndorserRow['state']>
  pages: Set<StateCode>
}

export function openSpeakers(): Speakers {
  const seats = new Map<string, Set<StateCode>>()
  const added: { speaker: Speaker; state: StateCode }[] = []
  const slugOf = (speaker: Speaker): string | undefined => {
    const { slug, seat, byName } = speaker
    if (!byName || (seats.get(slug)?.size ?? 0) < 2) return slug
    return seat === null ? undefined : `${slug}-${seat.toLowerCase()}`
  }
  return {
    add(speaker, state) {
      added.push({ speaker, state })
      const { slug, seat, byName } = speaker
      if (byName && seat !== null) seats.set(slug, (seats.get(slug) ?? new Set()).add(seat))
    },
    slugOf,
    rows(used) {
      const known = new Map<string, Known>()
      for (const { speaker, state } of added) {
        const slug = slugOf(speaker)
        if (slug === undefined || !used.has(slug)) continue
        const one = known.get(slug) ?? { name: speaker.name, categories: new Map(), homes: new Set(), pages: new Set() }
        known.set(slug, one)
        one.categories.set(speaker.category, (one.categories.get(speaker.category) ?? 0) + 1)
        one.pages.add(state)
        if (speaker.home !== null) one.homes.add(speaker.home)
      }
      return [...used].flatMap(([slug, at]) => {
        const one = known.get(slug)
        return one ? [{ row: toRow(slug, one), at }] : []
      })
    },
  }
}

function toRow(endorser_slug: string, { name, categories, homes, pages }: Known): EndorserRow {
  const [category = 'advocacy'] = [...categories].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0] ?? []
  const said: ReadonlySet<EndorserRow['state']> = homes.size > 0 ? homes : pages
  const [home] = said
  const state = home === undefined || said.size > 1 ? 'national' : home
  return { endorser_slug, name, category, state, description: null, website_url: null }
}
