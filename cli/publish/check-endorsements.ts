// `hustings endorsements check` counts the usable records of an endorsement file and locates each problem; `duplicates` lists endorsers that
// may be one.

import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { STATE_CODES } from '../../data/schema/vocabulary.ts'
import type { Issue } from '../../data/store/source-read.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'
import {
  findDuplicates,
  type NamedEndorser,
  type ProbableDuplicate,
} from '../../ingest/endorsement/duplicate-endorsers.ts'
import type { CollectingSink } from '../../ingest/engine/sink.ts'
import type { FetchedFile, NeededRows, Source } from '../../ingest/read/source.ts'
import { withWarehouse } from '../data-folder.ts'
import { CommandError, EXIT, nextStep } from '../exit.ts'
import { type CommonOptions, familyOf, nightlyFor, pathsOf, sampleFlag, withCommonOptions } from '../options.ts'
import { formatNumberOf, logToStderr, printJson, printLine, printTable } from '../output.ts'

/** Adds `check` and `duplicates` to `hustings endorsements`. */
export function addEndorsementChecks(endorsements: Command): void {
  withCommonOptions(
    endorsements.command('check').description('count the usable records of a file and list each problem with its line'),
  )
    .argument(
      '<file...>',
      'endorsements.json, or a CSV file and the endorsers.csv that belongs to it',
      collectFiles,
      [],
    )
    .addHelpText(
      'after',
      `
The format: data/reference/endorsements.md. Elections, contests and choices are looked up in the warehouse of the last
nightly run; no network is needed. Exit codes: 0 every record is kept, 3 some are not.`,
    )
    .action(check)
  withCommonOptions(
    endorsements
      .command('duplicates')
      .description('list pairs of endorsers that may be one, for data/reference/endorser-aliases.csv'),
  ).action((options: CommonOptions) =>
    withWarehouse(options, async (warehouse) =>
      printDuplicates(findDuplicates(await loadEndorsers(warehouse)), options),
    ),
  )
}

async function loadEndorsers(warehouse: Warehouse): Promise<NamedEndorser[]> {
  return warehouse.all(
    `SELECT endorser_slug, min_by(name, source_id) AS name, min_by(category, source_id) AS category, min_by(state, source_id) AS state
     FROM core.endorser
     GROUP BY endorser_slug
     ORDER BY endorser_slug`,
  )
}

function printDuplicates(pairs: readonly ProbableDuplicate[], options: CommonOptions): void {
  if (options.json) {
    printJson(pairs)
    return
  }
  printTable({
    columns: ['endorser', 'other', 'why'],
    rows: pairs.map(({ one, other, why }) => [one.endorser_slug, other.endorser_slug, why]),
  })
  printLine(
    `${formatNumberOf(pairs.length, 'pair')} to decide: a line in data/reference/endorser-aliases.csv makes one of two.`,
  )
}

async function check(files: string[], options: CommonOptions): Promise<void> {
  const retrieved_at = new Date().toISOString()
  const fetched = files.map((file) => ({
    name: nameOf(file, files),
    bytes: readFileSync(file),
    url: `file:${file}`,
    retrieved_at,
  }))
  const sink = await readFiles(fetched, await loadRows(options), options)
  const kept = countKept(sink)
  const issues = [...sink.issues].sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
  const lost = issues.filter(({ severity }) => severity !== 'mended')
  if (options.json) printJson({ files, records: sink.countRecords(), kept, issues })
  else {
    for (const issue of issues) printLine(formatIssue(issue))
    if (issues.length > 0) printLine('')
    printLine(
      `${formatNumberOf(kept.endorsements, 'endorsement')} would be kept, of ${formatNumberOf(sink.countRecords(), 'record')}: ` +
        `${formatNumberOf(kept.endorsers, 'endorser')} declared, ${formatNumberOf(kept.contests, 'contest')}, ${formatNumberOf(issues.length, 'issue')}`,
    )
  }
  if (lost.length === 0) return
  process.exitCode = EXIT.checksFailed
  logToStderr(nextStep(`correct the lines above, then hustings endorsements check${sampleFlag(options)} …`))
}

/** The rows that a feed may refer to. */
type FeedRows = Pick<NeededRows, 'ballots' | 'endorsers'>

