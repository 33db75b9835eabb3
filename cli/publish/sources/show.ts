// `hustings sources show`, `status` and `list`: what the registry says of the sources, and when each was last read.

import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { LICENCES } from '../../../data/reference/licences.ts'
import { findSimilar } from '../../../data/schema/edit-distance.ts'
import type { SourceRecord } from '../../../data/schema/last-run.ts'
import { type DataKind, STATE_CODES, type StateCode } from '../../../data/schema/vocabulary.ts'
import { findLastRun } from '../../../data/store/last-run.ts'
import type { FileForm, Source, SourceFile } from '../../../ingest/read/source.ts'
import { withWarehouse } from '../../data-folder.ts'
import { CommandError, EXIT } from '../../exit.ts'
import { type CommonOptions, familyOf, mirrorOf, pathsOf, sampleFlag, withCommonOptions } from '../../options.ts'
import { entry, printJson, printLine, printTable } from '../../output.ts'
import { loadRegistry } from '../choose-sources.ts'
import { formatAgo } from '../run-record.ts'
import { sayStale } from '../stale.ts'

export function addShow(sources: Command): void {
  withCommonOptions(sources.command('show').description('show a source: its files, terms and last reading'))
    .argument('<id>', 'as in the list')
    .action(async (id: string, options: CommonOptions) => {
      const shown = await showSource(id, options)
      if (options.json) printJson(shown)
      else for (const line of formatShown(shown)) printLine(line)
    })
}

interface Shown extends Listed {
  page: string
  terms: string
  /** Columns that are not kept. */
  personal: readonly string[]
  /** For each header the variable of the environment with its value. */
  header_env: Readonly<Record<string, string>>
  /** Whether its rows are kept out of exports and snapshots. */
  private: boolean
  /** The other keys of the entry in sources.yaml; null for a built-in source. */
  settings: Readonly<Record<string, unknown>> | null
  /** False if no file of its layout is held. */
  seen: boolean
  files: ShownFile[]
  /** When its files were last fetched and read, or found unchanged; null if never. */
  checked_at: string | null
  /** Why the last attempt failed; null if it succeeded. */
  error: string | null
}

interface ShownFile {
  name: string
  url: string
  location: string
  /** The page with the form that gives the file; null if its address gives it. */
  form: string | null
  /** Where a file that a person saved with a browser stands in, if the publisher refuses programs; null for a file of this machine. */
  save_as: string | null
  /** Whether the publisher has it only at times. */
  optional: boolean
}

async function showSource(id: string, options: CommonOptions): Promise<Shown> {
  const { locate, savedAs } = await import('../../../ingest/fetch/locate.ts')
  const { personalOf } = await import('../../../ingest/fetch/kept-bytes.ts')
  const { listed, source } = await loadListed(id, options)
  const last = findLastRun(pathsOf(options))?.sources[id]
  return {
    ...listed,
    page: source.url,
    terms: LICENCES[source.licence].terms,
    personal: [...new Set(source.files.flatMap((file) => personalOf(source, file)))],
    header_env: Object.assign({}, ...source.files.map(headersOf)),
    private: source.private === true,
    settings: source.settings ?? null,
    seen: source.seen !== false,
    files: source.files.map((file) => {
      const { address, folder, form } = locate(file, null)
      const save_as = folder === null ? (savedAs(source, file, address, pathsOf(options).inbox) ?? null) : null
      return {
        name: file.mirror,
        url: file.url,
        location: folder ?? address,
        save_as,
        form: form ? formatForm(form) : null,
        optional: file.optional === true,
      }
    }),
    checked_at: last?.checked_at ?? null,
    error: last?.error ?? null,
  }
}

/** `https://example.org/form (year=2026, kind=All)` */
function formatForm({ page, fields }: FileForm): string {
  const answers = Object.entries(fields).map(([name, value]) => `${name}=${value}`)
  return `${page} (${answers.join(', ')})`
}

function headersOf({ location }: SourceFile): Readonly<Record<string, string>> {
  return location && 'address' in location ? (location.headerEnv ?? {}) : {}
}

/** Files beyond these are counted only. */
const FILES_SHOWN = 12

