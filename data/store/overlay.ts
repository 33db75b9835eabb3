// Reads the overlay: the YAML files of its folder, each a list of entries. The first fault refuses the whole overlay, so that what is
// served is always one state of the folder.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Document, isNode, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { OVERLAY_FIELDS, OVERLAY_KINDS, type OverlayEntry, overlayEntries } from '../schema/overlay.ts'

/** @setting Most bytes of the files of the overlay together: they are parsed while the server answers. */
export const OVERLAY_BYTES_MAX = 256 * 1024
/** @setting Most entries of the overlay. */
export const OVERLAY_ENTRIES_MAX = 500
/** @setting Most problems of the overlay that are listed at once. */
const OVERLAY_PROBLEMS_MAX = 20

export interface LoadedEntry {
  entry: OverlayEntry
  /** `notes.yaml:12` */
  at: string
}

export interface Overlay {
  /** Equal for equal entries, on every machine. */
  version: string
  files: readonly string[]
  entries: readonly LoadedEntry[]
}

/** The entries whose record a bundle has. */
export interface MatchedOverlay {
  version: string
  /** By kind and id: `contest 4503599627370497`. */
  entries: ReadonlyMap<string, OverlayEntry>
  /** The ids alone, as texts. */
  ids: ReadonlySet<string>
}

/** Undefined without entries. Throws OverlayFault. */
export function loadOverlay(folder: string): Overlay | undefined {
  const files = listOverlayFiles(folder)
  const bytes = files.reduce(
    (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
  if (bytes > OVERLAY_BYTES_MAX)
    throw new OverlayFault([`overlay: got ${bytes} bytes in all files, expected at most ${OVERLAY_BYTES_MAX}`])
  const problems: string[] = []
  const entries = files.flatMap((name) => readEntries(name, readText(folder, name), problems))
  problems.push(...findRepeated(entries))
  if (entries.length > OVERLAY_ENTRIES_MAX)
    problems.push(`overlay: got ${entries.length} entries, expected at most ${OVERLAY_ENTRIES_MAX}`)
  if (problems.length > 0) throw new OverlayFault(problems.slice(0, OVERLAY_PROBLEMS_MAX))
  if (entries.length === 0) return undefined
  const texts = entries.map(({ entry }) => JSON.stringify(entry)).sort()
  return { version: createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 12), files, entries }
}

function readText(folder: string, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(join(folder, name)))
  } catch (fault) {
    const expected =
      fault instanceof TypeError ? 'got other bytes, expected UTF-8' : `cannot be read (${codeOf(fault)})`
    throw new OverlayFault([`${name}: ${expected}`])
  }
}

function readEntries(name: string, text: string, problems: string[]): LoadedEntry[] {
  const lines = new LineCounter()
  const parsed = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const [wrong] = [...parsed.errors, ...parsed.warnings]
  if (wrong) {
    problems.push(`${name}:${lines.linePos(wrong.pos[0]).line}: is not valid YAML here: ${wrong.message}`)
    return []
  }
  const lineAt = (path: readonly PropertyKey[]): string => `${name}:${lines.linePos(offsetAt(parsed, path)).line}`
  const list = toPlain(parsed)
  if (list === null) return []
  if (!Array.isArray(list)) {
    problems.push(`${name}:1: got ${show(list)}, expected a list of entries, without aliases`)
    return []
  }
  return list.flatMap((value: unknown, nth): LoadedEntry[] => {
    const read = parseEntry(value)
    if ('entry' in read) return [{ entry: read.entry, at: lineAt([nth]) }]
    for (const { path, got, expected } of read.problems) {
      const key = path.length > 0 ? `${path.join('.')}: ` : ''
      problems.push(`${lineAt([nth, ...path])}: ${key}got ${got}, ${expected}`)
    }
    return []
  })
}

/** Undefined for a file with aliases: nested ones grow exponentially. */
function toPlain(parsed: Document): unknown {
  try {
    return parsed.toJS({ maxAliasCount: 0 })
  } catch {
    return undefined
  }
}

