// Folders that go with the test or the file that makes them.

import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest'

/** For one test: called in it, or in beforeEach. */
export function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hustings-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** For the tests of a file or of a suite: called outside of tests. Made before the hooks that follow, so that skipped tests leave none. */
export function shareFolder(): string {
  const folder = join(tmpdir(), `hustings-test-${randomUUID()}`)
  beforeAll(() => void mkdirSync(folder, { mode: 0o700, recursive: true }))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** For each test of a file or of a suite, an empty one: called outside of tests. */
export function freshFolder(): string {
  const folder = join(tmpdir(), `hustings-test-${randomUUID()}`)
  beforeEach(() => {
    mkdirSync(folder, { mode: 0o700, recursive: true })
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  })
  return folder
}
