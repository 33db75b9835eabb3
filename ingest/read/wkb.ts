// Reads well-known binary of areas (OGC 06-103r4, 8.2): Polygon and MultiPolygon. Heights and measures are left out.

import { SourceError } from './source.ts'

const POLYGON = 3
const MULTI_POLYGON = 6

interface Place {
  file: string
  line: number | null
}

/** Returns GeoJSON MultiPolygon coordinates. Throws SourceError for any other geometry, and for bytes that end early or late. */
export function parseWkb(bytes: Uint8Array, at: Place): number[][][][] {
  const reader = readWkb(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), at)
  const polygons = reader.geometry()
  reader.end()
  return polygons
}

function readWkb(view: DataView, place: Place) {
  let at = 0
  const broken = (why: string): SourceError => new SourceError(`a geometry ${why}`, place)
  const advance = (bytes: number): number => {
    if (at + bytes > view.byteLength) throw broken(`ends after ${view.byteLength} bytes, expected more`)
    at += bytes
    return at - bytes
  }
  /** A number of parts, each of at least so many bytes. */
  const count = (little: boolean, size: number): number => {
    const parts = view.getUint32(advance(4), little)
    if (parts * size > view.byteLength - at) throw broken(`says that it has ${parts} parts, but ends before`)
    return parts
  }
  const head = () => {
    const order = view.getUint8(advance(1))
    if (order > 1) throw broken(`has the byte order ${order}, expected 0 or 1`)
    const little = order === 1
    const code = view.getUint32(advance(4), little)
    // 1000 for heights, 2000 for measures, 3000 for both.
    return { little, type: code % 1000, dimensions: 2 + ([0, 1, 1, 2][Math.floor(code / 1000)] ?? Number.NaN) }
  }
  type Head = ReturnType<typeof head>
  const rings = ({ little, dimensions }: Head): number[][][] => {
    const width = dimensions * 8
    return Array.from({ length: count(little, 4) }, () =>
      Array.from({ length: count(little, width) }, () => {
        const point = advance(width)
        return [view.getFloat64(point, little), view.getFloat64(point + 8, little)]
      }),
    )
  }
  const polygon = (): number[][][] => {
    const own = head()
    if (own.type !== POLYGON || Number.isNaN(own.dimensions)) throw broken(`has a part of type ${own.type}, expected 3`)
    return rings(own)
  }
  return {
    geometry(): number[][][][] {
      const own = head()
      const known = own.type === POLYGON || own.type === MULTI_POLYGON
      if (!known || Number.isNaN(own.dimensions))
        throw broken(`has the type ${own.type}, expected 3 (Polygon) or 6 (MultiPolygon)`)
      if (own.type === POLYGON) return [rings(own)]
      return Array.from({ length: count(own.little, 9) }, polygon)
    },
    end(): void {
      if (at !== view.byteLength) throw broken(`ends after ${at} bytes, but ${view.byteLength} follow`)
    },
  }
}
