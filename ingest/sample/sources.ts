// Sources of the sample: us-atlas from the installed package, all else from data/sample. Mirror paths start at the project's root.

import { stateOf } from '../../data/schema/states.ts'
import { readInterchangeOf, readSelfContainedInterchange } from '../endorsement/interchange.ts'
import type { Source, SourceFile } from '../read/source.ts'
import { readSampleBallots } from './ballots.ts'
import { readSampleOfficeholders } from './officeholders.ts'
import { readSamplePlaces } from './places.ts'

const ATLAS: SourceFile = {
  url: 'npm:us-atlas@3.0.1/counties-10m.json',
  mirror: 'node_modules/us-atlas/counties-10m.json',
}

function committed(name: string): SourceFile {
  return { url: `file:data/sample/${name}`, mirror: `data/sample/${name}` }
}

const SAMPLE = {
  publisher: 'Hustings (invented sample)',
  url: 'https://example.org/sample',
  published_on: '2026-11-21',
  states: ['ME', 'NM', 'NV', 'VT'],
  personal: [],
  family: 'sample',
} as const

export const sampleEndorsementSources: readonly Source[] = [
  {
    ...SAMPLE,
    id: 'sample-endorsements',
    licence: 'CC0-1.0',
    vintage: '2026-11-21',
    files: [committed('endorsers.csv'), committed('endorsements.csv')],
    needs: ['ballots'],
    read: readSelfContainedInterchange,
  },
  {
    ...SAMPLE,
    id: 'sample-endorsement-feed',
    licence: 'CC0-1.0',
    vintage: '2026-11-21',
    files: [committed('endorsements.json')],
    needs: ['ballots', 'endorsers'],
    read: readInterchangeOf(['liga-civica-de-ejemplo']),
  },
]

export const sampleSources: readonly Source[] = [
  {
    ...SAMPLE,
    id: 'sample-places',
    licence: 'CC0-1.0; county lines: us-atlas, ISC, from public-domain data of the U.S. Census Bureau',
    vintage: 'us-atlas-2017, sample-2022, sample-2028',
    files: [ATLAS, committed('districts.csv'), committed('zips.csv')],
    read: readSamplePlaces,
  },
  {
    ...SAMPLE,
    id: 'sample-ballots',
    licence: 'CC0-1.0',
    vintage: '2026-11-03 to 2029-03-06',
    files: [
      ATLAS,
      committed('districts.csv'),
      committed('elections.csv'),
      committed('contests.csv'),
      committed('contest-counties.csv'),
      committed('choices.csv'),
    ],
    lists: {
      kinds: ['candidate', 'measure', 'retention'],
      whole_in: SAMPLE.states.map((state) => stateOf(state).ocd_id),
    },
    read: readSampleBallots,
  },
  {
    ...SAMPLE,
    id: 'sample-officeholders',
    licence: 'CC0-1.0',
    vintage: '2026-11-21',
    files: [committed('districts.csv'), committed('officeholders.csv')],
    read: readSampleOfficeholders,
  },
  ...sampleEndorsementSources,
]
