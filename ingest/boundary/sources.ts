// Boundary sources in reading order: division ids first, because the others match against them.

import type { Source } from '../read/source.ts'
import { censusSources } from './census-sources.ts'
import { dcSources } from './dc.ts'
import { localSources, nycSources } from './local-districts.ts'
import { ocdSources } from './ocd.ts'
import { placeSources, townSources } from './place-sources.ts'
import { schoolSources } from './school.ts'
import { congress2026Sources, findTigerSource, tigerSources } from './tiger-sources.ts'

export const boundarySources: readonly Source[] = [
  ...ocdSources,
  ...censusSources,
  ...congress2026Sources,
  ...placeSources,
  ...townSources,
  ...schoolSources,
  ...dcSources,
  ...nycSources,
  ...localSources,
]

/** Boundaries whose publisher has a new edition every year. @param year today's */
export function currentBoundaries(year: number): readonly Source[] {
  return tigerSources(year)
}

/** One of the current boundaries of any year. */
export function findCurrentBoundaries(id: string): Source | undefined {
  return findTigerSource(id)
}
