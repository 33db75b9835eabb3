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
