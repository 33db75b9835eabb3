// `hustings support-bundle`: one file for a person who helps, without keys, names, addresses and secrets. support-redact.ts decides what a text
// may contain.

import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Command } from 'commander'
import { pack } from 'tar-stream'
import { parse } from 'yaml'
import { z } from 'zod'
import { findLastRun } from '../../data/store/last-run.ts'
import { loadManifest } from '../../data/store/manifest.ts'
import { loadVersion, type Paths } from '../../data/store/paths.ts'
import { openExisting } from '../../data/store/state/open.ts'
import type { Registry } from '../../ingest/configuration/to-sources.ts'
import { CommandError, quote } from '../exit.ts'
import { type CommonOptions, pathsOf, requireNewFile, sampleFlag, withCommonOptions } from '../options.ts'
import { formatNumberOf, logToStderr, printJson, printLine } from '../output.ts'
import { loadRegistry } from '../publish/choose-sources.ts'
import { diagnose } from './doctor/diagnosis.ts'
import type { Finding } from './doctor/finding.ts'
import { createRedact, keepSettings, loadLogLines, type Redact } from './support-redact.ts'
import { checkFormats } from './upgrade-check.ts'

interface SupportOptions extends CommonOptions {
  log?: string
}

export function addSupportBundle(program: Command): void {
  withCommonOptions(
    program
      .command('support-bundle')
      .description('write one file for a person who helps: versions, findings, sizes and log lines, without secrets'),
  )
    .argument('[file]', 'the file to write (default: hustings-support-DAY.tar.gz, in the current folder)')
    .option('--log <file>', "the server's log (default: the file of HUSTINGS_LOG_FILE, or the journal)")
    .addHelpText(
      'after',
      `
It has no key, account, address, e-mail or secret, and of sources.yaml only hosts of feeds that are not private. Look through it before
you send it: tar -xzOf FILE | less`,
    )
    .action(async (text: string | undefined, options: SupportOptions) => {
      const name = text ?? `hustings-support-${new Date().toISOString().slice(0, 10)}.tar.gz`
      const command = `hustings support-bundle${sampleFlag(options)}`
      const file = requireNewFile(name, command, `${command} OTHER_FILE`)
      const entries = await collectEntries({
        paths: pathsOf(options),
        flag: sampleFlag(options),
        loadRegistry: () => loadRegistry(options),
        log: options.log,
      }).catch((error: NodeJS.ErrnoException) => {
        if (error.path === undefined || error.path !== options.log) throw error
        throw new CommandError(`The log ${error.path} cannot be read: ${error.message}.`, `ls -l ${quote(error.path)}`)
      })
      const bytes = gzipSync(await toTar(entries))
      writeFileSync(file, bytes, { flag: 'wx', mode: 0o600 })
      if (options.json) printJson({ file, bytes: bytes.length, entries: entries.map((entry) => entry.name) })
      else {
        printLine(`${file}: ${formatNumberOf(entries.length, 'file')}, ${formatNumberOf(bytes.length, 'byte')}`)
        logToStderr(`Look through it before you send it: tar -xzOf ${quote(file)} | less`)
      }
    })
}

async function toTar(entries: readonly Entry[]): Promise<Buffer> {
  const archive = pack()
  for (const { name, text } of entries) archive.entry({ name, mode: 0o600 }, text)
  archive.finalize()
  const chunks: Uint8Array[] = []
  for await (const chunk of archive) if (chunk instanceof Uint8Array) chunks.push(chunk)
  return Buffer.concat(chunks)
}

// The entries. Each is made of named fields with a known form, or of text that `redact` has seen: nothing is copied whole.

interface Entry {
  name: string
  text: string
}

interface SupportRequest {
  paths: Paths
  /** ` --sample` or nothing, for the suggested commands */
  flag: string
  /** Throws if sources.yaml cannot be used. */
  loadRegistry: () => Promise<Registry>
  /** A log file. */
  log: string | undefined
}

const ABOUT = `A support bundle of Hustings.

versions.json    this program, Node.js, the system
settings.json    the names of the variables that are set; values only of those that are a number, a date or a fixed word
sources.json     sources.yaml: the kind and form of each entry, and the host of its URL unless it is private; no names, paths or headers
doctor.json      the findings of hustings doctor
formats.json     the findings of hustings upgrade-check
last-run.json    the last run, without the names of the operator's own sources
files.json       the files of the data folder, counted, and their sizes
manifest.json    the current bundle: its parts, and its sources with their number of rows
log.ndjson       the last lines of the log: known fields, and of messages the small words

It has no key, account, address, e-mail or secret. Look through it before you send it.
`

async function collectEntries({ paths, flag, loadRegistry, log }: SupportRequest): Promise<Entry[]> {
  const builtIn = await findBuiltIn()
  const names = ownNames(paths)
  const others = Object.keys(findLastRun(paths)?.sources ?? {}).filter((id) => !builtIn.has(id))
  const strange = existsSync(paths.root) ? readdirSync(paths.root).filter((name) => !names.has(nameOf(name))) : []
  const redact = await createRedact(paths, [...others, ...strange])
  const lines = loadLogLines(log, redact)
  const doctor: Finding[] = []
  for await (const finding of diagnose(paths, flag, loadRegistry)) doctor.push(finding)
  const formats: Finding[] = []
  for await (const finding of checkFormats({ paths, flag, loadRegistry, backup: undefined })) formats.push(finding)
  const entry = (name: string, content: unknown): Entry => ({ name, text: `${JSON.stringify(content, null, 2)}\n` })
  return [
    { name: 'README.txt', text: ABOUT },
    entry('versions.json', versions()),
    entry('settings.json', keepSettings()),
    entry('sources.json', listOwnSources(paths)),
    entry(
      'doctor.json',
      doctor.map((finding) => keepFinding(finding, redact)),
    ),
    entry(
      'formats.json',
      formats.map((finding) => keepFinding(finding, redact)),
    ),
    entry('last-run.json', keepRun(paths, builtIn, redact)),
    entry('files.json', countFiles(paths)),
    entry('manifest.json', await keepManifest(paths, builtIn)),
    { name: 'log.ndjson', text: lines ? `${lines.lines.join('\n')}\n` : '' },
  ]
}

