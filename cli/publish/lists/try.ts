// `hustings lists try`: reads a list of candidates as a night would, writes nothing, and says what its entry does not understand yet.

import { readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import type { ChoiceRow, ContestRow } from '../../../data/core/rows.ts'
import { environmentValue } from '../../../data/store/environment.ts'
import type { Issue } from '../../../data/store/source-read.ts'
import { quoteText, type Warehouse } from '../../../data/store/warehouse.ts'
import type { CandidateListEntry } from '../../../ingest/configuration/schema.ts'
import { withWarehouse } from '../../data-folder.ts'
import { CommandError, EXIT } from '../../exit.ts'
import { type CommonOptions, familyOf, withCommonOptions } from '../../options.ts'
import { printJson, printLine } from '../../output.ts'
import { formatTrial, type Problem, type Trial, type TriedContest } from './report.ts'

export function addLists(program: Command): void {
  const lists = program.command('lists').description('try a list of candidates before it is a source')
  withCommonOptions(
    lists
      .command('try')
      .description('read the candidate_lists of a file, and report what its entries do not understand; writes nothing'),
  )
    .argument('<file>', 'in the form of sources.yaml; the url of each list is a path')
    .action((file: string, options: CommonOptions) =>
      withWarehouse(options, async (warehouse) => {
        const entries = await loadEntries(file, options)
        const trials: Trial[] = []
        for (const entry of entries)
          trials.push(await tryList(entry, { folder: dirname(resolve(file)), warehouse, options }))
        if (options.json) printJson(trials)
        else for (const line of trials.flatMap(formatTrial)) printLine(line)
        if (trials.some(({ stopped, problems }) => stopped !== null || problems.length > 0))
          process.exitCode = EXIT.failure
      }),
    )
}

async function loadEntries(file: string, options: CommonOptions): Promise<readonly CandidateListEntry[]> {
  const { ConfigurationError, parseSourcesFile } = await import('../../../ingest/configuration/load.ts')
  const { sources } = await import('../../../ingest/engine/registry.ts')
  const bytes = readHere(file)
  try {
    const parsed = parseSourcesFile({ name: basename(file), bytes }, sources, familyOf(options), environmentValue)
    const entries = parsed.candidate_lists ?? []
    if (entries.length > 0) return entries
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    throw new CommandError(error.message, `correct ${file}, and try it again`, EXIT.usage)
  }
  throw new CommandError(
    `${file} has no entry of candidate_lists, expected one.`,
    'read docs/add-your-state.md',
    EXIT.usage,
  )
}

function readHere(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new CommandError(
      `${file} cannot be read (${code}), expected a file of this machine.`,
      'name another file',
      EXIT.usage,
    )
  }
}

/** The file of a list, which must be on this machine. */
function readList({ id, url }: CandidateListEntry, folder: string): Buffer {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(url)) return readHere(resolve(folder, url))
  const name = basename(URL.parse(url)?.pathname ?? '') || 'list'
  throw new CommandError(
    `${id}: ${url} is an address, expected the path of a file: lists try fetches nothing.`,
    `download it first (curl -o ${name} '${url}'), write url: ${name}, and try it again; the address comes back when the list is clean`,
    EXIT.usage,
  )
}

interface Place {
  folder: string
  warehouse: Warehouse
  options: CommonOptions
}

