// The checks of `doctor`. They change nothing: a missing file is reported, never created.

import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DAY, MINUTE } from '../../../data/schema/scalar.ts'
import type { Paths } from '../../../data/store/paths.ts'
import { checkPepper as expectPepper } from '../../../data/store/pepper.ts'
import type { Account } from '../../../data/store/state/accounts.ts'
import type { Key } from '../../../data/store/state/keys.ts'
import { StateUnavailable } from '../../../data/store/state/state.ts'
import type { UsageCount } from '../../../data/store/usage.ts'
import { checkWork, findDamaged, isDamage } from '../../../data/store/work-damage.ts'
import type { Registry } from '../../../ingest/configuration/to-sources.ts'
import { quote } from '../../exit.ts'
import { firstLine, formatMegabytes, formatNumberOf } from '../../output.ts'
import { checkCertificate } from './certificate.ts'
import type { Finding } from './finding.ts'
import { checkOverlay, checkRun } from './served-data.ts'
import { checkGrowth, checkParts, checkPartsStore, checkPins, checkSpace } from './storage.ts'

// Accounts, keys and their usage.

/** The next command on the way to the first key: an account, its approval, the key. */
function stepToKey(accounts: readonly Account[]): string {
  const approved = accounts.find(({ status }) => status === 'approved')
  if (approved) return `hustings keys create --account ${quote(approved.name)}`
  const pending = accounts.find(({ status }) => status === 'pending')
  return pending ? `hustings accounts approve ${quote(pending.name)}` : 'hustings accounts create NAME'
}

/** @param flag ` --sample` or nothing, for the suggested commands */
function checkAccounts(accounts: readonly Account[], keys: readonly Key[], flag: string): Finding {
  const pending = accounts.filter((account) => account.status === 'pending').length
  const waiting = pending > 0 ? ` (${pending} pending)` : ''
  const found = `${formatNumberOf(accounts.length, 'account')}${waiting}, ${formatNumberOf(keys.length, 'key')}`
  if (keys.length === 0) return { check: 'state', status: 'warn', found, next: `${stepToKey(accounts)}${flag}` }
  if (pending > 0) return { check: 'state', status: 'ok', found, next: `hustings accounts list${flag}` }
  return { check: 'state', status: 'ok', found }
}

/** @param fingerprint of the pepper that the state uses */
function checkPepper(paths: Paths, fingerprint: string | null, flag: string): Finding {
  const check = 'pepper'
  const stats = statSync(paths.pepper, { throwIfNoEntry: false })
  if (!stats)
    return {
      check,
      status: 'fail',
      found: `${paths.pepper} is missing: no existing key works and no key can be created; restore the file or give its path`,
      next: `HUSTINGS_PEPPER_FILE=FILE hustings doctor${flag}`,
    }
  try {
    expectPepper(paths, fingerprint)
  } catch (error) {
    return { check, status: 'fail', found: firstLine(error), next: `HUSTINGS_PEPPER_FILE=FILE hustings doctor${flag}` }
  }
  if (stats.mode & 0o077)
    return {
      check,
      status: 'warn',
      found: `${paths.pepper} is readable by other users`,
      next: `chmod 600 ${paths.pepper}`,
    }
  return { check, status: 'ok', found: 'matches the stored keys; only its owner can read it' }
}

/** Opens the file read-only, or asks the database of the state. */
async function loadLatestUsage(paths: Paths): Promise<readonly UsageCount[]> {
  const { openSharedUsage } = await import('../../../data/store/state/open.ts')
  const shared = await openSharedUsage(paths)
  if (shared) return await shared.latest().finally(shared.close)
  const { openUsage } = await import('../../../data/store/usage.ts')
  const usage = openUsage(paths, { readonly: true })
  const latest = usage.latest()
  usage.close()
  return latest
}

