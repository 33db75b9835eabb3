// An object of a NIST ballot definition (SP 1500-20), the same whichever of its two formats it was written in.

import type { FeedText } from '../feed/feed.ts'

export interface NistObject {
  /** Its class without the package's prefix: `CandidateContest`; '' where the format need not say. */
  type: string
  /** What references name; '' where there are none. */
  id: string
  /** Of an XML file, 1-based; JSON has none. */
  line: number | null
  /** Of a plain value, e.g. `general`; '' of an object of fields. */
  text: string
  /** Values in the order of the file, by the name of their field. */
  fields: ReadonlyMap<string, readonly NistObject[]>
}

/** The fields of the whole definition that say what is voted on. */
export const ROOT_FIELDS: ReadonlySet<string> = new Set(['Election', 'GpUnit', 'Office', 'Party', 'Version'])

/** Left out with all that they hold: how to reach people and offices, outlines, and where a thing stands on the paper. */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  'ContactInformation',
  'ElectionAdministration',
  'PartyRegistration',
  'Physical',
  'SpatialDimension',
])

export function listOf(object: NistObject, field: string): readonly NistObject[] {
  return object.fields.get(field) ?? []
}

/** A plain value with its white space as single spaces; null where there is none, or nothing in it. */
export function textOf(object: NistObject, field: string): string | null {
  return plain(listOf(object, field)[0]?.text ?? '')
}

/** References: a list in JSON, and in XML ids with spaces between them. */
export function idsOf(object: NistObject, field: string): string[] {
  return listOf(object, field).flatMap(({ text }) => text.split(/\s+/).filter(Boolean))
}

/** A whole number above 0; null for anything else. */
export function countOf(object: NistObject, field: string): number | null {
  const text = textOf(object, field) ?? ''
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null
}

/** A text in English and Spanish; the first of another language stands for English where there is none. */
export function translated(object: NistObject, field: string): FeedText | null {
  const texts = listOf(object, field).flatMap((words) => listOf(words, 'Text'))
  const said = (language: string) =>
    texts.find((text) => (textOf(text, 'Language') ?? '').toLowerCase().split('-')[0] === language)
  const en = plain((said('en') ?? texts[0])?.text ?? '')
  return en === null ? null : { en, es: plain(said('es')?.text ?? '') }
}

/** Of an identifier of that type, e.g. `ocd-id`. */
export function identifierOf(object: NistObject, type: string): string | null {
  const found = listOf(object, 'ExternalIdentifier').find((identifier) => textOf(identifier, 'Type') === type)
  return found ? textOf(found, 'Value') : null
}

export function byId(objects: readonly NistObject[]): ReadonlyMap<string, NistObject> {
  return new Map(objects.map((object) => [object.id, object]))
}

function plain(text: string): string | null {
  return text.replace(/\s+/g, ' ').trim() || null
}
