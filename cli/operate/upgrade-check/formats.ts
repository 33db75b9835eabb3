// Compares each format in a data folder with those that this version reads. The folder may be in use: nothing in it is touched.

import { existsSync, readFileSync } from 'node:fs'
import { lastRun } from '../../../data/schema/last-run.ts'
import { backupFolder, listBackups, loadBackup } from '../../../data/store/backup/folder.ts'
import { openBundle, partsOf } from '../../../data/store/bundle.ts'
import { listExports, loadExport } from '../../../data/store/exports.ts'
import { findMark } from '../../../data/store/feed-mark.ts'
import { listBundles, loadManifest } from '../../../data/store/manifest.ts'
import type { Paths } from '../../../data/store/paths.ts'
import { nameState, openExisting, openStateCopy, readStateFormat, stateExists } from '../../../data/store/state/open.ts'
import { readUsageFormat } from '../../../data/store/usage.ts'
import type { Registry } from '../../../ingest/configuration/to-sources.ts'
import { quote } from '../../options.ts'
import { firstLine, formatNumberOf } from '../../output.ts'
import { checkNode } from '../doctor/diagnosis.ts'
import type { Finding } from '../doctor/finding.ts'
import { checkWarehouse, checkWork } from './duckdb-files.ts'

export interface Checked {
  paths: Paths
  /** ` --sample` or nothing, for the suggested commands */
  flag: string
  /** Throws if sources.yaml cannot be used. */
  loadRegistry: () => Promise<Registry>
  /** A folder of backups. */
  backup: string | undefined
}

const OTHER_VERSION = 'hustings --version   (install the version that wrote it, or a later one)'

export async function* checkFormats({ paths, flag, loadRegistry, backup }: Checked): AsyncGenerator<Finding> {
  yield checkNode(process.versions.node)
  yield await checkSettings()
  yield* checkState(paths, flag)
  yield checkUsage(paths)
  yield* checkBundles(paths, await findUses(paths), flag)
  yield checkExports(paths, flag)
  yield await checkWork(paths, flag)
  yield await checkWarehouse(paths, flag)
  yield await checkSources(paths, flag, loadRegistry)
  yield checkLastRun(paths, flag)
  yield checkMark(paths)
  if (backup !== undefined) yield* checkBackups(backup)
}

async function checkSettings(): Promise<Finding> {
  const check = 'settings'
  const { loadConfig } = await import('../../../server/config.ts')
  try {
    loadConfig({})
    return { check, status: 'ok', found: "serve accepts this shell's settings" }
  } catch (error) {
    return { check, status: 'fail', found: firstLine(error), next: 'env | grep ^HUSTINGS_' }
  }
}

async function* checkState(paths: Paths, flag: string): AsyncGenerator<Finding> {
  const check = 'state'
  try {
    const name = await nameState(paths)
    if (!(await stateExists(paths))) {
      yield { check, status: 'ok', found: `${name} does not exist yet` }
      return
    }
    const { found, expected } = await readStateFormat(paths)
    if (found > expected) {
      const text = `${name} has format ${found}, this version reads ${expected}`
      yield { check, status: 'fail', found: text, next: OTHER_VERSION }
      return
    }
    const state = await openStateCopy(paths)
    try {
      const [accounts, keys, desks] = [await state.accounts(), await state.keys(), await state.desks()]
      const counts = `${formatNumberOf(accounts.length, 'account')}, ${formatNumberOf(keys.length, 'key')}`
      yield found === expected
        ? { check, status: 'ok', found: `format ${found}, ${counts}` }
        : {
            ...{ check, status: 'warn' },
            found: `format ${found}, ${counts}; the first command of this version migrates it to ${expected}, and an earlier version does not read that. The migration of a copy succeeded`,
            next: `hustings backup FOLDER${flag}   (with the version that wrote it)`,
          }
      let positions = 0
      for (const { endorser } of desks) positions += (await state.positions(endorser.slug)).length
      if (desks.length > 0)
        yield {
          ...{ check: 'desk', status: 'ok' },
          found: `${formatNumberOf(desks.length, 'desk')}, ${formatNumberOf(positions, 'position')}`,
        }
    } finally {
      await state.close()
    }
  } catch (error) {
    yield { check, status: 'fail', found: firstLine(error), next: OTHER_VERSION }
  }
}

function checkUsage(paths: Paths): Finding {
  const check = 'usage'
  if (!existsSync(paths.usage)) return { check, status: 'ok', found: `${paths.usage} does not exist yet` }
  try {
    const { found, expected } = readUsageFormat(paths)
    if (found <= expected) return { check, status: 'ok', found: `format ${found}` }
    const text = `${paths.usage} has format ${found}, this version reads ${expected}`
    return { check, status: 'fail', found: text, next: OTHER_VERSION }
  } catch (error) {
    return { check, status: 'fail', found: firstLine(error), next: OTHER_VERSION }
  }
}

/** Why a bundle stays, by id. */
type Uses = ReadonlyMap<string, string>

