// Runs a reader of addresses over files in memory, and unpacks its rows.

import { unpackPoints, unpackRanges } from '../../../data/core/address.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import { decodeRange } from '../../../data/street/house-number.ts'
import type { FetchedFile, SourceReader } from '../../../ingest/read/source.ts'
import { ENTRY } from '../entry.ts'
import { runReader } from '../run-reader.ts'

/**
 * Points as `12|-122237155|37746895` by `CA|94502|alameda|||centre|ct|`.
 * @param asked those of the states that are read
 */
export async function readAddresses(
  read: SourceReader,
  files: readonly FetchedFile[],
  states: readonly StateCode[],
  asked: readonly StateCode[] = states,
) {
  const ran = await runReader({ ...ENTRY, id: 'addresses', states, files: [], read }, files, { states: asked })
  const points = ran.address_point.map(({ points, state, zip, city, prefix, name, suffix, postfix }) => {
    const key = [state, zip, city, prefix, name, suffix, postfix].join('|')
    const one = ({ lead, value, tail, lng, lat }: Point) => [`${lead}${value}${tail}`, lng, lat].join('|')
    return [key, Array.from(unpackPoints(points), one)] as const
  })
  const ranges = ran.street_range.map(({ ranges, state, zip, prefix, name, suffix, postfix }) => {
    const key = [state, zip, prefix, name, suffix, postfix].join('|')
    return [key, Array.from(unpackRanges(ranges), ({ lead, range }) => ({ lead, ...decodeRange(range) }))] as const
  })
  return {
    points: Object.fromEntries(points),
    ranges: Object.fromEntries(ranges),
    issues: ran.issues,
    records: ran.sink.countRecords(),
  }
}

type Point = ReturnType<typeof unpackPoints> extends Iterable<infer One> ? One : never