function versions() {
  const { node, v8, openssl } = process.versions
  const { platform, arch } = process
  return {
    hustings: loadVersion(),
    node,
    v8,
    openssl,
    platform,
    arch,
    release: release(),
    cpus: cpus().length,
    memory: totalmem(),
  }
}

const SECTIONS = [
  'endorsement_feeds',
  'vip_feeds',
  'nist_feeds',
  'cdf_feeds',
  'candidate_lists',
  'district_files',
  'address_files',
] as const
const ownEntry = z.looseObject({
  url: z.unknown(),
  format: z.enum(['json', 'csv', 'xml']).optional().catch(undefined),
  every: z
    .string()
    .regex(/^\d{1,5}[smh]$/)
    .optional()
    .catch(undefined),
  private: z.literal(true).optional().catch(undefined),
  allow_private_network: z.literal(true).optional().catch(undefined),
})

/** The host of a private source, and of one in a private network, is left out. */
function listOwnSources({ sourcesFile }: Paths) {
  if (!existsSync(sourcesFile)) return null
  try {
    const file = z.record(z.string(), z.unknown()).parse(parse(readFileSync(sourcesFile, 'utf8')))
    return Object.fromEntries(
      SECTIONS.flatMap((section) => {
        const entries = z.array(ownEntry).safeParse(file[section])
        return entries.success ? [[section, entries.data.map(keepOwn)]] : []
      }),
    )
  } catch {
    return 'sources.yaml cannot be read'
  }
}

function keepOwn({
  url,
  format,
  every,
  private: isPrivate,
  allow_private_network,
  header_env,
}: z.infer<typeof ownEntry>) {
  const hidden = isPrivate || allow_private_network || typeof url !== 'string' || !/^https?:/.test(url)
  const host = !hidden && URL.canParse(url) ? new URL(url).hostname : null
  return {
    host,
    format,
    every,
    private: isPrivate,
    private_network: allow_private_network,
    headers: header_env !== undefined,
  }
}

/** The ids of the built-in sources. */
async function findBuiltIn(): Promise<ReadonlySet<string>> {
  const { findSources } = await import('../../ingest/engine/registry.ts')
  return new Set(findSources({ mirror: null, year: new Date().getUTCFullYear() }).map(({ id }) => id))
}

/** The id of a source that the operator added, or found in a mirror, is not told. */
function nameSource(id: string, builtIn: ReadonlySet<string>): string {
  return builtIn.has(id) ? id : 'another'
}

/** A problem of sources.yaml quotes the file. */
function keepFinding({ check, status, found, next }: Finding, redact: Redact): Finding {
  if (check === 'sources.yaml' && status === 'fail') return { check, status, found: 'it cannot be used' }
  return { check, status, found: redact(found), ...(next === undefined ? {} : { next: redact(next) }) }
}

function keepRun(paths: Paths, builtIn: ReadonlySet<string>, redact: Redact) {
  const record = findLastRun(paths)
  if (!record) return null
  const { run, sources } = record
  return {
    run: run && {
      ...run,
      command: redact(run.command),
      error: run.error === null ? null : redact(run.error),
      ...(run.next !== undefined && { next: redact(run.next) }),
    },
    sources: Object.entries(sources).map(([id, { error, ...source }]) => ({
      source: nameSource(id, builtIn),
      ...source,
      error: error === null ? null : redact(error),
    })),
  }
}

/** The names of the files and folders that this program writes into the data folder. */
function ownNames({ root: _, ...own }: Paths): ReadonlySet<string> {
  return new Set(Object.values(own).flatMap((path) => (typeof path === 'string' ? [basename(path)] : [])))
}

/** Without the ending of a file that SQLite writes beside a database. */
const nameOf = (file: string): string => file.replace(/-(wal|shm|journal)$/, '')

/** Files with other names are counted together. */
function countFiles(paths: Paths) {
  const { root } = paths
  const names = ownNames(paths)
  const counts: Record<string, { files: number; bytes: number }> = {}
  if (!existsSync(root)) return counts
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const stats = lstatSync(join(root, name), { throwIfNoEntry: false })
    if (!stats?.isFile()) continue
    const top = nameOf(name.split('/')[0] ?? '')
    const known = names.has(top) ? top : 'other'
    const { files, bytes } = counts[known] ?? { files: 0, bytes: 0 }
    counts[known] = { files: files + 1, bytes: bytes + stats.size }
  }
  return counts
}

async function keepManifest(paths: Paths, builtIn: ReadonlySet<string>) {
  const state = await openExisting(paths)
  const head = await state?.head()
  await state?.close()
  if (!head) return null
  try {
    const { format, bundle, sqlite, parts, sources } = loadManifest(paths, head.bundle)
    return {
      format,
      bundle,
      sqlite,
      parts,
      publication: head.publication,
      seq: head.seq,
      sources: sources.map(({ id, rows, published_on }) => ({ source: nameSource(id, builtIn), rows, published_on })),
    }
  } catch {
    return 'the manifest of the current bundle cannot be read'
  }
}
