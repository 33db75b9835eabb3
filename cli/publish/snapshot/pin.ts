// `hustings snapshot pin`, `unpin` and `prune`: what stays, and what nothing keeps.

import { type Command, Option } from 'commander'
import type { Collected } from '../../../build/publish/garbage-collect.ts'
import { snapshotName, snapshotReference } from '../../../data/schema/snapshot.ts'
import { listBundles } from '../../../data/store/manifest.ts'
import type { Pin } from '../../../data/store/state/publications.ts'
import { withLock, withState } from '../../data-folder.ts'
import { CommandError, nextStep, orRefuse } from '../../exit.ts'
import { type CommonOptions, parserOf, parseSnapshot, pathsOf, sampleFlag, withCommonOptions } from '../../options.ts'
import { entry, formatMegabytes, formatNumberOf, logToStderr, printJson, printLine } from '../../output.ts'
import { findSnapshot } from '../bundles.ts'

/** @setting Stored bundles that the refusal of an unknown one names. */
const SNAPSHOTS_NAMED_MAX = 12

interface PinOptions extends CommonOptions {
  name?: string
}

export function addPin(snapshot: Command): void {
  withCommonOptions(snapshot.command('pin').description('keep a bundle until it is unpinned'))
    .argument(
      '<bundle>',
      'at least 8 characters of its id, or a date: the last bundle published by the end of that day, in UTC',
      parseSnapshot,
    )
    .addOption(
      new Option(
        '--name <name>',
        'a name of lower-case letters, digits and dashes, such as election-night-2026',
      ).argParser(parserOf(snapshotName)),
    )
    .addHelpText(
      'after',
      `
Pin a bundle again to give it another name.`,
    )
    .action(async (text: string, options: PinOptions) => {
      // Under the lock, so that no publication deletes the bundle meanwhile.
      const pin = await withLock('snapshot pin', options, async () => {
        const bundle = await loadStoredBundle(options, text)
        return withState(options, (state) => state.pin(bundle, options.name ?? null, new Date().toISOString()))
      })
      const { bundle, name, pinned_at } = orRefuse(pin, `hustings snapshot list${sampleFlag(options)}`)
      if (options.json) printJson({ bundle, name, pinned_at })
      else printLine(entry('Pinned', `${bundle}${name === null ? '' : `, "${name}"`}`))
    })
}

/** Throws CommandError with the stored bundles if there is no such bundle. */
async function loadStoredBundle(options: CommonOptions, text: string): Promise<string> {
  try {
    return await findSnapshot(options, text)
  } catch (fault) {
    const stored = fault instanceof CommandError ? await nameStored(options) : ''
    if (fault instanceof CommandError && stored !== '')
      throw new CommandError(`${fault.message} Stored: ${stored}.`, `hustings snapshot list${sampleFlag(options)}`)
    throw fault
  }
}

/** `7e016be27923 of 2026-11-03, 1b2c… of 2026-11-02 and 3 more`; empty if there is none. */
async function nameStored(options: CommonOptions): Promise<string> {
  const stored = listBundles(pathsOf(options))
  const published = await withState(options, (state) => state.publicationsOf(stored))
  const named = published.map(({ bundle, published_at }) => `${bundle.slice(0, 12)} of ${published_at.slice(0, 10)}`)
  const more = named.length > SNAPSHOTS_NAMED_MAX ? ` and ${named.length - SNAPSHOTS_NAMED_MAX} more` : ''
  return `${named.slice(0, SNAPSHOTS_NAMED_MAX).join(', ')}${more}`
}

export function addUnpin(snapshot: Command): void {
  withCommonOptions(
    snapshot.command('unpin').description('stop keeping a pinned bundle: it is deleted when no other rule keeps it'),
  )
    .argument('<bundle>', 'the name of the pin, or at least 8 characters of the id of the bundle')
    .action(async (text: string, options: CommonOptions) => {
      const pin = await withLock('snapshot unpin', options, () =>
        withState(options, async (state) => {
          const { bundle } = loadPin(await state.pins(), text, options)
          return state.unpin({ bundle })
        }),
      )
      if (options.json) printJson(pin)
      else if (pin) printLine(entry('Unpinned', `${pin.bundle}${pin.name === null ? '' : `, "${pin.name}"`}`))
    })
}

/** Throws CommandError with the pins if there is none or more than one. */
function loadPin(pins: readonly Pin[], text: string, options: CommonOptions): Pin {
  // No name reads as an id.
  const isId = snapshotReference.safeParse(text).success
  const found = pins.filter(({ bundle, name }) => (isId ? bundle.startsWith(text) : name === text))
  const [first] = found
  if (first && found.length === 1) return first
  const named = pins.map(({ bundle, name }) => `${bundle.slice(0, 12)}${name === null ? '' : ` "${name}"`}`)
  const all = named.length === 0 ? 'No bundle is pinned.' : `Pinned: ${named.join(', ')}.`
  throw new CommandError(
    `${found.length === 0 ? 'No pinned bundle has' : `${found.length} pinned bundles have`} the name or id "${text}". ${all}`,
    `hustings snapshot list${sampleFlag(options)}`,
  )
}

interface PruneOptions extends CommonOptions {
  dryRun?: true
}

export function addPrune(snapshot: Command): void {
  withCommonOptions(
    snapshot.command('prune').description('delete the bundles, parts and exports that nothing keeps, now'),
  )
    .option('--dry-run', 'print what would be deleted, and delete nothing')
    .addHelpText(
      'after',
      `
Every publication does the same. If a kept bundle cannot be read, nothing is deleted.`,
    )
    .action(async (options: PruneOptions) => {
      const dryRun = options.dryRun === true
      const collected = await withLock('snapshot prune', options, () =>
        withState(options, async (state) => {
          if (!(await state.head()))
            throw new CommandError(
              `Nothing is published in ${pathsOf(options).root}, so nothing was deleted.`,
              `hustings nightly${sampleFlag(options)}`,
            )
          const { collectUnkept } = await import('../../../build/publish/garbage-collect.ts')
          return collectUnkept(pathsOf(options), state, new Date(), dryRun)
        }),
      )
      if (options.json) printJson({ dry_run: dryRun, ...collected })
      else print(collected, dryRun)
      if (dryRun && collected.files > 0) logToStderr(nextStep(`hustings snapshot prune${sampleFlag(options)}`))
    })
}

function print({ bundles, parts, exports, bytes }: Collected, dryRun: boolean): void {
  const name = (ids: readonly string[]): string =>
    ids.length === 0 ? '' : `: ${ids.map((id) => id.slice(0, 12)).join(', ')}`
  printLine(entry(dryRun ? 'To delete' : 'Deleted', `${formatNumberOf(bundles.length, 'bundle')}${name(bundles)}`))
  printLine(entry('', formatNumberOf(parts, 'part')))
  printLine(entry('', `${formatNumberOf(exports.length, 'export')}${name(exports)}`))
  printLine(entry(dryRun ? 'To free' : 'Freed', formatMegabytes(bytes)))
}
