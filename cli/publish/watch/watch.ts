import { existsSync, statSync } from 'node:fs'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { MassChange } from '../../../build/publish/loss-limits.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import { environmentValue, fetchContact, retentionDays } from '../../../data/store/environment.ts'
import type { Issue } from '../../../data/store/source-read.ts'
import { DESK_SOURCE } from '../../../data/store/source-read.ts'
import { openState, stateExists } from '../../../data/store/state/open.ts'
import type { Source } from '../../../ingest/read/source.ts'
import { withState } from '../../data-folder.ts'
import { CommandError, EXIT, nextStep, splitNext, toEnding } from '../../exit.ts'
import {
  type BuildCommandOptions,
  type CommonOptions,
  mirrorOf,
  parseStates,
  pathsOf,
  type SourceOptions,
  sampleFlag,
  withBuildOptions,
  withCommonOptions,
} from '../../options.ts'
import { firstLine, formatNumberOf, logToStderr, printLine } from '../../output.ts'
import { openStop } from '../../progress.ts'
import { formatIssue } from '../check-endorsements.ts'
import { chooseFeeds, loadRegistry } from '../choose-sources.ts'
import { followDesk } from '../desk-files.ts'
import { speaksOf } from '../pipeline.ts'
import type { SourceOutcome } from './change.ts'
import type { WatchedChange } from './loop.ts'

/** @setting Issues of a change that `watch` prints. The report's issues.csv has all of them. */
const WATCH_ISSUES_SHOWN = 20

// Output for a change: one line for people or one NDJSON line to stdout; problems with the files to stderr.

const BLOCKED = 'Or correct the file: it is then published. Until then, no change of any file is published.'

/** `sample-endorsements: 1 created, 0 updated, 0 deleted; publication 7; 0.8 s; head 150:9f2c…`; undefined if there is nothing to report. */
function formatChange(change: WatchedChange): string | undefined {
  const { sources, files, events, publication, published, head, fault, first } = change
  const what = whatOf(change)
  const failed = sources.filter(({ status }) => status === 'failed').map(({ source_id }) => source_id)
  const stays = failed.length === 0 ? '' : `; ${failed.join(', ')}: not read; the last good rows stay`
  if (fault !== undefined) return `${what}: NOT PUBLISHED${stays}; ${secondsOf(change)} s`
  if (published) {
    const { created, updated, deleted } = events
    const counts = `${created} created, ${updated} updated, ${deleted} deleted`
    return `${what}: ${counts}; publication ${publication}${stays}; ${secondsOf(change)} s; head ${head}`
  }
  if (first && stays === '') return undefined
  if (failed.length > 0 && sources.every(({ status }) => status === 'failed')) return `${what}: no change${stays}`
  return files.length === 0 ? undefined : `${what}: no change of served data${stays}; ${secondsOf(change)} s`
}

/** @param at an instant */
function toRecord(change: WatchedChange, at: string, options: CommonOptions): Record<string, unknown> {
  const { sources, files, events, publication, published, head, fault, warnings, steps } = change
  return {
    at,
    files,
    sources: sources.map(({ issues, ...source }) => ({
      ...source,
      issue_count: issues.length,
      issues: issues.slice(0, WATCH_ISSUES_SHOWN),
    })),
    publication,
    published,
    head,
    ...events,
    warnings,
    fault: fault === undefined ? null : sayFault(fault, options),
    seconds: Number(secondsOf(change)),
    milliseconds: Object.fromEntries(Object.entries(steps).map(([step, took]) => [step, Math.round(took)])),
  }
}

/** For stderr: all faults and warnings, and issues that were not printed before. */
function openProblems(options: CommonOptions): (change: WatchedChange) => string[] {
  const said = new Map<string, ReadonlySet<string>>()
  return ({ sources, fault, warnings }) => {
    const lines = sources.flatMap((source) => problemsOf(source, said))
    for (const warning of warnings) lines.push(`hustings: ${warning}`)
    if (fault !== undefined) lines.push(sayFault(fault, options))
    return lines
  }
}

function problemsOf(source: SourceOutcome, said: Map<string, ReadonlySet<string>>): string[] {
  const { source_id, error, issues } = source
  if (error !== null) {
    const { message, next } = splitNext(error)
    const stays = `${source_id}: ${message}; its last good rows stay`
    return next === undefined ? [stays] : [stays, nextStep(next)]
  }
  const lines = issues.filter(isLost).map((issue) => `${source_id}: ${formatIssue(issue)}`)
  const before = said.get(source_id)
  const news = lines.filter((line) => !before?.has(line))
  said.set(source_id, new Set(lines))
  const more = news.length - WATCH_ISSUES_SHOWN
  return more > 0
    ? [...news.slice(0, WATCH_ISSUES_SHOWN), `${source_id}: and ${formatNumberOf(more, 'issue')} more`]
    : news
}

function isLost({ severity }: Issue): boolean {
  return severity === 'refused'
}

function sayFault(fault: unknown, options: CommonOptions): string {
  const sentence = toEnding(fault, options).text.trimEnd()
  return fault instanceof MassChange ? `${sentence}\n${BLOCKED}` : sentence
}

function whatOf({ sources, files }: WatchedChange): string {
  const ids = sources.map(({ source_id }) => source_id)
  return (ids.length > 0 ? ids : files).join(', ') || 'unpublished changes'
}

function secondsOf({ steps }: WatchedChange): string {
  return (Object.values(steps).reduce((sum, took) => sum + took, 0) / 1000).toFixed(2)
}

type WatchCommandOptions = Omit<SourceOptions, 'refresh'> & BuildCommandOptions

