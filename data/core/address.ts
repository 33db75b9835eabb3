// Normalized rows of addresses: one row per street of a source file. House numbers are packed, because there are millions.

import { readVarints, writeVarints } from '../index/runs.ts'
import type { StateCode } from '../schema/vocabulary.ts'
import {
  decodeRange,
  encodeRange,
  type HouseNumber,
  type MicroPoint,
  type NumberRange,
  splitHouseNumber,
} from '../street/house-number.ts'
import type { Street } from '../street/street.ts'

/** An unknown value is ''. */
export interface StreetOfPlace extends Street {
  state: StateCode
  zip: string
  /** In the form of nameOf. */
  city: string
}

export interface AddressPointRow extends StreetOfPlace {
  /** Written by packPoints. */
  points: Uint8Array
}

export interface StreetRangeRow extends StreetOfPlace {
  /** Written by packRanges. */
  ranges: Uint8Array
}

interface AddressPoint extends HouseNumber, MicroPoint {}

export interface PointPacker {
  /** @param number in the form of foldHouseNumber */
  add(number: string, point: MicroPoint): void
  bytes(): Uint8Array
}

export function packPoints(): PointPacker {
  const writer = writeVarints()
  let before: MicroPoint = { lng: 0, lat: 0 }
  return {
    add(number, { lng, lat }) {
      const { lead, value, tail } = splitHouseNumber(number)
      // Most numbers are plain; the lowest bit marks the others.
      const plain = lead === '' && tail === ''
      writer.unsigned(value * 2 + (plain ? 0 : 1))
      if (!plain) for (const text of [lead, tail]) writer.text(text)
      writer.signed(lng - before.lng)
      writer.signed(lat - before.lat)
      before = { lng, lat }
    },
    bytes: writer.bytes,
  }
}

export function* unpackPoints(bytes: Uint8Array): Generator<AddressPoint> {
  const reader = readVarints(bytes)
  let [lng, lat] = [0, 0]
  while (!reader.ended()) {
    const marked = reader.unsigned()
    const [lead, tail] = marked % 2 === 0 ? ['', ''] : [reader.text(), reader.text()]
    lng += reader.signed()
    lat += reader.signed()
    yield { value: Math.floor(marked / 2), lead, tail, lng, lat }
  }
}

/** A range with the prefix of its numbers, such as `37-`. */
export interface LedRange extends NumberRange {
  lead: string
}

export interface RangePacker {
  add(range: LedRange): void
  bytes(): Uint8Array
}

export function packRanges(): RangePacker {
  const writer = writeVarints()
  return {
    add({ lead, ...range }) {
      writer.text(lead)
      writer.bytesOf(encodeRange(range))
    },
    bytes: writer.bytes,
  }
}

export function* unpackRanges(
  bytes: Uint8Array,
): Generator<{ lead: string; low: number; high: number; range: Uint8Array }> {
  const reader = readVarints(bytes)
  while (!reader.ended()) {
    const lead = reader.text()
    const range = reader.bytesOf()
    const { from, to } = decodeRange(range)
    yield { lead, low: Math.min(from, to), high: Math.max(from, to), range }
  }
}
