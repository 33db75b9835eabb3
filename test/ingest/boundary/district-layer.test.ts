// A layer of districts in every format that offices publish, and the checks that hold it back. The city and its districts are invented.

import { expect, it } from 'vitest'
import { decodeMultiPolygon, encodeMultiPolygon, fromCoordinates } from '../../../data/geometry/polygon.ts'
import { findNumberColumns, parseWhere } from '../../../ingest/boundary/district-file.ts'
import { SourceError } from '../../../ingest/read/source.ts'
import { readConfigured } from '../cases/configured.ts'
import { blobOf, makeGeoPackage } from '../read/geopackage-bytes.ts'
import { dbfOf, makeShp, type Ring } from '../read/shapefile-bytes.ts'
import { makeZip } from '../read/zip-bytes.ts'
import { collection, square } from './collect.ts'

const CITY = 'ocd-division/country:us/state:nc/place:sampleton'
const LINES = [
  ...['url: FILE', 'layer: council', 'plan: 2031', `ocd_id: ${CITY}/council_district:{id}`],
  'name: Sampleton City Council District {id}',
]
const WEST = square(-78.7, 35.7, 0.1)
const EAST = square(-78.6, 35.7, 0.1)
const outlineOf = (polygon: number[][][], name = 'Sampleton') => [
  { ocd_id: CITY, name, rings: encodeMultiPolygon(fromCoordinates([polygon])) },
]
const SAMPLETON = outlineOf([
  [
    [-78.7, 35.7],
    [-78.5, 35.7],
    [-78.5, 35.8],
    [-78.7, 35.8],
    [-78.7, 35.7],
  ],
])

async function readLayer(
  name: string,
  content: string | Uint8Array | object,
  lines: readonly string[] = [],
  outlines = SAMPLETON,
) {
  const bytes = typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content)
  const own = LINES.map((line) => line.replace('FILE', name))
  return readConfigured('district_files', [...own, ...lines], { [name]: bytes }, { state: 'NC', outlines })
}

/** The ids, and the corners of each district, in microdegrees. */
function drawnOf({ shape }: Awaited<ReturnType<typeof readLayer>>) {
  return shape.map(({ ocd_id, rings }) => ({
    id: ocd_id?.split(':').at(-1),
    corners: decodeMultiPolygon(rings).flatMap((polygon) => polygon.flatMap((ring) => [...ring])),
  }))
}

const districts = (...rows: [Record<string, unknown>, number[][][]][]) =>
  collection(...rows.map(([properties, polygon]) => ({ properties, polygon })))
const PLAIN = districts([{ DISTRICT: 1 }, WEST], [{ DISTRICT: 2 }, EAST])

/** The corners of the two districts in the state plane of North Carolina, in feet, as PROJ 9.5.1 projects them. */
const FEET: readonly Ring[] = [
  [
    [2089069.7354, 709832.1134],
    [2118759.5066, 709936.792],
    [2118612.8404, 746335.5168],
    [2088959.7357, 746230.9674],
    [2089069.7354, 709832.1134],
  ],
  [
    [2118759.5066, 709936.792],
    [2148449.1573, 710071.3786],
    [2148265.8249, 746469.9372],
    [2118612.8404, 746335.5168],
    [2118759.5066, 709936.792],
  ],
]
const PRJ =
  'PROJCS["NAD_1983_StatePlane_North_Carolina_FIPS_3200_Feet",GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",2000000.002616666],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-79.0],PARAMETER["Standard_Parallel_1",34.33333333333334],PARAMETER["Standard_Parallel_2",36.16666666666666],PARAMETER["Latitude_Of_Origin",33.75],UNIT["Foot_US",0.3048006096012192]]'

const shapefile = (prj?: string) =>
  makeZip([
    { name: 'council/c.shp', content: makeShp(FEET.map((ring) => [ring])) },
    { name: 'council/c.dbf', content: dbfOf([['DISTRICT', 4]], [{ DISTRICT: '1' }, { DISTRICT: '2' }]) },
    ...(prj === undefined ? [] : [{ name: 'council/c.prj', content: prj }]),
  ])

