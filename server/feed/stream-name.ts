import { v7 } from 'uuid'

/** Unique among the streams of all processes. */
export function makeStreamName(): string {
  return v7()
}
