// `hustings match`: adds the districts of each row to a file of points or addresses.

import { existsSync, realpathSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { stateExists } from '../../../data/store/state/open.ts'
import { withState } from '../../data-folder.ts'
import { CommandError, EXIT, nextStep } from '../../exit.ts'
import { type CommonOptions, nightlyFor, parseDay, parseThreads, pathsOf, withCommonOptions } from '../../options.ts'
import { entry, formatCount, formatNumberOf, logToStderr, printJson, printLine, toCsvField } from '../../output.ts'
import { openStop, runSteps, type Show } from '../../progress.ts'
import { type Counts, formatOf, type LocatedBy } from './chunk.ts'
import { ALL_LAYERS, addedColumns, type Layer, parseLayers } from './layers.ts'
import { rejectsFile } from './output-file.ts'

/** @setting Milliseconds between two reports of progress by `match`. */
const MATCH_PROGRESS_MS = 2000

interface MatchOptions extends CommonOptions, NamedColumns {
  output: string
  layers?: Layer[]
  asOf?: string
  threads?: number
  force?: true
}

interface Summary extends Counts {
  not_exact: number
  rows_per_second: number
  output: string
  rejects: string
  bundle: string
  as_of: string
}

export function addMatch(program: Command): void {
  const command = program.command('match').description('add the districts of each row to a file of points or addresses')
  withCommonOptions(command)
    .argument('<file>', 'a CSV file with a header, or a Parquet file', parseInput)
    .addOption(
      new Option('-o, --output <file>', 'the CSV or Parquet file to write: the same rows with more columns')
        .argParser(parseOutput)
        .makeOptionMandatory(),
    )
    .option('--lat <column>', 'the column of latitudes, in degrees')
    .option('--lng <column>', 'the column of longitudes, in degrees')
    .addOption(new Option('--address <column>', 'the column of addresses, each in one line').conflicts(['lat', 'lng']))
    .addOption(
      new Option('--layers <layers>', `layers to add (default: ${ALL_LAYERS.join(',')})`).argParser(parseLayers),
    )
    .addOption(new Option('--as-of <date>', 'the day whose lines apply (default: today, UTC)').argParser(parseDay))
    .addOption(new Option('--threads <n>', 'worker threads (default: one per processor)').argParser(parseThreads))
    .option('--force', 'replace the output and its list of rejects if they exist')
    .addHelpText(
      'after',
      `
Each layer adds <layer>_ocd_id and <layer>_geoid; several districts of one layer are joined by |. The column exact is true if all
of them are certain. Otherwise reason names the layers in doubt, such as near_border:cd: their districts are only possible.
A rejected row stays, without districts; <output>.rejects.csv lists its line, column and reason. Nothing leaves this machine.
Exit codes: 0 every row was looked up, 3 some rows were rejected.`,
    )
    .action(match)
}

async function match(file: string, options: MatchOptions): Promise<void> {
  const { output, layers = ALL_LAYERS } = options
  checkOutput(file, options)
  const { openTable, writeMatched } = await import('./table-file.ts')
  const table = await openTable(file)
  try {
    const by = findColumns(file, table.columns, options)
    const added = addedColumns(layers)
    checkAdded(file, table.columns, added)
    const settings = {
      paths: pathsOf(options),
      bundle: await findPublished(options),
      layers,
      asOf: options.asOf ?? new Date().toISOString().slice(0, 10),
    }
    const rejects = rejectsFile(output)
    const threads = options.threads ?? availableParallelism()
    const rate = createRate(() => performance.now(), MATCH_PROGRESS_MS)
    const counts = await withProgress((show, stop) => {
      const onProgress = ({ rows }: Counts, share: number): void => {
        const sentence = rate.report(rows, share)
        if (sentence !== undefined) show.say('done', sentence)
      }
      return writeMatched({ output, rejects, added }, { table, by, threads, settings, onProgress, stop })
    })
    const not_exact = counts.rows - counts.exact - counts.rejected
    const rows_per_second = rate.perSecond(counts.rows)
    const { bundle, asOf } = settings
    print({ ...counts, not_exact, rows_per_second, output, rejects, bundle, as_of: asOf }, options)
    if (counts.rejected > 0) process.exitCode = EXIT.checksFailed
  } finally {
    await table.close()
  }
}

/** @throws CommandError if the output or the list of rejects would replace the input, or another file without --force */
function checkOutput(file: string, { output, force }: MatchOptions): void {
  for (const written of [output, rejectsFile(output)].filter((one) => existsSync(one))) {
    if (realpathSync(written) === realpathSync(file))
      throw new CommandError(`${written} is the input.`, 'hustings match   # with another --output', EXIT.usage)
    if (!force) throw new CommandError(`${written} exists already.`, 'hustings match --force   # replaces it')
  }
}

/** @returns the id of the bundle in service */
async function findPublished(options: CommonOptions): Promise<string> {
  const head = (await stateExists(pathsOf(options))) ? await withState(options, (open) => open.head()) : undefined
  if (head) return head.bundle
  throw new CommandError(`No bundle is published in ${pathsOf(options).root}.`, nightlyFor(options))
}

/** Runs the work as one step that shows its progress. Ctrl-C stops it. */
async function withProgress(work: (show: Show, stop: AbortSignal) => Promise<Counts>): Promise<Counts> {
  const stop = openStop()
  let counts: Counts = { rows: 0, exact: 0, rejected: 0 }
  const run = async (show: Show): Promise<string> => {
    counts = await work(show, stop.signal)
    return formatNumberOf(counts.rows, 'row')
  }
  try {
    await runSteps([{ title: 'Match', run }], stop.signal)
    return counts
  } catch (fault) {
    if (stop.signal.aborted) throw new CommandError('Stopped: nothing was written.', 'hustings match')
    throw fault
  } finally {
    stop.close()
  }
}

function print(summary: Summary, options: CommonOptions): void {
  if (options.json) {
    printJson(summary)
    return
  }
  const { rows, exact, not_exact, rejected, rows_per_second, output, rejects } = summary
  printLine(entry('Rows', `${formatCount(rows)}, ${formatCount(rows_per_second)} a second`))
  printLine(entry('Exact', formatCount(exact)))
  printLine(entry('Not exact', formatCount(not_exact)))
  printLine(entry('Rejected', formatCount(rejected)))
  printLine(entry('Output', output))
  if (rejected > 0) logToStderr(nextStep(`less ${rejects}   # line, column and reason of each rejected row`))
}

function parseInput(text: string): string {
  if (!statSync(text, { throwIfNoEntry: false })?.isFile()) throw new InvalidArgumentError('No such file.')
  return parseOutput(text)
}

function parseOutput(text: string): string {
  if (!formatOf(text)) throw new InvalidArgumentError('Expected a file named *.csv or *.parquet.')
  return text
}

// The columns that locate a row; and the new ones, which must have names of their own.

interface NamedColumns {
  lat?: string
  lng?: string
  address?: string
}

/** The command that lists the options. */
const NEXT = 'hustings match --help'

/** @throws CommandError unless `named` has an address, or latitude and longitude, and the file has these columns once */
function findColumns(file: string, columns: readonly string[], { lat, lng, address }: NamedColumns): LocatedBy {
  const find = (name: string): number => {
    const found = columns.flatMap((column, at) => (column === name ? [at] : []))
    const [at] = found
    if (at !== undefined && found.length === 1) return at
    throw new CommandError(
      found.length > 1
        ? `${file} has ${found.length} columns named "${name}", expected one.`
        : `${file} has no column "${name}". Its columns: ${columns.map(toCsvField).join(', ')}.`,
      NEXT,
      EXIT.usage,
    )
  }
  if (address !== undefined) return { address: find(address) }
  if (lat !== undefined && lng !== undefined) return { lat: find(lat), lng: find(lng) }
  throw new CommandError('Expected --lat and --lng, or --address, with names of columns.', NEXT, EXIT.usage)
}

/** @throws CommandError if the file already has a column of these names */
function checkAdded(file: string, columns: readonly string[], added: readonly string[]): void {
  const taken = added.filter((name) => columns.includes(name))
  if (taken.length > 0)
    throw new CommandError(
      `${file} already has the columns that match adds: ${taken.join(', ')}.`,
      'hustings match   # after renaming these columns, or with other --layers',
      EXIT.usage,
    )
}

// Progress: rows, rate and remaining time.

interface Rate {
  /** @param rows answered so far. @param share of the work that is done, 0 to 1. @returns a sentence, or undefined if the last one is recent */
  report(rows: number, share: number): string | undefined
  /** Rows a second since the start. */
  perSecond(rows: number): number
}

/**
 * @param clock milliseconds
 * @param every milliseconds between two sentences
 */
function createRate(clock: () => number, every: number): Rate {
  const started = clock()
  let reported = started
  const perSecond = (rows: number): number => Math.round((rows / Math.max(1, clock() - started)) * 1000)
  return {
    report(rows, share) {
      const now = clock()
      if (now - reported < every) return undefined
      reported = now
      const left = share > 0 ? Math.ceil(((now - started) * (1 - share)) / share / 1000) : undefined
      const remaining = left === undefined ? '' : `, ${formatDuration(left)} left`
      return `${formatNumberOf(rows, 'row')}, ${Math.floor(share * 100)} %, ${formatCount(perSecond(rows))} rows/s${remaining}`
    },
    perSecond,
  }
}

/** `45 s`, `2 min 5 s`, `1 h 30 min` */
function formatDuration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