/** @param now milliseconds since 1970 */
async function checkUsage(paths: Paths, now: number): Promise<Finding> {
  const check = 'usage'
  try {
    const latest = await loadLatestUsage(paths)
    // Accounts of the state begin at 1; the visitors of the public explorer count together as 0.
    const accounts = latest.filter(({ account_id }) => account_id > 0).length
    const explorer = accounts < latest.length ? ' and of the public explorer' : ''
    const found = `requests of ${formatNumberOf(accounts, 'account')}${explorer} are counted`
    const ends = latest
      .map(({ day, minute }) => Math.max(day * DAY, minute * MINUTE))
      .filter((time) => time > now + MINUTE)
    if (ends.length === 0) return { check, status: 'ok', found }
    const last = new Date(Math.max(...ends)).toISOString().slice(0, 10)
    return {
      check,
      status: 'warn',
      found: `${found}, ${ends.length} of them in the future, until ${last}: the clock was ahead, and those limits do not reset before then. If the clock is right now, ${paths.stateServer === undefined ? `stop the server and remove ${paths.usage}` : 'stop the servers and empty the table usage_now'}`,
      next: 'date -u',
    }
  } catch (error) {
    return { check, status: 'fail', found: firstLine(error), next: 'hustings --version' }
  }
}

// File permissions, and personal data in kept bytes.

/** Permission bits of the group and of other users. */
const OTHERS = 0o077

/** Other users cannot read files in a folder that they cannot enter. A folder or file that the operator opened on purpose is reported too. */
function checkPermissions({ root }: Pick<Paths, 'root'>): Finding {
  const check = 'permissions'
  if ((statSync(root).mode & OTHERS) === 0) return { check, status: 'ok', found: `only its owner can open ${root}` }
  const open = readdirSync(root)
    .map((name) => join(root, name))
    .filter((file) => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0)
  if (open.length === 0) return { check, status: 'ok', found: `nothing in ${root} is open to other users` }
  return {
    check,
    status: 'warn',
    found: `other users can read ${open.length} files or folders in ${root}; an earlier version created them so, or you changed their permissions`,
    next: `chmod go-rwx ${open.map(quote).join(' ')}`,
  }
}

async function checkSourcesFile(
  { sourcesFile }: Paths,
  flag: string,
  loadRegistry: () => Promise<Registry>,
): Promise<{ registry?: Registry; finding?: Finding }> {
  const check = 'sources.yaml'
  try {
    const registry = await loadRegistry()
    if (!existsSync(sourcesFile)) return { registry }
    const found = `${formatNumberOf(registry.added.size, 'source')} added, ${registry.disabled.size} switched off`
    return { registry, finding: { check, status: 'ok', found } }
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error)
    return {
      finding: { check, status: 'fail', found, next: `hustings sources list${flag}   # after correcting the file` },
    }
  }
}

/** Finds kept bytes with personal data that the registry did not name yet. The next fetch of their source deletes them. */
async function checkKeptBytes({ raw }: Paths, flag: string, { sources }: Registry): Promise<Finding> {
  const check = 'kept bytes'
  const { loadKept } = await import('../../../ingest/fetch/kept-bytes.ts')
  const { locate } = await import('../../../ingest/fetch/locate.ts')
  const { personalOf } = await import('../../../ingest/fetch/kept-bytes.ts')
  const kept = loadKept(raw)
  const stale = sources.flatMap((source) =>
    source.files.flatMap((file) => {
      const personal = personalOf(source, file).join('\n')
      const path = `/${file.mirror.split('/').map(encodeURIComponent).join('/')}`
      const entries = [...kept].filter(
        ([address]) =>
          address === file.url ||
          address === locate(file, null).address ||
          address === `mirror:${file.mirror}` ||
          address.endsWith(path),
      )
      return entries.some(([, entry]) => entry.personal.join('\n') !== personal) ? [source.id] : []
    }),
  )
  if (stale.length === 0)
    return {
      check,
      status: 'ok',
      found: `${formatNumberOf(kept.size, 'file')}, personal data blanked as the registry says`,
    }
  return {
    check,
    status: 'warn',
    found: `kept before the registry named all their personal data: files of ${[...new Set(stale)].join(', ')}`,
    next: `hustings nightly${flag}   # fetches them again and deletes the old bytes`,
  }
}

/** The tested major versions, and the first minor version of each; package.json's engines have the same, and every later version. */
const TESTED_NODES = [
  { major: 20, from: 19 },
  { major: 22, from: 13 },
  { major: 24, from: 0 },
  { major: 26, from: 0 },
] as const

