// Makes a zipped shapefile of polylines in the layout of the Census Bureau's ADDRFEAT files, byte by byte.

import { shpOf } from '../read/shapefile-bytes.ts'
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
  return makeZip([
    { name: 'tl_2024_06001_addrfeat.shp', content: makeShp(edges) },
    { name: 'tl_2024_06001_addrfeat.dbf', content: makeDbf(edges, fields) },
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

function makeDbf(edges: readonly Edge[], fields: readonly (typeof FIELDS)[number][]): Buffer {
  const width = fields.reduce((sum, [, length]) => sum + length, 1)
  const head = Buffer.alloc(33 + fields.length * 32)
  head[0] = 3
  head.writeUInt32LE(edges.length, 4)
  head.writeUInt16LE(head.length, 8)
  head.writeUInt16LE(width, 10)
  for (const [at, [name, length]] of fields.entries()) {
    head.write(name, 32 + at * 32, 'latin1')
    head.write('C', 43 + at * 32)
    head[48 + at * 32] = length
  }
  head[head.length - 1] = 0x0d
  const records = edges.map((edge) =>
    Buffer.from(` ${fields.map(([name, length]) => (edge[name] ?? '').padEnd(length)).join('')}`),
  )
  return Buffer.concat([head, ...records, Buffer.of(0x1a)])
}
