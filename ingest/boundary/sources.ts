// Boundary sources in reading order: division ids first, because the others match against them.

import type { Source } from '../read/source.ts'
import { censusSources } from './census-sources.ts'
import { dcSources } from './dc.ts'
import { nycSources } from './nyc.ts'
import { ocdSources } from './ocd.ts'
import { schoolSources } from './school.ts'
import { findTigerSource, tigerSources } from './tiger-sources.ts'

export const boundarySources: readonly Source[] = [
  ...ocdSources,
  ...censusSources,
  ...schoolSources,
  ...dcSources,
  ...nycSources,
]

/** Lines whose publisher has a new edition every year. @param year today's */
export function currentLines(year: number): readonly Source[] {
  return tigerSources(year)
}

/** One of the current lines of any year. */
export function findCurrentLines(id: string): Source | undefined {
  return findTigerSource(id)
}