const placemark = (id: number, polygon: number[][][], data: string) =>
  `<Placemark><name>Ward ${id}</name>${data}<MultiGeometry><Polygon><outerBoundaryIs><LinearRing><coordinates>
${(polygon[0] ?? []).map(([lng, lat]) => `${lng},${lat},0`).join(' ')}
</coordinates></LinearRing></outerBoundaryIs></Polygon></MultiGeometry></Placemark>`
const kml = (dataOf: (id: number) => string) =>
  `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${placemark(1, WEST, dataOf(1))}${placemark(2, EAST, dataOf(2))}</Document></kml>`
const simple = (id: number) =>
  `<ExtendedData><SchemaData schemaUrl="#c"><SimpleData name="DISTRICT">${id}</SimpleData></SchemaData></ExtendedData>`
const data = (id: number) => `<ExtendedData><Data name="DISTRICT"><value>${id}</value></Data></ExtendedData>`
const described = (id: number) =>
  `<description><![CDATA[<table><tr><td>DISTRICT</td><td>${id}</td></tr></table>]]></description>`

const topology = {
  type: 'Topology',
  arcs: [WEST[0], EAST[0]],
  objects: {
    council: {
      type: 'GeometryCollection',
      geometries: [1, 2].map((DISTRICT) => ({ type: 'Polygon', arcs: [[DISTRICT - 1]], properties: { DISTRICT } })),
    },
  },
}
const feet = districts([{ DISTRICT: 1 }, [FEET[0] as never]], [{ DISTRICT: 2 }, [FEET[1] as never]])
const geopackage = makeGeoPackage({ table: 'council', column: 'geom', fields: ['DISTRICT'] }, [
  { properties: { DISTRICT: '1' }, blob: blobOf([WEST]) },
  { properties: { DISTRICT: '2' }, blob: blobOf([EAST]) },
])

it.each<[string, string, string | Uint8Array | object, ...string[]]>([
  ['GeoJSON', 'c.geojson', PLAIN],
  ['GeoJSON in a zip', 'c.zip', makeZip([{ name: 'c.geojson', content: JSON.stringify(PLAIN) }])],
  [
    'GeoJSON in feet that names its projection',
    'c.geojson',
    { ...feet, crs: { properties: { name: 'urn:ogc:def:crs:EPSG::2264' } } },
  ],
  ['GeoJSON in feet with the projection in the entry', 'c.json', feet, 'projection: EPSG:2264'],
  ['TopoJSON', 'c.topojson', topology],
  ['TopoJSON under another name', 'c.json', topology],
  ['a shapefile in feet', 'c.zip', shapefile(PRJ)],
  ['a shapefile in feet without .prj', 'c.zip', shapefile(), 'projection: EPSG:2264'],
  ['a GeoPackage', 'c.gpkg', geopackage],
  ['KML with fields', 'c.kml', kml(simple)],
  ['KML with data', 'c.kml', kml(data)],
  ['KML with a table as description', 'c.kml', kml(described)],
  ['KMZ', 'c.kmz', makeZip([{ name: 'doc.kml', content: kml(simple) }])],
])('%s gives the districts of the city', async (_, name, content, ...lines) => {
  const drawn = drawnOf(await readLayer(name, content, ['id_column: DISTRICT', 'districts: 2', ...lines]))
  const expected = drawnOf(await readLayer('plain.geojson', PLAIN, ['id_column: DISTRICT']))
  expect(drawn.map(({ id }) => id)).toEqual(['1', '2'])
  for (const [at, { corners }] of drawn.entries()) {
    const right = expected[at]?.corners ?? []
    expect(corners).toHaveLength(right.length)
    for (const [nth, value] of corners.entries()) expect(Math.abs(value - (right[nth] ?? Number.NaN))).toBeLessThan(2)
  }
})

