// Answers a place that is unknown or ambiguous: the form again, with the reason in the words of a page.

import { ApiError, PlaceRefusal } from '../../data/schema/api-error.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { isSnapshotGone, type Look } from './look.ts'
import { showStart } from './start.ts'

/**
 * A place that is unknown or ambiguous: the form again with what was typed, the reason, and the names that may be meant.
 * @param action the path of the page that was wanted
 */
export function refusePlace(look: Look, fault: unknown, action: string): Promise<Reply> {
  if (!(fault instanceof ApiError) || (fault.status !== 400 && fault.status !== 404) || isSnapshotGone(fault))
    throw fault
  const choices = fault instanceof PlaceRefusal ? fault.choices : []
  return showStart(look, { sentence: sayRefusal(look, fault, choices), status: fault.status, choices, action })
}

/** The sentences of /v1 are in English, and those with choices list them. A name that nothing has is told alike everywhere. */
function sayRefusal({ words, lang }: Look, fault: ApiError, choices: readonly string[]): string {
  const { status, message } = fault
  const isUnknownName = fault instanceof PlaceRefusal && status === 404
  if (/^Parameter `(?:lat|lng)`/.test(message)) return words.placeOffEarth
  if (lang === 'en' && choices.length === 0 && !isUnknownName) return toPageSentence(message)
  if (status === 404) return isUnknownName ? words.placeUnknown : words.placeNoAddress
  return choices.length > 0 ? words.placeSeveral : words.placeAmbiguous
}

/** A sentence of /v1 about a place, in the words of a page: its field has no name of a parameter, and a point is typed into it. */
function toPageSentence(message: string): string {
  const sentence = message
    .replace(/^Parameter `location`: /, '')
    .replace(/\blines\b/g, 'boundaries')
    .replace('lat and lng', 'a point (latitude,longitude)')
    .replace(/\b([Tt])his server\b/g, '$1his service')
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1)
}
