// An object of a NIST ballot definition (SP 1500-20), with the same form for JSON and XML.

import { parseWholeNumber } from '../../read/whole-number.ts'
import type { FeedText } from '../feed/feed.ts'

export interface NistObject {
  /** The class without the package's prefix: `CandidateContest`; '' if the format does not require it. */
  type: string
  /** The id that references use; '' if there is none. */
  id: string
  /** 1-based in an XML file; null in JSON. */
  line: number | null
  /** The text of a plain value, e.g. `general`; '' for an object with fields. */
  text: string
  /** Values by field name, in file order. */
  fields: ReadonlyMap<string, readonly NistObject[]>
}

/** The top-level fields of version 1.0.0 that do not describe the ballot. */
export const ROOT_LEFT_OUT: ReadonlySet<string> = new Set([
  'BallotFormat',
  'ExternalIdentifier',
  'GeneratedDate',
  'Header',
  'IsTest',
  'Issuer',
  'IssuerAbbreviation',
  'Notes',
  'OfficeGroup',
  'Person',
  'SequenceEnd',
  'SequenceStart',
  'Shape',
  'TestType',
  'VendorApplicationId',
])

/** Left out with all their content: contact data, outlines, and positions on paper. */
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

/** A plain value with white space collapsed; null if it is missing or empty. */
export function textOf(object: NistObject, field: string): string | null {
  return plain(listOf(object, field)[0]?.text ?? '')
}

/** References: a list in JSON; ids separated by spaces in XML. */
export function idsOf(object: NistObject, field: string): string[] {
  return listOf(object, field).flatMap(({ text }) => text.split(/\s+/).filter(Boolean))
}

/** A whole number above 0; null for anything else. */
export function countOf(object: NistObject, field: string): number | null {
  return parseWholeNumber(textOf(object, field) ?? '') || null
}

/** A text in English and Spanish. Without English, the first other language takes its place. */
export function translated(object: NistObject, field: string): FeedText | null {
  const texts = listOf(object, field).flatMap((words) => listOf(words, 'Text'))
  const said = (language: string) =>
    texts.find((text) => (textOf(text, 'Language') ?? '').toLowerCase().split('-')[0] === language)
  const en = plain((said('en') ?? texts[0])?.text ?? '')
  return en === null ? null : { en, es: plain(said('es')?.text ?? '') }
}

/** The value of an identifier of this type, e.g. `ocd-id`. */
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
