// Boundaries of the councils of some cities and counties, each from the body's own file, and of New York City's districts from a project.
// To add one, add an entry.

import { NEW_YORK_CITY } from '../../data/reference/congressional-plans.ts'
import { stateOf } from '../../data/schema/states.ts'
import { ocdSlug } from '../read/identity.ts'
import { type Divisions, type Source, SourceError, type SourceReader } from '../read/source.ts'
import { type DistrictForm, readDistrictFile } from './district-file.ts'
import { FULL, OVERLAPPING_CITY, rawUrl, sinceYear } from './publisher.ts'
import { addShape, type BoundaryPlan, loadText, readFeatures, type ShapeArea } from './shape.ts'

interface LocalFile extends Pick<DistrictForm, 'state' | 'id_column' | 'isDistrict' | 'projection' | 'object'> {
  /** The city, or the county: `Wake County`. */
  body: string
  /** As in Open Civic Data. */
  word: 'council_district' | 'ward'
  vintage: string
  /** First and last day of the elections for which a source shows these boundaries. */
  valid: readonly [from: string, to: string | null]
  published_on: string
  /** Where the file is simplified: as in BoundaryPlan. */
  error_m?: number
  /** The body's page of its boundaries. */
  page: string
  /** In the mirror. */
  file: string
  /** Of the file, where it is known. */
  address?: string
  personal?: readonly string[]
}

const COUNCIL = { word: 'council_district', published_on: '2025-01-01' } as const satisfies Partial<LocalFile>

/** Simplified TopoJSON. */
const SIMPLIFIED = { id_column: 'DISTRICT', object: 'council' } as const

const CITIES: readonly LocalFile[] = [
  {
    ...COUNCIL,
    state: 'IL',
    body: 'Chicago',
    word: 'ward',
    id_column: 'ward',
    // Adopted in May 2022 for the election of February 2023.
    vintage: '2023',
    valid: ['2023-01-01', null],
    page: 'https://data.cityofchicago.org/',
    file: 'city_councils/chicago_wards.geojson.gz',
  },
  {
    ...COUNCIL,
    state: 'CA',
    body: 'Los Angeles',
    id_column: 'District',
    // Adopted in December 2021.
    vintage: '2022',
    valid: ['2022-01-01', null],
    page: 'https://geohub.lacity.org/',
    file: 'city_councils/la_city_council_hackforla.geojson.gz',
  },
  {
    ...COUNCIL,
    state: 'PA',
    body: 'Philadelphia',
    id_column: 'DISTRICT',
    // In force since 2024; the council was elected in 2023 by them.
    vintage: '2024',
    valid: ['2023-01-01', null],
    page: 'https://opendataphilly.org/',
    file: 'city_councils/philadelphia_council_2024.geojson.gz',
  },
  {
    ...COUNCIL,
    state: 'PA',
    body: 'Philadelphia',
    id_column: 'district',
    // First used in 2015, last for the special elections of November 2022. Members at large have the whole city.
    isDistrict: ({ district }) => district !== undefined,
    personal: ['addresses'],
    vintage: '2012',
    valid: ['2015-01-01', '2022-12-31'],
    page: 'https://opendataphilly.org/',
    file: 'city_councils_retired/philadelphia_2012.geojson.gz',
  },
  {
    ...COUNCIL,
    state: 'TX',
    body: 'San Antonio',
    id_column: 'District',
    projection: 'EPSG:3857',
    // First used in May 2023.
    vintage: '2022',
    valid: ['2023-01-01', null],
    page: 'https://opendata-cosagis.opendata.arcgis.com/',
    file: 'city_councils/san_antonio_2022_epsg3857.geojson.gz',
  },
  {
    ...COUNCIL,
    state: 'TX',
    body: 'San Antonio',
    id_column: 'district',
    projection: 'EPSG:2278',
    vintage: '2017',
    valid: ['2017-01-01', '2022-12-31'],
    page: 'https://opendata-cosagis.opendata.arcgis.com/',
    file: 'city_councils_retired/san_antonio_2017_blanked.geojson.gz',
  },
  {
    ...COUNCIL,
    ...SIMPLIFIED,
    state: 'TX',
    body: 'Austin',
    published_on: '2026-04-27',
    // Adopted in November 2021, first used in November 2022. On land, half of the city's own limits lie within 1 m, 95 % within 3 m.
    vintage: '2022',
    valid: ['2022-01-01', null],
    error_m: FULL.error_m + 5,
    page: 'https://data.austintexas.gov/',
    file: 'city_councils/tx_austin_2022.json.gz',
  },
  {
    ...COUNCIL,
    ...SIMPLIFIED,
    state: 'WA',
    body: 'Tacoma',
    published_on: '2026-05-30',
    // Read in 2026; nothing dates the plan before. Of the vertices of the city's limits, 90 % lie within 18 m.
    vintage: '2026',
    valid: ['2026-01-01', null],
    error_m: 50,
    page: 'https://geohub.cityoftacoma.org/',
    file: 'city_councils/wa_tacoma_2026.json.gz',
  },
  // Adopted in December 2021.
  toSanDiego('San Diego', '2022-01-01'),
  // The file names members elected in November 2024.
  ...[
    ...[
      'Carlsbad',
      'Chula Vista',
      'El Cajon',
      'Encinitas',
      'Escondido',
      'Imperial Beach',
      'National City',
      'Oceanside',
    ],
    ...['Poway', 'San Marcos', 'Santee', 'Solana Beach', 'Vista'],
  ].map((city) => toSanDiego(city, '2024-01-01')),
]

