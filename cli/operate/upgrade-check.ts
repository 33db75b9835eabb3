// `hustings upgrade-check`: compares each format in a data folder with those that this version reads. The folder may be in use by another
// version: nothing in it is written, locked, or opened in a way that creates files beside it. Damage is the subject of `doctor`.

import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { lastRun } from '../../data/schema/last-run.ts'
import { backupFolder, listBackups, loadBackup } from '../../data/store/backup/place.ts'
import { openBundle, partsOf } from '../../data/store/bundle.ts'
import { listExports, loadExport } from '../../data/store/exports.ts'
import { findMark } from '../../data/store/feed-mark.ts'
import { listBundles, loadManifest } from '../../data/store/manifest.ts'
import { loadVersion, type Paths } from '../../data/store/paths.ts'
import { nameState, openExisting, openStateCopy, readStateFormat, stateExists } from '../../data/store/state/open.ts'
import { readUsageFormat } from '../../data/store/usage.ts'
import type { Registry } from '../../ingest/configuration/to-sources.ts'
import { CommandError, EXIT, quote } from '../exit.ts'
import { type CommonOptions, pathsOf, sampleFlag, withCommonOptions } from '../options.ts'
import { firstLine, formatNumberOf, logToStderr, printJson, printLine } from '../output.ts'
import { loadRegistry } from '../publish/choose-sources.ts'
import { checkNode } from './doctor/diagnosis.ts'
import { type Finding, formatFinding } from './doctor/finding.ts'

interface UpgradeCheckOptions extends CommonOptions {
  backup?: string
}

export function addUpgradeCheck(program: Command): void {
  withCommonOptions(
    program.command('upgrade-check').description('say whether this version reads the data folder; it changes nothing'),
  )
    .option('--backup <folder>', 'check the backups in this folder too')
    .addHelpText(
      'after',
      `
Run it with the new version before you switch to it, while the old version goes on. A migration of the state is tried on a copy in
memory. Exit code 0: this version reads the folder. Exit code 3: it does not read something that is in use.`,
    )
    .action(async (options: UpgradeCheckOptions) => {
      const paths = pathsOf(options)
      if (!existsSync(paths.root))
        throw new CommandError(
          `${paths.root} does not exist, expected the data folder of an installation.`,
          'HUSTINGS_VAR=FOLDER hustings upgrade-check',
          EXIT.usage,
        )
      const version = loadVersion()
      const findings: Finding[] = []
      for await (const finding of checkFormats({
        paths,
        flag: sampleFlag(options),
        loadRegistry: () => loadRegistry(options),
        backup: options.backup === undefined ? undefined : resolve(options.backup),
      })) {
        findings.push(finding)
        if (!options.json) printLine(formatFinding(finding))
      }
      const failed = findings.filter(({ status }) => status === 'fail').length
      if (options.json) printJson({ version, folder: paths.root, reads: failed === 0, findings })
      else
        logToStderr(
          failed === 0
            ? `Hustings ${version} reads ${paths.root}.`
            : `Hustings ${version} does not read ${paths.root}: ${failed} of ${findings.length} checks failed.`,
        )
      if (failed > 0) process.exitCode = EXIT.checksFailed
    })
}

// The formats.

interface Checked {
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
  const { loadConfig } = await import('../../server/config.ts')
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
            check,
            status: 'warn',
            found: `format ${found}, ${counts}; the first command of this version migrates it to ${expected}, and an earlier version does not read that. The migration of a copy succeeded`,
            next: `hustings backup FOLDER${flag}   (with the version that wrote it; 0.1.0 has no backup: stop it, and copy ${paths.root})`,
          }
      let positions = 0
      for (const { endorser } of desks) positions += (await state.positions(endorser.slug)).length
      if (desks.length > 0)
        yield {
          check: 'desk',
          status: 'ok',
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
      check,
      status: 'fail',
      found: `current bundle ${id}: ${why}. The server answers nothing until it is built again`,
      next: `hustings nightly --accept${flag}   (with this version, on a copy of the folder or after the switch)`,
    }
  if (use !== undefined)
    return {
      check,
      status: 'fail',
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

// The two DuckDB files of a data folder. work.duckdb may be in use, and even a reader would stop its writer: of it, the header is read.

// DuckDB's main header: a checksum of 8 bytes, `DUCK`, the storage version (uint64), flags of 32 bytes, the version that wrote it.
const HEADER_BYTES = 84
const MAGIC_AT = 8
const STORAGE_AT = 12
const WRITER_AT = 52

interface Header {
  /** The number of the storage format. */
  storage: bigint
  /** Such as v1.5.6. */
  writer: string
}

/** Throws a sentence if it is no database of DuckDB. */
function readHeader(file: string): Header {
  const bytes = Buffer.alloc(HEADER_BYTES)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, bytes, 0, HEADER_BYTES, 0)
  } finally {
    closeSync(descriptor)
  }
  if (bytes.toString('latin1', MAGIC_AT, STORAGE_AT) !== 'DUCK') throw new Error(`${file}: it is no database of DuckDB`)
  const writer = bytes.toString('latin1', WRITER_AT).replace(/\0.*$/s, '')
  return { storage: bytes.readBigUInt64LE(STORAGE_AT), writer }
}

/** The header that this version writes. */
async function ownHeader(): Promise<Header> {
  const folder = mkdtempSync(join(tmpdir(), 'hustings-upgrade-check-'))
  try {
    const { openWarehouse } = await import('../../data/store/warehouse.ts')
    const file = join(folder, 'empty.duckdb')
    await (await openWarehouse(file)).close()
    return readHeader(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function checkWork({ work }: Paths, flag: string): Promise<Finding> {
  const check = 'work.duckdb'
  if (!existsSync(work)) return { check, status: 'ok', found: 'does not exist yet' }
  try {
    const [found, own] = [readHeader(work), await ownHeader()]
    const by = `storage format ${found.storage}, written by DuckDB ${found.writer}`
    if (found.storage <= own.storage) return { check, status: 'ok', found: by }
    return {
      check,
      status: 'fail',
      found: `${by}; this version reads ${own.storage}`,
      next: `mv ${work} ${work}.old && hustings ingest${flag}   (after the switch; reads every source again from kept bytes)`,
    }
  } catch (error) {
    return { check, status: 'fail', found: firstLine(error), next: `hustings doctor${flag}` }
  }
}

/** The file is sealed: a nightly replaces it whole. */
async function checkWarehouse({ warehouse }: Paths, flag: string): Promise<Finding> {
  const check = 'warehouse'
  if (!existsSync(warehouse)) return { check, status: 'ok', found: 'does not exist yet' }
  try {
    const { openWarehouse } = await import('../../data/store/warehouse.ts')
    const opened = await openWarehouse(warehouse, { readonly: true })
    try {
      const [row] = await opened.all<{ tables: number }>('SELECT count(*) AS tables FROM duckdb_tables()')
      return { check, status: 'ok', found: `${row?.tables} tables, written by DuckDB ${readHeader(warehouse).writer}` }
    } finally {
      await opened.close()
    }
  } catch (error) {
    return { check, status: 'warn', found: firstLine(error), next: `hustings nightly${flag}   (writes it again)` }
  }
}
