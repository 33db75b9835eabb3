// The objects of a ballot definition or an election report of NIST, with the same form for JSON and XML.

import { parseWholeNumber } from '../../read/field-value.ts'
import { isObject, readJson } from '../../read/json.ts'
import { type FetchedFile, type ReadContext, type Sink, SourceError } from '../../read/source.ts'
import { readXml, readXmlRoot, type XmlElement } from '../../read/xml.ts'
import { countUnknown, type FeedText } from '../feed/feed.ts'
import type { Standard } from './standard.ts'

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

/** One file, with the units that its other objects refer to. */
export interface NistFile {
  standard: Standard
  file: FetchedFile
  root: NistObject
  units: ReadonlyMap<string, NistObject>
  /** The unit's OCD id; null if it states no id that is known. */
  ocdIdOf(unit: NistObject): string | null
  context: ReadContext<'divisions'>
  sink: Sink
}

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

/** A text in English and Spanish. Without English, the first other language takes its place; a plain text counts as English. */
export function translated(object: NistObject, field: string): FeedText | null {
  const texts = listOf(object, field).flatMap((words) => listOf(words, 'Text'))
  const said = (language: string) =>
    texts.find((text) => (textOf(text, 'Language') ?? '').toLowerCase().split('-')[0] === language)
  const en = plain((said('en') ?? texts[0] ?? listOf(object, field)[0])?.text ?? '')
  return en === null ? null : { en, es: plain(said('es')?.text ?? '') }
}

/** The value of an identifier of this type, e.g. `ocd-id`, or of this other type, e.g. `stable`. */
export function identifierOf(object: NistObject, type: string): string | null {
  const found = listOf(object, 'ExternalIdentifier').find((identifier) =>
    [textOf(identifier, 'Type'), textOf(identifier, 'OtherType')].includes(type),
  )
  return found ? textOf(found, 'Value') : null
}

export function byId(objects: readonly NistObject[]): ReadonlyMap<string, NistObject> {
  return new Map(objects.map((object) => [object.id, object]))
}

function plain(text: string): string | null {
  return text.replace(/\s+/g, ' ').trim() || null
}

// Reads JSON. `@type` and `@id` name objects; lists are arrays.

/** Throws SourceError if the file is not of the standard. */
export function readNistJson(file: FetchedFile, standard: Standard): NistObject {
  const root = readJson(file)
  if (!isObject(root) || root['@type'] !== standard.type)
    throw new SourceError(`expected an object of the type ${standard.type}`, { file: file.name })
  return fromJson(root, standard, (field) => !standard.rootLeftOut.has(field))
}

function fromJson(value: unknown, standard: Standard, takes: (field: string) => boolean): NistObject {
  if (!isObject(value)) return { type: '', id: '', line: null, text: plainText(value), fields: new Map() }
  const isRead = (field: string): boolean => !standard.leftOut.has(field)
  const fields = Object.entries(value)
    .filter(([field]) => !field.startsWith('@') && takes(field))
    .map(([field, held]) => {
      const objects = (Array.isArray(held) ? held : [held]).map((one) => fromJson(one, standard, isRead))
      return [standard.renamed.get(field) ?? field, objects] as const
    })
  return {
    type: plainText(value['@type']).replace(/^.*\./, ''),
    id: plainText(value['@id']),
    line: null,
    // A text with a language or an annotation.
    text: plainText(value.Content),
    fields: new Map(fields),
  }
}

function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

// Reads XML. `ObjectId` (in the Civics profile `objectId`) and `xsi:type` name objects; an attribute gives the language of a text.

/** Throws SourceError if the file is not of the standard, or has an object of more than 16,000,000 characters. */
export function readNistXml(file: FetchedFile, standard: Standard): NistObject {
  const { name, line, attributes } = readXmlRoot(file)
  const at = { file: file.name, line }
  if (name !== standard.root) throw new SourceError(`got the element ${name}, expected ${standard.root}`, at)
  const namespace = namespaceOf(attributes)
  if (standard.namespaces?.includes(namespace) === false) {
    const expected = standard.namespaces.map((one) => one ?? 'none').join(' or ')
    throw new SourceError(`got the namespace ${namespace?.slice(0, 100)}, expected ${expected}`, at)
  }
  const take = (path: string): boolean => {
    const [root, outer = '', inner, ...deeper] = path.split('/')
    const [taken, ...inside] = standard.groups(outer) ? [inner, ...deeper] : [outer, inner, ...deeper]
    const isTop = taken && inside.every((one) => one === undefined)
    return root === standard.root && isTop === true && !standard.rootLeftOut.has(taken)
  }
  const elements = readXml(file, { take, skip: standard.leftOut })
  return { type: standard.root, id: '', line, text: '', fields: group(elements, standard) }
}

