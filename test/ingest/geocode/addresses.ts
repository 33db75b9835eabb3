// Runs a reader of addresses over files in memory, and unpacks its rows.

import { unpackPoints, unpackRanges } from '../../../data/core/address.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import type { Issue } from '../../../data/store/source-read.ts'
import { decodeRange } from '../../../data/street/house-number.ts'
import type { FetchedFile, Source, SourceReader } from '../../../ingest/read/source.ts'

export interface ReadAddresses {
  /** `12|-122237155|37746895` by `CA|94502|alameda|||centre|ct|` */
  points: Record<string, string[]>
  ranges: Record<string, ({ lead: string } & ReturnType<typeof decodeRange>)[]>
  issues: Issue[]
  records: Record<string, number>
}

export async function readAddresses(
  read: SourceReader,
  files: readonly FetchedFile[],
  states: readonly StateCode[],
  asked: readonly StateCode[] = states,
): Promise<ReadAddresses> {
  const source: Source = {
    ...{ id: 'addresses', publisher: 'P', url: 'https://example.org', licence: 'CC0-1.0', vintage: '2024' },
    ...{ published_on: '2024-01-01', states, files: [], personal: [], family: 'public', read },
  }
  const found: ReadAddresses = { points: {}, ranges: {}, issues: [], records: {} }
  await read(
    files,
    { source, states: new Set(asked) },
    {
      row(table, row) {
        if ('points' in row) {
          const { points, state, zip, city, prefix, name, suffix, postfix } = row
          found.points[[state, zip, city, prefix, name, suffix, postfix].join('|')] = Array.from(
            unpackPoints(points),
            ({ lead, value, tail, lng, lat }) => [`${lead}${value}${tail}`, lng, lat].join('|'),
          )
        } else if ('ranges' in row) {
          const { ranges, state, zip, prefix, name, suffix, postfix } = row
          found.ranges[[state, zip, prefix, name, suffix, postfix].join('|')] = Array.from(
            unpackRanges(ranges),
            ({ lead, range }) => ({ lead, ...decodeRange(range) }),
          )
        } else throw new Error(`a reader of addresses gave a row of ${table}`)
      },
      issue: (issue) => found.issues.push(issue),
      records(file, count) {
        found.records[file] = count
      },
    },
  )
  return found
}