export function addWatch(program: Command): void {
  withBuildOptions(
    withCommonOptions(
      program.command('watch').description('publish each change of an endorsement file within seconds, until Ctrl-C'),
    ),
  )
    .addOption(
      new Option('--mirror <folder>', "folder with the sources' files (--sample: the project's own)").argParser(
        parseFolder,
      ),
    )
    .addOption(
      new Option('--only <states>', 'only these states, as in the nightly run, comma-separated').argParser(parseStates),
    )
    .argument('[source...]', 'ids of sources of endorsements (default: all)')
    .addHelpText(
      'after',
      `
A file is read once it is at rest: unchanged for 0.2 s, or for 3 s more if it looks truncated. If a file cannot be read, watch
reports file and line, and its last good rows stay. They also stay if a source would lose more than a fifth of its rows.
Prints one line per publication to stdout; --json prints it as a line of JSON.`,
    )
    .action(watch)
}

async function watch(names: string[], options: WatchCommandOptions): Promise<void> {
  const mirror = mirrorOf(options) ?? null
  const chosen = await chooseFeeds(options, names)
  const isSelected = options.only ? speaksOf(options.only) : () => true
  const { findPath } = await import('../../../ingest/fetch/locate.ts')
  const canFollow = (source: Source): boolean =>
    source.follow !== undefined || source.files.every((file) => findPath(file, mirror) !== undefined)
  const remote = chosen.find((source) => names.includes(source.id) && !canFollow(source))
  if (remote)
    throw new CommandError(
      `${remote.id} is not in sources.yaml: watch follows it in the folder of --mirror alone.`,
      `hustings watch ${remote.id} --mirror FOLDER${sampleFlag(options)}`,
      EXIT.usage,
    )
  const isFollowed = (source: Source): boolean => isSelected(source) && canFollow(source)
  const ids = new Set(chosen.filter(isFollowed).map(({ id }) => id))
  // Its first file may be written later.
  if (names.length === 0) ids.add(DESK_SOURCE)
  if (!(await hasDesk(options)) && [...ids].every((id) => id === DESK_SOURCE))
    throw new CommandError(
      'There is nothing to watch: expected --mirror, an endorsement feed in sources.yaml, or an endorser at the publishing desk.',
      'hustings watch --mirror FOLDER',
      EXIT.usage,
    )
  // Only a nightly run provides ballots and places.
  if (!existsSync(pathsOf(options).work) || !(await withState(options, (state) => state.head())))
    throw new CommandError(
      `Nothing is built and published in ${pathsOf(options).root} yet, which watch needs as its base.`,
      `hustings nightly${sampleFlag(options)}`,
    )
  const stop = openStop()
  const { findFollowed, followFiles } = await import('./loop.ts')
  const registry = await loadRegistry(options)
  const followed = { registry, ids }
  const problems = openProblems(options)
  const state = await openState(pathsOf(options))
  await followFiles({
    paths: pathsOf(options),
    ...followed,
    mirror,
    stop: stop.signal,
    contact: fetchContact(),
    environment: environmentValue,
    followDesk: (onWrite, stop) =>
      ids.has(DESK_SOURCE)
        ? followDesk({ paths: pathsOf(options), state, now: () => new Date(), stop }, onWrite, (fault) =>
            logToStderr(`hustings: the files of the publishing desk were not written: ${firstLine(fault)}`),
          )
        : Promise.resolve(),
    order: registry.listIds(new Date().getUTCFullYear()),
    states: options.only ? new Set<StateCode>(options.only) : null,
    ...(options.threads && { threads: options.threads }),
    retentionDays: retentionDays(),
    now: () => new Date(),
    clock: () => performance.now(),
    onBegin: () => {
      logToStderr(formatFollowed(findFollowed(followed), mirror))
    },
    onWait: (holder) =>
      logToStderr(`${holder ? `hustings ${holder.command}` : 'Another hustings'} is running: the change waits for it.`),
    onChange: (change) => {
      for (const problem of problems(change)) logToStderr(problem)
      if (options.json) printLine(JSON.stringify(toRecord(change, new Date().toISOString(), options)))
      else {
        const line = formatChange(change)
        if (line !== undefined) printLine(line)
      }
      if (change.first) logToStderr('Up to date; Ctrl-C ends.')
    },
  }).finally(async () => {
    stop.close()
    await state.close()
  })
}

/** Before anything is built there is no state, which opening would create. */
async function hasDesk(options: CommonOptions): Promise<boolean> {
  if (!(await stateExists(pathsOf(options)))) return false
  return (await withState(options, (state) => state.desks())).length > 0
}

/** `Watching 3 files of 2 sources in /srv/mirror, and 1 feed by URL: city-paper every 60 s.` */
function formatFollowed(sources: readonly Source[], mirror: string | null): string {
  const polled = sources.flatMap(({ id, follow }) =>
    follow && 'everySeconds' in follow ? [`${id} every ${follow.everySeconds} s`] : [],
  )
  const onDisk = sources.filter(({ follow }) => !(follow && 'everySeconds' in follow))
  const files = onDisk.reduce((sum, { files }) => sum + files.length, 0)
  const where = mirror === null ? '' : ` in ${mirror}`
  return `Watching ${[
    ...(onDisk.length > 0
      ? [`${formatNumberOf(files, 'file')} of ${formatNumberOf(onDisk.length, 'source')}${where}`]
      : []),
    ...(polled.length > 0 ? [`${formatNumberOf(polled.length, 'feed')} by URL: ${polled.join(', ')}`] : []),
  ].join(', and ')}.`
}

function parseFolder(text: string): string {
  if (!statSync(text, { throwIfNoEntry: false })?.isDirectory()) throw new InvalidArgumentError('No such folder.')
  return text
}
