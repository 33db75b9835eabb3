// Sources of the Census Bureau's current boundaries: of each layer, the newest edition of TIGER/Line that has it.

import { findDoubt } from '../../data/reference/congressional-plans.ts'
import { stateOf } from '../../data/schema/states.ts'
import { STATE_CODES, type StateCode } from '../../data/schema/vocabulary.ts'
import type { PolygonFeature } from '../read/feature.ts'
import { type Source, type SourceEntry, SourceError, type SourceFile } from '../read/source.ts'
import * as layouts from './layout.ts'
import { TOWN_VINTAGE } from './place-sources.ts'
import {
  CENSUS,
  DELEGATE,
  FULL,
  OPEN,
  REGIONS_FROM,
  STATES,
  sinceYear,
  TERRITORIES,
  TIGER,
  toCensusSource,
} from './publisher.ts'
import type { BoundaryPlan } from './shape.ts'
import { type Layout, type PlanOf, readTiger } from './tiger.ts'

/** Editions of a layer without plans that are asked for: of this year and of the years before. */
const EDITIONS = 3
/** The first election year of the first plan whose boundaries are read for every state. */
const FIRST_PLAN = 2024

/** All current boundaries of TIGER/Line. @param year today's: no edition comes out before its year */
export function tigerSources(year: number): readonly Source[] {
  const years = countDown(year, year - EDITIONS + 1)
  const plans = countDown(year, FIRST_PLAN).filter(isPlanYear).reverse()
  return [
    ...toNation(years),
    ...TOWN_STATES.map((code) => toTowns(code, years)),
    ...STATE_CODES.flatMap((code) => [toPlaces(code, years), ...SCHOOLS.map((kind) => toSchools(code, kind, years))]),
    // All other states' boundaries of the 118th Congress are available in full detail.
    ...(['CA', 'TX'] as const).flatMap((code) => toCongress(code, CONGRESS_118, year)),
    ...plans.flatMap((first) =>
      STATES.flatMap((code) => [...toCongress(code, first, year), ...toLegislature(code, first, year)]),
    ),
    // After the files that replace them.
    ...plans.flatMap((first) => toGeoPackage(first, year)),
  ]
}

/** A source of `tigerSources`, whatever the year. */
export function findTigerSource(id: string): Source | undefined {
  if (!/^tiger-/.test(id)) return undefined
  const year = Number(/-(\d{4})$/.exec(id)?.[1] ?? FIRST_PLAN) + 1
  const known = byYear.get(year) ?? new Map(tigerSources(year).map((source) => [source.id, source]))
  byYear.set(year, known)
  return known.get(id)
}

const byYear = new Map<number, ReadonlyMap<string, Source>>()

function countDown(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, from - to + 1) }, (_, at) => from - at)
}

interface Drawn {
  id: string
  states: readonly StateCode[]
  /** The folder of the layer, e.g. `COUNTY`. */
  folder: string
  /** The end of the file's name, e.g. `us_county`. */
  name: string
  /** Newest first. */
  years: readonly number[]
  plan: BoundaryPlan | PlanOf
  layout: Layout
}

function toSource({ id, states, folder, name, years, plan, layout }: Drawn): Source {
  const files = years.map((year): SourceFile => {
    const file = `tl_${year}_${name}.zip`
    return {
      url: `${TIGER}/TIGER${year}/${folder}/${file}`,
      mirror: `boundaries/tiger/${folder}/${file}`,
      vintage: String(year),
    }
  })
  return toEditions(files, { id, states, plan, layout })
}

function toEditions(
  files: readonly SourceFile[],
  { id, states, plan, layout }: Pick<Drawn, 'id' | 'states' | 'plan' | 'layout'>,
): Source {
  const { vintage = '' } = files[0] ?? {}
  return {
    ...CENSUS,
    id,
    states,
    files,
    editions: true,
    living: true,
    awaited: true,
    seen: false,
    // Those of the edition that is read replace these.
    vintage,
    published_on: `${vintage}-01-01`,
    needs: ['divisions'],
    read: readTiger(plan, layout),
  }
}

// Layers of the nation and layers without plans: each edition replaces the one before. A district keeps its record, and with it its id,
// from edition to edition; the year of the edition is the vintage of the source.

function current(layer: BoundaryPlan['layer'], kind = ''): BoundaryPlan {
  return { layer, vintage: `current${kind}`, ...OPEN, ...FULL }
}

