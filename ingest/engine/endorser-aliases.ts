// An endorser under several slugs is one record: data/reference/endorser-aliases.csv gives the slug and the name that stand for all. The sink
// applies it to the rows of every source.

import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { EndorsementRow, EndorserRow, StanceRow } from '../../data/core/endorsement.ts'
import { projectFile } from '../../data/store/paths.ts'

export interface EndorserAlias {
  endorser_slug: string
  name: string
}

/** By the alias. An alias of an alias is refused, because a row is changed once. */
export type EndorserAliases = ReadonlyMap<string, EndorserAlias>

/** Throws RangeError with the line for an alias that stands twice, or that leads to another alias. */
export function parseAliases(text: string): EndorserAliases {
  const records: Record<string, string>[] = parse(text, { columns: true, skip_empty_lines: true })
  const aliases = new Map<string, EndorserAlias>()
  for (const { alias = '', endorser_slug = '', name = '', why = '' } of records) {
    if ([alias, endorser_slug, name, why].includes('') || aliases.has(alias) || alias === endorser_slug)
      throw new RangeError(`endorser-aliases.csv: "${alias}" needs endorser_slug, name and why, and stands once`)
    aliases.set(alias, { endorser_slug, name })
  }
  for (const [alias, { endorser_slug }] of aliases)
    if (aliases.has(endorser_slug))
      throw new RangeError(`endorser-aliases.csv: "${alias}" leads to "${endorser_slug}", which is an alias itself`)
  return aliases
}

let loaded: EndorserAliases | undefined

export function loadAliases(): EndorserAliases {
  loaded ??= parseAliases(readFileSync(projectFile('data', 'reference', 'endorser-aliases.csv'), 'utf8'))
  return loaded
}

export function toOneEndorser(row: EndorserRow, aliases: EndorserAliases): EndorserRow {
  const alias = aliases.get(row.endorser_slug)
  return alias ? { ...row, ...alias } : row
}

export function ofOneEndorser(row: EndorsementRow, aliases: EndorserAliases): EndorsementRow {
  const alias = aliases.get(row.endorser_slug)
  if (!alias) return row
  const { endorser_slug } = alias
  return { ...row, endorser_slug, endorsement_key: `${endorser_slug}/${row.choice_key}` }
}

export function toOneStance(row: StanceRow, aliases: EndorserAliases): StanceRow {
  const alias = aliases.get(row.endorser_slug)
  if (!alias) return row
  const { endorser_slug } = alias
  return { ...row, endorser_slug, stance_key: `${endorser_slug}/${row.contest_key}` }
}