/**
 * @param flag ` --sample` or nothing, for the suggested commands
 * @param loadRegistry throws if sources.yaml cannot be used
 */
export async function* diagnose(
  paths: Paths,
  flag: string,
  loadRegistry: () => Promise<Registry>,
): AsyncGenerator<Finding> {
  yield checkNode(process.versions.node)
  yield await checkPackage('better-sqlite3', async () => {
    const { sqliteVersion } = await import('../../../data/store/part.ts')
    return `SQLite ${sqliteVersion()}`
  })
  yield await checkPackage('duckdb', async () => {
    const { openWarehouse } = await import('../../../data/store/warehouse.ts')
    const warehouse = await openWarehouse(':memory:')
    const [row] = await warehouse.all<{ version: string }>('SELECT version() AS version')
    await warehouse.close()
    return `DuckDB ${row?.version}`
  })
  yield checkFolder(paths)
  if (existsSync(paths.root)) yield checkPermissions(paths)
  const { registry, finding } = await checkSourcesFile(paths, flag, loadRegistry)
  if (finding) yield finding
  if (registry && existsSync(paths.raw)) yield await checkKeptBytes(paths, flag, registry)
  if (existsSync(paths.lock)) yield await checkLock(paths)
  if (existsSync(paths.work) || findDamaged(paths)) yield await checkWorkFile(paths, flag)
  yield* checkRun(paths, flag, new Date())
  yield* checkGrowth(paths)
  yield* checkCertificate(new Date())
  yield* checkPartsStore(paths, flag)
  yield* checkOverlay(paths, yield* checkState(paths, flag), flag)
  yield existsSync(paths.warehouse)
    ? {
        check: 'warehouse',
        status: 'ok',
        found: `${paths.warehouse}, ${formatMegabytes(statSync(paths.warehouse).size)}`,
      }
    : {
        check: 'warehouse',
        status: 'warn',
        found: 'does not exist yet: hustings sql needs it',
        next: `hustings nightly${flag}`,
      }
}

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const enough = TESTED_NODES.some((tested) => tested.major === major && minor >= tested.from)
  if (enough) return { check: 'node', status: 'ok', found: `Node ${version}` }
  const newer = TESTED_NODES.every((tested) => tested.major < major)
  return {
    check: 'node',
    status: newer ? 'warn' : 'fail',
    found: `Node ${version}, ${newer ? 'newer than the tested' : 'expected'} ${TESTED_NODES.map(formatVersions).join(', ')}`,
    next: 'node --version',
  }
}

function formatVersions({ major, from }: (typeof TESTED_NODES)[number]): string {
  return `${major}.${from} or a later ${major}`
}

async function checkPackage(check: string, load: () => Promise<string>): Promise<Finding> {
  try {
    return { check, status: 'ok', found: await load() }
  } catch (error) {
    return { check, status: 'fail', found: `does not load: ${firstLine(error)}`, next: 'npm ci' }
  }
}

function checkFolder(paths: Paths): Finding {
  let folder = paths.root
  while (!existsSync(folder)) folder = dirname(folder)
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    return {
      check: 'folder',
      status: 'fail',
      found: `${folder} cannot be written`,
      next: 'HUSTINGS_VAR=/another/folder hustings doctor',
    }
  }
  return checkSpace(paths, folder)
}

async function checkLock(paths: Paths): Promise<Finding> {
  const { findLockHolder } = await import('../../../data/store/lock.ts')
  const { isUnwritable } = await import('../../../data/store/wal-file.ts')
  let looked: ReturnType<typeof findLockHolder>
  try {
    looked = findLockHolder(paths)
  } catch (fault) {
    if (!isUnwritable(fault)) throw fault
    return {
      check: 'lock',
      status: 'ok',
      found: 'not checked: no process can take it while the disk accepts no writes',
    }
  }
  const { held, owner } = looked
  if (!held) return { check: 'lock', status: 'ok', found: 'free' }
  const who = owner ? `hustings ${owner.command}, process ${owner.pid}, since ${owner.since}` : 'another hustings'
  return { check: 'lock', status: 'warn', found: `held by ${who}`, ...(owner ? { next: `ps -p ${owner.pid}` } : {}) }
}

