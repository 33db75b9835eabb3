// Redacts texts, settings and log lines for a support bundle. Values of the operator are removed: known values first, then
// everything of a private form.

import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { homedir, hostname } from 'node:os'
import { parse } from 'yaml'
import { z } from 'zod'
import { environmentValue, ownVariables } from '../../data/store/environment.ts'
import { type Paths, PROJECT_ROOT } from '../../data/store/paths.ts'
import { openExisting } from '../../data/store/state/open.ts'

/** @setting Lines of the log in a support bundle, the last ones. */
const SUPPORT_LOG_LINES = 2000
/** @setting Bytes at the end of a log file that a support bundle reads. */
const SUPPORT_LOG_BYTES = 4_194_304

export type Redact = (text: string) => string

/** Without spaces, so that a URL with it inside is still one word. */
const LEFT_OUT = '[…]'
/** A shorter value is part of ordinary words. */
const SHORTEST = 4

const FORMS: readonly [RegExp, string][] = [
  [/hst_[A-Za-z0-9_]+/g, '[key]'],
  [/\bBearer\s+\S+/gi, '[token]'],
  [/(?<![^\s"'<>(),;:=])[^\s@"'<>(),;:=]{1,1000}@[^\s"'<>(),;]{1,1000}/g, '[e-mail]'],
  [/(\bhttps?:\/\/)(?:[^\s/@"'<>]{0,200}@)?([^\s/?#"'<>]{1,253})[^\s"'<>;]{0,2000}/g, '$1$2/…'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, '[address]'],
  [/(?<![\w:])(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}(?![\w:])/gi, '[address]'],
]

/** @param others more values to remove @returns a function that removes private values of this folder and these settings from a text */
export async function createRedact(paths: Paths, others: readonly string[]): Promise<Redact> {
  const known = new Map<string, string>()
  const hide = (value: string, by = LEFT_OUT): void => {
    if (value.length >= SHORTEST) known.set(value, by)
  }
  for (const value of others) hide(value)
  for (const [name, value] of ownVariables()) if (!isTold(name, value)) hide(value)
  for (const value of await accountTexts(paths)) hide(value)
  for (const value of pepperTexts(paths)) hide(value)
  for (const value of sourceTexts(paths)) hide(value)
  hide(hostname(), '[host]')
  hide(homedir(), '~')
  hide(PROJECT_ROOT, '[program]')
  hide(paths.root, '[folder]')
  const longestFirst = [...known].sort(([a], [b]) => b.length - a.length)
  return (text) => {
    let kept = text
    for (const [value, by] of longestFirst) kept = kept.replaceAll(value, by)
    for (const [form, by] of FORMS) kept = kept.replace(form, by)
    return kept
  }
}

/** Keeps the small words of a sentence: names, numbers and everything quoted may be anything. */
function maskWords(text: string): string {
  return text.replace(/\S+/g, (word) => (/^[a-z]{1,15}[.,;:]?$/.test(word) ? word : '…'))
}

/** A state that cannot be read has given nothing to the other entries either. */
async function accountTexts(paths: Paths): Promise<string[]> {
  const state = await openExisting(paths)
  if (!state) return []
  try {
    const [accounts, keys, pins] = [await state.accounts(), await state.keys(), await state.pins()]
    return [
      ...accounts.flatMap(({ name, contact }) => [name, contact ?? '']),
      ...keys.map(({ label }) => label ?? ''),
      ...pins.map(({ name }) => name ?? ''),
    ]
  } finally {
    await state.close()
  }
}

function pepperTexts({ pepper }: Paths): string[] {
  try {
    const bytes = readFileSync(pepper)
    return [
      pepper,
      bytes.toString('hex'),
      bytes.toString('base64'),
      bytes.toString('base64url'),
      bytes.toString('latin1'),
    ]
  } catch {
    return []
  }
}

/** Every text in sources.yaml, each of its words if it cannot be read, and the values of the variables that it names. */
function sourceTexts({ sourcesFile }: Paths): string[] {
  if (!existsSync(sourcesFile)) return []
  const text = readFileSync(sourcesFile, 'utf8')
  const found: string[] = text.split(/[\s"'[\]{},]+/)
  const collect = (value: unknown): void => {
    if (typeof value === 'string') found.push(value)
    else if (value !== null && typeof value === 'object') for (const each of Object.values(value)) collect(each)
  }
  try {
    collect(parse(text))
  } catch {
    // Its words are known.
  }
  const hosts = found.flatMap((value) => (URL.canParse(value) ? new URL(value).hostname : []))
  return [...found, ...hosts, ...found.flatMap((name) => environmentValue(name) ?? [])].filter(
    (value) => !SCHEMA_WORDS.has(value),
  )
}

/** Words of the file's own form, which other texts use too. */
const SCHEMA_WORDS = new Set(['true', 'false', 'null', 'json', 'https', 'http', 'general', 'primary', 'Next:', 'file'])

// The settings of this shell: which are set, and the values of those that can be no secret.

const number = z.string().regex(/^\d{1,6}$/)
/** The variables whose value may be told, and its form. */
const TOLD: Readonly<Record<string, z.ZodType>> = {
  HUSTINGS_PORT: number,
  HUSTINGS_ADMIN_PORT: number,
  HUSTINGS_AS_OF: z.iso.date(),
  HUSTINGS_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
  HUSTINGS_CACHE_MB: number,
  HUSTINGS_PLACES: z.enum(['sqlite', 'memory']),
  HUSTINGS_SCRUB_HOURS: number,
  HUSTINGS_RETENTION_DAYS: number,
  HUSTINGS_SECOND_FACTOR: z.enum(['optional', 'operators']),
  HUSTINGS_APPS: z.string().regex(/^[a-z, ]{1,100}$/),
  HUSTINGS_PUBLIC_EXPLORER: z.enum(['0', '1']),
  HUSTINGS_GEOCODER: z.enum(['local', 'census']),
  HUSTINGS_ALARM_NIGHTS: number,
  HUSTINGS_STALE_DAYS: z.string().regex(/^[a-z0-9=, ]{1,100}$/),
  HUSTINGS_PARTS_CACHE: z.string().regex(/^\d{1,6}(MB|GB|TB)$/),
}

function isTold(name: string, value: string): boolean {
  return TOLD[name]?.safeParse(value).success === true
}

/** Of a variable that this version does not know, not even the name is told. */
export function keepSettings() {
  return Object.fromEntries(
    [...ownVariables()].flatMap(([name, value]) => {
      if (isTold(name, value)) return [[name, value]]
      return TOLD[name] || KNOWN.has(name) ? [[name, 'set, left out']] : []
    }),
  )
}

const KNOWN = new Set([
  ...['HUSTINGS_VAR', 'HUSTINGS_HOST', 'HUSTINGS_LOG_FILE', 'HUSTINGS_TRUSTED_PROXIES', 'HUSTINGS_CENSUS_URL'],
  ...['HUSTINGS_PEPPER_FILE', 'HUSTINGS_CONTACT', 'HUSTINGS_ALARM_COMMAND', 'HUSTINGS_ALARM_URL', 'HUSTINGS_SOURCES'],
  ...['HUSTINGS_BACKUP_PASSPHRASE', 'HUSTINGS_PUBLIC_URL', 'HUSTINGS_STATE', 'HUSTINGS_PARTS'],
])

// The last lines of a log, field by field. A field without a known form is left out.

const word = z.string().regex(/^[a-z_]{1,60}$/)
const fields: Readonly<Record<string, z.ZodType>> = {
  level: z.int().min(0).max(100),
  time: z.number(),
  request_id: z.string().regex(/^req_[0-9a-f-]{1,40}$/),
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']),
  route: z.string().regex(/^(none|\/[a-z0-9_/{}:*.-]{0,80})$/),
  status: z.int().min(100).max(599),
  duration: z.number(),
  error: word.nullable(),
  refused: word.nullable(),
  fault: z.string().regex(/^[A-Z][A-Za-z]{0,40}$/),
  at: z.array(z.string().regex(/^[\w ./<>[\]()-]{1,200}:\d{1,6}(:\d{1,6})?\)?$/)),
}

/** A line of the program's log, or the small words of another line. */
function keepLine(line: string, redact: Redact): string {
  const masked = (): string => maskWords(redact(line))
  if (!line.startsWith('{')) return masked()
  try {
    const read = z.record(z.string(), z.unknown()).parse(JSON.parse(line))
    const kept = Object.entries(fields).flatMap(([name, form]) => {
      const parsed = form.safeParse(read[name])
      return parsed.success && read[name] !== undefined ? [[name, parsed.data]] : []
    })
    const { msg } = read
    return JSON.stringify({
      ...Object.fromEntries(kept),
      ...(typeof msg === 'string' ? { msg: maskWords(redact(msg)) } : {}),
    })
  } catch {
    return masked()
  }
}

interface LogLines {
  from: string
  lines: string[]
}

/** @param given a file; default: that of HUSTINGS_LOG_FILE, else the journal. Throws if the given file cannot be read. */
export function loadLogLines(given: string | undefined, redact: Redact): LogLines | undefined {
  const file = given ?? ownVariables().get('HUSTINGS_LOG_FILE')
  const found =
    file !== undefined && (given !== undefined || existsSync(file))
      ? { from: 'a file', text: readEnd(file) }
      : { from: 'the journal', text: readJournal() }
  if (found.text === '') return undefined
  const lines = found.text.split('\n').filter((line) => line !== '')
  return { from: found.from, lines: lines.slice(-SUPPORT_LOG_LINES).map((line) => keepLine(line, redact)) }
}

function readEnd(file: string): string {
  const descriptor = openSync(file, 'r')
  try {
    const { size } = fstatSync(descriptor)
    const bytes = Buffer.alloc(Math.min(size, SUPPORT_LOG_BYTES))
    readSync(descriptor, bytes, 0, bytes.length, size - bytes.length)
    const text = bytes.toString('utf8')
    // The first line may be half a line.
    return size > bytes.length ? text.slice(text.indexOf('\n') + 1) : text
  } finally {
    closeSync(descriptor)
  }
}

const UNITS = ['hustings', 'hustings-nightly', 'hustings-watch']

/** Empty without systemd, or if this user may not read the journal. */
function readJournal(): string {
  const options = [
    '-q',
    '--no-pager',
    '-o',
    'cat',
    '-n',
    String(SUPPORT_LOG_LINES),
    ...UNITS.map((unit) => `-u${unit}`),
  ]
  const { status, stdout } = spawnSync('journalctl', options, { encoding: 'utf8', maxBuffer: SUPPORT_LOG_BYTES })
  return status === 0 ? stdout : ''
}
