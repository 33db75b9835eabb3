// A bundle built from the real address files, over real lines of their two states, and the files' rows as people write them.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { readZip } from '../../../../ingest/read/zip.ts'
import { TEST_DATA } from '../../../build/cells-layers.ts'
import { openRealBundle } from '../real-bundle.ts'

const FOLDER = join(TEST_DATA, 'geocode', 'openaddresses_samples', 'outputs')
export const hasAddressFiles = existsSync(FOLDER)

export const FILES = [
  { name: 'alameda', state: 'CA' },
  { name: 'santa_clara', state: 'CA' },
  { name: 'portland_metro', state: 'OR' },
] as const

const USED =
  /^(ocd|states$|counties-atlas$|sld-(upper|lower)-2024-(ca|or)$|geonames-zip$|zcta-county-2020$|openaddresses-)/

export const openAddressBundle = () => openRealBundle(USED, ['CA', 'OR'], new Date('2026-01-01'))

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