function toNation(years: readonly number[]): Source[] {
  const state = { folder: 'STATE', name: 'us_state', years }
  return [
    toSource({ ...state, id: 'tiger-state', states: STATE_CODES, plan: current('state'), layout: layouts.STATE }),
    toSource({
      ...state,
      id: 'tiger-delegates',
      states: ['DC', ...TERRITORIES],
      plan: DELEGATE,
      layout: layouts.DELEGATE,
    }),
    toSource({
      // The District and four territories have no counties of their own; the Bureau's file lists them as one or a few.
      id: 'tiger-county',
      states: [...STATES, 'PR'],
      folder: 'COUNTY',
      name: 'us_county',
      years,
      plan: currentCounty,
      layout: layouts.COUNTY_OF_TODAY,
    }),
    toSource({
      id: 'tiger-zcta',
      states: STATE_CODES,
      folder: 'ZCTA520',
      name: 'us_zcta520',
      years,
      plan: current('zcta'),
      layout: layouts.ZCTA_OF_2020,
    }),
  ]
}

const currentCounty: PlanOf = ({ properties }) => ({
  ...current('county'),
  ...(properties.STATEFP === stateOf('CT').fips && { valid_from: REGIONS_FROM }),
})

function toPlaces(code: StateCode, years: readonly number[]): Source {
  return toSource({
    ...ofState('place', code, 'place'),
    years,
    plan: current('place'),
    layout: layouts.PLACE,
  })
}

/** States whose towns or townships are governments, or elect trustees. */
const TOWN_STATES: readonly StateCode[] = [
  ...(['CT', 'IA', 'IL', 'IN', 'KS', 'MA', 'ME', 'MI', 'MN', 'MO', 'ND'] as const),
  ...(['NE', 'NH', 'NJ', 'NY', 'OH', 'PA', 'RI', 'SD', 'VT', 'WI'] as const),
]

function toTowns(code: StateCode, years: readonly number[]): Source {
  return toSource({
    ...ofState('cousub', code, 'cousub'),
    years,
    plan: { ...current('place'), vintage: TOWN_VINTAGE },
    layout: layouts.TOWN,
  })
}

/** Elementary and secondary districts share the ground, so they are boundaries of their own. Most states lack both. */
const SCHOOLS = [
  { name: 'unsd', kind: '' },
  { name: 'elsd', kind: '_elementary' },
  { name: 'scsd', kind: '_secondary' },
] as const

function toSchools(code: StateCode, { name, kind }: (typeof SCHOOLS)[number], years: readonly number[]): Source {
  return toSource({ ...ofState(name, code, name), years, plan: current('school', kind), layout: layouts.SCHOOL })
}

function ofState(layer: string, code: StateCode, name: string): Pick<Drawn, 'id' | 'states' | 'folder' | 'name'> {
  const id = `tiger-${layer}-${code.toLowerCase()}`
  return { id, states: [code], folder: layer.toUpperCase(), name: `${stateOf(code).fips}_${name}` }
}

// Boundaries of a Congress or of a legislature, an edition every two years. The next edition is another source, so that the boundaries before it stay.

const CONGRESS_118 = 2022

function isPlanYear(year: number): boolean {
  return year % 2 === 0
}

/** The Congress that is elected in this year: the first one in 1788. */
function congressOf(year: number): number {
  return (year - 1786) / 2
}

/** The boundaries of the Congress elected in this year. */
function planOfCongress(first: number): BoundaryPlan {
  return { layer: 'congressional', vintage: `cd${congressOf(first)}`, ...sinceYear(first), ...FULL }
}

/** Empty before the first edition in which the boundaries are those of the election. */
function toCongress(code: StateCode, first: number, year: number): Source[] {
  const years = countDown(Math.min(year, first + 1), first).filter((one) => !findDoubt(code, one))
  const congress = congressOf(first)
  const of = ofState('cd', code, `cd${congress}`)
  const plan: PlanOf = (feature, source) => {
    requireCongress(feature, congress, source)
    return planOfCongress(first)
  }
  return years.length === 0
    ? []
    : [toSource({ ...of, id: `${of.id}-${first}`, years, plan, layout: layouts.congressional('') })]
}

/** The first plan whose boundaries were published in a GeoPackage months before their shapefiles. */
const FIRST_GEOPACKAGE = 2026

