// Reads a ballot definition in JSON. `@type` and `@id` name objects; lists are arrays.

import { isObject, readJson } from '../../read/json.ts'
import { type FetchedFile, SourceError } from '../../read/source.ts'
import { LEFT_OUT, type NistObject, ROOT_LEFT_OUT } from './object.ts'

/** Throws SourceError if the file is not a ballot definition. */
export function readNistJson(file: FetchedFile): NistObject {
  const root = readJson(file)
  if (!isObject(root) || root['@type'] !== 'BallotDefinition.BallotDefinition')
    throw new SourceError('expected an object of the type BallotDefinition.BallotDefinition', { file: file.name })
  return toObject(root, (field) => !ROOT_LEFT_OUT.has(field))
}

function toObject(value: unknown, takes: (field: string) => boolean): NistObject {
  if (!isObject(value)) return { type: '', id: '', line: null, text: plainText(value), fields: new Map() }
  const fields = Object.entries(value)
    .filter(([field]) => !field.startsWith('@') && takes(field))
    .map(([field, held]) => [field, listed(held).map((one) => toObject(one, isRead))] as const)
  return {
    type: plainText(value['@type']).replace(/^.*\./, ''),
    id: plainText(value['@id']),
    line: null,
    // A text with a language or an annotation.
    text: plainText(value.Content),
    fields: new Map(fields),
  }
}

function isRead(field: string): boolean {
  return !LEFT_OUT.has(field)
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}

function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
