/** Why nothing was changed: a sentence. */
export type Refusal = { refused: string }
