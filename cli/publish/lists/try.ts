// `hustings lists try`: reads a list of candidates as a night would, writes nothing, and says what its entry does not understand yet.

import { readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import type { ChoiceRow, ContestRow } from '../../../data/core/rows.ts'
import { findNear } from '../../../data/schema/edit-distance.ts'
import { environmentValue } from '../../../data/store/environment.ts'
import type { Issue } from '../../../data/store/source-read.ts'
import { quoteText, type Warehouse } from '../../../data/store/warehouse.ts'
import type { ListForm } from '../../../ingest/ballot/list/candidate-list.ts'
import { readOfficeTable } from '../../../ingest/ballot/office-table.ts'
import type { CandidateListEntry } from '../../../ingest/configuration/schema.ts'
import type { collectSink } from '../../../ingest/engine/sink.ts'
import type { FetchedFile } from '../../../ingest/read/source.ts'
import { withWarehouse } from '../../data-folder.ts'
import { CommandError, EXIT } from '../../exit.ts'
import { type CommonOptions, familyOf, firstBuildFor, withCommonOptions } from '../../options.ts'
import { printJson, printLine } from '../../output.ts'
import { loadFacts } from '../audit/facts.ts'
import type { NamedContest } from './compare.ts'
import { formatTrial, type Problem, type Trial, type TriedContest } from './report.ts'

type TryOptions = CommonOptions & { all?: true; against?: string }

export function addLists(program: Command): void {
  const lists = program.command('lists').description('try a list of candidates before it is a source')
  withCommonOptions(
    lists
      .command('try')
      .description('read the candidate_lists of a file, and report what its entries do not understand; writes nothing'),
  )
    .argument('<file>', 'in the form of sources.yaml; the url of each list is a path')
    .option('--all', 'show all contests, not the first ten')
    .option(
      '--against <file>',
      'compare with another file: one with the same columns, or a CSV file with contest and name',
    )
    .action(async (file: string, options: TryOptions) => {
      const entries = await loadEntries(file, options)
      const tryAll = async (warehouse: Warehouse): Promise<void> => {
        const trials: Trial[] = []
        for (const entry of entries)
          trials.push(await tryList(entry, { folder: dirname(resolve(file)), warehouse, options, entries }))
        if (options.json) printJson(trials)
        else for (const line of trials.flatMap((trial) => formatTrial(trial, options.all))) printLine(line)
        if (trials.some(({ stopped, problems }) => stopped !== null || problems.length > 0))
          process.exitCode = EXIT.failure
      }
      await withWarehouse(options, tryAll, firstBuildFor(entries, options))
    })
}

async function loadEntries(file: string, options: CommonOptions): Promise<readonly CandidateListEntry[]> {
  const { parseSourcesFile } = await import('../../../ingest/configuration/load.ts')
  const { FormError } = await import('../../../ingest/read/yaml-form.ts')
  const { sources } = await import('../../../ingest/engine/registry.ts')
  const bytes = readHere(file)
  try {
    const parsed = parseSourcesFile({ name: basename(file), bytes }, sources, familyOf(options), environmentValue)
    const entries = parsed.candidate_lists ?? []
    if (entries.length > 0) return entries
  } catch (error) {
    if (!(error instanceof FormError)) throw error
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
  /** All of the file. */
  entries: readonly CandidateListEntry[]
  warehouse: Warehouse
  options: TryOptions
}

async function tryList(listed: CandidateListEntry, { folder, warehouse, options, entries }: Place): Promise<Trial> {
  const [
    { readCandidateList, readHeader, listTranscript },
    { expandList, toListForm },
    { SourceError },
    transcripts,
    sinks,
    { loadDivisions },
    { compareWith, findLast },
    { countyId, indexDivisions },
  ] = await Promise.all([
    import('../../../ingest/ballot/list/candidate-list.ts'),
    import('../../../ingest/configuration/entries.ts'),
    import('../../../ingest/read/source.ts'),
    import('../../../ingest/read/transcript.ts'),
    import('../../../ingest/engine/sink.ts'),
    import('../../../ingest/engine/source-dependencies.ts'),
    import('./compare.ts'),
    import('../../../ingest/ballot/division.ts'),
  ])
  // Of a list that is published again, the latest one.
  const entry = expandList(listed, new Date().getUTCFullYear()).at(-1) ?? listed
  const form = toListForm(entry, folder)
  const published = {
    ...{ name: basename(entry.url), url: entry.page, bytes: readList(entry, folder) },
    ...(entry.encoding && { encoding: entry.encoding }),
  }
  const against = options.against === undefined ? undefined : readHere(options.against)
  const sink = sinks.collectSink()
  let [unused, unread_sheets]: [readonly string[], readonly string[]] = [[], []]
  let stopped: string | null = null
  let compared: Trial['compared'] = null
  const divisions = await loadDivisions(warehouse, familyOf(options) === 'sample')
  try {
    unread_sheets = await findUnreadSheets(published, listed, entries)
    unused = await readHeader(published, form)
    const bytes = await transcripts.writeTranscript(published, listTranscript(form))
    readCandidateList(form)([{ name: published.name, url: published.url, bytes }], { divisions }, sink)
    if (against) {
      const other = { name: basename(options.against ?? ''), url: entry.page, bytes: against }
      compared = await compareWith(other, form, await namedContests(published, form, sink.rows))
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    stopped = error.message
  }
  const contests = sink.rows.flatMap(({ table, row }) => (table === 'contest' ? [row as ContestRow] : []))
  const choices = sink.rows.flatMap(({ table, row }) => (table === 'choice' ? [row as ChoiceRow] : []))
  const [first] = contests
  const boundaryOf = await loadBoundaries(form, warehouse)
  const tried = toTried(contests, choices, boundaryOf)
  const said = countProblems(sink.issues)
  const county = form.county === undefined ? null : countyId(indexDivisions(form.state, divisions), form.county)
  return {
    id: entry.id,
    stopped,
    unused,
    unread_sheets,
    personal: entry.personal ?? [],
    elections: [...new Set(contests.map(({ contest_key }) => Object.values(electionOf(contest_key)).join(' ')))].sort(),
    contests: tried,
    parties: countParties(choices),
    own_parties: await countOwnParties(choices, entry),
    doubtful_names: await findDoubtful(choices, form.state),
    problems: [...said.refused, ...missingDistricts(contests, tried, boundaryOf)].map((problem) => ({
      ...problem,
      nearest: problem.code === 'unknown-contest-title' ? findNearest(problem.value ?? '', form) : null,
    })),
    repaired: said.mended,
    left_out: sink.issues.filter(({ severity }) => severity === 'ignored').length,
    last: first
      ? await findLast({ state: form.state, ...electionOf(first.contest_key) }, contests, county, warehouse)
      : null,
    compared,
  }
}

/** The sheets of a workbook that no entry reads. Throws SourceError as its reader does. */
async function findUnreadSheets(
  file: FetchedFile,
  { url, format }: CandidateListEntry,
  entries: readonly CandidateListEntry[],
): Promise<readonly string[]> {
  if (format !== 'xlsx') return []
  const [{ listSheets }, { requireFormat }] = await Promise.all([
    import('../../../ingest/read/xlsx.ts'),
    import('../../../ingest/ballot/list/list-file.ts'),
  ])
  requireFormat(file, format)
  const sheets = await listSheets(file)
  const read = entries.filter((one) => one.url === url).map(({ sheet }) => sheet ?? sheets[0])
  return sheets.filter((name) => !read.includes(name))
}

/** The contests that the list gives, by the titles of their lines too. */
async function namedContests(
  published: FetchedFile,
  form: ListForm,
  rows: ReturnType<typeof collectSink>['rows'],
): Promise<NamedContest[]> {
  const { columnsOf, readListFile, textOf } = await import('../../../ingest/ballot/list/list-file.ts')
  const titles = new Map<number | null, string>()
  const wanted = { columns: columnsOf(form), allowExtra: true }
  for await (const { line, record } of readListFile(published, form, wanted, { issue: () => {} }))
    titles.set(line, textOf(form.columns.contest, { county: form.county ?? '', ...record }))
  const contests = new Map<string, { titles: string[]; names: string[] }>()
  for (const { table, row, line } of rows) {
    const title = titles.get(line) ?? ''
    if (table === 'contest') {
      const { contest_key, title: served } = row as ContestRow
      contests.set(contest_key, { titles: [title, served], names: [] })
    } else if (table === 'choice') {
      const { contest_key, label } = row as ChoiceRow
      contests.get(contest_key)?.titles.push(title)
      contests.get(contest_key)?.names.push(label)
    }
  }
  return [...contests.values()]
}

const FIRST_CHOICES = 3

function toTried(
  contests: readonly ContestRow[],
  choices: readonly ChoiceRow[],
  boundaryOf: BoundaryOf,
): TriedContest[] {
  return contests.map((contest) => {
    const { contest_key, title, ocd_id, district_name, kind } = contest
    const own = choices.filter((choice) => choice.contest_key === contest_key)
    return {
      ...{ title, kind, ocd_id, district_name, boundary: boundaryOf(contest).boundary, choices: own.length },
      first_choices: own.slice(0, FIRST_CHOICES).map(({ label, party }) => ({ label, party })),
    }
  })
}

/** `oh-2026-11-03-general/…` → 2026-11-03, general. */
function electionOf(contest_key: string): { date: string; type: string } {
  return { date: contest_key.slice(3, 13), type: contest_key.slice(14).split('/')[0] ?? '' }
}

interface PlanRow {
  type: string
  vintage: string
  valid_from: string
  valid_to: string | null
  next_vintage: string | null
  next_changed: string | null
}

interface DrawnRow {
  ocd_id: string
  type: string
  vintage: string
  valid_from: string | null
  valid_to: string | null
}

/** `drawn`: the ids of all districts of the plan. */
type BoundaryOf = (contest: ContestRow) => { boundary: TriedContest['boundary']; drawn: readonly string[] }

/** Whether the last build holds the boundary of a contest's district, of the plan that its election uses (build/sql/20_contest_district.sql). */
async function loadBoundaries({ state }: ListForm, warehouse: Warehouse): Promise<BoundaryOf> {
  const plans = await warehouse.all<PlanRow>(
    `SELECT type, vintage, CAST(valid_from AS VARCHAR) AS valid_from, CAST(valid_to AS VARCHAR) AS valid_to, next_vintage,
       array_to_string(next_changed, ' ') AS next_changed
     FROM out.plan WHERE state = ${quoteText(state)} ORDER BY type, valid_from`,
  )
  const drawn = await warehouse.all<DrawnRow>(
    `SELECT ocd_id, type, vintage, CAST(valid_from AS VARCHAR) AS valid_from, CAST(valid_to AS VARCHAR) AS valid_to
     FROM out.district WHERE has_boundary AND state = ${quoteText(state)} ORDER BY ocd_id, vintage`,
  )
  const inForce = (day: string, { valid_from, valid_to }: Pick<DrawnRow, 'valid_from' | 'valid_to'>): boolean =>
    (valid_from ?? day) <= day && day <= (valid_to ?? day)
  return ({ contest_key, ocd_id, district_type }) => {
    const { date, type } = electionOf(contest_key)
    const isLate =
      /\/unexpired$/.test(contest_key) || /^special/.test(type) || (type === 'runoff' && /-0[12]-/.test(date))
    const isPlanned = /^(?:congressional|state_upper|state_lower)$/.test(district_type)
    const day = isPlanned && isLate ? `${Number(date.slice(0, 4)) - 1}-12-31` : date
    const plan = plans.find((one) => one.type === district_type && inForce(day, one))
    const code = ocd_id.slice(ocd_id.lastIndexOf(':') + 1)
    const isKept = plan?.next_vintage != null && !(plan.next_changed ?? '').split(' ').includes(code)
    const vintage = isKept ? plan.next_vintage : plan?.vintage
    const ofPlan = drawn.filter((one) => one.type === district_type && one.vintage === vintage).map((one) => one.ocd_id)
    if (ofPlan.includes(ocd_id)) return { boundary: 'held', drawn: ofPlan }
    if (ofPlan.length >= wholePlanOf(state, district_type, Number(plan?.valid_from.slice(0, 4))))
      return { boundary: 'no such district', drawn: ofPlan }
    const isOfPlan = (one: DrawnRow): boolean =>
      plans.some((other) => other.type === one.type && other.vintage === one.vintage)
    const isDrawn = drawn.some((one) => one.ocd_id === ocd_id && !isOfPlan(one) && inForce(day, one))
    return { boundary: isDrawn ? 'held' : 'not held', drawn: [] }
  }
}

/** The number of districts of a plan that is drawn as a whole; infinite if it is not known (build/sql/25_no_such_district.sql). */
function wholePlanOf(state: ListForm['state'], type: string, year: number): number {
  const { chambers, houseSeats } = loadFacts()
  const house = type === 'congressional' ? houseSeats(state, year) : undefined
  if (house && house.seats > 1) return house.seats
  const chamber = chambers.find((one) => one.state === state && one.type === type)
  // Districts that lie over others are not drawn: New Hampshire's floterial ones.
  return (chamber?.overlap === 1 ? (chamber.districts ?? chamber.drawn) : null) ?? Number.POSITIVE_INFINITY
}

/** The boundaries of the plan are held, and have no such district. */
function missingDistricts(
  contests: readonly ContestRow[],
  tried: readonly TriedContest[],
  boundaryOf: BoundaryOf,
): Problem[] {
  return contests.flatMap((contest, at) => {
    const { boundary, drawn } = boundaryOf(contest)
    if (boundary !== 'no such district') return []
    const codes = drawn.map((ocd_id) => ocd_id.slice(ocd_id.lastIndexOf('/') + 1)).sort(inNumberOrder)
    const shown = [...codes.slice(0, 3), ...codes.slice(3).slice(-1)].join(', ')
    const message = `got the district ${contest.ocd_id}; the plan of the election's day has ${codes.length === 1 ? 'one' : codes.length}, expected ${codes.length === 1 ? shown : `one of ${shown}`} in area`
    const lines = tried[at]?.choices ?? 0
    return {
      code: 'no-such-district',
      field: null,
      value: contest.title,
      lines,
      first_line: null,
      message,
      nearest: null,
    }
  })
}

/** `sldl:2` before `sldl:10`. */
function inNumberOrder(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}

/** The row of the office table whose pattern is nearest to a title that no row reads. */
function findNearest(title: string, { offices, state }: ListForm): Problem['nearest'] {
  if (!offices?.text) return null
  const rules = readOfficeTable({ name: offices.name, bytes: Buffer.from(offices.text) }, state)
  const rows = new Map(rules.flatMap(({ row }) => (row ? [[toWords(row.pattern), row] as const] : [])))
  const [words] = findNear(title.replace(/\d+/g, ' '), [...rows.keys()], 1, NEAR_MIN)
  const row = rows.get(words ?? '')
  return row ? { line: row.line, pattern: row.pattern } : null
}

const NEAR_MIN = 0.3

/** The words that a pattern writes out. */
function toWords(pattern: string): string {
  return pattern.replace(/\\[dwsbDWSB]|\(\?[:=!]|[^\p{L}\p{N}]/gu, ' ')
}

function countParties(choices: readonly ChoiceRow[]): Record<string, number> {
  const persons = choices.filter(({ measure_answer }) => measure_answer === null)
  return countOf(persons.map(({ party }) => party ?? 'no party'))
}

function countOf(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}

/** Words for a party that are not known and stay as printed, where the entry has no parties. */
async function countOwnParties(
  choices: readonly ChoiceRow[],
  { parties }: CandidateListEntry,
): Promise<Record<string, number>> {
  if (parties) return {}
  const { PARTY_WORDS } = await import('../../../data/reference/party-labels.ts')
  const known = new Set(Object.values(PARTY_WORDS))
  return countOf(choices.flatMap(({ party }) => (party !== null && !known.has(party) ? [party] : [])))
}

/** Names in capitals whose words nobody can case for sure, and names in small letters. */
async function findDoubtful(choices: readonly ChoiceRow[], state: string): Promise<Trial['doubtful_names']> {
  const { caseName, isInCapitals, openSpellings } = await import('../../../build/bundle/name-case.ts')
  const spellings = openSpellings([])
  return choices.flatMap(({ candidate_name: name, label }) => {
    if (name === null) return []
    if (isInCapitals(name)) {
      const cased = caseName({ name, state }, spellings)
      return cased.doubtful.length > 0 ? [{ printed: label, served: cased.name }] : []
    }
    return /\p{Lu}/u.test(name) && !/^\p{Ll}|\bmc\p{Ll}/u.test(name) ? [] : [{ printed: label, served: name }]
  })
}

/** `mended`: the line is used, as a night would. */
function countProblems(all: readonly Issue[]): Record<'refused' | 'mended', Problem[]> {
  const of = (wanted: Issue['severity']): Problem[] => {
    const problems = new Map<string, Problem>()
    for (const { code, field, value, message, line, severity } of all) {
      if (severity !== wanted) continue
      const key = JSON.stringify([code, field, value])
      const held = problems.get(key)
      if (held) held.lines++
      else problems.set(key, { code, field, value, message, lines: 1, first_line: line, nearest: null })
    }
    return [...problems.values()].sort((a, b) => b.lines - a.lines)
  }
  return { refused: of('refused'), mended: of('mended') }
}
