// The layers of districts that `match` can add, and the columns of each.

import { InvalidArgumentError } from 'commander'
import type { DistrictType } from '../../../data/schema/vocabulary.ts'

/** Names as the Census writes them in its files, each with the type of its districts. */
export const LAYERS = {
  cd: 'congressional',
  sldu: 'state_upper',
  sldl: 'state_lower',
  county: 'county',
  place: 'place',
  school: 'school',
  ward: 'ward',
} as const satisfies Record<string, DistrictType>

export type Layer = keyof typeof LAYERS

export const ALL_LAYERS = Object.keys(LAYERS).filter((name): name is Layer => name in LAYERS)

/** @param text comma-separated, in the order of the output columns. @throws InvalidArgumentError for an unknown or repeated layer */
export function parseLayers(text: string): Layer[] {
  const layers = text.split(',').map((part) => {
    const layer = ALL_LAYERS.find((name) => name === part.trim())
    if (!layer) throw new InvalidArgumentError(`Got "${part}", expected layers such as ${ALL_LAYERS.join(',')}.`)
    return layer
  })
  if (new Set(layers).size < layers.length) throw new InvalidArgumentError('Expected each layer once.')
  return layers
}

/** The columns that `match` adds, in order. */
export function addedColumns(layers: readonly Layer[]): string[] {
  return [...layers.flatMap((layer) => [`${layer}_ocd_id`, `${layer}_geoid`]), 'exact', 'reason']
}
