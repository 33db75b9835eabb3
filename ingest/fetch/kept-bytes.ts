// The kept bytes: raw/<sha256>, each written once, with an index of the last result of each address.

import { createHash } from 'node:crypto'
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { makePrivateFolder } from '../../data/store/files.ts'
import { isCalendarDate } from '../read/field-value.ts'
import { type FetchedFile, type Source, SourceError, type SourceFile } from '../read/source.ts'
import type { Commit } from '../read/tar.ts'
import type { Validators } from './download.ts'

const entry = z.object({
  /** The hash of the bytes as kept: unpacked, with blank personal columns. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** When these bytes were first fetched from there. */
  retrieved_at: z.string(),
  /** The publisher's date of these bytes, or else the day of retrieved_at. Absent in an entry by an earlier version. */
  published_on: z.iso.date().optional(),
  /** The id of the commit that the bytes were packed of, if they are an archive of one. */
  commit: z.string().optional(),
  /** The UTC day of the last request to the address. */
  asked_on: z.string(),
  etag: z.string().nullable(),
  last_modified: z.string().nullable(),
  /** The blanked columns. If the list changes, the bytes must be fetched again. */
  personal: z.array(z.string()),
  /** The version of the transcript, if these bytes are one. */
  transcript: z.number().optional(),
  /** The publisher's revision of the file, if it tells one. */
  revision: z.string().optional(),
})
export type RawEntry = z.infer<typeof entry>
/** By address: the UTC day on which the publisher last said that it has no such file. */
const absence = z.iso.date()

export interface RawStore {
  find(address: string): RawEntry | undefined
  /** An entry of these bytes, whatever its address. */
  findBytes(sha256: string): RawEntry | undefined
  /** The UTC day on which the publisher last said that it has no such file. */
  findAbsence(address: string): string | undefined
  rememberAbsence(address: string, day: string): void
  /** Undefined if the bytes are missing or damaged. */
  bytes(sha256: string): Uint8Array | undefined
  /** Writes the bytes unless they are already kept. Returns their SHA-256. */
  keep(bytes: Uint8Array): string
  /** Deletes bytes that should not have been kept. */
  drop(sha256: string): void
  /** Deletes former versions, which no address has now, if `holds` is true for their bytes. */
  dropFormer(holds: (bytes: Uint8Array) => boolean): void
  /** Keyed by address. */
  remember(entries: ReadonlyMap<string, RawEntry>): void
}

/** Opens the store and removes the remains of interrupted writes. Writes are atomic. Only one process may open it at a time. */
export function openRaw(folder: string): RawStore {
  makePrivateFolder(folder)
  // Earlier versions made the folder readable for every user of the machine.
  if (statSync(folder).mode & 0o077) chmodSync(folder, 0o700)
  for (const name of readdirSync(folder)) if (name.endsWith(WRITING)) rmSync(join(folder, name))
  const indexFile = join(folder, 'index.json')
  const entries = new Map(loadKept(folder))
  const absenceFile = join(folder, 'absent.json')
  const absent = new Map(Object.entries(loadJson(absenceFile, absence)))
  const read = (sha256: string): Uint8Array | undefined => {
    const bytes = readIfThere(join(folder, sha256))
    return bytes && hash(bytes) === sha256 ? bytes : undefined
  }
  return {
    find: (address) => entries.get(address),
    findBytes: (sha256) => [...entries.values()].find((entry) => entry.sha256 === sha256),
    findAbsence: (address) => absent.get(address),
    rememberAbsence(address, day) {
      absent.set(address, day)
      writeJson(absenceFile, absent)
    },
    bytes: read,
    keep(bytes) {
      const sha256 = hash(bytes)
      if (!read(sha256)) writeWhole(join(folder, sha256), bytes, 0o400)
      return sha256
    },
    drop: (sha256) => rmSync(join(folder, sha256), { force: true }),
    dropFormer(holds) {
      const current = new Set([...entries.values()].map(({ sha256 }) => sha256))
      for (const name of readdirSync(folder))
        if (/^[0-9a-f]{64}$/.test(name) && !current.has(name) && holds(readFileSync(join(folder, name))))
          rmSync(join(folder, name))
    },
    remember(remembered) {
      if (remembered.size === 0) return
      for (const [address, entry] of remembered) entries.set(address, entry)
      writeJson(indexFile, entries)
    },
  }
}

