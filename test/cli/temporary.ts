// A folder and a mirror that the tests of a file, or of a suite, share. They are deleted after the last test.

import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Mirror, sampleMirror } from '../whole/mirror.ts'

/** Made before the hooks that follow, so that skipped tests leave none. */
export function shareFolder(): string {
  const folder = join(tmpdir(), `hustings-${randomUUID()}`)
  beforeAll(() => void mkdirSync(folder, { mode: 0o700, recursive: true }))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

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
