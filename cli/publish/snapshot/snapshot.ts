// `hustings snapshot`: its commands, of which `list` is here: the bundles on the disk, why each is kept, and the space that it takes.

import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import type { KeepReason } from '../../../build/publish/garbage-collect.ts'
import { listExports, loadExport } from '../../../data/store/exports.ts'
import { listBundles, loadPartHashes } from '../../../data/store/manifest.ts'
import type { Paths } from '../../../data/store/paths.ts'
import type { ServiceStore } from '../../../data/store/state/state.ts'
import { withState } from '../../data-folder.ts'
import { nextStep } from '../../exit.ts'
import { type CommonOptions, nightlyFor, pathsOf, withCommonOptions } from '../../options.ts'
import { formatMegabytes, logToStderr, printJson, printTable } from '../../output.ts'
import { addCreate } from './create.ts'
import { addPin, addPrune, addUnpin } from './pin.ts'
import { addRebuild, addVerify } from './verify.ts'

/** @setting Election days that `snapshot list` names for one bundle, the latest ones. With --json, it lists all. */
const ELECTION_DAYS_SHOWN = 3

export function addSnapshot(program: Command): void {
  const snapshot = program
    .command('snapshot')
    .description('list, pin and delete the stored bundles; pack and verify snapshot files')
  for (const add of [addList, addPin, addUnpin, addPrune, addCreate, addVerify, addRebuild]) add(snapshot)
}

function addList(snapshot: Command): void {
  withCommonOptions(snapshot.command('list').description('list the stored bundles and why each is kept'))
    .addHelpText(
      'after',
      `
own is the space of the parts that no other stored bundle has, parts that of all its parts. A bundle is deleted, with its export, by
the first publication after nothing keeps it any more.`,
    )
    .action(async (options: CommonOptions) => {
      const stored = await withState(options, (state) => loadStored(pathsOf(options), state, new Date()))
      if (options.json) printJson(stored)
      else
        printTable({
          columns: ['bundle', 'published', 'kept as', 'exports', 'own', 'parts'],
          rows: stored.map(({ bundle, published_at, kept_as, export_bytes, own_bytes, bytes }) => [
            bundle.slice(0, 12),
            published_at === null ? 'never' : published_at.slice(0, 19).replace('T', ' '),
            kept_as.length === 0 ? 'not kept' : sayReasons(kept_as),
            export_bytes === null ? 'no' : 'yes',
            own_bytes === null ? 'damaged' : formatMegabytes(own_bytes),
            bytes === null ? 'damaged' : formatMegabytes(bytes),
          ]),
        })
      if (stored.length === 0) logToStderr(nextStep(nightlyFor(options)))
    })
}

/** `current, nightly, election day 2024-11-05` */
function sayReasons(reasons: readonly KeepReason[]): string {
  const days = reasons.flatMap((reason) => (reason.kind === 'election' ? [reason.on] : []))
  const others = reasons.flatMap((reason) => (reason.kind === 'election' ? [] : [sayReason(reason)]))
  const shown = days.slice(-ELECTION_DAYS_SHOWN).join(' ')
  const more = days.length > ELECTION_DAYS_SHOWN ? ` and ${days.length - ELECTION_DAYS_SHOWN} before` : ''
  const elections = days.length === 0 ? [] : [`election day${days.length === 1 ? '' : 's'} ${shown}${more}`]
  return [...new Set([...others, ...elections])].join(', ')
}

function sayReason(reason: Exclude<KeepReason, { kind: 'election' }>): string {
  switch (reason.kind) {
    case 'current':
    case 'rollback':
    case 'nightly':
    case 'weekly':
      return reason.kind
    case 'pinned':
      return reason.name === null ? 'pinned' : `pinned "${reason.name}"`
    case 'built':
      return 'not published yet'
    default:
      return reason satisfies never
  }
}

interface StoredBundle {
  bundle: string
  /** Its newest publication. Null if it was never published. */
  publication: number | null
  published_at: string | null
  /** Empty: the next publication deletes it. */
  kept_as: readonly KeepReason[]
  /** Bytes of the parts that no other stored bundle has. Null if its manifest cannot be read. */
  own_bytes: number | null
  /** Bytes of all its parts. Null if its manifest cannot be read. */
  bytes: number | null
  /** Bytes of its exported files. Null if it is not exported. */
  export_bytes: number | null
}

/** Newest publication first, then the bundles that were never published. */
async function loadStored(paths: Paths, state: ServiceStore, now: Date): Promise<StoredBundle[]> {
  const { loadKept } = await import('../../../build/publish/garbage-collect.ts')
  const stored = listBundles(paths)
  const reasons = new Map((await loadKept(paths, state, now)).map(({ bundle, reasons }) => [bundle, reasons]))
  const published = await state.publicationsOf(stored)
  const dates = new Map(published.map((one) => [one.bundle, one]))
  const exported = new Set(listExports(paths.exports))
  const parts = new Map(stored.map((bundle) => [bundle, findParts(paths, bundle)]))
  const users = new Map<string, number>()
  for (const sha256 of [...parts.values()].flatMap((named) => named ?? []))
    users.set(sha256, (users.get(sha256) ?? 0) + 1)
  const sizeOf = (hashes: readonly string[]): number =>
    hashes.reduce((sum, sha256) => sum + bytesOf(join(paths.parts, `${sha256}.sqlite`)), 0)
  const never = stored.filter((bundle) => !dates.has(bundle))
  return [...published.map(({ bundle }) => bundle), ...never].map((bundle) => {
    const { publication = null, published_at = null } = dates.get(bundle) ?? {}
    const named = parts.get(bundle)
    return {
      bundle,
      publication,
      published_at,
      kept_as: reasons.get(bundle) ?? [],
      own_bytes: named ? sizeOf(named.filter((sha256) => users.get(sha256) === 1)) : null,
      bytes: named ? sizeOf(named) : null,
      export_bytes: exported.has(bundle)
        ? loadExport(paths.exports, bundle).reduce((sum, { bytes }) => sum + bytes, 0)
        : null,
    }
  })
}

/** Undefined if the manifest cannot be read. */
function findParts(paths: Paths, bundle: string): string[] | undefined {
  try {
    return [...new Set(loadPartHashes(paths, bundle).values())]
  } catch {
    return undefined
  }
}

function bytesOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
