// Sources of the boundaries of towns and townships (county subdivisions) in a mirror: eight states, each from a file of its own age.

import { CITY_BOUNDARIES_ERROR_M } from '../../data/reference/city-boundaries.ts'
import type { LicenceName } from '../../data/reference/licences.ts'
import type { StateCode } from '../../data/schema/vocabulary.ts'
import type { Source } from '../read/source.ts'
import { OPEN } from './census.ts'
import { TOWN } from './layout.ts'
import { rawUrl } from './publisher.ts'
import type { LinesPlan } from './shape.ts'
import { readTiger } from './tiger.ts'

/** Towns share the ground with the boroughs and villages inside them, and with designated places, so they are a vintage of their own. */
export const TOWN_VINTAGE = 'current_town'

const OF_TOWNS: LinesPlan = {
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
    ...{ ...MGGG, state: 'CT', repository: 'mggg-states/CT-shapefiles', path: 'CT_precincts.zip' },
    ...{ commit: '2ecf3b80c1fbe2014e27370d463ee2927a966a5c', vintage: '2018', published_on: '2020-04-20' },
  },
  {
    ...{ state: 'MA', publisher: 'U.S. Census Bureau', licence: 'U.S. Government work, public domain' },
    ...{ repository: 'Hamza-Shahzad/ma-election-2024-delacruz', path: 'data/ma_towns.geojson' },
    ...{ commit: 'd23969c2e11aed40700aa8ca34799ba1e67f2ab7', vintage: '2020', published_on: '2026-08-03' },
  },
  {
    ...{ ...MGGG, state: 'ME', repository: 'mggg-states/ME-shapefiles', path: 'Maine.zip' },
    ...{ commit: 'fddfa11ac1c1b18aae410a25bf71d3cdf14c87e8', vintage: '2018', published_on: '2020-11-17' },
  },
  {
    ...{ state: 'MN', publisher: 'Minnesota Secretary of State', licence: 'Public record' },
    ...{ repository: 'nvkelso/election-geodata', path: 'data/27-minnesota/statewide/2016/elec2016.zip' },
    ...{ commit: 'eea3da5dbc7b02a282cd968dbd83c45674c01489', vintage: '2016', published_on: '2019-02-03' },
  },
  {
    // Its sister repositories state this licence, and this one none.
    ...{ ...MGGG, state: 'NH', repository: 'mggg-states/NH-shapefiles', path: 'NH.zip' },
    ...{ commit: '4a608b9c2ea9b3617e8109511fe3c8d1e693e122', vintage: '2018', published_on: '2021-04-29' },
  },
  {
    ...{ state: 'NJ', publisher: 'New Jersey Office of GIS', licence: 'Public record' },
    ...{ repository: 'njam-data/new-jersey-municipalities', path: 'data/counties' },
    ...{ commit: '5e2d92cc5f9568ca4f1e6504af8411954e6e3fa2', vintage: '2021', published_on: '2021-10-28' },
  },
  {
    ...{ ...MGGG, state: 'RI', repository: 'mggg-states/RI-shapefiles', path: 'RI_precincts.zip' },
    ...{ commit: '0b7101625c63fd745a6987ca6db915b29e14673c', vintage: '2018', published_on: '2019-05-10' },
  },
  {
    ...{ ...MGGG, state: 'VT', repository: 'mggg-states/VT-shapefiles', path: 'VT_towns.zip' },
    ...{ commit: 'd7bc1fa86e8ed6c10b1ba9b6c7ab6a6e2a2be4cd', vintage: '2010', published_on: '2019-05-13' },
  },
]

/** From a mirror alone: a network has the Census Bureau's own, `tiger-cousub-…`. */
export const townSources: readonly Source[] = FILES.map(
  ({ state, publisher, repository, commit, path, licence, vintage, published_on }): Source => {
    const code = state.toLowerCase()
    return {
      ...{
        id: `towns-${code}`,
        publisher,
        url: `https://github.com/${repository}`,
        licence,
        family: 'public',
        personal: [],
      },
      ...{ vintage, published_on, states: [state], mirrored: true, needs: ['divisions'] },
      files: [{ url: rawUrl(repository, commit, path), mirror: `boundaries/cousub/${code}.json.gz` }],
      replacedBy: [`tiger-cousub-${code}`],
      read: readTiger(OF_TOWNS, { ...TOWN, object: 'cousub' }),
    }
  },
)
