import { type Command, Option } from 'commander'
import { snapshotName } from '../../../data/schema/snapshot-reference.ts'
import { listBundles } from '../../../data/store/manifest.ts'
import { SNAPSHOTS_NAMED_MAX } from '../../constants.ts'
import { withLock, withState } from '../../data-folder.ts'
import { CommandError, orRefuse } from '../../exit.ts'
import { type CommonOptions, parserOf, parseSnapshot, pathsOf, sampleFlag, withCommonOptions } from '../../options.ts'
import { entry, printJson, printLine } from '../../output.ts'
import { findSnapshot } from '../bundles.ts'

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
