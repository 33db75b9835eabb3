// Boundary sources in the order of reading: division ids first, as the others match against them.

import type { Source } from '../source.ts'
import { censusSources } from './census-sources.ts'
import { dcSources } from './dc-sources.ts'
import { nycSources } from './nyc-sources.ts'
import { ocdSources } from './ocd-sources.ts'
import { schoolSources } from './school-sources.ts'

export const boundarySources: readonly Source[] = [
  ...ocdSources,
  ...censusSources,
  ...schoolSources,
  ...dcSources,
  ...nycSources,
]
