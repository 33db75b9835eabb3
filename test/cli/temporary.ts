// Helpers for tests of commands: a mirror that is deleted after the last test, and how a command ends.

import { afterAll, expect } from 'vitest'
import { type Mirror, sampleMirror } from '../whole/mirror.ts'

/** The sample's files in a folder that the tests of a file change. */
export function shareMirror(): Mirror {
  const mirror = sampleMirror()
  afterAll(mirror.remove)
  return mirror
}

/** Of a command: its exit code, and a part of its stderr. */
export const ends = (code: number, said: string | RegExp) => ({
  code,
  stderr: typeof said === 'string' ? expect.stringContaining(said) : expect.stringMatching(said),
})
