// The packed Hilbert R-tree of FlatGeobuf: the order of the features in a file, and the index that finds them by their boxes.
//
// The rules are those of the format's reference implementation (src/cpp/packedrtree.cpp of github.com/flatgeobuf/flatgeobuf).

import { MICRODEGREES } from '../../data/geometry/multipolygon.ts'
import type { Box } from '../../data/geometry/polygon.ts'

/** Children of a node: the format's default, which its readers expect when they guess how much to fetch. */
export const NODE_SIZE = 16

/** A node is its box as four 64-bit floats and an offset as a 64-bit integer, little-endian. */
const NODE_BYTES = 40

/** The curve has a grid of 2^16 × 2^16 cells. */
const HILBERT_MAX = 0xffff

/** The box around all boxes. An empty list gives a box that intersects nothing. */
export function extentOf(boxes: readonly Box[]): Box {
  const extent = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  for (const box of boxes) expand(extent, box)
  return extent
}

/** Ordinals of the boxes in the order of the file: down the Hilbert curve by their centres; boxes of one cell in their given order. */
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

/** The cell of a centre along one side of the extent. */
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
