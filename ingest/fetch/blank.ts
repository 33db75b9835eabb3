// Removes personal data from a file's bytes before anything is hashed and kept. The kind of file decides how.

import { SourceError } from '../read/source.ts'
import { type Blanked, blankColumns } from './blank-columns.ts'
import { blankMembers } from './blank-json.ts'
import { blankElements } from './blank-xml.ts'
import { blankKeys } from './blank-yaml.ts'

/** The kinds of file in which personal data can be identified. */
const KINDS = ['csv', 'tsv', 'txt', 'xml', 'json', 'geojson', 'yaml', 'yml'] as const

export function findKind(name: string): (typeof KINDS)[number] | undefined {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return KINDS.find((kind) => kind === extension)
}

/** @param personal from the registry entry: columns, elements, members or keys. Throws SourceError for any other kind of file. */
export function blank(file: { name: string; bytes: Uint8Array }, personal: readonly string[]): Blanked {
  if (personal.length === 0) return { bytes: file.bytes, found: [] }
  switch (findKind(file.name)) {
    case 'csv':
    case 'tsv':
    case 'txt':
      return blankColumns(file, personal)
    case 'xml':
      return blankElements(file, personal)
    case 'json':
    case 'geojson':
      return blankMembers(file, personal)
    case 'yaml':
    case 'yml':
      return blankKeys(file, personal)
    case undefined:
      throw new SourceError(
        `the registry names personal data, which can be blanked only in ${KINDS.map((kind) => `.${kind}`).join(', ')}, and in .tar and .zip of them`,
        { file: file.name },
      )
  }
}
