import { statSync } from 'node:fs'
import type { Command } from 'commander'
import { groupBy } from '../../../data/core/group-by.ts'
import { environmentValue, fetchContact } from '../../../data/store/environment.ts'
import { EDITION_PAUSE_MS, locate, savedAs } from '../../../ingest/fetch/locate.ts'
import type { Probe } from '../../../ingest/fetch/probe.ts'
import type { Source, SourceFile } from '../../../ingest/read/source.ts'
import { EXIT } from '../../exit.ts'
import { type CommonOptions, mirrorOf, pathsOf, withCommonOptions } from '../../options.ts'
import {
  entry,
  formatCount,
  formatMegabytes,
  formatNumberOf,
  formatTable,
  type OutputCell,
  printJson,
  printLine,
} from '../../output.ts'
import { formatAgo } from '../run-record.ts'
import { type Listed, type ListOptions, listSources, loadListed, withOwnOption } from './show.ts'

const STATES = ['ok', 'not published', 'missing', 'refused', 'faulty', 'not reachable'] as const
type State = (typeof STATES)[number]
const GOOD: readonly State[] = ['ok', 'not published']

interface CheckedFile {
  source_id: string
  file: string
  /** `this machine` for a file on a disk. */
  host: string
  address: string
  state: State
  /** The HTTP status; null without an answer. */
  status: number | null
  /** Null if the publisher does not say. */
  bytes: number | null
  /** When the publisher changed it; null if it does not say. */
  modified_at: string | null
  error: string | null
  /** False if no file of this layout is held: its reader follows a description. */
  seen: boolean
  licence: string
  /** Where to save the file by hand, if its publisher refuses programs. */
  save_as: string | null
}

export function addCheck(sources: Command): void {
  const check = sources
    .command('check')
    .description('ask every address, or those of one source, whether its file is there; fetches nothing')
  withCommonOptions(withOwnOption(check))
    .argument('[id]', 'as in the list')
    .action(async (id: string | undefined, options: ListOptions) => {
      const chosen = id === undefined ? await listSources(options) : [await loadListed(id, options)]
      const files = await checkFiles(
        chosen.filter(({ listed }) => id !== undefined || listed.from !== 'switched off'),
        options,
      )
      if (options.json) printJson(files)
      else for (const line of id === undefined ? formatAll(files) : formatOne(files)) printLine(line)
      if (files.some(({ state }) => !GOOD.includes(state))) process.exitCode = EXIT.failure
    })
}

interface Located {
  source: Source
  file: SourceFile
  address: string
  /** Of a file on a disk. */
  path: string | null
}

async function checkFiles(
  chosen: readonly { listed: Listed; source: Source }[],
  options: CommonOptions,
): Promise<CheckedFile[]> {
  const files = chosen.flatMap(({ source }) => locateFiles(source, options))
  const checked = await probeFiles(files, options)
  let [found, open] = splitEditions(checked)
  // Of editions, the newest one that the publisher has.
  while (open.length > 0) {
    const next = open.flatMap(({ located }) => locateFiles(located.source, options, located.file))
    const [more, rest] = splitEditions(await probeFiles(next, options))
    const left = open.filter(({ located }) => !next.some(({ source }) => source === located.source))
    found = [...found, ...more, ...left]
    open = rest
  }
  return found.map(({ checked }) => checked)
}

/** All files of a source. Of its editions the first one, or the one that is older than the given one. */
function locateFiles(source: Source, options: CommonOptions, after?: SourceFile): Located[] {
  const mirror = mirrorOf(options) ?? null
  const at = after === undefined ? 0 : source.files.indexOf(after) + 1
  return (source.editions ? source.files.slice(at, at + 1) : source.files.filter(isAskedAlone)).map((file): Located => {
    const { address, folder } = locate(file, mirror)
    const { form, revision } = file
    return {
      source,
      file,
      address: form?.page ?? (mirror === null ? revision?.url : undefined) ?? address,
      path: folder,
    }
  })
}

