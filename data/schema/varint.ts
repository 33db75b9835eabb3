// Whole numbers in as few bytes as they need: seven bits a byte, small negative ones as small as small positive ones.

export interface VarintWriter {
  unsigned(value: number): void
  signed(value: number): void
  text(value: string): void
  bytes(): Uint8Array
}

export function writeVarints(): VarintWriter {
  const bytes: number[] = []
  const unsigned = (value: number): void => {
    let rest = value
    while (rest > 127) {
      bytes.push((rest % 128) + 128)
      rest = Math.floor(rest / 128)
    }
    bytes.push(rest)
  }
  return {
    unsigned,
    signed: (value) => unsigned(value < 0 ? -2 * value - 1 : 2 * value),
    text(value) {
      const encoded = new TextEncoder().encode(value)
      unsigned(encoded.length)
      for (const byte of encoded) bytes.push(byte)
    },
    bytes: () => Uint8Array.from(bytes),
  }
}

export interface VarintReader {
  unsigned(): number
  signed(): number
  text(): string
  ended(): boolean
}

/** Each throws RangeError past the end. */
export function readVarints(bytes: Uint8Array): VarintReader {
  let at = 0
  const unsigned = (): number => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++]
      if (byte === undefined) throw new RangeError(`${bytes.length} bytes end in the middle of a number`)
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }
  return {
    unsigned,
    signed() {
      const value = unsigned()
      return value % 2 === 1 ? -(value + 1) / 2 : value / 2
    },
    text() {
      const length = unsigned()
      if (at + length > bytes.length) throw new RangeError(`${bytes.length} bytes end in the middle of a text`)
      at += length
      return new TextDecoder().decode(bytes.subarray(at - length, at))
    },
    ended: () => at >= bytes.length,
  }
}
