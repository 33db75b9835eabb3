// Valid files of about a megabyte, one of each kind: the baseline for the time and memory of hostile files.

import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { blobOf, makeGeoPackage } from '../read/geopackage-bytes.ts'
import { makePdf } from '../read/pdf-bytes.ts'
import { makeDbf, makeShp } from '../read/shapefile-bytes.ts'
import { makeTar } from '../read/tar-bytes.ts'
import { makeSheet } from '../read/xlsx-bytes.ts'
import { makeZip } from '../read/zip-bytes.ts'

const LINES = 40_000
const lines = (line: (nth: number) => string, most = LINES): string =>
  Array.from({ length: most }, (_, nth) => line(nth)).join('')
const ring = (nth: number): [number, number][] => {
  const lng = -90 + nth / 1000
  return [[lng, 35], [lng, 36], [lng + 0.5, 36], [lng, 35]] // biome-ignore format: four corners
}
const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value))

export const soundFiles = {
  csv: () => Buffer.from(`name,party\n${lines((nth) => `Ann Placeholder ${nth},DEM\n`)}`),
  people: () => Buffer.from(`name,Phone,Email\n${lines((nth) => `Ann ${nth},555-0100,a@example.org\n`, 30_000)}`),
  json: () => json(Array.from({ length: 20_000 }, (_, nth) => ({ name: `Ann Placeholder ${nth}`, party: 'DEM', nth }))),
  geojson: () =>
    json({
      type: 'FeatureCollection',
      features: Array.from({ length: 7000 }, (_, nth) => ({
        ...{ type: 'Feature', properties: { nth } },
        geometry: { type: 'Polygon', coordinates: [ring(nth)] },
      })),
    }),
  topojson: () =>
    json({
      type: 'Topology',
      arcs: Array.from({ length: 10_000 }, (_, nth) => ring(nth)),
      objects: {
        wards: {
          type: 'GeometryCollection',
          geometries: Array.from({ length: 10_000 }, (_, nth) => ({ type: 'Polygon', arcs: [[nth]] })),
        },
      },
    }),
  geopackage: () =>
    makeGeoPackage(
      { table: 'wards', column: 'geom', fields: ['name'] },
      Array.from({ length: 7000 }, (_, nth) => ({ properties: { name: `${nth}` }, blob: blobOf([[ring(nth)]]) })),
    ),
  wkt: () => Buffer.from(`POLYGON ((${lines((nth) => `-78.${nth} 35.${nth}, `)}-78 35))`),
  yaml: () => Buffer.from(lines((nth) => `- id: ${nth}\n  name: Ann Placeholder, of an example\n`, 20_000)),
  xml: () =>
    Buffer.from(`<feed>${lines((nth) => `<contest id="${nth}"><title>Mayor</title></contest>\n`, 20_000)}</feed>`),
  html: () =>
    Buffer.from(`<!DOCTYPE html><table>${lines((nth) => `<tr><td>${nth}</td><td>Ann</td></tr>\n`, 25_000)}</table>`),
  contacts: () => Buffer.from(`<feed>${lines((nth) => `<Email>${nth}@example.org</Email>\n`, 30_000)}</feed>`),
  xlsx: () =>
    makeSheet([['name', 'party'], ...Array.from({ length: 10_000 }, () => [randomBytes(40).toString('hex'), 'DEM'])]),
  pdf: () =>
    makePdf(
      Array.from({ length: 400 }, (_, page) =>
        Array.from({ length: 40 }, (_, nth) => ({
          x: 72,
          y: 740 - 16 * nth,
          text: `District ${page}, Ann Placeholder`,
        })),
      ),
    ),
  zip: () => makeZip(Array.from({ length: 1000 }, (_, nth) => ({ name: `${nth}`, content: randomBytes(1000) }))),
  gzip: () => gzipSync(randomBytes(1e6)),
  tar: () => makeTar(Object.fromEntries(Array.from({ length: 500 }, (_, nth) => [`${nth}.yml`, 'x'.repeat(1500)]))),
  shapefile: () => {
    const nths = Array.from({ length: 7000 }, (_, nth) => nth)
    return makeZip([
      { name: 'wards.shp', content: makeShp(nths.map((nth) => [ring(nth)])) },
      { name: 'wards.dbf', content: makeDbf(nths.map(String)) },
    ])
  },
}
