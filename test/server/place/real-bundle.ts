// A bundle of some states, built from the publishers' files (HUSTINGS_TEST_DATA or ../shared/data).

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../../../build/build.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import { type Bundle, openBundle, partsOf } from '../../../data/store/bundle.ts'
import { loadManifest } from '../../../data/store/manifest.ts'
import { pathsIn } from '../../../data/store/paths.ts'
import { ingest } from '../../../ingest/engine/ingest.ts'
import { sources } from '../../../ingest/engine/registry.ts'
import { TEST_DATA } from '../../build/cells-layers.ts'

/** @param used fits the ids of the sources */
export async function openRealBundle(
  used: RegExp,
  states: readonly StateCode[],
  now: Date,
): Promise<{ bundle: Bundle; close(): void }> {
  const root = mkdtempSync(join(tmpdir(), 'hustings-real-'))
  const paths = pathsIn(root)
  const chosen = sources.filter(({ id }) => used.test(id))
  const report = await ingest({ paths, sources: chosen, states: new Set(states), mirror: TEST_DATA, now })
  const failed = report.sources.find(({ error }) => error !== null)
  if (failed) throw new Error(`${failed.source_id}: ${failed.error}`)
  const bundle = openBundle(paths, loadManifest(paths, (await build({ paths })).bundle))
  return {
    bundle,
    close() {
      for (const part of partsOf(bundle)) part.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
