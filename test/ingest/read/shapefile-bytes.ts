// Makes the two files of a shapefile, byte by byte.

export type Ring = readonly (readonly [number, number])[]

const POLYGON = 5

export function makeShp(records: readonly (readonly Ring[] | null)[]): Buffer {
  return shpOf(
    POLYGON,
    records.map((rings) => (rings ? polygonContent(rings) : Buffer.alloc(4))),
  )
}

/** @param type of all shapes, as the format numbers them */
export function shpOf(type: number, contents: readonly Buffer[]): Buffer {
  const bodies = contents.map((content, index) => {
    const header = Buffer.alloc(8)
    header.writeInt32BE(index + 1, 0)
    header.writeInt32BE(content.length / 2, 4)
    return Buffer.concat([header, content])
  })
  const body = Buffer.concat(bodies)
  const head = Buffer.alloc(100)
  head.writeInt32BE(9994, 0)
  head.writeInt32BE((100 + body.length) / 2, 24)
  head.writeInt32LE(1000, 28)
  head.writeInt32LE(type, 32)
  return Buffer.concat([head, body])
}

function polygonContent(rings: readonly Ring[]): Buffer {
  const points = rings.flat()
  const content = Buffer.alloc(44 + rings.length * 4 + points.length * 16)
  content.writeInt32LE(5, 0)
  content.writeInt32LE(rings.length, 36)
  content.writeInt32LE(points.length, 40)
  let start = 0
  for (const [index, ring] of rings.entries()) {
    content.writeInt32LE(start, 44 + index * 4)
    start += ring.length
  }
  for (const [index, [x, y]] of points.entries()) {
    content.writeDoubleLE(x, 44 + rings.length * 4 + index * 16)
    content.writeDoubleLE(y, 52 + rings.length * 4 + index * 16)
  }
  return content
}

const WIDTH = 20

/** One text column `NAME` of 20 bytes. */
export function makeDbf(names: readonly (string | Uint8Array)[]): Buffer {
  const head = Buffer.alloc(65)
  head[0] = 3
  head.writeUInt32LE(names.length, 4)
  head.writeUInt16LE(65, 8)
  head.writeUInt16LE(1 + WIDTH, 10)
  head.write('NAME', 32)
  head.write('C', 43)
  head[48] = WIDTH
  head[64] = 0x0d
  const records = names.map((name) => {
    const record = Buffer.alloc(1 + WIDTH, ' ')
    record.set(Buffer.from(name), 1)
    return record
  })
  return Buffer.concat([head, ...records, Buffer.of(0x1a)])
}

/** Text columns. @param fields name and width of each */
export function dbfOf(
  fields: readonly (readonly [name: string, width: number])[],
  records: readonly Readonly<Partial<Record<string, string>>>[],
): Buffer {
  const width = fields.reduce((sum, [, length]) => sum + length, 1)
  const head = Buffer.alloc(33 + fields.length * 32)
  head[0] = 3
  head.writeUInt32LE(records.length, 4)
  head.writeUInt16LE(head.length, 8)
  head.writeUInt16LE(width, 10)
  for (const [at, [name, length]] of fields.entries()) {
    head.write(name, 32 + at * 32, 'latin1')
    head.write('C', 43 + at * 32)
    head[48 + at * 32] = length
  }
  head[head.length - 1] = 0x0d
  const lines = records.map((record) =>
    Buffer.from(` ${fields.map(([name, length]) => (record[name] ?? '').padEnd(length)).join('')}`),
  )
  return Buffer.concat([head, ...lines, Buffer.of(0x1a)])
}