/** An unreadable file counts as one issue, as in a nightly report. */
async function readFiles(
  files: readonly FetchedFile[],
  rows: FeedRows,
  options: CommonOptions,
): Promise<CollectingSink> {
  const { collectSink } = await import('../../ingest/engine/sink.ts')
  const { readInterchange } = await import('../../ingest/endorsement/interchange.ts')
  const { SourceError } = await import('../../ingest/read/source.ts')
  const sink = collectSink()
  const source: Source = {
    id: 'check',
    publisher: '',
    url: '',
    licence: 'CC0-1.0',
    vintage: '',
    published_on: '',
    living: true,
    states: STATE_CODES,
    files: [],
    personal: [],
    family: familyOf(options),
    needs: ['ballots', 'endorsers'],
    read: readInterchange,
  }
  try {
    await readInterchange(files, { source, states: new Set(STATE_CODES), ...rows }, sink)
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    const { file, line, message } = error
    const place = `${file}${line === null ? '' : `:${line}`}: `
    const sentence = message.startsWith(place) ? message.slice(place.length) : message
    sink.issue({ file, line, field: null, code: 'source-stopped', value: null, message: sentence, severity: 'refused' })
  }
  return sink
}

/** Reads the sealed copy, which is never written to: no lock is needed. */
async function loadRows(options: CommonOptions): Promise<FeedRows> {
  const { warehouse: file } = pathsOf(options)
  if (!existsSync(file))
    throw new CommandError(`${file} does not exist yet: the first nightly run creates it.`, nightlyFor(options))
  const { openWarehouse } = await import('../../data/store/warehouse.ts')
  const { loadBallotRows, loadEndorserRows, toBallots, toEndorsers } = await import(
    '../../ingest/engine/ballot-rows.ts'
  )
  const warehouse = await openWarehouse(file, { readonly: true })
  try {
    const tables = `SELECT table_name FROM information_schema.tables WHERE table_schema = 'core' AND table_name = 'endorser'`
    if ((await warehouse.all(tables)).length === 0)
      throw new CommandError(
        `${file} was written by a version without endorsers: a nightly run of this version rewrites it.`,
        nightlyFor(options),
      )
    const ballots = await loadBallotRows(warehouse)
    const left = await loadLeftOut(warehouse)
    return {
      ballots: toBallots({ ...ballots, contests: ballots.contests.filter((one) => !left.has(one.contest_key)) }),
      endorsers: toEndorsers(await loadEndorserRows(warehouse)),
    }
  } finally {
    await warehouse.close()
  }
}

/** Contests that the build leaves out: an endorsement of one is not served. */
async function loadLeftOut(warehouse: Warehouse): Promise<ReadonlySet<string>> {
  const table = `SELECT table_name FROM information_schema.tables WHERE table_schema = 'out' AND table_name = 'no_such_district'`
  if ((await warehouse.all(table)).length === 0) return new Set()
  const rows = await warehouse.all<{ contest_key: string }>('SELECT contest_key FROM out.no_such_district')
  return new Set(rows.map(({ contest_key }) => contest_key))
}

function countKept({ rows }: CollectingSink): { endorsers: number; endorsements: number; contests: number } {
  const contests = new Set(rows.flatMap((one) => (one.table === 'endorsement' ? [one.row.contest_key] : [])))
  const count = (table: string): number => rows.filter((one) => one.table === table).length
  return { endorsers: count('endorser'), endorsements: count('endorsement'), contests: contests.size }
}

/** `endorsements.csv:7 choice "Jane Dow": got a choice that … (unmatched-choice)` */
export function formatIssue({ file, line, field, value, message, code, severity }: Issue): string {
  const where = [`${file}${line === null ? '' : `:${line}`}`, field, value === null ? null : `"${value}"`]
  const note = severity === 'refused' ? code : `${code}, ${severity}`
  return `${where.filter((part) => part !== null).join(' ')}: ${message} (${note})`
}

function nameOf(file: string, files: readonly string[]): string {
  const same = files.filter((other) => basename(other) === basename(file))
  return same.length > 1 ? file : basename(file)
}

function collectFiles(file: string, files: readonly string[]): string[] {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new InvalidArgumentError('No such file.')
  if (!/\.(csv|json)$/i.test(file)) throw new InvalidArgumentError('Expected a file named *.json or *.csv.')
  return [...files, file]
}
