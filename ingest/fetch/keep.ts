// Keeps what was fetched: the bytes under their hash, and in the index the date, the validators and the blanked columns.

import { isCalendarDate } from '../read/calendar-date.ts'
import type { FetchedFile, SourceFile } from '../read/source.ts'
import type { Commit } from '../read/tar.ts'
import type { Validators } from './download.ts'
import type { RawEntry, RawStore } from './kept-bytes.ts'
import { sameColumns } from './personal.ts'

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
