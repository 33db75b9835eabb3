// Every reader of ingest/read, and the blanking of personal data, behind one interface: from a file to a number of items.

import { collectSink } from '../../../ingest/engine/sink.ts'
import { blank } from '../../../ingest/fetch/blank.ts'
import { readCsv } from '../../../ingest/read/csv.ts'
import { readCsvRows } from '../../../ingest/read/csv-rows.ts'
import { readGeoJson } from '../../../ingest/read/geojson.ts'
import { readGeoPackage } from '../../../ingest/read/geopackage.ts'
import { htmlTables, readHtml } from '../../../ingest/read/html.ts'
import { readJson } from '../../../ingest/read/json.ts'
import { readPdfLines } from '../../../ingest/read/pdf.ts'
import { readShapefile } from '../../../ingest/read/shapefile.ts'
import type { FetchedFile } from '../../../ingest/read/source.ts'
import { readTar } from '../../../ingest/read/tar.ts'
import { decodeText } from '../../../ingest/read/text.ts'
import { readTopoJson } from '../../../ingest/read/topojson.ts'
import { parseWkt } from '../../../ingest/read/wkt.ts'
import { readXlsx } from '../../../ingest/read/xlsx.ts'
import { readXml, readXmlRoot } from '../../../ingest/read/xml.ts'
import { readYaml } from '../../../ingest/read/yaml.ts'
import { readGzip, readZip } from '../../../ingest/read/zip.ts'
import { soundFiles } from './sound.ts'

export interface Reader {
  /** File name; its extension selects how contact details are blanked. */
  name: string
  /** @returns records, features, entries, or bytes where it gives those */
  read(file: FetchedFile): number | Promise<number>
  /** A valid file of about a megabyte, as the baseline of measurements. */
  sound(): Uint8Array | Promise<Uint8Array>
}

const COLUMNS = { columns: ['name', 'party'] } as const
const PERSONAL = ['Phone', 'Email']

async function count(items: Iterable<unknown> | AsyncIterable<unknown>): Promise<number> {
  let counted = 0
  for await (const _ of items) counted++
  return counted
}

/** A value of unknown shape is one. */
const one = (_: unknown): number => 1

const rowsOf = (file: FetchedFile): number => htmlTables(readHtml(file)).reduce((sum, { rows }) => sum + rows.length, 0)

const blanking = (file: FetchedFile): number => blank(file, PERSONAL).bytes.length

export const readers = {
  text: { name: 'list.txt', read: (file) => decodeText(file).length, sound: soundFiles.csv },
  'windows-1252': { name: 'list.txt', read: (file) => decodeText(file, 'windows-1252').length, sound: soundFiles.csv },
  latin1: { name: 'list.txt', read: (file) => decodeText(file, 'latin1').length, sound: soundFiles.csv },
  csv: { name: 'list.csv', read: (file) => count(readCsv(file, COLUMNS, collectSink())), sound: soundFiles.csv },
  'csv, one that may have more columns': {
    name: 'list.csv',
    read: (file) => count(readCsv(file, { ...COLUMNS, allowExtra: true }, collectSink())),
    sound: soundFiles.csv,
  },
  'csv rows': { name: 'list.csv', read: (file) => count(readCsvRows(file)), sound: soundFiles.csv },
  'blank columns': { name: 'list.csv', read: blanking, sound: soundFiles.people },
  'blank members': { name: 'list.json', read: blanking, sound: soundFiles.json },
  'blank elements': { name: 'list.xml', read: blanking, sound: soundFiles.contacts },
  json: { name: 'list.json', read: (file) => one(readJson(file)), sound: soundFiles.json },
  geojson: {
    name: 'wards.geojson',
    read: (file) => count(readGeoJson(file, collectSink())),
    sound: soundFiles.geojson,
  },
  topojson: {
    name: 'wards.topojson',
    read: (file) => count(readTopoJson(file, undefined, collectSink())),
    sound: soundFiles.topojson,
  },
  geopackage: {
    name: 'wards.gpkg.zip',
    read: (file) => count(readGeoPackage(file, 'wards', collectSink())),
    sound: soundFiles.geopackage,
  },
  wkt: {
    name: 'wards.csv',
    read: (file) => parseWkt(decodeText(file), { file: file.name, line: 7 }).length,
    sound: soundFiles.wkt,
  },
  yaml: { name: 'people.yml', read: (file) => one(readYaml(file)), sound: soundFiles.yaml },
  xml: {
    name: 'feed.xml',
    read: (file) => count(readXml(file, { take: (path) => path === 'feed/contest' })),
    sound: soundFiles.xml,
  },
  html: { name: 'page.html', read: (file) => rowsOf(file), sound: soundFiles.html },
  'xml root': { name: 'feed.xml', read: (file) => readXmlRoot(file).line, sound: soundFiles.xml },
  xlsx: { name: 'list.xlsx', read: (file) => count(readXlsx(file, COLUMNS, collectSink())), sound: soundFiles.xlsx },
  pdf: { name: 'list.pdf', read: async (file) => (await readPdfLines(file)).length, sound: soundFiles.pdf },
  zip: { name: 'lists.zip', read: async (file) => (await readZip(file)).size, sound: soundFiles.zip },
  gzip: { name: 'list.csv.gz', read: async (file) => (await readGzip(file)).length, sound: soundFiles.gzip },
  tar: { name: 'people.tar', read: async (file) => (await readTar(file, () => true)).size, sound: soundFiles.tar },
  shapefile: {
    name: 'wards.zip',
    read: (file) => count(readShapefile(file, collectSink())),
    sound: soundFiles.shapefile,
  },
} satisfies Record<string, Reader>

export type ReaderName = keyof typeof readers