/** Of files that one request tells the revisions of, the first one stands for all. */
function isAskedAlone({ revision, location }: SourceFile, at: number, files: readonly SourceFile[]): boolean {
  if (!revision || location) return true
  return files.findIndex((other) => other.revision?.url === revision.url) === at
}

interface Checked {
  located: Located
  checked: CheckedFile
}

function splitEditions(all: readonly Checked[]): [done: Checked[], open: Checked[]] {
  const isOpen = ({ located, checked }: Checked): boolean =>
    located.source.editions === true && checked.state === 'not published'
  return [all.filter((one) => !isOpen(one)), all.filter(isOpen)]
}

async function probeFiles(files: readonly Located[], options: CommonOptions): Promise<Checked[]> {
  const { readHeaders } = await import('../../../ingest/fetch/fetch.ts')
  const { probeAll } = await import('../../../ingest/fetch/probe.ts')
  const remote = files.filter(({ path }) => path === null)
  const probes = await probeAll(
    remote.map(({ source, file, address }) => {
      const { mirror: name, location } = file
      const allowPrivate = location !== undefined && 'privateNetwork' in location && location.privateNetwork === true
      const headers = readHeaders(location, name, environmentValue)
      return {
        // A request without the form says nothing about the file.
        address: file.form?.page ?? address,
        name,
        contact: fetchContact(),
        allowPrivate,
        headers,
        pause: source.editions ? EDITION_PAUSE_MS : 0,
      }
    }),
  )
  return files.map((located): Checked => {
    const { source, file, address, path } = located
    const found = path === null ? toFound(located, probes[remote.indexOf(located)]) : checkPath(path)
    const checked: CheckedFile = {
      source_id: source.id,
      file: file.mirror,
      host: path === null ? new URL(address).host : 'this machine',
      address: path ?? address,
      ...found,
      seen: source.seen !== false,
      licence: source.licence,
      save_as: found.state === 'refused' ? (savedAs(source, file, address, pathsOf(options).inbox) ?? null) : null,
    }
    return { located, checked }
  })
}

type Found = Pick<CheckedFile, 'state' | 'status' | 'bytes' | 'modified_at' | 'error'>
const NOTHING = { status: null, bytes: null, modified_at: null, error: null }

function checkPath(path: string): Found {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat?.isFile()) return { ...NOTHING, state: 'missing', error: 'there is no file' }
  return { ...NOTHING, state: 'ok', bytes: stat.size, modified_at: stat.mtime.toISOString() }
}

function toFound({ source, file }: Located, probe: Probe | undefined): Found {
  if (!probe || probe.kind === 'unreachable')
    return { ...NOTHING, state: 'not reachable', error: probe?.error ?? 'it was not asked' }
  if (probe.kind === 'refused') return { ...NOTHING, state: 'faulty', error: probe.error }
  const { status, bytes, modified, isPage } = probe
  const known = { status, bytes, modified_at: modified?.toISOString() ?? null }
  const answered = `answered ${status}`
  if (status === 404 || status === 410)
    return source.awaited || source.editions || file.optional
      ? { ...known, bytes: null, state: 'not published', error: null }
      : { ...known, bytes: null, state: 'missing', error: answered }
  if (status === 401 || status === 403) return { ...known, bytes: null, state: 'refused', error: answered }
  if (status < 200 || status > 299) return { ...known, bytes: null, state: 'faulty', error: answered }
  // A form's page stands for the file that the form gives.
  if (file.form) return { ...known, bytes: null, state: 'ok', error: null }
  if (isPage) return { ...known, bytes: null, state: 'refused', error: 'gives a web page instead of the file' }
  return { ...known, state: 'ok', error: null }
}

/** Files that the overview names for each host and state. */
const NAMED = 3

