/** Told of each step as it ends, in words for a person. */
export type BuildProgress = (step: string, detail: string) => void
