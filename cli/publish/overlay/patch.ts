import type { Command } from 'commander'
import { loadOverlay } from '../../../data/store/overlay.ts'
import { CommandError, EXIT } from '../../exit.ts'
import { type CommonOptions, nightlyFor, pathsOf, withCommonOptions } from '../../options.ts'
import { escapeControls, logToStderr, printJson } from '../../output.ts'
import { findPublished } from './published.ts'

export function addPatch(overlay: Command): void {
  withCommonOptions(
    overlay
      .command('patch')
      .description(
        'print the notes and overrides as JSON lines, each with the published value, to send to the publisher',
      ),
  ).action(async (options: CommonOptions) => {
    const paths = pathsOf(options)
    const found = loadOverlay(paths.overlay)
    const bundle = await findPublished(options)
    if (bundle === undefined)
      throw new CommandError('Nothing is published, so the published values are not known.', nightlyFor(options))
    const { findChanges, sayUnmatched, toJsonLines } = await import('../overlay-changes.ts')
    const { changes, unmatched } = found ? findChanges(paths, bundle, found) : { changes: [], unmatched: [] }
    if (options.json) printJson(changes)
    else process.stdout.write(escapeControls(toJsonLines(changes)))
    if (unmatched.length === 0) return
    logToStderr(sayUnmatched(unmatched))
    process.exitCode = EXIT.failure
  })
}
