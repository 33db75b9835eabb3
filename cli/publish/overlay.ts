// `hustings overlay`: checks the newsroom's own notes and overrides, and writes them as a patch for upstream. overlay-changes.ts compares entries
// with a bundle.

import type { Command } from 'commander'
import { loadOverlay, nameRecord, OverlayFault } from '../../data/store/overlay.ts'
import { stateExists } from '../../data/store/state/open.ts'
import { withState } from '../data-folder.ts'
import { CommandError, EXIT } from '../exit.ts'
import { type CommonOptions, nightlyFor, pathsOf, withCommonOptions } from '../options.ts'
import { escapeControls, formatNumberOf, logToStderr, printJson, printLine } from '../output.ts'

export function addOverlay(program: Command): void {
  const overlay = program
    .command('overlay')
    .description("check the newsroom's own notes and overrides, and print them as a patch")
  for (const add of [addCheck, addPatch]) add(overlay)
}

interface Checked {
  folder: string
  files: readonly string[]
  entries: number
  /** Null if nothing is published, so that no record could be looked up. */
  bundle: string | null
  problems: readonly string[]
}

function addCheck(overlay: Command): void {
  withCommonOptions(
    overlay
      .command('check')
      .description('name every mistake in the files, and every record that the bundle does not have'),
  ).action(async (options: CommonOptions) => {
    const checked = await check(options)
    const { folder, files, entries, bundle, problems } = checked
    if (options.json) printJson(checked)
    else {
      for (const problem of problems) printLine(problem)
      // A mistake in any file: no entry was read.
      if (problems.length > 0 && files.length === 0)
        logToStderr(`The records are looked up when every mistake in ${folder} is corrected.`)
      else {
        printLine(
          `${formatNumberOf(entries, 'entry').replace(/entrys$/, 'entries')} in ${formatNumberOf(files.length, 'file')}: ${folder}`,
        )
        if (bundle === null) logToStderr('Nothing is published, so the records were not looked up.')
      }
    }
    if (problems.length > 0) process.exitCode = EXIT.failure
  })
}

async function check(options: CommonOptions): Promise<Checked> {
  const paths = pathsOf(options)
  const { overlay: folder } = paths
  try {
    const overlay = loadOverlay(folder)
    const bundle = (await findPublished(options)) ?? null
    if (!overlay) return { folder, files: [], entries: 0, bundle, problems: [] }
    const { files, entries } = overlay
    const { findChanges } = await import('./overlay-changes.ts')
    const unmatched = bundle === null ? [] : findChanges(paths, bundle, overlay).unmatched
    const problems = unmatched.map(
      ({ entry, at }) => `${at}: got the ${nameRecord(entry)}, expected a record of the bundle ${bundle?.slice(0, 12)}`,
    )
    return { folder, files, entries: entries.length, bundle, problems }
  } catch (fault) {
    if (!(fault instanceof OverlayFault)) throw fault
    return { folder, files: [], entries: 0, bundle: null, problems: fault.problems }
  }
}

function addPatch(overlay: Command): void {
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
    const { findChanges, sayUnmatched, toJsonLines } = await import('./overlay-changes.ts')
    const { changes, unmatched } = found ? findChanges(paths, bundle, found) : { changes: [], unmatched: [] }
    if (options.json) printJson(changes)
    else process.stdout.write(escapeControls(toJsonLines(changes)))
    if (unmatched.length === 0) return
    logToStderr(sayUnmatched(unmatched))
    process.exitCode = EXIT.failure
  })
}

/** Id of the current bundle; undefined if nothing is published. */
async function findPublished(options: CommonOptions): Promise<string | undefined> {
  if (!(await stateExists(pathsOf(options)))) return undefined
  return (await withState(options, (state) => state.head()))?.bundle
}
