// Runs of cells, bucket by bucket: the set of areas of each run, and whether it is a single cell with its own edges.
//
// Layout of a bucket, LEB128: sets seen in earlier buckets, minus one; then each run: its key minus that of the previous run (0 for
// the first, which begins with the bucket); distance back from the latest new set, plus one, or 0 for a new set; that * 2 + edged.

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

// Variable-length integers: seven bits per byte; zigzag keeps small negative numbers short.

interface VarintWriter {
  unsigned(value: number): void
  signed(value: number): void
  text(value: string): void
  bytesOf(value: Uint8Array): void
  bytes(): Uint8Array
}

/** Uses little more memory than its bytes, because there may be many writers. */
export function writeVarints(): VarintWriter {
  let buffer = new Uint8Array(16)
  let length = 0
  const push = (byte: number): void => {
    if (length === buffer.length) {
      const larger = new Uint8Array(length * 2)
      larger.set(buffer)
      buffer = larger
    }
    buffer[length++] = byte
  }
  const unsigned = (value: number): void => {
    let rest = value
    while (rest > 127) {
      push((rest % 128) + 128)
      rest = Math.floor(rest / 128)
    }
    push(rest)
  }
  const bytesOf = (value: Uint8Array): void => {
    unsigned(value.length)
    for (const byte of value) push(byte)
  }
  return {
    unsigned,
    signed: (value) => unsigned(value < 0 ? -2 * value - 1 : 2 * value),
    text: (value) => bytesOf(new TextEncoder().encode(value)),
    bytesOf,
    bytes: () => buffer.slice(0, length),
  }
}

interface VarintReader {
  unsigned(): number
  signed(): number
  text(): string
  bytesOf(): Uint8Array
  ended(): boolean
}

/** Each method throws RangeError past the end. */
export function readVarints(bytes: Uint8Array): VarintReader {
  let at = 0
  const unsigned = (): number => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++]
      if (byte === undefined)
        throw new RangeError(`varints of ${bytes.length} bytes: they end in the middle of a number`)
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }
  const bytesOf = (): Uint8Array => {
    const length = unsigned()
    if (at + length > bytes.length)
      throw new RangeError(`varints of ${bytes.length} bytes: they end in the middle of a text`)
    at += length
    return bytes.subarray(at - length, at)
  }
  return {
    unsigned,
    signed() {
      const value = unsigned()
      return value % 2 === 1 ? -(value + 1) / 2 : value / 2
    },
    text: () => new TextDecoder().decode(bytesOf()),
    bytesOf,
    ended: () => at >= bytes.length,
  }
}

/** Encodes ascending whole numbers, each as its difference to the previous one. */
export function encodeRising(values: Iterable<number>): Uint8Array {
  const out = writeVarints()
  let last = 0
  for (const value of values) {
    out.unsigned(value - last)
    last = value
  }
  return out.bytes()
}

/** Throws RangeError if the bytes end in the middle of a number. */
export function decodeRising(bytes: Uint8Array): number[] {
  const source = readVarints(bytes)
  const values: number[] = []
  for (let last = 0; !source.ended(); ) {
    last += source.unsigned()
    values.push(last)
  }
  return values
}