function formatShown(shown: Shown): string[] {
  const { files, settings, checked_at, error } = shown
  const more = files.length - FILES_SHOWN
  return [
    entry('Id', shown.id),
    entry('Kind', shown.kind),
    entry('From', shown.from),
    entry('Publisher', shown.publisher),
    entry('Page', shown.page),
    entry('License', shown.licence),
    entry('Terms', shown.terms),
    entry('Vintage', shown.vintage),
    entry('States', formatStates(shown.states)),
    entry('Personal', shown.personal.join(', ') || 'no columns'),
    ...Object.entries(shown.header_env).map(([header, variable]) =>
      entry('Headers', `${header}: the value of ${variable}`),
    ),
    ...(shown.private ? [entry('Private', 'yes: its rows are in no export and no snapshot')] : []),
    ...Object.entries(settings ?? {}).flatMap(([key, value]) =>
      value === undefined || value === null ? [] : entry('Settings', `${key}: ${formatSetting(value)}`),
    ),
    ...(shown.seen ? [] : [entry('Layout', 'never seen in a file: the reader follows a description')]),
    ...files.slice(0, FILES_SHOWN).map(({ location }, at) => entry(at === 0 ? 'Files' : '', location)),
    ...(more > 0 ? [entry('', `and ${more} more`)] : []),
    ...files
      .slice(0, FILES_SHOWN)
      .flatMap(({ location, form, save_as, optional }) =>
        save_as === null ? [] : `open ${form ?? location}, save as ${save_as}${optional ? ', if there is one' : ''}`,
      )
      .map((text, at) => entry(at === 0 ? 'By hand' : '', text)),
    entry('Last read', checked_at ?? 'never'),
    ...(error === null ? [] : [entry('Failed', error)]),
  ]
}

function formatSetting(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value)
}

interface SourceStatus {
  source_id: string
  from: Listed['from']
  state: 'ok' | 'failed' | 'held back' | 'stale' | 'never read'
  /** When its files were last read, or found unchanged. */
  succeeded_at: string | null
  /** When its present bytes were first fetched. */
  changed_at: string | null
  /** The publisher's date of its rows. */
  published_on: string | null
  /** Whole days since then. */
  age_days: number | null
  /** Of the last build. */
  rows: number | null
  issues: number | null
  error: string | null
}

export function addStatus(sources: Command): void {
  const status = sources
    .command('status')
    .description('show for each source, or one: last success and change, rows, issues and age')
  withCommonOptions(withOwnOption(status))
    .argument('[id]', 'as in the list')
    .action(async (id: string | undefined, options: ListOptions) => {
      const chosen = id === undefined ? await listSources(options) : [await loadListed(id, options)]
      const statuses = await findStatuses(chosen, options, new Date())
      if (options.json) printJson(statuses)
      else
        printTable({
          columns: ['id', 'state', 'last success', 'last change', 'rows', 'issues', 'age (days)', 'why'],
          rows: statuses.map(({ source_id, from, state, succeeded_at, changed_at, rows, issues, age_days, error }) => [
            source_id,
            from === 'switched off' ? from : state,
            succeeded_at && formatAgo(succeeded_at, new Date()),
            changed_at?.slice(0, 10) ?? null,
            ...[rows, issues, age_days],
            error?.slice(0, id === undefined ? ERROR_SHOWN : undefined) ?? null,
          ]),
        })
    })
}

function stateOf(record: SourceRecord | undefined): SourceStatus['state'] {
  if (record?.held_back) return 'held back'
  if (record?.error) return 'failed'
  if ((record?.checked_at ?? null) === null) return 'never read'
  return record?.stale ? 'stale' : 'ok'
}

/** Of each of many sources. */
const ERROR_SHOWN = 80

async function findStatuses(
  chosen: Awaited<ReturnType<typeof listSources>>,
  options: CommonOptions,
  now: Date,
): Promise<SourceStatus[]> {
  const { locate } = await import('../../../ingest/fetch/locate.ts')
  const { loadKept } = await import('../../../ingest/fetch/kept-bytes.ts')
  const paths = pathsOf(options)
  const kept = loadKept(paths.raw)
  const recorded = findLastRun(paths)?.sources ?? {}
  const built = await loadBuilt(options)
  const mirror = mirrorOf(options) ?? null
  return chosen.map(({ listed: { id: source_id, from }, source }): SourceStatus => {
    const record = recorded[source_id]
    const {
      rows = null,
      issues = null,
      published_on = record?.published_on ?? null,
      hashes = [],
    } = built.get(source_id) ?? {}
    const retrieved = [
      ...source.files.flatMap((file) => kept.get(locate(file, mirror).address)?.retrieved_at ?? []),
      ...(mirror === null
        ? [...kept.values()].flatMap((one) => (hashes.includes(one.sha256) ? [one.retrieved_at] : []))
        : []),
    ]
    return {
      source_id,
      from,
      rows,
      issues,
      published_on,
      state: stateOf(record),
      succeeded_at: record?.checked_at ?? null,
      changed_at: retrieved.sort().at(-1) ?? null,
      age_days: published_on === null ? null : Math.floor((now.getTime() - Date.parse(published_on)) / 86_400_000),
      error: record?.error ?? (record?.stale ? sayStale(record.stale) : null),
    }
  })
}