/** The last result of each address. Does not open the store, so nothing is created or removed. */
export function loadKept(folder: string): ReadonlyMap<string, RawEntry> {
  return new Map(Object.entries(loadJson(join(folder, 'index.json'), entry)))
}

/** The index of kept bytes, without opening the store. */
export interface KeptIndex {
  /** Undefined unless the bytes are kept with these columns blank. */
  find(address: string, personal: readonly string[]): RawEntry | undefined
  has(address: string): boolean
  /** The UTC day on which the publisher last said that it has no such file. */
  findAbsence(address: string): string | undefined
}

export function openKept(folder: string): KeptIndex {
  const entries = loadKept(folder)
  const absent = loadJson(join(folder, 'absent.json'), absence)
  return {
    find(address, personal) {
      const entry = entries.get(address)
      const isSame = entry?.personal.join('\n') === personal.join('\n')
      return entry && isSame && existsSync(join(folder, entry.sha256)) ? entry : undefined
    },
    has: (address) => entries.has(address),
    findAbsence: (address) => (Object.hasOwn(absent, address) ? absent[address] : undefined),
  }
}

/** When bytes were first fetched, by their SHA-256. */
export function loadRetrieved(folder: string): ReadonlyMap<string, string> {
  const retrieved = new Map<string, string>()
  for (const { sha256, retrieved_at } of loadKept(folder).values()) {
    const known = retrieved.get(sha256)
    if (known === undefined || retrieved_at < known) retrieved.set(sha256, retrieved_at)
  }
  return retrieved
}

export function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

const WRITING = '.writing'

function writeWhole(file: string, content: Uint8Array | string, mode: number): void {
  writeFileSync(file + WRITING, content, { mode, flush: true })
  renameSync(file + WRITING, file)
}

function writeJson(file: string, entries: ReadonlyMap<string, unknown>): void {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1))
  writeWhole(file, `${JSON.stringify(Object.fromEntries(sorted), null, 1)}\n`, 0o600)
}

/** A damaged index is replaced by an empty one. This costs a day's fetches but no bytes. */
/** An entry that is not what it should be costs only itself. */
function loadJson<Value>(file: string, schema: z.ZodType<Value>): Record<string, Value> {
  const bytes = readIfThere(file)
  if (!bytes) return {}
  try {
    const entries = z.record(z.string(), z.unknown()).parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
    return Object.fromEntries(
      Object.entries(entries).flatMap(([key, value]) => {
        const parsed = schema.safeParse(value)
        return parsed.success ? [[key, parsed.data]] : []
      }),
    )
  } catch {
    return {}
  }
}

function readIfThere(file: string): Uint8Array | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

// Keeps what was fetched: the bytes under their hash, and in the index the date, the validators and the blanked columns.

export interface KeptFile extends FetchedFile {
  /** The hash of the returned bytes: unpacked from `.gz`, with blank personal columns. */
  sha256: string
  /** When these bytes were first fetched from there. */
  retrieved_at: string
  /** The date of these bytes (RawEntry). Null from a mirror, which may have changed the files' times. */
  published_on: string | null
  /** The id of its commit, if it is an archive of one. */
  commit?: string | undefined
}

/** The result of an address, ready to keep. */
export interface Answer {
  file: SourceFile
  name: string
  /** In the index of kept bytes. */
  key: string
  bytes: Uint8Array
  found: readonly string[]
  personal: readonly string[]
  /** The earlier index entry of these bytes; undefined if the bytes are new. */
  before: RawEntry | undefined
  validators: Validators
  /** The publisher's revision, if it tells one. */
  revision?: string | undefined
  /** Of an archive that was fetched now. */
  commit?: Commit | undefined
  /** False for a file of a mirror, which may have changed its time. */
  dated: boolean
}

