import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { BUNDLE_FORMAT } from '../../data/schema/numbers.ts'
import { loadManifest } from '../../data/store/manifest.ts'
import { pathsIn } from '../../data/store/paths.ts'

it.each([BUNDLE_FORMAT - 1, BUNDLE_FORMAT + 1])(
  'a bundle of format %i is refused by name, with what to do',
  (format) => {
    const folder = mkdtempSync(join(tmpdir(), 'hustings-manifest-'))
    const paths = pathsIn(folder)
    const bundle = 'a'.repeat(64)
    mkdirSync(paths.bundles, { recursive: true })
    writeFileSync(join(paths.bundles, `${bundle}.json`), JSON.stringify({ format, bundle }))
    expect(() => loadManifest(paths, bundle)).toThrow(
      `its format is ${format}, this version reads ${BUNDLE_FORMAT}: build it again with this version`,
    )
    rmSync(folder, { recursive: true })
  },
)
