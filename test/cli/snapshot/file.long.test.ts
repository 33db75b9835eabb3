// Snapshot files whose parts, format or version are others: what a rebuild from their sources finds.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { ABOUT, manifestEntry, partEntry, SUMS } from '../../../build/snapshot/contents.ts'
import { unpackSnapshot } from '../../../build/snapshot/unpack.ts'
import { bundleIdOf, type Manifest, manifest as manifestShape } from '../../../data/schema/manifest.ts'
import { Database } from '../../../data/store/sqlite.ts'
import { forge, hashOf, loadEntries } from '../../build/snapshot/forge.ts'
import { shareFolder } from '../../temporary.ts'
import { runCommand } from '../hustings.ts'
import { ends } from '../temporary.ts'
import { DAY, packSample, servesSnapshot } from './served-snapshot.ts'

const folder = shareFolder()
const file = join(folder, 'night.tar')
let created: Awaited<ReturnType<typeof packSample>>
/** A machine without any data. */
const fresh = (name: string) => join(folder, name)

beforeAll(async () => {
  created = await packSample(folder, file)
})

const verify = (name: string, ...words: string[]) => runCommand(fresh(name), 'snapshot', 'verify', ...words)

it('hustings snapshot verify --rebuild compares row by row if another version packed it, and names both', async () => {
  const other = forgePart('rows.tar', { code: 'f'.repeat(64), version: '0.0.9' }, reorder)
  const { code, stdout, stderr } = await verify('rows', other, '--rebuild')
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(
    /row for row \(other bytes: officeholders\)\. Version 0\.0\.9\b.* packed it; other code or another SQLite, version /,
  )
})

it('hustings snapshot verify --rebuild rejects other bytes of the same version', async () => {
  const { code, stderr } = await verify('bytes', forgePart('bytes.tar', {}, reorder), '--rebuild')
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringContaining('officeholders has the same rows in other bytes'),
  })
})

it('hustings snapshot verify --rebuild rejects a changed row, with its table', async () => {
  const about = { code: 'f'.repeat(64), version: '0.0.9' }
  const other = forgePart('changed.tar', about, (database) =>
    database.exec("UPDATE officeholder SET state = 'XX' WHERE id = (SELECT min(id) FROM officeholder)"),
  )
  const { code, stderr } = await verify('changed', other, '--rebuild')
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(
      /is not what its sources give: officeholders differs in officeholder \(1 rows only packed, 1 only rebuilt\)/,
    ),
  })
})

it('hustings snapshot rebuild packs a snapshot of an older format again for this version', async () => {
  const { entries, manifest } = openEntries('older')
  const about = JSON.parse(entries.get(ABOUT)?.toString() ?? '')
  entries.set(ABOUT, Buffer.from(JSON.stringify({ ...about, version: '0.0.1' })))
  entries.set(manifestEntry(created.bundle), Buffer.from(JSON.stringify({ ...manifest, format: 1 })))
  const older = join(folder, 'older.tar')
  forge(older, entries)
  expect(await runCommand(fresh('old'), 'snapshot', 'verify', older)).toMatchObject(
    ends(1, 'Next: hustings snapshot rebuild FILE --output OTHER_FILE'),
  )
  const to = join(folder, 'newer.tar')
  const words = ['rebuild', older, '--output', to, '--json']
  const { code, stdout, stderr } = await runCommand(fresh('old'), 'snapshot', ...words)
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
  // The sources are those of the sample, so the whole file is that of `create`.
  expect(JSON.parse(stdout)).toMatchObject({ id: created.id, bundle: created.bundle, day: DAY })
  expect(readFileSync(to).equals(readFileSync(file))).toBe(true)
})

it('several processes serve a snapshot', () =>
  servesSnapshot({ machine: fresh('workers'), file, ...created }, ['--workers', '2']))

/** The packed files without SHA256SUMS, to be changed. */
function openEntries(name: string): { entries: Map<string, Buffer>; manifest: Manifest } {
  const into = join(folder, `${name}-entries`)
  mkdirSync(into)
  unpackSnapshot({ file, into, takes: () => true })
  const entries = loadEntries(into)
  entries.delete(SUMS)
  const text = entries.get(manifestEntry(created.bundle))?.toString() ?? ''
  return { entries, manifest: manifestShape.parse(JSON.parse(text)) }
}

/** Packs the snapshot with another officeholders part, described by its right hashes. */
function forgePart(name: string, about: object, change: (database: Database) => void): string {
  const { entries, manifest } = openEntries(name)
  const { sha256 } = manifest.parts.officeholders
  const path = join(folder, `${name}.sqlite`)
  writeFileSync(path, entries.get(partEntry(sha256)) ?? '')
  const database = new Database(path)
  change(database)
  database.close()
  const bytes = readFileSync(path)
  const officeholders = { ...manifest.parts.officeholders, sha256: hashOf(bytes), bytes: bytes.length }
  const parts = { ...manifest.parts, officeholders }
  const bundle = bundleIdOf({ format: manifest.format, parts })
  const described = JSON.parse(entries.get(ABOUT)?.toString() ?? '')
  for (const entry of [...entries.keys()])
    if (entry === partEntry(sha256) || entry.startsWith('bundles/') || entry.startsWith('exports/'))
      entries.delete(entry)
  entries.set(ABOUT, Buffer.from(JSON.stringify({ ...described, ...about, bundle })))
  entries.set(manifestEntry(bundle), Buffer.from(JSON.stringify({ ...manifest, bundle, parts })))
  entries.set(partEntry(hashOf(bytes)), bytes)
  const to = join(folder, name)
  forge(to, entries)
  return to
}

/** The same rows in other bytes. */
function reorder(database: Database): void {
  database.pragma('page_size = 8192')
  database.exec('VACUUM')
}
