// Personal data goes from a file's bytes before anything is hashed and kept: by the kind of file.

import { type Blanked, blankColumns } from './blank-columns.ts'
import { blankMembers } from './blank-json.ts'
import { blankElements } from './blank-xml.ts'
import { SourceError } from './source.ts'

/** @param personal a registry entry's: columns, elements or members. Throws SourceError for a kind of file in which none can be told. */
export function blank(file: { name: string; bytes: Uint8Array }, personal: readonly string[]): Blanked {
  if (personal.length === 0) return { bytes: file.bytes, found: [] }
  switch (file.name.slice(file.name.lastIndexOf('.') + 1).toLowerCase()) {
    case 'csv':
    case 'tsv':
    case 'txt':
      return blankColumns(file, personal)
    case 'xml':
      return blankElements(file, personal)
    case 'json':
      return blankMembers(file, personal)
    default:
      throw new SourceError(
        'the registry names personal columns, and only those of .csv, .tsv, .txt, .xml and .json can be blanked',
        { file: file.name },
      )
  }
}
