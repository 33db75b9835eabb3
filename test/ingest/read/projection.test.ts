// Positions of data/reference/projections.csv and of .prj files. Expected degrees are those of PROJ 9.5.1.

import { expect, it } from 'vitest'
import { toUnproject } from '../../../ingest/read/projection.ts'

const AT = { file: 'f.zip' }

/** Meters between the position that the projection gives and the expected one. */
function missOf(
  projection: string,
  [x, y]: readonly [number, number],
  [east, north]: readonly [number, number],
): number {
  const [lng, lat] = toUnproject(projection, AT)?.(x, y) ?? [Number.NaN, Number.NaN]
  return Math.hypot((lng - east) * 111_320 * Math.cos((lat * Math.PI) / 180), (lat - north) * 111_320)
}

const OHIO_NORTH =
  'PROJCS["NAD_1983_StatePlane_Ohio_North_FIPS_3401_Feet",GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",1968500.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-82.5],PARAMETER["Standard_Parallel_1",40.43333333333333],PARAMETER["Standard_Parallel_2",41.7],PARAMETER["Latitude_Of_Origin",39.66666666666666],UNIT["Foot_US",0.3048006096012192]]'

it.each([
  ['EPSG:2264', [2118612.8404, 746335.5168], [-78.6, 35.8]],
  ['2278', [2127698.9842, 13693318.2617], [-98.5, 29.4]],
  [OHIO_NORTH, [2187639.428, 668941.8419], [-81.7, 41.5]],
  ['EPSG:3857', [-10964969.8431, 3426656.2504], [-98.5, 29.4]],
  ['ESRI:102100', [-10964969.8431, 3426656.2504], [-98.5, 29.4]],
  ['urn:ogc:def:crs:EPSG::26915', [492111.6185, 4977400.9217], [-93.1, 44.95]],
  [
    '+proj=tmerc +lat_0=30 +lon_0=-84.1666666666667 +k=0.9999 +x_0=700000 +y_0=0 +datum=NAD83 +units=m',
    [678370.206, 410255.5499],
    [-84.4, 33.7],
  ],
] as const)('a position in %s is where PROJ has it', (projection, given, expected) => {
  expect(missOf(projection, given, expected)).toBeLessThan(0.01)
})

it.each([
  'EPSG:4326',
  'urn:ogc:def:crs:OGC:1.3:CRS84',
  'urn:ogc:def:crs:EPSG::4269',
  'GEOGCS["GCS_North_American_1983"]',
])('positions in %s are degrees already', (projection) => expect(toUnproject(projection, AT)).toBeNull())

it.each([
  ['EPSG:9999', 'has the projection "EPSG:9999", expected a code of data/reference/projections.csv'],
  ['State Plane', 'has the projection "State Plane", expected a code'],
  ['PROJCS["x"', 'which cannot be read: '],
  ['PROJCS["NAD_1927_StatePlane_Ohio_North"]', 'has positions in NAD 27 ('],
])('refuses the projection %s', (projection, sentence) => expect(() => toUnproject(projection, AT)).toThrow(sentence))