/** Keeps the bytes of a source's files, and writes the index. */
export function keep(
  answers: readonly Answer[],
  raw: RawStore,
  { now, kept }: { now: Date; kept?: unknown },
): KeptFile[] {
  const changed = new Map<string, RawEntry>()
  const added = new Set<string>()
  const files = answers.map(({ file, name, key, bytes, personal, before, validators, commit, dated, revision }) => {
    const { url, statedOn, encoding } = file
    const stating = { url, ...(encoding && { encoding }) }
    const stated = toDate(statedOn?.({ name, url, bytes }), now)
    const sha256 = raw.keep(bytes)
    const retrieved_at = before?.retrieved_at ?? now.toISOString()
    if (kept) return { name, ...stating, bytes, sha256, retrieved_at, published_on: null }
    // These bytes were kept before the registry named these columns as personal.
    const former = before ? undefined : raw.find(key)
    if (former && !sameColumns(former, personal) && former.sha256 !== sha256) raw.drop(former.sha256)
    for (const name of personal) if (former && !former.personal.includes(name)) added.add(name)
    const { etag, last_modified } = validators
    const known = before ?? raw.findBytes(sha256)
    const published_on =
      stated ??
      known?.published_on ??
      toDate(commit?.day, now) ??
      toDate(toDay(last_modified), now) ??
      retrieved_at.slice(0, 10)
    const entry = {
      sha256,
      retrieved_at,
      published_on,
      commit: known?.commit ?? commit?.id,
      asked_on: dayOf(now),
      etag,
      last_modified,
      personal: [...personal],
      ...(file.transcript && { transcript: file.transcript.version }),
      ...(revision !== undefined && { revision }),
    }
    const isSame = before?.asked_on === entry.asked_on && before.etag === etag && before.revision === revision
    if (!isSame) changed.set(key, entry)
    const own = dated ? published_on : (stated ?? null)
    return {
      name,
      ...stating,
      bytes,
      sha256,
      retrieved_at,
      published_on: own,
      commit: dated ? entry.commit : undefined,
    }
  })
  raw.remember(changed)
  // The index does not describe earlier versions, so their bytes are searched.
  if (added.size > 0) raw.dropFormer((kept) => [...added].some((name) => Buffer.from(kept).includes(name)))
  return files
}

/** Undefined unless it is a day of the calendar that has come: nothing is published later than it is fetched. */
function toDate(text: string | undefined, now: Date): string | undefined {
  return text !== undefined && isCalendarDate(text) && text <= dayOf(now) ? text : undefined
}

/** The day of an HTTP date, in UTC. */
function toDay(date: string | null): string | undefined {
  const at = Date.parse(date ?? '')
  return Number.isNaN(at) ? undefined : dayOf(new Date(at))
}

export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10)
}

// The personal columns of a file: nothing is kept until each is found and blanked.

/** The blanked columns of a file, as the index of kept bytes names them. */
export function personalOf(source: Source, { personal = source.personal, transcript }: SourceFile): readonly string[] {
  return transcript ? [`all but ${transcript.columns.join(', ')}`] : personal
}

interface BlankedFile {
  file: SourceFile
  name: string
  personal: readonly string[]
  /** Those that were in the file. */
  found: readonly string[]
}

/** A renamed column would be kept unblanked. So each column must be present, or known to be absent from this file. */
export function requirePersonal({ name, personal, found, file: { lacks = [] } }: BlankedFile): void {
  const missing = personal.filter((column) => !found.includes(column) && !lacks.includes(column))
  if (missing.length === 0) return
  throw new SourceError(
    `has no column ${missing.map((column) => `"${column}"`).join(', ')}, which the registry names as personal; ` +
      'nothing is kept until the registry has the current column names',
    { file: name },
  )
}

export function sameColumns(entry: RawEntry, personal: readonly string[]): boolean {
  return entry.personal.join('\n') === personal.join('\n')
}