/** All states of a Congress in one file, until their shapefiles are there. The names of some years have an `a`. */
function toGeoPackage(first: number, year: number): Source[] {
  if (first < FIRST_GEOPACKAGE) return []
  const congress = congressOf(first)
  const files = countDown(Math.min(year, first + 1), first).flatMap((edition) =>
    ['', 'a_'].map((mark): SourceFile => {
      const file = `tlgpkg_${edition}_${mark}us_legislative.gpkg.zip`
      return {
        url: `${TIGER}/TGRGPKG${edition % 100}/${file}`,
        mirror: `boundaries/tiger/GPKG/${file}`,
        vintage: String(edition),
      }
    }),
  )
  const plan: PlanOf = (feature, source, { code }) => {
    requireCongress(feature, congress, source)
    return findDoubt(code, Number(source.vintage)) ?? planOfCongress(first)
  }
  const layout = { ...layouts.congressional(''), object: 'Congressional Districts' }
  const later = STATES.filter((code) => !findDoubt(code, first)).map(
    (code) => `tiger-cd-${code.toLowerCase()}-${first}`,
  )
  return [
    {
      ...toEditions(files, { id: `tiger-congress-${first}`, states: STATES, plan, layout }),
      replacedBy: later,
    },
  ]
}

/** The number of the Congress is in the name of a field: CD119FP. */
function requireCongress({ properties }: PolygonFeature, congress: number, { id, files }: SourceEntry): void {
  const fields = Object.keys(properties).filter((field) => /^CD\d+FP$/.test(field))
  if (!fields.includes(`CD${congress}FP`))
    throw new SourceError(`has ${fields.join(', ') || 'no field of a Congress'}, expected CD${congress}FP`, {
      file: files[0]?.mirror ?? id,
    })
}

/** Nebraska has one chamber. The Census and the division ids both call it the upper chamber. */
function toLegislature(code: StateCode, first: number, year: number): Source[] {
  const chambers = code === 'NE' ? (['sldu'] as const) : (['sldu', 'sldl'] as const)
  return chambers.map((name) => {
    const of = ofState(name, code, name)
    const layer = name === 'sldu' ? 'state_upper' : 'state_lower'
    const plan: PlanOf = ({ properties }) => planOfSession(layer, Number(properties.LSY) || first)
    const years = countDown(Math.min(year, first + 1), first)
    return toSource({ ...of, id: `${of.id}-${first}`, years, plan, layout: layouts.legislative(name) })
  })
}

/** @param session the year of the legislative session (LSY), which an edition may carry over from the years before */
function planOfSession(layer: 'state_upper' | 'state_lower', session: number): BoundaryPlan {
  const first = session - (session % 2)
  return { layer, vintage: `sld${first}`, ...sinceYear(first), ...FULL }
}

// The congressional boundaries of the election of November 2026, in the states that drew new ones: a coarse file, until the Census Bureau's.

const CONGRESS_120: BoundaryPlan = {
  layer: 'congressional',
  vintage: 'cd120',
  ...sinceYear(2026),
  lines_precision: 'generalised',
  // Simplified to a tolerance of 1.5 km, on a grid of 0.0036 by 0.0005 degrees.
  error_m: 2000,
}

const coarseLayout = { ...layouts.congressional(''), object: 'districts_2026' }

/** Those whose boundaries of November 2026 are new; the file has no others. */
const REDRAWN_FOR_2026: readonly StateCode[] = ['AL', 'CA', 'FL', 'LA', 'MO', 'NC', 'OH', 'TN', 'TX', 'UT']

const coarse = toCensusSource('cd120', REDRAWN_FOR_2026, {
  plan: CONGRESS_120,
  layout: coarseLayout,
  published_on: '2026-08-22',
  replacedBy: [
    'tiger-congress-2026',
    ...REDRAWN_FOR_2026.filter((code) => !findDoubt(code, 2026)).map((code) => `tiger-cd-${code.toLowerCase()}-2026`),
  ],
  file: {
    // The Bureau's GeoPackage has them in full; no publisher is known of the coarse file that a mirror has.
    url: 'https://www2.census.gov/geo/tiger/TGRGPKG26/',
    mirror: 'boundaries/cd2026_simplified/cd2026_districts.topojson.gz',
  },
})

export const congress2026Sources: readonly Source[] = [
  {
    ...coarse,
    vintage: '2026',
    mirrored: true,
    needs: ['divisions'],
    read: readTiger((_feature, _source, { code }) => findDoubt(code, 2026) ?? CONGRESS_120, coarseLayout),
  },
]
