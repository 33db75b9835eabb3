// Long work in small steps: between two steps the event loop may do other work.

/** Each step takes about a millisecond. */
export type Steps<Result> = Generator<undefined, Result, undefined>

/** The bytes of an answer in pieces; undefined marks a step without bytes. */
export type BodySteps = Generator<Buffer | undefined, void, undefined>

/** Runs all steps at once. Use it for short work only. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Collects the whole body at once. Use it for short bodies only. */
export function collectBody(body: BodySteps): Buffer {
  const pieces: Buffer[] = []
  for (const piece of body) if (piece) pieces.push(piece)
  const [only, ...others] = pieces
  return only && others.length === 0 ? only : Buffer.concat(pieces)
}
