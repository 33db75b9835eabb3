// Sources of the boundaries of cities, towns, villages, townships and census designated places. Of a city in two of them, the more exact
// boundaries are used.

import { CITY_BOUNDARIES_ERROR_M } from '../../data/reference/city-boundaries.ts'
import type { LicenceName } from '../../data/reference/licences.ts'
import { stateOf } from '../../data/schema/states.ts'
import { STATE_CODES, type StateCode } from '../../data/schema/vocabulary.ts'
import type { Source, SourceFile } from '../read/source.ts'
import * as layouts from './layout.ts'
import { TOWN } from './layout.ts'
import { FULL, OPEN, rawUrl, STATES, TIGER, toCensusSource } from './publisher.ts'
import type { BoundaryPlan } from './shape.ts'
import { readTiger } from './tiger.ts'

const PLACE_2019: BoundaryPlan = { layer: 'place', vintage: '2019', ...OPEN, ...FULL }

/** The vintage of newer boundaries, too: a city keeps its record when those replace these. */
const CURRENT = { layer: 'place', vintage: 'current', ...OPEN } as const
const PLACE_2015: BoundaryPlan = {
  ...CURRENT,
  lines_precision: 'simplified',
  error_m: CITY_BOUNDARIES_ERROR_M,
}
const BIG_CITY_2019: BoundaryPlan = { ...CURRENT, ...FULL }

/** Of incorporated places, TIGER/Line 2024, simplified: no edge lies farther than 8 m from the Bureau's, which is less than its own error. */
const PLACE_2024: BoundaryPlan = { ...CURRENT, lines_precision: 'exact', error_m: FULL.error_m + 8 }
/**
 * Boundaries of 2019 beside those of 2024: for designated places, and cities that are gone. Of the vertices of 2024 in KY, MI and MN, 90 % lie
 * within 27 m of the boundaries of 2019; the land annexed since reaches up to 12 km beyond them.
 */
const BEFORE_2024 = { ...CURRENT, lines_precision: 'exact', error_m: 50 } as const satisfies BoundaryPlan
/** States whose file of 2024 is too large for the mirror. Hawaii has no incorporated place. */
const WITHOUT_2024: readonly StateCode[] = ['AL', 'CA', 'FL', 'GA', 'HI', 'IL', 'NC', 'PA', 'SC', 'TN', 'TX']
const WITH_2024 = STATES.filter((code) => !WITHOUT_2024.includes(code))

const DETAILED: readonly StateCode[] = ['NC', 'DC', 'PA', 'MN', 'KY', 'NV', 'MI', 'DE', 'HI', 'NH', 'RI', 'CT']

/** Files of big cities in the other states. To add a city, add its file. */
const BIG_CITIES: Partial<Record<StateCode, readonly string[]>> = {
  AK: ['anchorage'],
  AL: ['birmingham', 'huntsville', 'montgomery'],
  AR: ['little-rock'],
  AZ: ['chandler', 'gilbert', 'mesa', 'phoenix', 'scottsdale', 'tucson'],
  CA: [
    'anaheim',
    'bakersfield',
    'fresno',
    'long-beach',
    'los-angeles',
    'oakland',
    'riverside',
    'sacramento',
    'san-diego',
    'san-francisco',
    'san-jose',
    'santa-ana',
  ],
  CO: ['aurora', 'colorado-springs', 'denver'],
  FL: ['jacksonville', 'miami', 'orlando', 'st.-petersburg', 'tampa'],
  GA: ['atlanta'],
  IA: ['des-moines'],
  ID: ['boise-city'],
  IL: ['chicago'],
  IN: ['indianapolis-city'],
  KS: ['wichita'],
  LA: ['new-orleans'],
  MA: ['boston'],
  MD: ['baltimore'],
  ME: ['portland'],
  MO: ['kansas-city', 'st.-louis'],
  MS: ['jackson'],
  MT: ['billings'],
  ND: ['fargo'],
  NE: ['omaha'],
  NJ: ['jersey-city', 'newark'],
  NM: ['albuquerque'],
  NY: ['buffalo', 'new-york', 'rochester', 'yonkers'],
  OH: ['cincinnati', 'cleveland', 'columbus'],
  OK: ['oklahoma-city'],
  OR: ['portland', 'salem'],
  SC: ['charleston', 'columbia', 'greenville'],
  SD: ['sioux-falls'],
  TN: ['memphis', 'nashville-davidson-metropolitan-government'],
  TX: [
    'arlington',
    'austin',
    'corpus-christi',
    'dallas',
    'el-paso',
    'fort-worth',
    'houston',
    'laredo',
    'plano',
    'san-antonio',
  ],
  UT: ['salt-lake-city'],
  VA: ['norfolk', 'richmond', 'virginia-beach'],
  VT: ['burlington'],
  WA: ['seattle', 'spokane', 'tacoma'],
  WI: ['madison', 'milwaukee'],
  WV: ['charleston'],
  WY: ['cheyenne'],
}

