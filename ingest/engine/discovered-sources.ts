// Finds sources that are not in the registry: files that an operator has added to a mirror's folder.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { STREET_RANGES, toStreetRanges } from '../geocode/addrfeat.ts'
import type { Source } from '../read/source.ts'

/** Sorted by id. Empty if the mirror is not a folder. @param mirror as in the options of ingest */
export function findSources(mirror: string | null): Source[] {
  if (mirror === null || /^https?:\/\//.test(mirror)) return []
  return toStreetRanges(listFiles(join(mirror, STREET_RANGES)))
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith('.'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
