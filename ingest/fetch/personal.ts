// The personal columns of a file: nothing is kept until each is found and blanked.

import { type Source, SourceError, type SourceFile } from '../read/source.ts'
import type { RawEntry } from './kept-bytes.ts'

/** What is not kept of a file, as the index of kept bytes names it. */
export function personalOf(source: Source, { personal = source.personal, transcript }: SourceFile): readonly string[] {
  return transcript ? [`all but ${transcript.columns.join(', ')}`] : personal
}

interface Blanked {
  file: SourceFile
  name: string
  personal: readonly string[]
  /** Those that were in the file. */
  found: readonly string[]
}

/** A renamed column would be kept unblanked. So each column must be present, or known to be absent from this file. */
export function requirePersonal({ name, personal, found, file: { lacks = [] } }: Blanked): void {
  const missing = personal.filter((column) => !found.includes(column) && !lacks.includes(column))
  if (missing.length === 0) return
  throw new SourceError(
    `has no column ${missing.map((column) => `"${column}"`).join(', ')}, which the registry names as personal; ` +
      'nothing is kept until the registry has the current column names',
    { file: name },
  )
}

export function sameColumns(entry: RawEntry, personal: readonly string[]): boolean {
  return entry.personal.join('\n') === personal.join('\n')
}
