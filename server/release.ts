// What this server answers from, and what every server answers from: the feed never leads any reader.

/** Of this server's own word, kept under a lease (design.md, Publications). */
export interface Release {
  /** Whether its word still holds, on a clock that never jumps; data reads are answered only then. */
  holds(): boolean
}