/** Of a state that cannot be read, no bundle is known to be in use. */
async function findUses(paths: Paths): Promise<Uses> {
  const uses = new Map<string, string>()
  const state = await openExisting(paths)
  if (!state) return uses
  try {
    for (const { bundle, name } of await state.pins()) uses.set(bundle, name === null ? 'pinned' : `pinned "${name}"`)
    const head = await state.head()
    if (head) uses.set(head.bundle, 'current')
  } finally {
    await state.close()
  }
  return uses
}

function* checkBundles(paths: Paths, uses: Uses, flag: string): Generator<Finding> {
  const check = 'bundles'
  const bundles = [...new Set([...listBundles(paths), ...uses.keys()])]
  const formats = new Set<number>()
  let readable = 0
  for (const bundle of bundles) {
    try {
      const manifest = loadManifest(paths, bundle)
      for (const part of partsOf(openBundle(paths, manifest))) part.close()
      formats.add(manifest.format)
      readable++
    } catch (error) {
      yield sayUnreadable(bundle, uses.get(bundle), { error, flag })
    }
  }
  if (readable > 0)
    yield {
      check,
      status: 'ok',
      found: `${readable} of ${bundles.length} read, of format ${[...formats].join(' and ')}`,
    }
  else if (bundles.length === 0) yield { check, status: 'ok', found: 'nothing is built yet' }
}

/** A bundle that is only stored is not served: it is no reason against this version. */
function sayUnreadable(
  bundle: string,
  use: string | undefined,
  { error, flag }: { error: unknown; flag: string },
): Finding {
  const check = 'bundles'
  const id = bundle.slice(0, 12)
  const why = firstLine(error)
  if (use === 'current')
    return {
      ...{ check, status: 'fail' },
      found: `current bundle ${id}: ${why}. The server answers nothing until it is built again`,
      next: `hustings nightly --accept${flag}   (with this version, on a copy of the folder or after the switch)`,
    }
  if (use !== undefined)
    return {
      ...{ check, status: 'fail' },
      found: `${use} bundle ${id}: ${why}. Requests for it are refused`,
      next: `hustings snapshot create ${id}${flag}   (with the version that built it; then unpin it)`,
    }
  return {
    check,
    status: 'warn',
    found: `stored bundle ${id}: ${why}. Requests for it and a rollback to it are refused`,
  }
}

function checkExports({ exports }: Paths, flag: string): Finding {
  const check = 'exports'
  const ids = listExports(exports)
  const empty = ids.filter((bundle) => loadExport(exports, bundle).length === 0)
  if (empty.length === 0) return { check, status: 'ok', found: `${formatNumberOf(ids.length, 'exported bundle')}` }
  const found = `${empty.length} of ${formatNumberOf(ids.length, 'exported bundle')} list no file that this version finds: ${empty.map((id) => id.slice(0, 12)).join(', ')}`
  return { check, status: 'warn', found, next: `hustings export${flag}   (exports the last build again)` }
}

async function checkSources(
  { sourcesFile }: Paths,
  flag: string,
  loadRegistry: () => Promise<Registry>,
): Promise<Finding> {
  const check = 'sources.yaml'
  if (!existsSync(sourcesFile)) return { check, status: 'ok', found: 'there is none' }
  try {
    const { added, disabled } = await loadRegistry()
    return {
      check,
      status: 'ok',
      found: `${formatNumberOf(added.size, 'source')} added, ${disabled.size} switched off`,
    }
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error)
    return { check, status: 'fail', found, next: `hustings sources list${flag}   (after correcting the file)` }
  }
}

function checkLastRun({ lastRun: file }: Paths, flag: string): Finding {
  const check = 'last run'
  if (!existsSync(file)) return { check, status: 'ok', found: 'none is recorded yet' }
  try {
    lastRun.parse(JSON.parse(readFileSync(file, 'utf8')))
    return { check, status: 'ok', found: 'its record is read' }
  } catch {
    const found = `${file} is not read: the ages of the sources are unknown until the next run`
    return { check, status: 'warn', found, next: `hustings nightly${flag}` }
  }
}

function checkMark(paths: Paths): Finding {
  const check = 'feed mark'
  try {
    const found = findMark(paths)
    return { check, status: 'ok', found: found ? `event ${found.mark.seq}` : 'there is none' }
  } catch (error) {
    return { check, status: 'fail', found: firstLine(error), next: OTHER_VERSION }
  }
}

/** Only the newest backup has to be readable: `restore` takes it. */
function* checkBackups(root: string): Generator<Finding> {
  const check = 'backups'
  const folder = backupFolder(root)
  const names = listBackups(folder)
  const newest = names.at(-1)
  if (newest === undefined) {
    yield { check, status: 'fail', found: `${root} has no backup`, next: `hustings backup ${quote(root)}` }
    return
  }
  let readable = 0
  for (const name of names)
    try {
      loadBackup(folder, name)
      readable++
    } catch (error) {
      yield name === newest
        ? { check, status: 'fail', found: firstLine(error), next: `hustings backup ${quote(root)}` }
        : { check, status: 'warn', found: firstLine(error) }
    }
  if (readable > 0) yield { check, status: 'ok', found: `${readable} of ${names.length} read, the newest of ${newest}` }
}
