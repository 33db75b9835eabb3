// Finds sources beside the fixed ones: the years that a publisher has added since, and files that an operator has added to a mirror's folder.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { STREET_RANGES, toStreetRanges } from '../geocode/addrfeat.ts'
import type { Source, SourceFile, YearlySource } from '../read/source.ts'

/** Sorted by id. Empty if the mirror is not a folder. @param mirror as in the options of ingest */
export function findStreetRanges(mirror: string | null): Source[] {
  return isFolder(mirror) ? toStreetRanges(listFiles(join(mirror, STREET_RANGES))) : []
}

/**
 * The years that are not among the fixed sources, up to the next year: those that a mirror's folder has, or all of them, because only a
 * request can show whether the publisher has one.
 */
export function findYears(
  yearly: readonly YearlySource[],
  fixed: readonly Source[],
  { mirror, year }: { mirror: string | null; year: number },
): Source[] {
  const held = new Set(fixed.map(({ id }) => id))
  return yearly
    .flatMap(({ first, of }) => listYears(first, year + 1).flatMap(of))
    .filter(({ id }) => !held.has(id))
    .filter(isIn(mirror))
}

/** Those that a mirror's folder has, or all of them. */
export function findHeld(sources: readonly Source[], mirror: string | null): Source[] {
  return sources.filter(isIn(mirror))
}

/** All but the optional files; at least one. One edition is enough. */
function isIn(mirror: string | null): (source: Source) => boolean {
  if (!isFolder(mirror)) return () => true
  const isHeld = (file: SourceFile): boolean => existsSync(join(mirror, file.mirror))
  return ({ editions, files }) => files.some(isHeld) && files.every((file) => editions || file.optional || isHeld(file))
}

function listYears(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
}

function isFolder(mirror: string | null): mirror is string {
  return mirror !== null && !/^https?:\/\//.test(mirror)
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => !name.startsWith('.'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
