import { existsSync, statSync } from 'node:fs'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { StateCode } from '../data/schema/vocabulary.ts'
import { retentionDays } from '../data/store/paths.ts'
import { CommandError, EXIT } from './exit.ts'
import {
  type BuildOptions,
  mirrorOf,
  parseStates,
  pathsOf,
  type SourceOptions,
  sampleFlag,
  withBuildOptions,
  withCommonOptions,
} from './options.ts'
import { formatNumberOf, printLine, tell } from './output.ts'
import { speaksOf } from './pipeline.ts'
import { chooseFeeds } from './sources.ts'
import { withState } from './state.ts'
import { openStop } from './stop.ts'
import { formatChange, openProblems, toRecord } from './watch-line.ts'

type WatchCommandOptions = Omit<SourceOptions, 'refresh'> & BuildOptions

export function addWatch(program: Command): void {
  withBuildOptions(
    withCommonOptions(
      program.command('watch').description('publish each change of an endorsement file within seconds, until Ctrl-C'),
    ),
  )
    .addOption(
      new Option(
        '--mirror <folder>',
        "the folder that holds the sources' files (--sample: the project's own)",
      ).argParser(parseFolder),
    )
    .addOption(
      new Option('--only <states>', 'only these states, as the nightly has them, comma-separated').argParser(
        parseStates,
      ),
    )
    .argument('[source...]', 'ids of sources of endorsements; all of them without')
    .addHelpText(
      'after',
      `
A file is taken once it is at rest: 0.2 s unchanged, or 3 s more where it looks half written. What cannot be read is told
with file and line, and its last good rows stay; so do those of a source that would lose more than a fifth of them.
One line a publication to stdout; --json prints each as a line of JSON.`,
    )
    .action(watch)
}

async function watch(names: string[], options: WatchCommandOptions): Promise<void> {
  const mirror = mirrorOf(options)
  if (mirror === undefined)
    throw new CommandError(
      'watch follows files in a folder, and publishers have none here.',
      'hustings watch --mirror FOLDER',
      EXIT.usage,
    )
  const chosen = await chooseFeeds(options, names)
  const sources = options.only ? chosen.filter(speaksOf(options.only)) : chosen
  // Ballots and places come from a nightly alone.
  if (!existsSync(pathsOf(options).work) || !(await withState(options, (state) => state.head())))
    throw new CommandError(
      `Nothing was built and published in ${pathsOf(options).root} yet, and a watch goes on from there.`,
      `hustings nightly${sampleFlag(options)}`,
    )
  const stop = openStop()
  const { followFiles } = await import('./watch-loop.ts')
  const registry = await import('../ingest/registry.ts')
  const problems = openProblems()
  await followFiles({
    paths: pathsOf(options),
    ...{ sources, mirror, stop: stop.signal },
    order: registry.sources.map(({ id }) => id),
    states: options.only ? new Set<StateCode>(options.only) : null,
    ...(options.threads && { threads: options.threads }),
    retentionDays: retentionDays(),
    now: () => new Date(),
    clock: () => performance.now(),
    onBegin: () => {
      const files = sources.reduce((sum, source) => sum + source.files.length, 0)
      tell(`Watching ${formatNumberOf(files, 'file')} of ${formatNumberOf(sources.length, 'source')} in ${mirror}.`)
    },
    onWait: (holder) =>
      tell(`${holder ? `hustings ${holder.command}` : 'Another hustings'} is at work: the change waits for it.`),
    onChange: (change) => {
      for (const problem of problems(change)) tell(problem)
      if (options.json) printLine(JSON.stringify(toRecord(change, new Date().toISOString())))
      else {
        const line = formatChange(change)
        if (line !== undefined) printLine(line)
      }
      if (change.first) tell('Up to date; Ctrl-C ends.')
    },
  }).finally(stop.close)
}

function parseFolder(text: string): string {
  if (!statSync(text, { throwIfNoEntry: false })?.isDirectory())
    throw new InvalidArgumentError('There is no such folder.')
  return text
}
