// Runs of cells, bucket by bucket: the set of areas of each run, and whether it is a single cell with its own edges.
//
// Layout of a bucket, LEB128: sets seen in earlier buckets, minus one; then each run: its key minus that of the previous run (0 for
// the first, which begins with the bucket); distance back from the latest new set, plus one, or 0 for a new set; that * 2 + edged.

import { readVarints, writeVarints } from './varint.ts'

/** Keys of a bucket: the cells below one of resolution 3. */
export const BUCKET_KEYS = 2401

export interface CellRun {
  key: number
  /** Numbered from 0 by first appearance. */
  set_id: number
  /** A single cell that borders cross. */
  edged: boolean
}

/** @param runs by ascending key, from 0 on. @returns the buckets in which a run begins */
export function* encodeRuns(runs: Iterable<CellRun>): Generator<[bucket: number, bytes: Uint8Array]> {
  let open: { bucket: number; key: number; out: ReturnType<typeof writeVarints> } | undefined
  let latest = -1
  let set = 0
  const add = (into: NonNullable<typeof open>, { key, set_id, edged }: CellRun): void => {
    into.out.unsigned(key - into.key)
    into.out.unsigned((set_id > latest ? 0 : latest - set_id + 1) * 2 + (edged ? 1 : 0))
    into.key = key
    latest = Math.max(latest, set_id)
  }
  for (const run of runs) {
    const bucket = Math.floor(run.key / BUCKET_KEYS)
    const key = bucket * BUCKET_KEYS
    if (open?.bucket !== bucket) {
      if (open) yield [open.bucket, open.out.bytes()]
      open = { bucket, key, out: writeVarints() }
      open.out.unsigned(latest + 1)
      if (run.key > key) add(open, { key, set_id: set, edged: false })
    }
    add(open, run)
    set = run.set_id
  }
  if (open) yield [open.bucket, open.out.bytes()]
}

/** The runs of a bucket in order, column by column. */
interface BucketRuns {
  /** The first key of each run, from the first of the bucket. */
  begins: Uint16Array
  /** set_id * 2 + edged */
  values: Uint32Array
}

/** Throws RangeError if the bytes end in the middle of a number. */
export function decodeRuns(bytes: Uint8Array): BucketRuns {
  const source = readVarints(bytes)
  const begins: number[] = []
  const values: number[] = []
  let latest = source.unsigned() - 1
  for (let begin = 0; !source.ended(); ) {
    begin += source.unsigned()
    begins.push(begin)
    const value = source.unsigned()
    const back = value >>> 1
    const set_id = back === 0 ? ++latest : latest - back + 1
    values.push(set_id * 2 + (value & 1))
  }
  return { begins: Uint16Array.from(begins), values: Uint32Array.from(values) }
}
