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

/** The next piece of a body. */
export interface BodyPiece {
  bytes: Buffer
  last: boolean
}

/** @param size least number of bytes, except for the last piece */
export function* collectPiece(body: BodySteps, size: number): Steps<BodyPiece> {
  const pieces: (Buffer | string)[] = []
  let length = 0
  for (;;) {
    const { done = false, value } = body.next()
    if (value !== undefined) {
      pieces.push(value)
      length += Buffer.byteLength(value)
    }
    if (done || length >= size) return { bytes: joinPieces(pieces, length), last: done }
    yield
  }
}

/** Collects the whole body at once. Use it for short bodies only. */
export function collectBody(body: BodySteps): Buffer {
  return finish(collectPiece(body, Number.POSITIVE_INFINITY)).bytes
}

/** @param length of all pieces together, in bytes */
function joinPieces(pieces: readonly (Buffer | string)[], length: number): Buffer {
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