/** A line per host, and one for each kind of problem that only some of its files have. */
function formatAll(files: readonly CheckedFile[]): string[] {
  const hosts = [...groupBy(files, ({ host }) => host)]
  const width = Math.max(...hosts.map(([host]) => host.length), 'Licences'.length) + 2
  const line = (word: string, text: string): string => word.padEnd(width) + text
  const sources = new Map(files.map((file) => [file.source_id, file]))
  const unseen = [...sources.values()].filter(({ seen }) => !seen).length
  const licences = [...groupBy(sources.values(), ({ licence }) => licence)].map(([name, of]) => `${name} ${of.length}`)
  const good = files.filter(({ state }) => GOOD.includes(state)).length
  return [
    ...hosts.flatMap(([host, own]) => [
      line(host, summaryOf(own)),
      ...problemsOf(own).map((problem) => line('', problem)),
    ]),
    '',
    line(
      'Checked',
      `${formatNumberOf(files.length, 'file')} of ${formatNumberOf(sources.size, 'source')}; ${formatCount(good)} as expected`,
    ),
    line(
      'Layouts',
      unseen === 0 ? 'all read in held files' : `never seen in a file: ${formatNumberOf(unseen, 'source')}`,
    ),
    line('Licenses', licences.sort().join(', ')),
  ]
}

/** `8 ok, 1 not published; 12.4 MB; changed 2 days ago`, or `3 files not reachable: …` */
function summaryOf(own: readonly CheckedFile[]): string {
  const [first] = own
  if (first && !GOOD.includes(first.state) && own.every((one) => sayProblem(one) === sayProblem(first)))
    return `${formatNumberOf(own.length, 'file')} ${sayProblem(first)}`
  const states = STATES.flatMap((state) => {
    const count = own.filter((one) => one.state === state).length
    return count > 0 ? [`${formatCount(count)} ${state}`] : []
  })
  return [states.join(', '), ...sizeOf(own)].join('; ')
}

function sayProblem({ state, error }: CheckedFile): string {
  return error === null ? state : `${state}: ${error}`
}

function sizeOf(files: readonly CheckedFile[]): string[] {
  const known = files.flatMap(({ bytes }) => bytes ?? [])
  const changed = files
    .flatMap(({ modified_at }) => modified_at ?? [])
    .sort()
    .at(-1)
  return [
    ...(known.length > 0 ? [formatMegabytes(known.reduce((sum, bytes) => sum + bytes, 0))] : []),
    ...(changed === undefined ? [] : [`changed ${formatAgo(changed, new Date())}`]),
  ]
}

function problemsOf(files: readonly CheckedFile[]): string[] {
  const bad = files.filter(({ state }) => !GOOD.includes(state))
  return [...groupBy(bad, sayProblem)].flatMap(([what, of]) => {
    if (of.length === files.length) return []
    const named = of.slice(0, NAMED).map(({ source_id, file }) => `${source_id} (${file})`)
    return [`${what}: ${named.join(', ')}${of.length > NAMED ? ` and ${of.length - NAMED} more` : ''}`]
  })
}

function formatOne(files: readonly CheckedFile[]): string[] {
  const [first] = files
  const row = (checked: CheckedFile): OutputCell[] => [
    checked.file,
    sayProblem(checked),
    checked.status,
    checked.bytes === null ? null : formatMegabytes(checked.bytes),
    checked.modified_at === null ? null : formatAgo(checked.modified_at, new Date()),
  ]
  const table = { columns: ['file', 'state', 'status', 'size', 'changed'], rows: files.map(row) }
  const saved = files.flatMap(({ save_as }) => save_as ?? [])
  return [
    ...formatTable(table).split('\n'),
    '',
    entry('License', first?.licence ?? ''),
    entry(
      'Layout',
      first?.seen === false ? 'never seen in a file: the reader follows a description' : 'read in held files',
    ),
    ...saved.map((path) => entry('By hand', `save the file with a browser as ${path}`)),
  ]
}
