// A damaged work.duckdb is detected, and its rows are read again from stored bytes, whatever the publishers have now.

import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { pathsIn } from '../../../data/store/paths.ts'
import { shareWork } from '../../../data/store/scratch.ts'
import { openWarehouse } from '../../../data/store/warehouse.ts'
import { checkWork, isDamage } from '../../../data/store/work-damage.ts'
import { type IngestOptions, ingest } from '../../../ingest/engine/ingest.ts'
import type { Source } from '../../../ingest/read/source.ts'
import { hustings } from '../../cli/hustings.ts'
import { freshFolder } from '../../temporary.ts'
import { ENTRY } from '../entry.ts'

const folder = freshFolder()
let told: string[]
const paths = () => pathsIn(join(folder, 'var'))

beforeEach(() => {
  mkdirSync(join(folder, 'mirror'))
  told = []
  for (const id of ['one', 'two', 'three']) put(id, `first ${id}`)
})

const put = (id: string, text: string): void => writeFileSync(join(folder, 'mirror', id), text)
/** Each file is a word that its 500 rows contain; `broken` cannot be read. */
const sourceOf = (id: string): Source => ({
  ...{ ...ENTRY, id },
  files: [{ url: `https://example.org/${id}`, mirror: id }],
  read([file], _, sink) {
    const word = Buffer.from(file?.bytes ?? '').toString()
    if (word === 'broken') throw new Error('it is broken')
    for (let line = 1; line <= 500; line++)
      sink.row('division', { ocd_id: `${id}/${line}`, name: `${word} ${NOISE[line]}`, ...NO_MORE }, { file: id, line })
  },
})
/** Long, and nothing that can be packed: rows fill blocks of their own. */
const NOISE = Array.from({ length: 501 }, (_, line) => {
  const hex = (part: number): string => createHash('sha256').update(`${line} ${part}`).digest('hex')
  return Array.from({ length: 12 }, (__, part) => hex(part)).join('')
})
const NO_MORE = { census_geoid: null, same_as: null, valid_through: null }
const ALL = ['one', 'two', 'three'].map(sourceOf)

const run = (sources: readonly Source[] = ALL, more: Partial<IngestOptions> = {}) =>
  ingest({
    ...{ paths: paths(), sources, mirror: join(folder, 'mirror'), states: null, code: '1', now: new Date() },
    ...{ order: ALL.map(({ id }) => id), registry: ALL, onRebuild: (why) => told.push(why) },
    ...more,
  })

async function words(): Promise<Record<string, string>> {
  const warehouse = await openWarehouse(paths().work)
  try {
    await checkWork(warehouse)
    const rows = await warehouse.all<{ source_id: string; word: string; rows: number }>(
      "SELECT source_id, regexp_replace(name, ' [0-9a-f]+$', '') AS word, count(*) AS rows FROM core.division GROUP BY ALL ORDER BY ALL",
    )
    for (const { rows: count } of rows) expect(count).toBe(500)
    return Object.fromEntries(rows.map(({ source_id, word }) => [source_id, word]))
  } finally {
    await warehouse.close()
  }
}

/** Copies the rows to warehouse.duckdb, as each build does. */
async function seal(): Promise<void> {
  const warehouse = await openWarehouse(paths().work)
  await warehouse.run(`ATTACH '${paths().warehouse}' AS sealed`)
  await warehouse.run('COPY FROM DATABASE work TO sealed')
  await warehouse.run('DETACH sealed')
  await warehouse.close()
}

function flip(file: string, at: number): void {
  chmodSync(file, 0o600)
  const bytes = readFileSync(file)
  bytes[at] = (bytes[at] ?? 0) ^ 4
  writeFileSync(file, bytes)
}
/** Damages a block that holds rows of core.division, and nothing of the read records. */
async function damageRows(): Promise<void> {
  const warehouse = await openWarehouse(paths().work, { readonly: true })
  const [row] = await warehouse.all<{ block_id: number }>(`
    SELECT block_id
    FROM pragma_storage_info('core.division')
    WHERE persistent AND block_id NOT IN (SELECT block_id FROM pragma_storage_info('core.source_read'))
    ORDER BY count DESC, block_id
    LIMIT 1`)
  await warehouse.close()
  if (!row) throw new Error('the rows of core.division have no block of their own')
  flip(paths().work, 3 * 4096 + row.block_id * 262_144 + 5000)
}

const FIRST = { one: 'first one', two: 'first two', three: 'first three' }

const TRIALS = process.env.PROOF === '1' ? 8 : 2

