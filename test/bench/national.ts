// The polygons of the lookup's bench: the nation's states, counties, congressional districts of both plans and legislative
// districts, as the service reads and repairs them. They lie in publishers' files that the project does not carry.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ShapeRow } from '../../data/core/rows.ts'
import { decodeMultiPolygon, type MultiPolygon } from '../../data/geometry/polygon.ts'
import { censusSources } from '../../ingest/boundary/census-sources.ts'
import { atlasLayers } from '../build/cells-layers.ts'
import { collect, MIRROR } from '../ingest/boundary/collect.ts'

export interface Polygons {
  name: string
  shapes: MultiPolygon[]
  /** About as many people live in each group, and in each shape of one. */
  peopled: MultiPolygon[][]
  /** The shapes of so many states, fewest first; the last are all. */
  growing: { states: number; shapes: MultiPolygon[] }[]
  /** Files that are not there. */
  absent: string[]
}

type Shape = Pick<ShapeRow, 'layer' | 'vintage' | 'state'> & { polygons: MultiPolygon }

/** The nation, or, where none of its files is there, what the package us-atlas has of it. */
export async function readNation(): Promise<Polygons> {
  const read: Shape[] = []
  const absent: string[] = []
  for (const source of censusSources.filter(({ id }) => !id.startsWith('places-'))) {
    const missing = source.files.map(({ mirror }) => mirror).filter((path) => !existsSync(join(MIRROR, path)))
    absent.push(...missing)
    if (missing.length > 0) continue
    for (const { layer, vintage, state, rings } of (await collect(source)).shape)
      read.push({ layer, vintage, state, polygons: decodeMultiPolygon(rings) })
  }
  if (read.length === 0) return { ...atlas(), absent }
  const shapes = read.map(({ polygons }) => polygons)
  const codes = [...new Set(read.map(({ state }) => state))].filter((code) => districtsOf(code, read).length > 0).sort()
  const ten = codes.filter((_, i) => i % 5 === 2).slice(0, 10)
  const growing = [ten.slice(0, 1), ten, codes].map((some) => ({
    states: some.length,
    shapes: read
      .filter(({ state }) => some.length === codes.length || some.includes(state))
      .map(({ polygons }) => polygons),
  }))
  const name = 'states, counties, congressional districts of both plans, legislative districts'
  return { name, shapes, peopled: peopledOf(read), growing, absent }
}

/** Congressional districts stand for people, and their state's lower house, whose districts are smaller, for where they live. */
function peopledOf(shapes: readonly Shape[]): MultiPolygon[][] {
  return shapes
    .filter(({ layer, vintage }) => layer === 'congressional' && vintage === 'cd118')
    .map(({ state, polygons }) => {
      const districts = districtsOf(state, shapes)
      return districts.length > 0 ? districts : [polygons]
    })
}

/** Of the lower house; Nebraska has one, which counts as the upper. */
function districtsOf(state: string, shapes: readonly Shape[]): MultiPolygon[] {
  const layer = state === 'NE' ? 'state_upper' : 'state_lower'
  return shapes.filter((shape) => shape.state === state && shape.layer === layer).map(({ polygons }) => polygons)
}

function atlas(): Omit<Polygons, 'absent'> {
  const layers = atlasLayers()
  const shapes = layers.flatMap((layer) => layer.shapes)
  const counties = layers.filter(({ name }) => name === 'counties').map((layer) => layer.shapes)
  return { name: "us-atlas' states and counties", shapes, peopled: counties, growing: [{ states: 50, shapes }] }
}
