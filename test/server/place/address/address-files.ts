// A bundle built from the real address files, over real lines of their two states, and the files' rows as people write them.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { build } from '../../../../build/build.ts'
import { type Bundle, openBundle, partsOf } from '../../../../data/store/bundle.ts'
import { loadManifest } from '../../../../data/store/manifest.ts'
import { PROJECT_ROOT, pathsIn } from '../../../../data/store/paths.ts'
import { ingest } from '../../../../ingest/engine/ingest.ts'
import { sources } from '../../../../ingest/engine/registry.ts'
import { readZip } from '../../../../ingest/read/zip.ts'

const TEST_DATA = process.env.HUSTINGS_TEST_DATA ?? join(PROJECT_ROOT, '..', 'shared', 'data')
const FOLDER = join(TEST_DATA, 'geocode', 'openaddresses_samples', 'outputs')
export const hasAddressFiles = existsSync(FOLDER)

export const FILES = [
  { name: 'alameda', state: 'CA' },
  { name: 'santa_clara', state: 'CA' },
  { name: 'portland_metro', state: 'OR' },
] as const

const USED =
  /^(ocd|states$|counties-atlas$|sld-(upper|lower)-2024-(ca|or)$|geonames-zip$|zcta-county-2020$|openaddresses-)/

export async function openAddressBundle(): Promise<{ bundle: Bundle; close(): void }> {
  const root = mkdtempSync(join(tmpdir(), 'hustings-addresses-'))
  const paths = pathsIn(root)
  const states = new Set(['CA', 'OR'] as const)
  const used = sources.filter(({ id }) => USED.test(id))
  const report = await ingest({ paths, sources: used, states, mirror: TEST_DATA, now: new Date('2026-01-01') })
  const failed = report.sources.find(({ error }) => error !== null)
  if (failed) throw new Error(`${failed.source_id}: ${failed.error}`)
  const { bundle: id } = await build({ paths })
  const bundle = openBundle(paths, loadManifest(paths, id))
  return {
    bundle,
    close() {
      for (const part of partsOf(bundle)) part.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

const row = z.object({
  LON: z.coerce.number(),
  LAT: z.coerce.number(),
  NUMBER: z.string(),
  STREET: z.string(),
  UNIT: z.string(),
  CITY: z.string(),
  POSTCODE: z.string(),
})
export type FileRow = z.infer<typeof row>

/** Those with a number, a street and a point. */
export async function readRows(name: string): Promise<FileRow[]> {
  const bytes = readFileSync(join(FOLDER, `${name}.zip`))
  for (const [entry, content] of await readZip({ name, bytes, url: name }))
    if (entry.endsWith('.csv'))
      return z
        .array(row)
        .parse(parse(Buffer.from(content), { columns: true }))
        .filter(({ LON, LAT, NUMBER, STREET }) => LON !== 0 && LAT !== 0 && NUMBER !== '' && STREET !== '')
  throw new Error(`${name} holds no .csv`)
}