/** One file has the fourteen cities of San Diego County with districts. */
function toSanDiego(city: string, from: string): LocalFile {
  return {
    ...COUNCIL,
    state: 'CA',
    body: city,
    id_column: 'DISTRICT',
    isDistrict: ({ JUR_NAME }) => JUR_NAME === city.toUpperCase(),
    personal: ['PHONE'],
    vintage: from.slice(0, 4),
    valid: [from, null],
    page: 'https://www.sangis.org/',
    file: 'city_councils/san_diego_council.geojson.gz',
  }
}

/** Collected in June 2022, from files of several ages. */
const COUNTY = {
  word: 'council_district',
  published_on: '2022-06-22',
  page: 'https://github.com/workingamerica/County-Commissioner-Shapefiles',
} as const
const OF_2020 = { vintage: '2020', valid: ['2020-01-01', '2021-12-31'] } as const

function collected(name: string): string {
  return rawUrl(
    'workingamerica/County-Commissioner-Shapefiles',
    '97f19774da80e1b8aa5a58806a99d1095e72cc2d',
    `${name.replaceAll(' ', '%20')}.geojson`,
  )
}

const COUNTIES: readonly LocalFile[] = [
  {
    // In 42 of 44 cities, these are the districts of the state's table of precincts of 2020; Minneapolis has one more in those since 2022.
    ...COUNTY,
    ...OF_2020,
    state: 'MN',
    body: 'Hennepin County',
    id_column: 'NAME_TXT',
    file: 'county_commissioners/MN_Hennepin_Commissioner_Districts.geojson.gz',
    address: collected('MN Hennepin Commissioner_Districts'),
  },
  {
    // Mounds View lies in two districts, as in that table of 2020; since 2022 it lies in one.
    ...COUNTY,
    ...OF_2020,
    state: 'MN',
    body: 'Ramsey County',
    id_column: 'CTYCOMDIST',
    projection: 'EPSG:26915',
    file: 'county_commissioners/MN_Ramsey_Commissioner_Districts.geojson.gz',
    address: collected('MN Ramsey Commissioner Districts'),
  },
  {
    ...COUNTY,
    state: 'NC',
    body: 'Mecklenburg County',
    id_column: 'cc',
    projection: 'EPSG:2264',
    // Nothing shows whether these are the boundaries before or after those of November 2021, so they serve no election.
    vintage: 'june_2022',
    valid: ['2022-06-22', '2022-06-22'],
    file: 'county_commissioners/NC_Mecklenburg_BOCC.geojson.gz',
    address: collected('NC Mecklenburg BOCC'),
  },
  {
    // The file names the members of December 2020 to 2022.
    ...COUNTY,
    ...OF_2020,
    state: 'NC',
    body: 'Wake County',
    id_column: 'DISTRICT',
    file: 'county_commissioners/NC_Wake_Board_of_Commissioners_Districts.geojson.gz',
    address: collected('NC Wake Board_of_Commissioners_Districts'),
  },
  {
    ...COUNTY,
    state: 'OH',
    body: 'Cuyahoga County',
    id_column: 'CCD21',
    projection: 'EPSG:3734',
    // Adopted on 30 August 2021.
    vintage: '2022',
    valid: ['2022-01-01', null],
    file: 'county_commissioners/OH_Cuyahoga_Commissioner_Districts.geojson.gz',
    address: collected('OH Cuyahoga Commissioner Districts'),
  },
  {
    ...COUNTY,
    state: 'PA',
    body: 'Allegheny County',
    id_column: 'District',
    // The version of 2012, replaced after the census of 2020.
    vintage: '2012',
    valid: ['2013-01-01', '2021-12-31'],
    file: 'county_commissioners/PA_Allegheny_County_Council_Districts.geojson.gz',
    address: collected('PA Allegheny_County_Council_Districts'),
  },
]

export const localSources: readonly Source[] = [
  ...CITIES.map((city) => toSource(city, 'place')),
  ...COUNTIES.map((county) => toSource(county, 'county')),
]

