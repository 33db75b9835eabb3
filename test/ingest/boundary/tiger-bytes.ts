// Makes zipped shapefiles in the layouts of TIGER/Line since 2023, by the Census Bureau's record layouts.

import { dbfOf, makeShp, type Ring } from '../read/shapefile-bytes.ts'
import { makeZip } from '../read/zip-bytes.ts'

/** Name and width of each field, without the last ones, which all layers have. */
const LAYERS = {
  state: 'REGION 2, DIVISION 2, STATEFP 2, STATENS 8, GEOID 2, GEOIDFQ 11, STUSPS 2, NAME 100, LSAD 2',
  county: 'STATEFP 2, COUNTYFP 3, COUNTYNS 8, GEOID 5, GEOIDFQ 14, NAME 100, NAMELSAD 100, LSAD 2, CLASSFP 2',
  cd118: 'STATEFP20 2, CD118FP 2, GEOID20 4, NAMELSAD20 41, LSAD20 2, CDSESSN 3',
  cd119: 'STATEFP 2, CD119FP 2, GEOID 4, GEOIDFQ 13, NAMELSAD 41, LSAD 2, CDSESSN 3',
  cd120: 'STATEFP 2, CD120FP 2, GEOID 4, GEOIDFQ 13, NAMELSAD 41, LSAD 2, CDSESSN 3',
  sldu: 'STATEFP 2, SLDUST 3, GEOID 5, GEOIDFQ 14, NAMELSAD 100, LSAD 2, LSY 4',
  unsd: 'STATEFP 2, UNSDLEA 5, GEOID 7, GEOIDFQ 16, NAME 100, LSAD 2, LOGRADE 2, HIGRADE 2',
  zcta520: 'ZCTA5CE20 5, GEOID20 5, GEOIDFQ20 14, CLASSFP20 2',
} as const
const TAIL = 'MTFCC 5, FUNCSTAT 1, ALAND 14, AWATER 14, INTPTLAT 11, INTPTLON 12'
export type TigerLayer = keyof typeof LAYERS

export interface TigerFeature {
  properties: Readonly<Record<string, string>>
  rings: readonly Ring[]
}

/** @param name e.g. `tl_2026_us_county` */
export function makeTiger(name: string, layer: TigerLayer, features: readonly TigerFeature[]): Buffer {
  const fields = `${LAYERS[layer]}, ${TAIL}`.split(', ').map((field): [string, number] => {
    const [name = '', width] = field.split(' ')
    return [name, Number(width)]
  })
  const records = features.map(({ properties }) => properties)
  const unknown = records.flatMap((record) => Object.keys(record)).find((key) => !fields.some(([name]) => name === key))
  if (unknown !== undefined) throw new Error(`the layer ${layer} has no field ${unknown}`)
  return makeZip([
    { name: `${name}.shp`, content: makeShp(features.map(({ rings }) => rings)) },
    { name: `${name}.dbf`, content: dbfOf(fields, records) },
    { name: `${name}.cpg`, content: 'UTF-8' },
  ])
}

/** A square of `size` degrees with its lower left corner at lng, lat; clockwise, as in a shapefile. */
export function squareRing(lng: number, lat: number, size = 1): Ring {
  const [right, top] = [lng + size, lat + size]
  // biome-ignore format: a ring a line
  return [[lng, lat], [lng, top], [right, top], [right, lat], [lng, lat]]
}
