// A folder for one test, which goes with the test.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hustings-ingest-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