/** Reads the whole file, which takes seconds; an ingest that starts meanwhile waits. */
async function checkWorkFile(paths: Paths, flag: string): Promise<Finding> {
  const check = 'work.duckdb'
  const next = `hustings ingest${flag}   # rebuilds it from kept bytes`
  if (findDamaged(paths)) return { check, status: 'fail', found: 'it was damaged and is not rebuilt yet', next }
  const { LockHeld, takeLock } = await import('../../../data/store/lock.ts')
  const { isUnwritable } = await import('../../../data/store/wal-file.ts')
  const { openWarehouse } = await import('../../../data/store/warehouse.ts')
  const found = formatMegabytes(statSync(paths.work).size)
  let release = (): void => undefined
  try {
    ;({ release } = takeLock(paths, { pid: process.pid, command: 'doctor', since: new Date().toISOString() }))
  } catch (fault) {
    if (fault instanceof LockHeld) return { check, status: 'ok', found: `${found}, in use: not checked` }
    if (!isUnwritable(fault)) throw fault
  }
  try {
    const warehouse = await openWarehouse(paths.work, { readonly: true })
    try {
      await checkWork(warehouse)
      return { check, status: 'ok', found: `${found}, every block intact` }
    } finally {
      await warehouse.close()
    }
  } catch (fault) {
    return { check, status: 'fail', found: firstLine(fault), next: isDamage(fault) ? next : `ls -l ${paths.work}` }
  } finally {
    release()
  }
}

/** Returns the id of the current bundle, if it is known. */
async function* checkState(paths: Paths, flag: string): AsyncGenerator<Finding, string | undefined> {
  const { findStateFormat, nameState, openState, stateExists } = await import('../../../data/store/state/open.ts')
  const name = await nameState(paths)
  let formats: { found: number; expected: number }
  try {
    if (!(await stateExists(paths))) {
      yield { check: 'state', status: 'warn', found: `${name} does not exist yet`, next: `hustings nightly${flag}` }
      return
    }
    formats = await findStateFormat(paths)
  } catch (fault) {
    if (!(fault instanceof StateUnavailable)) throw fault
    yield {
      check: 'state',
      status: 'fail',
      found: firstLine(fault),
      next: 'systemctl status postgresql   # on the machine of the database',
    }
    return
  }
  const { found: format, expected } = formats
  if (format !== expected) {
    const found = `${name} has format ${format}, this version writes ${expected}`
    yield format < expected
      ? { check: 'state', status: 'warn', found, next: `hustings accounts list${flag}   # any command migrates it` }
      : { check: 'state', status: 'fail', found, next: 'hustings --version   # run the version that wrote it' }
    return
  }
  const state = await openState(paths)
  try {
    const move = await state.findMove()
    if (move)
      yield {
        check: 'state',
        status: move.over ? 'fail' : 'warn',
        found: move.sentence,
        next: move.over ? 'systemctl restart hustings   # after changing HUSTINGS_STATE' : `hustings doctor${flag}`,
      }
    if (!(await state.isWritable()))
      yield {
        check: 'state',
        status: 'fail',
        found: `${name} is read-only: data requests work; publishing, keys and the feed wait`,
        next:
          paths.stateServer === undefined
            ? `df -h ${paths.root}`
            : 'systemctl status postgresql   # on the machine of the database: is it a standby, or its disk full?',
      }
    const [accounts, keys, head] = [await state.accounts(), await state.keys(), await state.head()]
    yield checkAccounts(accounts, keys, flag)
    const { fingerprint } = await state.pepper()
    if (keys.length > 0 || fingerprint !== null) yield checkPepper(paths, fingerprint, flag)
    if (paths.stateServer !== undefined || existsSync(paths.usage)) yield await checkUsage(paths, Date.now())
    if (head) {
      yield { check: 'publication', status: 'ok', found: `${head.publication}, bundle ${head.bundle.slice(0, 12)}` }
      yield* checkParts(paths, head.bundle, flag)
      yield* checkPins(paths, await state.pins(), flag)
    } else
      yield { check: 'publication', status: 'warn', found: 'nothing is published yet', next: `hustings nightly${flag}` }
    return head?.bundle
  } finally {
    await state.close()
  }
}
