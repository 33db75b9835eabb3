import type { ReaderName } from './readers.ts'

/** A malicious or damaged file. */
export interface HostileCase {
  reader: ReaderName
  /** Completes "… stops at" or "… reads". */
  what: string
  bytes(): Promise<Uint8Array>
  /** The expected error, or the expected number of items. */
  ends: RegExp | number
}

/** The result of reading the file in its own process. */
export interface Outcome {
  what: string
  /** Number of items read; null if the reader stopped with an error. */
  gave: number | null
  /** Of the error that the reader threw. */
  error: { name: string; message: string } | null
  milliseconds: number
  /** Milliseconds for a valid file of a megabyte in the same process. */
  sound: number
  /** Peak growth of the process's memory. */
  megabytes: number
  /** Bytes of the file. */
  length: number
}

type Content = string | Uint8Array | Promise<Uint8Array>

/** Makes the cases of one reader. Long contents are functions, so that one alone is held at a time. */
export function casesOf(
  reader: ReaderName,
  cases: readonly (readonly [what: string, content: string | (() => Content), ends: RegExp | number])[],
): HostileCase[] {
  return cases.map(([what, content, ends]) => ({
    ...{ reader, what, ends },
    async bytes() {
      const made = await (typeof content === 'string' ? content : content())
      return typeof made === 'string' ? Buffer.from(made) : made
    },
  }))
}
