// Long work in small steps: between two steps the event loop may do other work.

/** Each step takes about a millisecond. */
export type Steps<Result> = Generator<undefined, Result, undefined>

/** An answer in pieces, each a text or its UTF-8 bytes; undefined marks a step without a piece. */
export type BodySteps = Generator<Buffer | string | undefined, void, undefined>

/** Runs all steps at once. Use it for short work only. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Collects the whole body at once. Use it for short bodies only. */
export function collectBody(body: BodySteps): Buffer {
  const pieces: (Buffer | string)[] = []
  let length = 0
  for (const piece of body) {
    if (piece === undefined) continue
    pieces.push(piece)
    length += Buffer.byteLength(piece)
  }
  return joinPieces(pieces, length)
}

/** @param length of all pieces together, in bytes */
export function joinPieces(pieces: readonly (Buffer | string)[], length: number): Buffer {
  const [first] = pieces
  if (pieces.length === 1 && typeof first === 'object') return first
  const whole = Buffer.allocUnsafe(length)
  let at = 0
  for (const piece of pieces)
    if (typeof piece === 'string') at += whole.write(piece, at)
    else {
      whole.set(piece, at)
      at += piece.length
    }
  return whole
}
