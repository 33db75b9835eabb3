import type { Command } from 'commander'
import { LICENCES } from '../../../data/reference/licences.ts'
import { findLastRun } from '../../../data/store/last-run.ts'
import type { FileForm, SourceFile } from '../../../ingest/read/source.ts'
import { type CommonOptions, pathsOf, withCommonOptions } from '../../options.ts'
import { entry, printJson, printLine } from '../../output.ts'
import { formatStates, type Listed, loadListed } from './listed.ts'

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
  /** What is not kept. */
  personal: readonly string[]
  /** For each header the variable of the environment with its value. */
  header_env: Readonly<Record<string, string>>
  /** Whether its rows are kept out of exports and snapshots. */
  private: boolean
  /** What sources.yaml says beside these: null for a built-in source. */
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
        ...{ name: file.mirror, url: file.url, location: folder ?? address, save_as },
        ...{ form: form ? formatForm(form) : null, optional: file.optional === true },
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
    entry('Licence', shown.licence),
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
