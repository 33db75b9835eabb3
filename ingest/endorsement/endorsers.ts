// The endorsers that a file may refer to: its own declarations and the endorsers of other sources.

import type { EndorserRow } from '../../data/core/endorsement.ts'
import type { FeedEndorser } from '../../data/interchange/format.ts'
import type { KnownEndorser } from '../read/source.ts'
import { openLikely } from './likely.ts'
import type { SourceLocation } from './position.ts'
import { addTo, listLikely, type Problem, plain, type ResolvedReference, truncate } from './reference.ts'

export interface Endorsers {
  /**
   * Returns a problem if the slug is already declared with other values, or if the file may not speak for it. The first declaration
   * applies.
   */
  declare(endorser: FeedEndorser, at: SourceLocation): Problem | undefined
  /** Finds a slug by slug, id or name; declared endorsers come first. */
  find(reference: string): ResolvedReference<string>
  rows(): { row: EndorserRow; at: SourceLocation }[]
}

export interface Permit {
  slugs: ReadonlySet<string>
  /** What lists the slugs, for messages. */
  by: string
}

/**
 * @param others the endorsers of other sources
 * @param permit the file may speak for these alone. Default: for any endorser
 */
export function openEndorsers(others: readonly KnownEndorser[], permit?: Permit): Endorsers {
  const declared = new Map<string, { endorser: FeedEndorser; at: SourceLocation }>()
  const slugsByName = new Map<string, string[]>()
  /** Slugs and plain names of declarations for which the file may not speak. */
  const foreign = new Map<string, string>()
  const findLikely = openLikely()
  const mayNot = (slug: string): Problem | undefined =>
    permit && !permit.slugs.has(slug)
      ? {
          code: 'foreign-endorser',
          field: 'endorser',
          value: slug,
          message: `${permit.by} permits this source to speak only for ${[...permit.slugs].join(', ')}`,
        }
      : undefined
  const allow = (slug: string): ResolvedReference<string> => {
    const problem = mayNot(slug)
    return problem ? { problem } : { found: slug }
  }
  const search = (reference: string): ResolvedReference<string> => {
    if (declared.has(reference)) return allow(reference)
    const own = slugsByName.get(plain(reference)) ?? []
    const found = own.length > 0 ? own : findAmong(others, reference)
    const [slug] = found
    if (slug !== undefined && found.length === 1) return allow(slug)
    const refused = foreign.get(reference) ?? foreign.get(plain(reference))
    if (refused !== undefined && found.length === 0) return allow(refused)
    const problem = { field: 'endorser', value: reference }
    if (found.length > 1) {
      const message = `is the name of several endorsers; use the slug: ${found.slice(0, 5).join(', ')}`
      return { problem: { ...problem, code: 'ambiguous-endorser', message } }
    }
    const all = [
      ...[...declared.values()].map(({ endorser }) => ({ endorser_slug: endorser.slug, name: endorser.name })),
      ...others,
    ]
    const likely = findLikely(reference, all, ({ endorser_slug, name }) => [endorser_slug, name])
    const shown = listLikely(likely.map(({ endorser_slug, name }) => `${endorser_slug} "${truncate(name, 60)}"`))
    const message = `names an unknown endorser; declare it with slug, name, category and state${shown}`
    return { problem: { ...problem, code: 'unmatched-endorser', message } }
  }
  const answers = new Map<string, ResolvedReference<string>>()
  return {
    declare(endorser, at) {
      const refused = mayNot(endorser.slug)
      if (refused) {
        for (const name of [endorser.slug, plain(endorser.name)]) foreign.set(name, endorser.slug)
        return { ...refused, field: 'slug' }
      }
      const first = declared.get(endorser.slug)
      if (!first) {
        declared.set(endorser.slug, { endorser, at })
        addTo(slugsByName, plain(endorser.name), endorser.slug)
        return undefined
      }
      const differs = FIELDS.find((field) => first.endorser[field] !== endorser[field])
      if (differs === undefined) return undefined
      const where = first.at.line === null ? first.at.file : `line ${first.at.line}`
      return {
        code: 'conflicting-endorser',
        field: differs,
        value: endorser[differs] ?? null,
        message: `${endorser.slug} has ${JSON.stringify(first.endorser[differs] ?? null)} in ${where}, which is used`,
      }
    },
    find(reference) {
      const known = answers.get(reference) ?? search(reference)
      answers.set(reference, known)
      return known
    },
    rows: () => [...declared.values()].map(({ endorser, at }) => ({ row: toRow(endorser), at })),
  }
}

const FIELDS = ['name', 'category', 'state', 'description', 'website_url'] as const

function findAmong(endorsers: readonly KnownEndorser[], reference: string): string[] {
  const exact = endorsers.find(({ id, endorser_slug }) => endorser_slug === reference || String(id) === reference)
  const found = exact ? [exact] : endorsers.filter(({ name }) => plain(name) === plain(reference))
  return found.map(({ endorser_slug }) => endorser_slug)
}

function toRow({ slug, name, category, state, description, website_url }: FeedEndorser): EndorserRow {
  return {
    endorser_slug: slug,
    name,
    category,
    state,
    description: description ?? null,
    website_url: website_url ?? null,
  }
}
