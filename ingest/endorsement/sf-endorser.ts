// San Francisco's endorsers of 2016, from the reference table.

import { SF_2016_ENDORSERS, SF_2016_NATIONAL } from '../../data/reference/sf-2016.ts'
import type { EndorserRow } from '../../data/schema/core-endorsement.ts'
import { slug } from '../identity.ts'
import { SourceError } from '../source.ts'

const BY_NAME: ReadonlyMap<string, EndorserRow> = new Map(
  Object.entries(SF_2016_ENDORSERS).flatMap(([category, names]) =>
    names.map((name) => [name, endorserRow(name, category)] as const),
  ),
)

/** Throws SourceError for a name that nobody has placed in the table. */
export function loadSfEndorser(name: string, at: { file: string; line: number }): EndorserRow {
  const row = BY_NAME.get(name)
  if (!row) throw new SourceError(`got the endorser "${name.slice(0, 80)}", which data/reference/sf-2016.ts lacks`, at)
  return row
}

function endorserRow(name: string, category: string): EndorserRow {
  const state = SF_2016_NATIONAL.includes(name) ? 'national' : 'CA'
  return { endorser_slug: slug(name), name, category, state, description: null, website_url: null }
}