/** That of the root; null if it has none. */
function namespaceOf(attributes: XmlElement['attributes']): string | null {
  const own = Object.entries(attributes).find(
    ([name, value]) => /^xmlns(:|$)/.test(name) && !value?.startsWith('http://www.w3.org/'),
  )
  return own?.[1] || null
}

function fromElement({ attributes, line, text, children }: XmlElement, standard: Standard): NistObject {
  const fields = group(children, standard)
  let [type, id] = ['', '']
  for (const [name, value = ''] of Object.entries(attributes)) {
    if (/^objectid$/i.test(name)) id = value
    else if (name.endsWith(':type')) type = value.slice(value.indexOf(':') + 1)
    else if (!name.startsWith('xmlns'))
      fields.set(standard.renamed.get(name) ?? name, [{ type: '', id: '', line, text: value, fields: new Map() }])
  }
  return { type, id, line, text, fields }
}

function group(elements: Iterable<XmlElement>, standard: Standard): Map<string, NistObject[]> {
  const fields = new Map<string, NistObject[]>()
  const add = (element: XmlElement): void => {
    if (standard.groups(element.name)) {
      for (const child of element.children) add(child)
      return
    }
    const name = standard.renamed.get(element.name) ?? element.name
    const held = fields.get(name) ?? []
    fields.set(name, held)
    held.push(fromElement(element, standard))
  }
  for (const element of elements) add(element)
  return fields
}

// Elements of a file that its standard does not name, and elements that the service has no field for.

export function hasUnknown(object: NistObject, kind: string, standard: Standard): boolean {
  return unknownIn(object, kind, standard).length > 0
}

function unknownIn({ fields }: NistObject, kind: string, standard: Standard): string[] {
  return [...fields.keys()].filter((name) => standard.fields[kind]?.has(name) === false)
}

/**
 * A field that the standard does not have gives one issue `unknown-element` for each name, and a value that its list does not have one
 * `unknown-value` for each value, with how often it is there. Throws SourceError for two objects of one id.
 */
export function checkObjects(
  root: NistObject,
  standard: Standard,
  { name: file }: FetchedFile,
  sink: Pick<Sink, 'issue'>,
): void {
  const { count, report } = countUnknown()
  const lines = new Map<string, number | null>()
  const look = (object: NistObject, kind: string): void => {
    const { id, line, fields } = object
    const before = lines.get(id)
    if (before !== undefined)
      throw new SourceError(`repeats the id "${id}"${before ? ` of line ${before}` : ''}, expected each id once`, {
        file,
        line,
      })
    if (id !== '') lines.set(id, line)
    for (const field of unknownIn(object, kind, standard))
      count('unknown-element', kind === '' ? field : `${kind}/${field}`, line, listOf(object, field).length)
    for (const [field, held] of fields) {
      const known = standard.values[`${kind}/${field}`]
      if (known)
        for (const { text } of held)
          if (!known.has(text.trim())) count('unknown-value', `${kind}/${field} ${text}`, line)
      if (Object.hasOwn(standard.fields, field)) for (const one of held) look(one, field)
    }
  }
  look(root, '')
  report(file, 'the file has', `${standard.title} does not have it`, sink)
}

/**
 * Reports the candidates of an election to whom no option and no retention refers: issue `unreferenced-element`.
 * @param contests all of the file: an election may name candidates of another one
 */
export function sayUnreferenced(
  election: NistObject,
  contests: readonly NistObject[],
  { name: file }: FetchedFile,
  sink: Pick<Sink, 'issue'>,
): void {
  const referred = new Set([
    ...contests.flatMap((contest) => idsOf(contest, 'CandidateId')),
    ...contests.flatMap((contest) =>
      listOf(contest, 'ContestOption').flatMap((option) => idsOf(option, 'CandidateIds')),
    ),
  ])
  const candidates = listOf(election, 'Candidate')
  const [first, ...others] = candidates.filter(({ id }) => !referred.has(id))
  if (!first) return
  const message = `the election has ${candidates.length} Candidate, and no contest refers to ${others.length + 1} of them, expected a reference to each; they are not served`
  const said = { field: null, code: 'unreferenced-element', value: 'Candidate', message, severity: 'refused' } as const
  sink.issue({ file, line: first.line, ...said })
}
