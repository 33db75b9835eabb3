import type { ReaderName } from './readers.ts'

/** A file that means harm, or suffered it. */
export interface HostileCase {
  reader: ReaderName
  /** Completes "… stops at" or "… reads". */
  what: string
  bytes(): Promise<Uint8Array>
  /** The sentence at which it must stop; or how much it must give. */
  ends: RegExp | number
}

/** What became of it, in a process of its own. */
export interface Outcome {
  what: string
  /** How much it gave; null where it stopped. */
  gave: number | null
  /** Of what it threw. */
  error: { name: string; message: string } | null
  milliseconds: number
  /** What a sound file of a megabyte took in the same process. */
  sound: number
  /** How far the process's memory rose, at most. */
  megabytes: number
  /** Of the file. */
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