export const placeSources: readonly Source[] = [
  ...DETAILED.map(toPlaces2019),
  ...STATE_CODES.filter((code) => !DETAILED.includes(code)).map(toPlaces2015),
  ...WITH_2024.map(toPlaces2024),
  ...STATE_CODES.flatMap((code) => toBigCities(code, BIG_CITIES[code] ?? [])),
]

function toPlaces2019(code: StateCode): Source {
  const name = `tl_2019_${stateOf(code).fips}_place.zip`
  // North Carolina's zip is too large for the mirror, which has its features instead.
  const mirrored = code === 'NC' ? 'nc_places.geojsonl.gz' : name
  return {
    ...toCensusSource(`places-${code.toLowerCase()}`, [code], {
      plan: WITH_2024.includes(code) ? BEFORE_2024 : PLACE_2019,
      layout: layouts.PLACE,
      published_on: '2020-09-10',
      replacedBy: [`tiger-place-${code.toLowerCase()}`],
      file: { url: `${TIGER}/TIGER2019/PLACE/${name}`, mirror: `boundaries/places_tiger2019/${mirrored}` },
    }),
    vintage: '2019',
  }
}

/** From a mirror alone: the Bureau's own file is the source `tiger-place-…`. */
function toPlaces2024(code: StateCode): Source {
  const { fips } = stateOf(code)
  return {
    ...toCensusSource(`places-2024-${code.toLowerCase()}`, [code], {
      plan: PLACE_2024,
      layout: { ...layouts.PLACE, object: 'place' },
      published_on: '2026-07-09',
      replacedBy: [`tiger-place-${code.toLowerCase()}`],
      file: {
        url: `${TIGER}/TIGER2024/PLACE/tl_2024_${fips}_place.zip`,
        mirror: `boundaries/places_tiger2024/${fips}.json.gz`,
      },
    }),
    vintage: '2024',
    mirrored: true,
  }
}

function toPlaces2015(code: StateCode): Source {
  const name = `cb_2015_${stateOf(code).fips}_place_500k.zip`
  return {
    ...toCensusSource(`places-${code.toLowerCase()}`, [code], {
      plan: PLACE_2015,
      layout: layouts.CARTOGRAPHIC_PLACE,
      published_on: '2016-05-01',
      replacedBy: [`tiger-place-${code.toLowerCase()}`],
      file: { url: `${TIGER}/GENZ2015/shp/${name}`, mirror: `boundaries/places_cb2015/${name}` },
    }),
    vintage: '2015',
  }
}

function toBigCities(code: StateCode, cities: readonly string[]): Source[] {
  const state = code.toLowerCase()
  const toFile = (city: string): SourceFile => ({
    url: rawUrl(
      'generalpiston/geojson-us-city-boundaries',
      '850cb18fcebe5b33db06b261def68a21e69f378c',
      `cities/${state}/${city}.json`,
    ),
    mirror: `boundaries/places_tiger2019_bigcities/${state}_${city}.json.gz`,
  })
  const [first, ...others] = cities.map(toFile)
  if (!first) return []
  const source = toCensusSource(`big-cities-${state}`, [code], {
    plan: WITH_2024.includes(code) ? BEFORE_2024 : BIG_CITY_2019,
    layout: layouts.PLACE,
    published_on: '2019-10-01',
    replacedBy: [`tiger-place-${state}`],
    file: first,
  })
  return [{ ...source, vintage: '2019', files: [first, ...others] }]
}

// Sources of the boundaries of towns and townships (county subdivisions) in a mirror: eight states, each from a file of its own age.

/** Towns share the ground with the boroughs and villages inside them, and with designated places, so they are a vintage of their own. */
export const TOWN_VINTAGE = 'current_town'

