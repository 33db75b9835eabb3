// Reads a ballot definition in XML. `ObjectId` and `xsi:type` name objects; an attribute gives the language of a text.

import { type FetchedFile, SourceError } from '../../read/source.ts'
import { readXml, readXmlRoot, type XmlElement } from '../../read/xml.ts'
import { LEFT_OUT, type NistObject, ROOT_LEFT_OUT } from './object.ts'

const ROOT = 'BallotDefinition'

/** Throws SourceError if the file is not a ballot definition, or has an election of more than 16,000,000 characters. */
export function readNistXml(file: FetchedFile): NistObject {
  const { name, line } = readXmlRoot(file)
  if (name !== ROOT) throw new SourceError(`got the element ${name}, expected ${ROOT}`, { file: file.name, line })
  const take = (path: string): boolean => {
    const [root, name, ...inside] = path.split('/')
    return root === ROOT && name !== undefined && inside.length === 0 && !ROOT_LEFT_OUT.has(name)
  }
  return { type: ROOT, id: '', line, text: '', fields: group(readXml(file, { take, skip: LEFT_OUT })) }
}

function toObject({ attributes, line, text, children }: XmlElement): NistObject {
  const fields = new Map(group(children))
  let [type, id] = ['', '']
  for (const [name, value = ''] of Object.entries(attributes)) {
    if (name === 'ObjectId') id = value
    else if (name.endsWith(':type')) type = value.slice(value.indexOf(':') + 1)
    else fields.set(name, [{ type: '', id: '', line, text: value, fields: new Map() }])
  }
  return { type, id, line, text, fields }
}

function group(elements: Iterable<XmlElement>): Map<string, NistObject[]> {
  const fields = new Map<string, NistObject[]>()
  for (const element of elements) {
    const held = fields.get(element.name) ?? []
    fields.set(element.name, held)
    held.push(toObject(element))
  }
  return fields
}
