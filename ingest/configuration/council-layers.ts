// The layers of council districts of hundreds of cities, and the cities that elect their councils at large: data/reference/council_layers.csv. A
// program found the layers, and some are wrong. So they are read only for the cities that sources.yaml asks for, and each must fit its city.

import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { STATE_CODES, type StateCode } from '../../data/schema/vocabulary.ts'
import { projectFile, readProjectFile } from '../../data/store/paths.ts'
import { readDistrictLayer } from '../boundary/district-file.ts'
import type { BoundaryPlan } from '../boundary/shape.ts'
import type { Source, SourceFile } from '../read/source.ts'
import { isLayerAddress } from './address.ts'
import { requireNamed, soundsPersonal } from './personal-columns.ts'

const row = z.object({
  /** The Census Bureau's seven digits; empty where the name and the number of the registry name no one place. */
  place: z.string().regex(/^(\d{7})?$/),
  state: z.enum(STATE_CODES),
  city: z.string().min(1),
  ocd_id: z.string(),
  elects: z.enum(['districts', 'at_large']),
  /** Districts, or members elected at large. */
  members: z.coerce.number().int().min(1),
  word: z.enum(['council_district', 'ward', '']),
  /** Empty for a page on which only a person finds the layer. */
  url: z.string(),
  where: z.string(),
  checked_on: z.iso.date(),
})
export type CouncilLayer = z.output<typeof row>

let rows: readonly CouncilLayer[] | undefined

export function loadCouncilLayers(): readonly CouncilLayer[] {
  rows ??= z.array(row).parse(parse(readProjectFile('data', 'reference', TABLE), { columns: true }))
  return rows
}

const TABLE = 'council_layers.csv'

/** As the table has it: YAML reads 0644000 as a number. */
export function toCouncilChoice(choice: string | number): string {
  return typeof choice === 'number' ? String(choice).padStart(7, '0') : choice
}

/** @param asked a state, the seven digits of a city, or `all` */
export function findCouncilLayers(asked: readonly string[]): CouncilLayer[] {
  const isAsked = ({ place, state }: CouncilLayer): boolean =>
    asked.includes('all') || asked.includes(state) || (place !== '' && asked.includes(place))
  return loadCouncilLayers().filter((layer) => layer.place !== '' && isAsked(layer))
}

/** The sources of the layers, and one of the cities without districts. */
export function councilSources(asked: readonly string[], family: Source['family']): Source[] {
  const layers = findCouncilLayers(asked)
  const atLarge = layers.filter(({ elects }) => elects === 'at_large')
  return [
    ...(atLarge.length > 0 ? [atLargeSource(atLarge, family)] : []),
    ...layers.filter(({ elects, url }) => elects === 'districts' && url !== '').map((layer) => toSource(layer, family)),
  ]
}

const REGISTRY = {
  publisher: 'Voter Protocol, registry of council districts',
  url: 'https://github.com/communisaas/voter-protocol',
} as const

function toSource(
  { place, state, city, ocd_id, members, word, url, where, checked_on }: CouncilLayer,
  family: Source['family'],
): Source {
  const year = checked_on.slice(0, 4)
  const plan: BoundaryPlan = {
    layer: 'council',
    vintage: year,
    // Read in this year; nothing dates the plan before.
    valid_from: `${year}-01-01`,
    valid_to: null,
    ...{ lines_precision: 'exact', error_m: 10 },
  }
  const form = {
    state,
    ocd_id: `${ocd_id}/${word}:{id}`,
    name: `${city} ${word === 'ward' ? 'Ward' : 'City Council District'} {id}`,
    districts: members,
    needs_outline: true,
  }
  const file: SourceFile = {
    url,
    mirror: `council_layers/${place}.geojson`,
    location: { address: url },
    ...(isLayerAddress(url)
      ? { layer: { where: where || undefined, columns: null, leave_out: soundsPersonal } }
      : { recognise: (found) => requireNamed(found, []) }),
  }
  return {
    id: `council-layer-${place}`,
    publisher: `City of ${city}`,
    url,
    licence: 'Public record',
    vintage: year,
    published_on: checked_on,
    living: true,
    states: [state],
    personal: [],
    family,
    files: [file],
    settings: { ...form },
    area: { census_geoid: place },
    needs: ['outlines'],
    read: readDistrictLayer(plan, form),
  }
}

/** Read with the divisions, because it adds some: a district of a city without districts is the city. */
export const AT_LARGE_SOURCE = 'ocd-at-large-councils'

function atLargeSource(layers: readonly CouncilLayer[], family: Source['family']): Source {
  const path = projectFile('data', 'reference', TABLE)
  return {
    ...REGISTRY,
    id: AT_LARGE_SOURCE,
    licence: 'Apache-2.0',
    vintage: '2026-01-23',
    published_on: '2026-01-23',
    states: [...new Set(layers.map(({ state }): StateCode => state))],
    personal: [],
    family,
    files: [{ url: `${REGISTRY.url}#${TABLE}`, mirror: TABLE, location: { path } }],
    settings: { places: layers.map(({ place }) => place) },
    read(files, { states }, sink) {
      const at = { file: files[0]?.name ?? TABLE, line: null }
      for (const { state, city, ocd_id, members } of layers) {
        if (!states.has(state)) continue
        for (const word of ['council_district', 'ward'])
          for (let nth = 1; nth <= members; nth++)
            sink.row(
              'division',
              {
                ocd_id: `${ocd_id}/${word}:${nth}`,
                name: city,
                census_geoid: null,
                same_as: ocd_id,
                valid_through: null,
              },
              at,
            )
      }
    },
  }
}