const OF_TOWNS: BoundaryPlan = {
  layer: 'place',
  vintage: TOWN_VINTAGE,
  ...OPEN,
  lines_precision: 'simplified',
  // Within 5 m of their source, which lacks what a city has annexed since: like the simplified boundaries of cities.
  error_m: CITY_BOUNDARIES_ERROR_M,
}

interface TownFile {
  state: StateCode
  publisher: string
  /** Of the file, dissolved to towns here. */
  repository: string
  commit: string
  path: string
  licence: LicenceName
  /** Of the boundaries. */
  vintage: string
  published_on: string
}

const MGGG = { publisher: 'MGGG Redistricting Lab', licence: 'ODbL-1.0' } as const

const FILES: readonly TownFile[] = [
  {
    ...MGGG,
    state: 'CT',
    repository: 'mggg-states/CT-shapefiles',
    path: 'CT_precincts.zip',
    commit: '2ecf3b80c1fbe2014e27370d463ee2927a966a5c',
    vintage: '2018',
    published_on: '2020-04-20',
  },
  {
    state: 'MA',
    publisher: 'U.S. Census Bureau',
    licence: 'U.S. Government work, public domain',
    repository: 'Hamza-Shahzad/ma-election-2024-delacruz',
    path: 'data/ma_towns.geojson',
    commit: 'd23969c2e11aed40700aa8ca34799ba1e67f2ab7',
    vintage: '2020',
    published_on: '2026-08-03',
  },
  {
    ...MGGG,
    state: 'ME',
    repository: 'mggg-states/ME-shapefiles',
    path: 'Maine.zip',
    commit: 'fddfa11ac1c1b18aae410a25bf71d3cdf14c87e8',
    vintage: '2018',
    published_on: '2020-11-17',
  },
  {
    state: 'MN',
    publisher: 'Minnesota Secretary of State',
    licence: 'Public record',
    repository: 'nvkelso/election-geodata',
    path: 'data/27-minnesota/statewide/2016/elec2016.zip',
    commit: 'eea3da5dbc7b02a282cd968dbd83c45674c01489',
    vintage: '2016',
    published_on: '2019-02-03',
  },
  {
    // Its sister repositories state this license, and this one none.
    ...MGGG,
    state: 'NH',
    repository: 'mggg-states/NH-shapefiles',
    path: 'NH.zip',
    commit: '4a608b9c2ea9b3617e8109511fe3c8d1e693e122',
    vintage: '2018',
    published_on: '2021-04-29',
  },
  {
    state: 'NJ',
    publisher: 'New Jersey Office of GIS',
    licence: 'Public record',
    repository: 'njam-data/new-jersey-municipalities',
    path: 'data/counties',
    commit: '5e2d92cc5f9568ca4f1e6504af8411954e6e3fa2',
    vintage: '2021',
    published_on: '2021-10-28',
  },
  {
    ...MGGG,
    state: 'RI',
    repository: 'mggg-states/RI-shapefiles',
    path: 'RI_precincts.zip',
    commit: '0b7101625c63fd745a6987ca6db915b29e14673c',
    vintage: '2018',
    published_on: '2019-05-10',
  },
  {
    ...MGGG,
    state: 'VT',
    repository: 'mggg-states/VT-shapefiles',
    path: 'VT_towns.zip',
    commit: 'd7bc1fa86e8ed6c10b1ba9b6c7ab6a6e2a2be4cd',
    vintage: '2010',
    published_on: '2019-05-13',
  },
]

/** From a mirror alone: a network has the Census Bureau's own, `tiger-cousub-…`. */
export const townSources: readonly Source[] = FILES.map(
  ({ state, publisher, repository, commit, path, licence, vintage, published_on }): Source => {
    const code = state.toLowerCase()
    return {
      id: `towns-${code}`,
      publisher,
      url: `https://github.com/${repository}`,
      licence,
      family: 'public',
      personal: [],
      vintage,
      published_on,
      states: [state],
      mirrored: true,
      needs: ['divisions'],
      files: [{ url: rawUrl(repository, commit, path), mirror: `boundaries/cousub/${code}.json.gz` }],
      replacedBy: [`tiger-cousub-${code}`],
      read: readTiger(OF_TOWNS, { ...TOWN, object: 'cousub' }),
    }
  },
)