/** The place of a key, or of the nearest one above it. */
function offsetAt(parsed: Document, path: readonly PropertyKey[]): number {
  for (let length = path.length; length >= 0; length--) {
    const node = parsed.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}

interface Problem {
  path: readonly PropertyKey[]
  got: string
  expected: string
}

function parseEntry(value: unknown): { entry: OverlayEntry } | { problems: Problem[] } {
  const named = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined
  const kind = OVERLAY_KINDS.find((one) => one === named)
  if (kind === undefined)
    return { problems: [{ path: ['kind'], got: show(named), expected: `expected one of ${OVERLAY_KINDS.join(', ')}` }] }
  const read = overlayEntries[kind].safeParse(value)
  if (read.success) return { entry: read.data }
  const unknown = read.error.issues.filter(({ code }) => code === 'unrecognized_keys').map(({ path }) => path.join('.'))
  // Of a map with an unknown key, its other faults are not told.
  const told = read.error.issues.filter(
    ({ code, path }) => code === 'unrecognized_keys' || !unknown.includes(path.join('.')),
  )
  return { problems: told.flatMap((issue) => toProblems(issue, value, kind)) }
}

const NEVER = 'positions, endorsements, dates, and where a contest is voted change at their source'
const KEYS = ['kind', 'id, slug, ocd_id or person_id', 'note', 'override', 'by', 'why'].join(', ')

function toProblems(
  issue: z.core.$ZodIssue,
  value: unknown,
  kind: OverlayEntry['kind'],
  above: readonly PropertyKey[] = [],
): Problem[] {
  const path = [...above, ...issue.path]
  const got = show(valueAt(value, path))
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => {
        const at = [...path, key]
        if (path.length === 0) return { path: at, got: 'an unknown key', expected: `expected ${KEYS}` }
        if (path.length > 1) return { path: at, got: 'an unknown key', expected: 'expected en, es' }
        if (path[0] !== 'override') return { path: at, got: 'an unknown key', expected: 'expected en, es' }
        const fields = OVERLAY_FIELDS[kind].join(', ') || 'a note alone'
        return { path: at, got: 'a field that cannot be overridden', expected: `expected ${fields}: ${NEVER}` }
      })
    case 'invalid_union': {
      const at = valueAt(value, path)
      if (Array.isArray(at)) return [{ path, got, expected: 'expected a text, or a text for each of en, es' }]
      const branch = issue.errors[typeof at === 'object' ? 1 : 0] ?? []
      return branch.flatMap((one) => toProblems(one, value, kind, path))
    }
    default:
      return [{ path, got, expected: issue.message.startsWith('expected') ? issue.message : toExpected(issue, kind) }]
  }
}

function toExpected({ code, path }: z.core.$ZodIssue, kind: string): string {
  const [key = ''] = path
  if (key === 'override') return 'expected a map of fields'
  if (key === 'id') return `expected the id of the ${kind} as the API gives it`
  if (key === 'person_id') return 'expected a UUID as the API gives it'
  if (key === 'ocd_id') return 'expected an OCD id, such as ocd-division/country:us/state:nc'
  return code === 'invalid_type' ? 'expected a text' : `expected a valid ${String(key) || 'entry'}`
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined), value)
}

function isRecord(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null
}

const SHOWN_MAX = 80

function show(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return `a map of ${Object.keys(value).join(', ').slice(0, SHOWN_MAX) || 'nothing'}`
  const text = JSON.stringify(value)
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text
}

/** One record has one entry: of two that name it alike, neither would be clearly meant. */
function findRepeated(entries: readonly LoadedEntry[]): string[] {
  const first = new Map<string, string>()
  return entries.flatMap(({ entry, at }) => {
    const record = nameRecord(entry)
    const known = first.get(record)
    if (known === undefined) first.set(record, at)
    return known === undefined
      ? []
      : [`${at}: got a second entry for the ${record}, expected one: the first is at ${known}`]
  })
}

/** `contest 4503599627370497`, as the entry names it. */
export function nameRecord({ kind, id, slug, ocd_id, person_id }: OverlayEntry): string {
  return `${kind} ${id ?? slug ?? ocd_id ?? person_id}`
}

// The files of the overlay's folder, for those who do not read what is in them.

/** The overlay cannot be used. Each problem names file, line, key, got and expected. */
export class OverlayFault extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`the overlay cannot be used: ${problems.join('; ')}; run: hustings overlay check`)
    this.name = 'OverlayFault'
    this.problems = problems
  }
}

/** Changes with the names, sizes and times of the files; empty without a folder. */
export function signOverlay(folder: string): string {
  return listOverlayFiles(folder)
    .map((name) => {
      const { ino, size, mtimeMs } = statSync(join(folder, name), { throwIfNoEntry: false }) ?? {}
      return `${name} ${ino} ${size} ${mtimeMs}`
    })
    .join('\n')
}

/** Names of the YAML files, sorted. A hidden file is an editor's own. */
export function listOverlayFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .flatMap((file) => (!file.isDirectory() && /^[^.].*\.ya?ml$/.test(file.name) ? [file.name] : []))
      .sort()
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return []
    throw new OverlayFault([
      `overlay: the folder cannot be read (${codeOf(fault)}), expected one that the server may list`,
    ])
  }
}

function codeOf(fault: unknown): string {
  return fault instanceof Error && 'code' in fault ? String(fault.code) : String(fault)
}