async function tryList(entry: CandidateListEntry, { folder, warehouse, options }: Place): Promise<Trial> {
  const [
    { readCandidateList, readHeader, listTranscript },
    { toListForm },
    { SourceError },
    transcripts,
    sinks,
    { loadDivisions },
  ] = await Promise.all([
    import('../../../ingest/ballot/list/candidate-list.ts'),
    import('../../../ingest/configuration/entries.ts'),
    import('../../../ingest/read/source.ts'),
    import('../../../ingest/read/transcript.ts'),
    import('../../../ingest/engine/sink.ts'),
    import('../../../ingest/engine/source-dependencies.ts'),
  ])
  const form = toListForm(entry, folder)
  const published = { name: basename(entry.url), url: entry.page, bytes: readList(entry, folder) }
  const sink = sinks.collectSink()
  let [unused, stopped]: [readonly string[], string | null] = [[], null]
  try {
    unused = await readHeader(published, form)
    const bytes = await transcripts.writeTranscript(published, listTranscript(form))
    const divisions = await loadDivisions(warehouse, familyOf(options) === 'sample')
    readCandidateList(form)([{ ...published, bytes }], { divisions }, sink)
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    stopped = error.message
  }
  const contests = sink.rows.flatMap(({ table, row }) => (table === 'contest' ? [row as ContestRow] : []))
  const choices = sink.rows.flatMap(({ table, row }) => (table === 'choice' ? [row as ChoiceRow] : []))
  return {
    id: entry.id,
    stopped,
    unused,
    contests: await toTried(contests, choices, warehouse),
    parties: countParties(choices),
    problems: countProblems(sink.issues.filter(({ severity }) => severity !== 'ignored')),
    left_out: sink.issues.filter(({ severity }) => severity === 'ignored').length,
    last: await findLast(form, contests, warehouse),
  }
}

async function toTried(
  contests: readonly ContestRow[],
  choices: readonly ChoiceRow[],
  warehouse: Warehouse,
): Promise<TriedContest[]> {
  const ids = contests.map(({ ocd_id }) => quoteText(ocd_id)).join(', ') || "''"
  const held = await warehouse.all<{ ocd_id: string }>(
    `SELECT DISTINCT ocd_id FROM out.district WHERE has_boundary AND ocd_id IN (${ids})`,
  )
  return contests.map(({ contest_key, title, ocd_id, district_name }) => ({
    ...{ title, ocd_id, district_name },
    boundary: held.some((one) => one.ocd_id === ocd_id),
    choices: choices.filter((choice) => choice.contest_key === contest_key).length,
  }))
}

function countParties(choices: readonly ChoiceRow[]): Record<string, number> {
  const parties: Record<string, number> = {}
  for (const { party } of choices) parties[party ?? 'no party'] = (parties[party ?? 'no party'] ?? 0) + 1
  return parties
}

function countProblems(issues: readonly Issue[]): Problem[] {
  const problems = new Map<string, Problem>()
  for (const { code, field, value, message, line } of issues) {
    const key = JSON.stringify([code, field, value])
    const held = problems.get(key)
    if (held) held.lines++
    else problems.set(key, { code, field, value, message, lines: 1, first_line: line })
  }
  return [...problems.values()].sort((a, b) => b.lines - a.lines)
}

/** `ocd-division/…/sheriff` of `oh-2026-11-03-general/ocd-division/…/sheriff`. */
function officeOf(contest_key: string): string {
  return contest_key.slice(contest_key.indexOf('/') + 1)
}

/** Compares offices of the levels that the list has. */
async function findLast(
  { state, election: { date, type } }: { state: string; election: { date: string; type: string } },
  contests: readonly ContestRow[],
  warehouse: Warehouse,
): Promise<Trial['last']> {
  const rows = await warehouse.all<{ slug: string; contest_key: string; level: string }>(
    `SELECT election_slug AS slug, contest_key, level FROM out.contest_body
     WHERE kind = 'candidate' AND election_slug = (
       SELECT election_slug FROM out.contest_body
       WHERE state = ${quoteText(state)} AND election_date < ${quoteText(date)} AND election_slug LIKE '%-${type}'
       ORDER BY election_date DESC LIMIT 1)
     ORDER BY contest_key`,
  )
  const levels = new Set(contests.map(({ level }) => level))
  const offices = rows
    .filter(({ level }) => levels.has(level as ContestRow['level']))
    .map(({ contest_key }) => officeOf(contest_key))
  const here = new Set(contests.map(({ contest_key }) => officeOf(contest_key)))
  const [first] = rows
  return first
    ? { slug: first.slug, offices: offices.length, missing: offices.filter((office) => !here.has(office)) }
    : null
}
