// Boundary sources in reading order: division ids first, because the others match against them.

import type { Source } from '../read/source.ts'
import { censusSources } from './census-sources.ts'
import { dcSources } from './dc.ts'
import { nycSources } from './nyc.ts'
import { ocdSources } from './ocd.ts'
import { schoolSources } from './school.ts'

export const boundarySources: readonly Source[] = [
  ...ocdSources,
  ...censusSources,
  ...schoolSources,
  ...dcSources,
  ...nycSources,
]
