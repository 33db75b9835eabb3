// Suggests place names while a place is typed, as JSON for the page's script. Only names of the bundle; nothing is sent elsewhere.

import { type Reply, toRecord } from '../../server/http/exchange.ts'
import { findPlaceNames } from '../../server/read/place-names.ts'
import type { Look } from './look.ts'

export async function answerSuggestions(look: Look): Promise<Reply> {
  return toRecord(200, look.inBundle((bundle) => findPlaceNames(bundle, look.form.text('place'))) ?? [])
}
