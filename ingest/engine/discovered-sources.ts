// Sources that the registry does not name: of files that an operator has put into a mirror's folder.

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { STREET_RANGES, toStreetRanges } from '../geocode/addrfeat.ts'
import type { Source } from './source.ts'

/** In order of their ids; none of a mirror that is no folder. @param mirror as ingest has it */
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