function toSource(local: LocalFile, type: 'place' | 'county'): Source {
  const {
    state,
    body,
    word,
    id_column,
    vintage,
    page,
    file,
    address = page,
    published_on,
    personal = [],
    error_m,
  } = local
  const slug = ocdSlug(body.replace(/ County$/, ''))
  const plan: BoundaryPlan = {
    layer: type === 'county' ? 'county_council' : 'council',
    vintage,
    valid_from: local.valid[0],
    valid_to: local.valid[1],
    ...FULL,
    ...(error_m !== undefined && { lines_precision: 'simplified', error_m }),
  }
  const form: DistrictForm = {
    state,
    id_column,
    ocd_id: `${stateOf(state).ocd_id}/${type}:${slug}/${word}:{id}`,
    name: `${body} ${word === 'ward' ? 'Ward' : type === 'county' ? 'Commission District' : 'City Council District'} {id}`,
    ...(local.isDistrict && { isDistrict: local.isDistrict }),
    ...(local.object !== undefined && { object: local.object }),
    ...(local.projection !== undefined && { projection: local.projection }),
  }
  return {
    id: `${type === 'county' ? 'commission' : 'council'}-${slug.replaceAll('_', '-')}-${vintage.replaceAll('_', '-')}`,
    publisher: type === 'county' ? body : `City of ${body}`,
    url: page,
    licence: 'Public record',
    vintage,
    published_on,
    states: [state],
    personal,
    family: 'public',
    files: [{ url: address, mirror: `boundaries/${file}` }],
    ...(address === page && { mirrored: true }),
    read: readDistrictFile(plan, form),
  }
}

// New York City's council districts, and the congressional districts inside the city, from the project The overlapping city.

/** The label that the project gives each feature; it keeps none of the publisher's properties. */
const LABEL = 'nm'

interface CityLayer {
  /** The words before the number. */
  words: string
  /** The highest number. */
  last: number
  toArea(number: number, divisions: Divisions): Pick<ShapeArea, 'ocd_id' | 'census_geoid' | 'name'>
}

const CITY_COUNCIL: CityLayer = {
  words: 'Council District',
  last: 51,
  toArea: (number) => ({
    ocd_id: `${stateOf('NY').ocd_id}/place:new_york/council_district:${number}`,
    census_geoid: null,
    name: `New York City Council District ${number}`,
  }),
}

/** The part inside the city of each congressional district that reaches into it. */
const CITY_CONGRESS: CityLayer = {
  words: 'Congressional District',
  last: 26,
  toArea: (number, divisions) => {
    const ocd_id = `${stateOf('NY').ocd_id}/cd:${number}`
    return {
      ocd_id: divisions.has(ocd_id) ? ocd_id : null,
      census_geoid: `${stateOf('NY').fips}${String(number).padStart(2, '0')}`,
      name: `Congressional District ${number}`,
    }
  },
}

/** Files: the boundaries as GeoJSON. Throws SourceError for a label that is not a district of the layer. */
function readCityDistricts(plan: BoundaryPlan, { words, last, toArea }: CityLayer): SourceReader<'divisions'> {
  return async (files, { states, divisions }, sink) => {
    if (!states.has('NY')) return
    for (const file of files)
      for await (const feature of readFeatures(file, sink)) {
        const at = { file: file.name, line: feature.line }
        const label = loadText(feature, [LABEL], file.name)
        const number = label.startsWith(`${words} `) ? label.slice(words.length + 1) : ''
        if (!/^[1-9]\d*$/.test(number) || Number(number) > last)
          throw new SourceError(`got the ${LABEL} "${label.slice(0, 40)}", expected ${words} 1 to ${last}`, at)
        addShape(sink, at, plan, {
          ...toArea(Number(number), divisions),
          state: 'NY',
          class: null,
          coordinates: feature.polygons,
        })
      }
  }
}

/**
 * Simplified to 20 % of the vertices, and cut at the shore. Of the full-detail borders between boroughs on land, 99 % lie within 47
 * m of them, all within 116 m. Of the shore's vertices in the same map's other layers, 99.9 % lie within 101 m, all within 301 m.
 */
const NYC_SIMPLIFIED = { lines_precision: 'simplified', error_m: 100 } as const

const COUNCIL_2023: BoundaryPlan = {
  layer: 'council',
  vintage: '2023',
  // Source: the Department of City Planning. Boundaries since the election of 2023, redrawn every ten years.
  valid_from: '2023-01-01',
  valid_to: '2032-12-31',
  ...NYC_SIMPLIFIED,
}

/** The plan of February 2024. build/boundaries/congressional.ts joins these parts to the rest of the state. */
const CONGRESS_119: BoundaryPlan = {
  layer: 'congressional',
  vintage: NEW_YORK_CITY.vintage,
  ...sinceYear(2024),
  ...NYC_SIMPLIFIED,
}

export const nycSources: readonly Source[] = [
  toNycSource('nyc-council-2023', COUNCIL_2023, 'council', CITY_COUNCIL),
  toNycSource('nyc-congress-119', CONGRESS_119, 'congress', CITY_CONGRESS),
]

function toNycSource(id: string, plan: BoundaryPlan, file: string, layer: CityLayer): Source {
  return {
    ...OVERLAPPING_CITY,
    id,
    vintage: plan.vintage,
    published_on: '2026-07-15',
    states: ['NY'],
    files: [
      {
        url: rawUrl(
          'joshgreenman1973/nyc-district-boundaries',
          'bb06304ef833a1ab2c8a7c9121224abed8eb0701',
          `docs/data/${file}.json`,
        ),
        mirror: `boundaries/nyc_local/${file}.json.gz`,
      },
    ],
    needs: ['divisions'],
    read: readCityDistricts(plan, layer),
  }
}
