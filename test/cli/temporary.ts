// Helpers for tests of commands: a mirror that is deleted after the last test, and how a command ends and a finding reads.

import { afterAll, expect } from 'vitest'
import type { Finding } from '../../cli/operate/doctor/finding.ts'
import { type Mirror, sampleMirror } from '../whole/mirror.ts'

/** The sample's files in a folder that the tests of a file change. */
export function shareMirror(): Mirror {
  const mirror = sampleMirror()
  afterAll(mirror.remove)
  return mirror
}

/** Of a command: its exit code, and a part of its stderr. */
export const ends = (code: number, said: string | RegExp) => ({ code, stderr: holding(said) })

/** Of a finding of `doctor`: its status, and a part of its text. */
export const finds = (status: Finding['status'], said: string | RegExp) => ({ status, found: holding(said) })

const holding = (said: string | RegExp) =>
  typeof said === 'string' ? expect.stringContaining(said) : expect.stringMatching(said)