interface Built {
  rows: number
  issues: number
  published_on: string
  /** SHA-256 of its files. */
  hashes: readonly string[]
}

/** By source id, from the sealed database: a run may hold the other one. */
async function loadBuilt(options: CommonOptions): Promise<Map<string, Built>> {
  if (!existsSync(pathsOf(options).warehouse)) return new Map()
  return withWarehouse(options, async (warehouse) => {
    const issues = new Map(
      (
        await warehouse.all<{ source_id: string; issues: number }>(
          'SELECT source_id, count(*)::INTEGER AS issues FROM core.issue GROUP BY source_id',
        )
      ).map(({ source_id, issues }) => [source_id, issues]),
    )
    const reads = await warehouse.sourceReads()
    return new Map(
      reads.map(({ source_id, rows_in, published_on, files }) => [
        source_id,
        { rows: rows_in, issues: issues.get(source_id) ?? 0, published_on, hashes: files.map(({ sha256 }) => sha256) },
      ]),
    )
  })
}

export function addList(sources: Command): void {
  const list = sources
    .command('list')
    .description('list every source: kind, publisher, license, vintage and where it is declared')
  withCommonOptions(withOwnOption(list)).action(async (options: ListOptions) => {
    const listed = (await listSources(options)).map(({ listed }) => listed)
    if (options.json) printJson(listed)
    else
      printTable({
        columns: ['id', 'kind', 'publisher', 'license', 'vintage', 'from', 'states'],
        rows: listed.map(({ id, kind, publisher, licence, vintage, from, states }) => [
          ...[id, kind, publisher, licence, vintage, from],
          formatStates(states),
        ]),
      })
  })
}

// The sources of a folder, as the subcommands list and find them.

type Origin = 'built-in' | 'sources.yaml' | 'switched off'

/** A source as `list` shows it. */
export interface Listed {
  id: string
  kind: DataKind
  publisher: string
  licence: string
  vintage: string
  from: Origin
  states: readonly StateCode[]
}

export interface ListOptions extends CommonOptions {
  own?: boolean
}

/** `--own`. */
export function withOwnOption(command: Command): Command {
  return command.option('--own', 'only the sources that sources.yaml adds, moves or switches off')
}

/** Those that are switched off come last. */
export async function listSources(options: ListOptions): Promise<{ listed: Listed; source: Source }[]> {
  const { findSources: findBuiltIn } = await import('../../../ingest/engine/registry.ts')
  const { findSources, added, moved, disabled, kindOf } = await loadRegistry(options)
  const isOwn = (id: string): boolean => added.has(id) || moved.has(id) || disabled.has(id)
  const all = { mirror: null, year: new Date().getUTCFullYear() }
  const off = findBuiltIn(all).filter(({ id }) => disabled.has(id))
  return [...findSources(all), ...off]
    .filter(({ family, id }) => family === familyOf(options) && (options.own !== true || isOwn(id)))
    .map((source) => {
      const { id, publisher, licence, vintage, states } = source
      const from = disabled.has(id) ? 'switched off' : added.has(id) ? 'sources.yaml' : 'built-in'
      return { source, listed: { id, kind: kindOf(source), publisher, licence, vintage, from, states } }
    })
}

/** Beyond these, the table counts them; --json has all. */
const STATES_SHOWN = 10

function formatStates(states: readonly StateCode[]): string {
  if (states.length === STATE_CODES.length) return 'all'
  return states.length > STATES_SHOWN ? `${states.length} states` : states.join(' ')
}

/** Throws CommandError that suggests the most similar id. */
export async function loadListed(id: string, options: CommonOptions): Promise<{ listed: Listed; source: Source }> {
  const all = await listSources(options)
  const found = all.find(({ listed }) => listed.id === id)
  if (found) return found
  const similar = findSimilar(
    id,
    all.map(({ listed }) => listed.id),
  )
  throw new CommandError(
    `There is no source "${id}"${similar ? `: did you mean ${similar}?` : '.'} There are ${all.length}.`,
    `hustings sources list${sampleFlag(options)}`,
    EXIT.usage,
  )
}