it.each<[string, string | Uint8Array | object, string, string[]?]>([
  [
    'too little of the city',
    districts([{ D: 1 }, WEST]),
    'it covers 50 % of Sampleton, expected at least 95 %',
    ['id_column: D'],
  ],
  [
    'overlaps',
    districts([{ D: 1 }, WEST], [{ D: 2 }, square(-78.61, 35.7, 0.11)]),
    'districts 1 and 2 share 10 % of the smaller one',
  ],
  ['another count', PLAIN, 'it has 2 districts, expected 5', ['id_column: DISTRICT', 'districts: 5']],
  [
    'districts of another place',
    districts([{ D: 1 }, WEST], [{ D: 2 }, EAST], [{ D: 3 }, square(-80, 35, 0.1)]),
    'most of the district 3 lies outside Sampleton',
  ],
  [
    'a whole other place',
    districts([{ D: 1 }, square(-80, 35, 0.1)], [{ D: 2 }, square(-80.1, 35, 0.1)]),
    'it covers 0 % of Sampleton',
  ],
  [
    'no number',
    districts([{ N: 'Ann' }, WEST], [{ N: 'Bo' }, EAST]),
    'no field numbers its districts from 1; its fields are N',
  ],
  [
    'two numbers',
    districts([{ D: 1, W: 2 }, WEST], [{ D: 2, W: 1 }, EAST]),
    'the fields D, W number its districts differently',
  ],
  ['a cut page', { ...PLAIN, properties: { exceededTransferLimit: true } }, 'says that its server left features out'],
  ['NAD 27', shapefile(PRJ.replaceAll('1983', '1927')), 'has positions in NAD 27'],
  ['feet without a projection', feet, 'expected longitude and latitude in degrees'],
])('a layer with %s is held back alone, with the reason', async (_, content, reason, lines = []) => {
  const name = content instanceof Uint8Array ? 'c.zip' : 'c.geojson'
  const reading = readLayer(name, content, lines)
  await expect(reading).rejects.toThrow(SourceError)
  await expect(reading).rejects.toThrow(reason)
})

it('takes a layer that covers what its entry asks for, and one whose city has no outline', async () => {
  const half = districts([{ D: 1 }, WEST])
  expect((await readLayer('c.geojson', half, ['id_column: D', 'least_covered: 50'])).shape).toHaveLength(1)
  expect((await readLayer('c.geojson', half, ['id_column: D'], [])).shape).toHaveLength(1)
})

it('takes the features that the entry asks for, and finds the field that numbers them', async () => {
  const many = districts(
    [{ CITY: 'Sampleton', DIST: 'District 1', OBJECTID: 2 }, WEST],
    [{ CITY: 'Sampleton', DIST: 'District 2', OBJECTID: 1 }, EAST],
    [{ CITY: 'Otherville', DIST: 'District 1', OBJECTID: 3 }, square(-80, 35, 0.1)],
  )
  const { shape } = await readLayer('c.geojson', many, ["where: CITY = 'Sampleton'"])
  expect(shape.map(({ ocd_id }) => ocd_id)).toEqual([1, 2].map((id) => `${CITY}/council_district:${id}`))
})

it.each([
  ["CITY = 'Alvin'", true],
  ["CITY = 'alvin'", false],
  ["CITY = 'Alvin' AND DIST <= 5", true],
  ['DIST<5', false],
  ["DIST IN ('4', '5')", true],
  ['"DIST" in (4,5) and CITY<>\'Katy\'', true],
  ['DIST <> 5', false],
  ['MISSING = 1', false],
])('the feature { CITY: Alvin, DIST: 5 } where %s: %s', (where, expected) =>
  expect(parseWhere(where)?.({ CITY: 'Alvin', DIST: 5 })).toBe(expected),
)

it.each(["CITY LIKE 'A%'", '1=1 OR 2=2', 'CITY', ''])('is no comparison: %s', (where) =>
  expect(parseWhere(where)?.({})).not.toBe(true),
)

it('numbers by letters, and not by the number of the program that drew the file', () => {
  const features = ['B', 'A'].map((WARD, nth) => ({ properties: { OBJECTID: nth + 1, WARD, SEAT: `Ward ${WARD}` } }))
  expect(findNumberColumns(features)).toEqual(['WARD'])
  expect(findNumberColumns(features, 3)).toEqual([])
})

it.each<[string, string, string | Uint8Array]>([
  [
    'KML',
    'c.kml',
    kml((id) => simple(id) + '<ExtendedData><Data name="Rep_Email"><value>x</value></Data></ExtendedData>'),
  ],
  [
    'a GeoPackage',
    'c.gpkg',
    makeGeoPackage({ table: 'council', column: 'geom', fields: ['DISTRICT', 'Rep_Email'] }, []),
  ],
])('%s with a field that sounds personal is refused before anything is kept', async (_, name, content) => {
  await expect(readLayer(name, content)).rejects.toThrow('has a column that sounds personal: Rep_Email;')
})
