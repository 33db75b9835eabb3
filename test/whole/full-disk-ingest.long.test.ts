// Ingests on a full disk: each source is replaced completely or stays unchanged, and the report names the true cause. Afterwards the
// ingest works as if the disk had never been full.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pathsIn } from '../../data/store/paths.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'
import { ingest } from '../../ingest/engine/ingest.ts'
import type { Source } from '../../ingest/read/source.ts'
import { PROOF_ONLY } from '../proof/only.ts'
import { proved } from '../proof/proved.ts'
import { openSmallDisk, SMALL_DISK_MISSING, type SmallDisk } from './small-disk.ts'

const ROWS = 6000
const ROUNDS = 100
const NAMES = ['one', 'two', 'three'] as const

const SKIPPED = PROOF_ONLY ?? SMALL_DISK_MISSING

describe.skipIf(SKIPPED !== null)(`ingest on a full disk${SKIPPED ? ` (${SKIPPED})` : ''}`, () => {
  let disk: SmallDisk
  let mirror: string
  beforeEach(() => {
    disk = openSmallDisk('48m')
    mirror = join(disk.folder, 'mirror')
    mkdirSync(mirror)
  })
  afterEach(() => disk.close())

  const paths = () => pathsIn(join(disk.folder, 'var'))
  /** A file says which edition it is; its reader gives so many rows of that edition. */
  const sources = NAMES.map(
    (id): Source => ({
      ...{ id, publisher: 'Board of Elections', url: 'https://example.org', licence: 'Public record' },
      ...{ vintage: '2028', published_on: '2028-01-01', states: ['NC'], personal: [], family: 'public' },
      files: [{ url: `https://example.org/${id}`, mirror: id }],
      read([file], _, sink) {
        const edition = Buffer.from(file?.bytes ?? '').toString()
        for (let line = 1; line <= ROWS; line++)
          sink.row(
            'zip_county',
            { zip: String(line), state: 'NC', county_geoid: `${id} ${edition} ${line * 7919}`, range_count: null },
            { file: id, line },
          )
      },
    }),
  )
  const run = () => ingest({ paths: paths(), sources, mirror, states: null, code: '1', now: new Date() })
  const publish = (id: string, edition: string): void => writeFileSync(join(mirror, id), edition)

  /** The edition of each source's rows, which are all there, with its one read record. */
  async function editions(): Promise<Record<string, string>> {
    const warehouse = await openWarehouse(paths().work)
    try {
      const rows = await warehouse.all<{ source_id: string; edition: string; rows: number; records: number }>(`
          SELECT source_id, string_split(county_geoid, ' ')[2] AS edition, count(*) AS rows,
            (SELECT count(*) FROM core.source_read AS r WHERE r.source_id = z.source_id) AS records
          FROM core.zip_county AS z
          GROUP BY ALL
          ORDER BY ALL`)
      for (const { rows: count, records } of rows) expect([count, records]).toEqual([ROWS, 1])
      return Object.fromEntries(rows.map(({ source_id, edition }) => [source_id, edition]))
    } finally {
      await warehouse.close()
    }
  }

  test('with any space left: no partial source, the first error, and no fault once there is room', async () => {
    for (const id of NAMES) publish(id, 'edition-0')
    await run()
    const seen = new Set<string>()
    let stopped = 0
    for (let round = 1; round <= ROUNDS; round++) {
      const before = await editions()
      const edition = `edition-${round}`
      for (const id of NAMES.slice(0, 1 + (round % 3))) publish(id, edition)
      // The kept bytes and the report find room; the rows may not.
      disk.fill(40_000 + Math.floor(Math.random() * 900_000))
      for (const _ of [1, 2]) {
        const report = await run().catch((fault: unknown) => {
          seen.add(String(fault))
          return undefined
        })
        for (const { error } of report?.sources ?? []) if (error !== null) seen.add(error)
        if (!report || report.totals.status.failed > 0) stopped += 1
      }
      disk.empty()
      const after = await editions()
      for (const id of NAMES) expect([before[id], edition]).toContain(after[id])
      const healed = await run()
      expect(healed.totals.status.failed).toBe(0)
      const expected = Object.fromEntries(NAMES.map((id, at) => [id, at < 1 + (round % 3) ? edition : before[id]]))
      expect(await editions()).toEqual(expected)
    }
    proved('full_disk_ingest', [
      { what: 'fillings of the disk', value: ROUNDS },
      { what: 'ingests that stopped', value: stopped },
    ])
    expect(stopped).toBeGreaterThan(3)
    for (const error of seen) expect(error).toMatch(/No space left|ENOSPC|full/)
    rmSync(mirror, { recursive: true })
  })
})
