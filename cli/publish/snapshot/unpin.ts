import type { Command } from 'commander'
import type { Pin } from '../../../data/schema/pin.ts'
import { snapshotReference } from '../../../data/schema/snapshot-reference.ts'
import { withLock, withState } from '../../data-folder.ts'
import { CommandError } from '../../exit.ts'
import { type CommonOptions, sampleFlag, withCommonOptions } from '../../options.ts'
import { entry, printJson, printLine } from '../../output.ts'

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
