// Writes a layer of shapes as a FlatGeobuf file with a spatial index, so that a map reads the part that it shows by ranges.
//
// The rules are those of the format's definition (src/fbs/header.fbs and feature.fbs of github.com/flatgeobuf/flatgeobuf): eight
// magic bytes, the header, the index, the features; header and features are FlatBuffers after their length.

import { type FileHandle, open, rm } from 'node:fs/promises'
import { Builder } from 'flatbuffers'
import { magicbytes } from 'flatgeobuf/lib/mjs/constants.js'
import { Column } from 'flatgeobuf/lib/mjs/flat-geobuf/column.js'
import { ColumnType } from 'flatgeobuf/lib/mjs/flat-geobuf/column-type.js'
import { Crs } from 'flatgeobuf/lib/mjs/flat-geobuf/crs.js'
import { Feature } from 'flatgeobuf/lib/mjs/flat-geobuf/feature.js'
import { Geometry } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry.js'
import { GeometryType } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry-type.js'
import { Header } from 'flatgeobuf/lib/mjs/flat-geobuf/header.js'
import { type Box, boundingBox, MICRODEGREES, type MultiPolygon, type Ring } from '../../data/geometry/polygon.ts'

export interface Layer {
  name: string
  title?: string
  description?: string
  /** In the order of the file. */
  columns: readonly LayerColumn[]
}

export interface LayerColumn {
  name: string
  /**
   * `int` has 32 bits, `long` is a safe integer of 53 bits, `date` is text in the form YYYY-MM-DD in a column of type DateTime, for
   * the format has no type of days. A `json` value is anything that JSON.stringify writes.
   */
  type: 'string' | 'bool' | 'int' | 'long' | 'double' | 'json' | 'date'
  description?: string
}

export interface Shape {
  /** At least one polygon. */
  polygons: MultiPolygon
  /** A value for each column, or null. */
  properties: Readonly<Record<string, unknown>>
}

export interface Shapes {
  /** The box around each shape, in microdegrees. A shape is known by its ordinal here. */
  boxes: readonly Box[]
  /** Gives the shapes of these ordinals, in their order. It is called for up to some hundred at a time, neighbors on the map. */
  read(ordinals: readonly number[]): Promise<readonly Shape[]>
}

/** Shapes that are in memory at a time. */
const SHAPES_AT_ONCE = 256

/**
 * Writes `file`, anew where there is one, and flushes it to the disk. Longitude and latitude are in degrees (EPSG:4326), with rings
 * as in the API's boundaries: closed, in the direction of the data. Features are in the order of the index, and equal input gives
 * equal bytes. Without shapes there is no index, for the format has none over nothing.
 *
 * It holds the boxes and SHAPES_AT_ONCE shapes in memory.
 *
 * @throws RangeError where a shape does not fit its box or its columns; then there is no file
 */
