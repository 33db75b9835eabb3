// Long work in small steps: between two of them the event loop may do other work.

/** Each step takes a millisecond or so. */
export type Steps<Result> = Generator<undefined, Result, undefined>

/** The bytes of an answer, piece by piece; undefined marks a step without bytes. */
export type BodySteps = Generator<Buffer | undefined, void, undefined>

/** Runs every step at once: for work that is known to be short. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** The whole body at once: for one that is known to be short. */
export function collectBody(body: BodySteps): Buffer {
  const pieces: Buffer[] = []
  for (const piece of body) if (piece) pieces.push(piece)
  const [only, ...others] = pieces
  return only && others.length === 0 ? only : Buffer.concat(pieces)
}