describe('a damaged working database', () => {
  it('is rebuilt from stored bytes if any byte of it has changed, and the run continues', async () => {
    await run()
    await seal()
    copyFileSync(paths().work, join(folder, 'whole'))
    let rebuilt = 0
    for (let trial = 0; trial < TRIALS; trial++) {
      copyFileSync(join(folder, 'whole'), paths().work)
      const size = statSync(paths().work).size
      if (trial % 2 === 1) truncateSync(paths().work, Math.floor(Math.random() * size))
      else flip(paths().work, trial === 0 ? 3 : Math.floor(Math.random() * size))
      put('two', `second ${trial}`)
      const report = await run(ALL.slice(1, 2), { check: true })
      if (report.rebuilt) rebuilt += 1
      expect(report.totals.status).toMatchObject({ read: 1, failed: 0 })
      expect(await words()).toEqual({ ...FIRST, two: `second ${trial}` })
      expect(existsSync(`${paths().work}.damaged`)).toBe(false)
    }
    // The header and every second trial, which cuts the file, are always noticed; a byte may be of no page in use.
    expect(rebuilt).toBeGreaterThanOrEqual(1 + TRIALS / 2)
    expect(told).toHaveLength(rebuilt)
  })

  it('is detected and rebuilt if the database is left open for a build', async () => {
    await run()
    await damageRows()
    put('one', 'second one')
    const work = shareWork(paths().work)
    const report = await run(ALL.slice(0, 1), { work })
    expect(report.rebuilt).toMatchObject({ sources: 3, failed: [] })
    const warehouse = await work.open()
    const [count] = await warehouse.all("SELECT count(*) AS n FROM work.core.division WHERE name LIKE 'second one%'")
    expect(count).toEqual({ n: 500 })
    await work.close()
    expect(await words()).toEqual({ ...FIRST, one: 'second one' })
  })

  it('is detected by a run without a damage check when it reads the damage', async () => {
    await run()
    await damageRows()
    put('one', 'second one')
    expect((await run()).rebuilt).toMatchObject({ sources: 3, failed: [] })
    expect(await words()).toEqual({ ...FIRST, one: 'second one' })
  })

  it('restores the rows of a source even if newer bytes are unreadable and its publisher is unavailable', async () => {
    await run()
    put('two', 'broken')
    expect((await run()).totals.status).toMatchObject({ failed: 1, unchanged: 2 })
    rmSync(join(folder, 'mirror', 'three'))
    await damageRows()
    const report = await run(ALL, { check: true })
    expect(report.rebuilt).toMatchObject({ sources: 3, failed: [] })
    expect(report.totals.status).toMatchObject({ failed: 2, unchanged: 1 })
    expect(await words()).toEqual(FIRST)
  })

  it('continues an interrupted rebuild, and names the source that it could not read', async () => {
    await run()
    await damageRows()
    const stop = new Error('killed')
    const killed = run(ALL, {
      check: true,
      onProgress: ({ source_id, step }) => {
        if (source_id === 'two' && step === 'done') throw stop
      },
    })
    await expect(killed).rejects.toBe(stop)
    expect(existsSync(`${paths().work}.damaged`)).toBe(true)
    const [kept] = await keptOf('three')
    rmSync(join(paths().raw, kept ?? ''))
    rmSync(join(folder, 'mirror', 'three'))
    const report = await run(ALL.slice(0, 1))
    expect(report.rebuilt).toEqual({
      why: 'it was damaged, and the previous rebuild did not finish',
      sources: 3,
      failed: [{ source_id: 'three', error: expect.stringContaining('no longer kept') }],
    })
    const { three: _, ...others } = FIRST
    expect(await words()).toEqual(others)
    expect(existsSync(`${paths().work}.damaged`)).toBe(false)
  })

  it('includes rows without a read record, which an earlier version left on a full disk', async () => {
    await run()
    const warehouse = await openWarehouse(paths().work)
    await warehouse.run("DELETE FROM core.source_read WHERE source_id = 'two'")
    const fault = await checkWork(warehouse).catch((found: unknown) => found)
    expect([isDamage(fault), String(fault)]).toEqual([
      true,
      expect.stringContaining('rows of two without a read record'),
    ])
    await warehouse.close()
    expect((await run(ALL, { check: true })).totals.status).toMatchObject({ failed: 0 })
    expect(await words()).toEqual(FIRST)
  })

  it('loses the primary key of an earlier version, but no row', async () => {
    await run()
    const before = await openWarehouse(paths().work)
    await before.run(`
      ALTER TABLE core.source_read RENAME TO plain;
      CREATE TABLE core.source_read AS FROM core.plain;
      ALTER TABLE core.source_read ADD PRIMARY KEY (source_id);
      DROP TABLE core.plain`)
    const reads = await before.sourceReads()
    await before.close()
    const after = await openWarehouse(paths().work)
    expect(await after.all("SELECT 1 FROM duckdb_constraints() WHERE constraint_type = 'PRIMARY KEY'")).toEqual([])
    expect(await after.sourceReads()).toEqual(reads)
    await after.close()
  })

  it('is reported by doctor, which makes an ingest wait and accepts an intact one', async () => {
    await run()
    const finding = async () => {
      const { stdout } = await hustings(paths().root, 'doctor', '--json')
      return JSON.parse(stdout).find(({ check }: { check: string }) => check === 'work.duckdb')
    }
    expect(await finding()).toMatchObject({ status: 'ok', found: expect.stringContaining('every block') })
    await damageRows()
    expect(await finding()).toMatchObject({
      ...{ status: 'fail', found: expect.stringContaining('Corrupt database file') },
      next: expect.stringContaining('hustings ingest'),
    })
  })

  async function keptOf(id: string): Promise<string[]> {
    const warehouse = await openWarehouse(`${paths().work}.damaged`, { readonly: true })
    const read = (await warehouse.sourceReads()).find(({ source_id }) => source_id === id)
    await warehouse.close()
    return (read?.files ?? []).map(({ sha256 }) => sha256)
  }
})
