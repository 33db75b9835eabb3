// Makes a zipped shapefile of polylines in the layout of the Census Bureau's ADDRFEAT files, byte by byte.

import { dbfOf, shpOf } from '../read/shapefile-bytes.ts'
import { makeZip } from '../read/zip-bytes.ts'

/** As in its record layout: name, width. */
const FIELDS = [
  ['TLID', 10],
  ['LINEARID', 22],
  ['FULLNAME', 100],
  ['LFROMHN', 12],
  ['LTOHN', 12],
  ['RFROMHN', 12],
  ['RTOHN', 12],
  ['ZIPL', 5],
  ['ZIPR', 5],
  ['PARITYL', 1],
  ['PARITYR', 1],
  ['OFFSETL', 1],
  ['OFFSETR', 1],
] as const

export interface Edge extends Partial<Record<(typeof FIELDS)[number][0], string>> {
  /** Longitude and latitude in degrees. */
  line: readonly (readonly [number, number])[]
}

/** @param lacks fields that the file does not have */
export function makeAddrfeat(edges: readonly Edge[], lacks: readonly string[] = []): Buffer {
  const fields = FIELDS.filter(([name]) => !lacks.includes(name))
  const records = edges.map(({ line: _, ...record }) => record)
  return makeZip([
    { name: 'tl_2024_06001_addrfeat.shp', content: makeShp(edges) },
    { name: 'tl_2024_06001_addrfeat.dbf', content: dbfOf(fields, records) },
    { name: 'tl_2024_06001_addrfeat.cpg', content: 'UTF-8' },
  ])
}

const POLYLINE = 3

function makeShp(edges: readonly Edge[]): Buffer {
  const contents = edges.map(({ line }) => {
    const content = Buffer.alloc(48 + line.length * 16)
    content.writeInt32LE(POLYLINE, 0)
    content.writeInt32LE(1, 36)
    content.writeInt32LE(line.length, 40)
    for (const [point, [x, y]] of line.entries()) {
      content.writeDoubleLE(x, 48 + point * 16)
      content.writeDoubleLE(y, 56 + point * 16)
    }
    return content
  })
  return shpOf(POLYLINE, contents)
}
