// Sources of endorsements. They come last in the registry, because they refer to the ballots of earlier sources.

import { STATE_CODES, type StateCode } from '../../data/schema/vocabulary.ts'
import { CITY } from '../ballot/sf/division.ts'
import { rawUrl } from '../boundary/publisher.ts'
import type { Source } from '../read/source.ts'
import { readFiveThirtyEight } from './fivethirtyeight.ts'
import { readSf2016 } from './sf-2016.ts'

const TERRITORIES: readonly StateCode[] = ['AS', 'GU', 'MP', 'PR', 'VI']
/** Louisiana has no primaries before November, and the District of Columbia has no voting seat in Congress. */
const PRIMARIES = STATE_CODES.filter((code) => code !== 'DC' && code !== 'LA' && !TERRITORIES.includes(code))

/** Both parties' files form one source, so that a primary that it creates exists only once. */
function fiveThirtyEight(year: 2018 | 2022, folder: string): Source {
  const file = (party: string): Source['files'][number] => ({
    url: rawUrl(
      'fivethirtyeight/data',
      'fcf572c4fba05a42f1f34f415bd5e6dc389efd68',
      `${folder}/${party}_candidates.csv`,
    ),
    mirror: `endorsements/fivethirtyeight/${folder}/${party}_candidates.csv`,
  })
  return {
    id: `fivethirtyeight-${year}`,
    publisher: 'FiveThirtyEight',
    url: `https://github.com/fivethirtyeight/data/tree/master/${folder}`,
    licence: 'CC-BY-4.0',
    vintage: String(year),
    published_on: '2024-10-28',
    states: PRIMARIES,
    files: [file('dem'), file('rep')],
    personal: [],
    family: 'public',
    lists: { kinds: ['candidate'], whole_in: [] },
    needs: ['ballots'],
    read: readFiveThirtyEight(year),
  }
}

function sfFile(folder: string, name: string, gz: '.gz' | ''): Source['files'][number] {
  return {
    url: rawUrl('johnmyleswhite/sf_politics', 'b4fa3ea30974d1d3327a20f75ee13b7da19be91e', `${folder}/data/${name}.csv`),
    mirror: `endorsements/sf_2016/${folder}_${name}.csv${gz}`,
  }
}

const SF_2016: Source = {
  id: 'sf-endorsements-2016',
  publisher: 'John Myles White and Kostya Kashin',
  url: 'https://github.com/johnmyleswhite/sf_politics',
  licence: 'MIT',
  vintage: '2016',
  published_on: '2016-11-28',
  states: ['CA'],
  files: [
    sfFile('2016_June', 'endorsements', '.gz'),
    sfFile('2016_November', 'endorsements', '.gz'),
    sfFile('2016_June', 'endorsers', ''),
  ],
  personal: [],
  family: 'public',
  // The grid covers all contests of the city. For a district that only partly lies in the city, it covers only the contests that it
  // names.
  lists: { kinds: ['candidate', 'measure'], whole_in: [CITY.ocd_id] },
  needs: ['ballots'],
  read: readSf2016,
}

export const endorsementSources: readonly Source[] = [
  fiveThirtyEight(2018, 'primary-candidates-2018'),
  fiveThirtyEight(2022, 'primary-project-2022'),
  SF_2016,
]