export async function writeFlatGeobuf(file: string, layer: Layer, shapes: Shapes): Promise<void> {
  const handle = await open(file, 'w')
  try {
    await writeLayer(handle, layer, shapes)
    await handle.sync()
  } catch (error) {
    await rm(file, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

async function writeLayer(handle: FileHandle, layer: Layer, shapes: Shapes): Promise<void> {
  const order = hilbertOrder(shapes.boxes)
  const start = Buffer.concat([magicbytes, encodeHeader(layer, shapes.boxes)])
  await write(handle, start, 0)
  // The index needs the offsets of the features, and lies before them.
  const firstFeature = start.length + sizeOfTree(order.length)
  const offsets: number[] = []
  let end = 0
  for (let at = 0; at < order.length; at += SHAPES_AT_ONCE) {
    const ordinals = [...order.subarray(at, at + SHAPES_AT_ONCE)]
    const features = (await readShapes(shapes, ordinals)).map((shape, i) =>
      encodeFeature(layer, shape, `layer ${layer.name}, shape ${ordinals[i]}`),
    )
    const bytes = Buffer.concat(features)
    await write(handle, bytes, firstFeature + end)
    for (const feature of features) {
      offsets.push(end)
      end += feature.length
    }
  }
  const boxes = Array.from(order, (ordinal) => boxAt(shapes, ordinal))
  await write(handle, encodeTree(boxes, offsets), start.length)
}

async function write(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}

/** Checked: the index finds a shape only by its box. */
async function readShapes(shapes: Shapes, ordinals: readonly number[]): Promise<readonly Shape[]> {
  const read = await shapes.read(ordinals)
  if (read.length !== ordinals.length)
    throw new RangeError(`shapes ${ordinals.join(', ')}: got ${read.length} shapes, expected ${ordinals.length}`)
  for (const [i, { polygons }] of read.entries()) {
    const [declared, actual] = [boxAt(shapes, ordinals[i] ?? -1), boundingBox(polygons.flat())]
    if (textOf(declared) !== textOf(actual))
      throw new RangeError(
        `shape ${ordinals[i]}: got the box ${textOf(declared)}, expected that of its polygons, ${textOf(actual)}`,
      )
  }
  return read
}

function boxAt({ boxes }: Shapes, ordinal: number): Box {
  const box = boxes[ordinal]
  if (!box) throw new RangeError(`shape ${ordinal}: it has no box`)
  return box
}

function textOf({ west, south, east, north }: Box): string {
  return `${west} ${south} ${east} ${north}`
}

function encodeHeader(layer: Layer, boxes: readonly Box[]): Uint8Array {
  const builder = new Builder()
  const text = (words: string | undefined): number => (words === undefined ? 0 : builder.createString(words))
  const columns = layer.columns.map(({ name, type, description }) => {
    const [nameAt, descriptionAt] = [text(name), text(description)]
    Column.startColumn(builder)
    Column.addName(builder, nameAt)
    Column.addType(builder, COLUMN_TYPES[type].type)
    Column.addDescription(builder, descriptionAt)
    return Column.endColumn(builder)
  })
  const columnsAt = Header.createColumnsVector(builder, columns)
  const [nameAt, titleAt, descriptionAt] = [text(layer.name), text(layer.title), text(layer.description)]
  const organisationAt = text('EPSG')
  Crs.startCrs(builder)
  Crs.addOrg(builder, organisationAt)
  Crs.addCode(builder, 4326)
  const crsAt = Crs.endCrs(builder)
  const { west, south, east, north } = extentOf(boxes)
  const extent = [west, south, east, north].map((value) => value / MICRODEGREES)
  const extentAt = boxes.length > 0 ? Header.createEnvelopeVector(builder, extent) : 0
  Header.startHeader(builder)
  Header.addName(builder, nameAt)
  Header.addEnvelope(builder, extentAt)
  Header.addGeometryType(builder, GeometryType.MultiPolygon)
  Header.addColumns(builder, columnsAt)
  Header.addFeaturesCount(builder, BigInt(boxes.length))
  Header.addIndexNodeSize(builder, boxes.length > 0 ? NODE_SIZE : 0)
  Header.addCrs(builder, crsAt)
  Header.addTitle(builder, titleAt)
  Header.addDescription(builder, descriptionAt)
  builder.finishSizePrefixed(Header.endHeader(builder))
  return builder.asUint8Array()
}

/** @param where the shape, for an error */
function encodeFeature({ columns }: Layer, { polygons, properties }: Shape, where: string): Uint8Array {
  if (polygons.length === 0) throw new RangeError(`${where}: got no polygon, expected one or more`)
  const values = encodeProperties(columns, properties, where)
  const points = polygons.flat().reduce((sum, ring) => sum + ring.length / 2 + 1, 0)
  const builder = new Builder(1024 + values.length + points * 16)
  const valuesAt = values.length > 0 ? Feature.createPropertiesVector(builder, values) : 0
  const parts = polygons.map((rings) => encodePolygon(builder, rings, where))
  const partsAt = Geometry.createPartsVector(builder, parts)
  Geometry.startGeometry(builder)
  Geometry.addType(builder, GeometryType.MultiPolygon)
  Geometry.addParts(builder, partsAt)
  const geometryAt = Geometry.endGeometry(builder)
  Feature.startFeature(builder)
  Feature.addGeometry(builder, geometryAt)
  Feature.addProperties(builder, valuesAt)
  builder.finishSizePrefixed(Feature.endFeature(builder))
  return builder.asUint8Array()
}

/** Returns the place of the polygon in the buffer. One ring has no list of ends, as the format recommends. */
function encodePolygon(builder: Builder, rings: readonly Ring[], where: string): number {
  if (rings.length === 0) throw new RangeError(`${where}: got a polygon of no ring, expected one or more`)
  const ends: number[] = []
  let points = 0
  for (const ring of rings) {
    if (ring.length < 6)
      throw new RangeError(`${where}: got a ring of ${ring.length / 2} points, expected three or more`)
    points += ring.length / 2 + 1
    ends.push(points)
  }
  const degrees = new Float64Array(points * 2)
  let at = 0
  for (const ring of rings) {
    for (const value of ring) degrees[at++] = value / MICRODEGREES
    for (const value of ring.subarray(0, 2)) degrees[at++] = value / MICRODEGREES
  }
  const degreesAt = Geometry.createXyVector(builder, degrees)
  const endsAt = ends.length > 1 ? Geometry.createEndsVector(builder, ends) : 0
  Geometry.startGeometry(builder)
  Geometry.addEnds(builder, endsAt)
  Geometry.addXy(builder, degreesAt)
  Geometry.addType(builder, GeometryType.Polygon)
  return Geometry.endGeometry(builder)
}

/** The number of the column in two bytes, then the value; nothing for null. */
function encodeProperties(
  columns: readonly LayerColumn[],
  properties: Readonly<Record<string, unknown>>,
  where: string,
): Uint8Array {
  const unknown = Object.keys(properties).find((key) => !columns.some(({ name }) => name === key))
  if (unknown !== undefined) throw new RangeError(`${where}: got ${unknown}, which is no column of the layer`)
  const parts: Uint8Array[] = []
  for (const [number, { name, type }] of columns.entries()) {
    const value = properties[name]
    if (value === null) continue
    const { encode, expected } = COLUMN_TYPES[type]
    const bytes = encode(value)
    if (!bytes) {
      const got = typeof value === 'string' ? JSON.stringify(value) : String(value)
      throw new RangeError(`${where}, ${name}: got ${got} of type ${typeof value}, expected ${expected} or null`)
    }
    parts.push(Uint8Array.of(number & 0xff, number >> 8), bytes)
  }
  return Buffer.concat(parts)
}

interface ValueType {
  type: ColumnType
  /** In words. */
  expected: string
  /** Returns undefined where the value is not of this type. */
  encode(value: unknown): Uint8Array | undefined
}

const COLUMN_TYPES: Readonly<Record<LayerColumn['type'], ValueType>> = {
  string: {
    type: ColumnType.String,
    expected: 'a text',
    encode: (value) => (typeof value === 'string' ? encodeText(value) : undefined),
  },
  bool: {
    type: ColumnType.Bool,
    expected: 'true or false',
    encode: (value) => (typeof value === 'boolean' ? Uint8Array.of(value ? 1 : 0) : undefined),
  },
  int: {
    type: ColumnType.Int,
    expected: 'an integer of 32 bits',
    encode: (value) =>
      typeof value === 'number' && value === (value | 0)
        ? encodeNumber(4, (bytes) => bytes.setInt32(0, value, true))
        : undefined,
  },
  long: {
    type: ColumnType.Long,
    expected: 'an integer of 53 bits',
    encode: (value) =>
      typeof value === 'number' && Number.isSafeInteger(value)
        ? encodeNumber(8, (bytes) => bytes.setBigInt64(0, BigInt(value), true))
        : undefined,
  },
  double: {
    type: ColumnType.Double,
    expected: 'a finite number',
    encode: (value) =>
      typeof value === 'number' && Number.isFinite(value)
        ? encodeNumber(8, (bytes) => bytes.setFloat64(0, value, true))
        : undefined,
  },
  json: {
    type: ColumnType.Json,
    expected: 'a value of JSON',
    encode: (value) => {
      // Undefined for what JSON has no form of, whatever its declared type says.
      const text: string | undefined = typeof value === 'bigint' ? undefined : JSON.stringify(value)
      return text === undefined ? undefined : encodeText(text)
    },
  },
  date: {
    type: ColumnType.DateTime,
    expected: 'a day in the form YYYY-MM-DD',
    encode: (value) => (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? encodeText(value) : undefined),
  },
}

/** Its bytes in UTF-8 after their number. */
function encodeText(text: string): Uint8Array {
  const bytes = Buffer.from(text)
  return Buffer.concat([encodeNumber(4, (length) => length.setUint32(0, bytes.length, true)), bytes])
}

function encodeNumber(size: 4 | 8, set: (bytes: DataView) => void): Uint8Array {
  const bytes = new Uint8Array(size)
  set(new DataView(bytes.buffer))
  return bytes
}

// The packed Hilbert R-tree of FlatGeobuf: the order of the features in a file, and the index that finds them by their boxes.
//
// The rules are those of the format's reference implementation (src/cpp/packedrtree.cpp of github.com/flatgeobuf/flatgeobuf).

/** Children of a node: the format's default, which its readers expect when they guess how much to fetch. */
const NODE_SIZE = 16

/** A node is its box as four 64-bit floats and an offset as a 64-bit integer, little-endian. */
const NODE_BYTES = 40

/** The curve has a grid of 2^16 × 2^16 cells. */
const HILBERT_MAX = 0xffff

/** The box around all boxes. An empty list gives a box that intersects nothing. */
function extentOf(boxes: readonly Box[]): Box {
  const extent = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  for (const box of boxes) expand(extent, box)
  return extent
}

/** Ordinals of the boxes in the order of the file: down the Hilbert curve by their centers; boxes of one cell in their given order. */
export function hilbertOrder(boxes: readonly Box[]): Uint32Array {
  const extent = extentOf(boxes)
  const values = Uint32Array.from(boxes, (box) =>
    hilbertValue(
      cellOf((box.west + box.east) / 2, extent.west, extent.east),
      cellOf((box.south + box.north) / 2, extent.south, extent.north),
    ),
  )
  return Uint32Array.from(boxes.keys()).sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || a - b)
}

/** Bytes of the tree over this many features; none over zero features. */
export function sizeOfTree(features: number): number {
  return sumOf(levelsOf(features)) * NODE_BYTES
}

/**
 * The tree, root first. An inner node refers to its first child by that node's number, a leaf to its feature by the bytes between
 * the first feature and it.
 *
 * @param boxes of the features in the order of the file, in microdegrees; those of the tree are in degrees
 * @param offsets of the features, one for each box
 */
export function encodeTree(boxes: readonly Box[], offsets: readonly number[]): Uint8Array {
  const levels = levelsOf(boxes.length)
  let first = sumOf(levels)
  const bytes = new DataView(new ArrayBuffer(first * NODE_BYTES))
  let nodes = boxes.map((box, at): Node => ({ box, offset: offsets[at] ?? 0 }))
  for (const [height, count] of levels.entries()) {
    if (height > 0) nodes = parentsOf(nodes, first)
    first -= count
    for (const [at, node] of nodes.entries()) writeNode(bytes, (first + at) * NODE_BYTES, node)
  }
  return new Uint8Array(bytes.buffer)
}

interface Node {
  /** In microdegrees. */
  box: Box
  offset: number
}

/** Nodes of each level, leaves first. A root is above the leaves even where there is one leaf. */
function levelsOf(features: number): number[] {
  const levels = features > 0 ? [features] : []
  for (let count = features; count > 0; ) {
    count = Math.ceil(count / NODE_SIZE)
    levels.push(count)
    if (count === 1) break
  }
  return levels
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

/** @param first number of the first of these nodes in the tree */
function parentsOf(nodes: readonly Node[], first: number): Node[] {
  const parents: Node[] = []
  for (let at = 0; at < nodes.length; at += NODE_SIZE)
    parents.push({ box: extentOf(nodes.slice(at, at + NODE_SIZE).map(({ box }) => box)), offset: first + at })
  return parents
}

function writeNode(bytes: DataView, at: number, { box, offset }: Node): void {
  for (const [i, value] of [box.west, box.south, box.east, box.north].entries())
    bytes.setFloat64(at + i * 8, value / MICRODEGREES, true)
  bytes.setBigUint64(at + 32, BigInt(offset), true)
}

function expand(box: Box, by: Box): void {
  if (by.west < box.west) box.west = by.west
  if (by.south < box.south) box.south = by.south
  if (by.east > box.east) box.east = by.east
  if (by.north > box.north) box.north = by.north
}

/** The cell of a center along one side of the extent. */
function cellOf(centre: number, low: number, high: number): number {
  return high > low ? Math.floor((HILBERT_MAX * (centre - low)) / (high - low)) : 0
}

/** The position on the Hilbert curve of a cell, after the public-domain code of github.com/rawrunprotected/hilbert_curves. */
function hilbertValue(x: number, y: number): number {
  let a = x ^ y
  let b = 0xffff ^ a
  let c = 0xffff ^ (x | y)
  let d = x & (y ^ 0xffff)
  let A = a | (b >> 1)
  let B = (a >> 1) ^ a
  let C = (c >> 1) ^ (b & (d >> 1)) ^ c
  let D = (a & (c >> 1)) ^ (d >> 1) ^ d
  for (const shift of [2, 4]) {
    ;[a, b, c, d] = [A, B, C, D]
    A = (a & (a >> shift)) ^ (b & (b >> shift))
    B = (a & (b >> shift)) ^ (b & ((a ^ b) >> shift))
    C ^= (a & (c >> shift)) ^ (b & (d >> shift))
    D ^= (b & (c >> shift)) ^ ((a ^ b) & (d >> shift))
  }
  ;[a, b, c, d] = [A, B, C, D]
  C ^= (a & (c >> 8)) ^ (b & (d >> 8))
  D ^= (b & (c >> 8)) ^ ((a ^ b) & (d >> 8))
  const low = x ^ y
  const high = (D ^ (D >> 1)) | (0xffff ^ (low | (C ^ (C >> 1))))
  return ((spread(high) << 1) | spread(low)) >>> 0
}

/** Moves each of 16 bits to the double of its place. */
function spread(bits: number): number {
  let value = bits
  value = (value | (value << 8)) & 0x00ff00ff
  value = (value | (value << 4)) & 0x0f0f0f0f
  value = (value | (value << 2)) & 0x33333333
  return (value | (value << 1)) & 0x55555555
}
