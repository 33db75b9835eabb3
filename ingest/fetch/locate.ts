// Where a file is: at its publisher, in a mirror, or where the operator says; where a person saves it by hand; and its newest edition.

import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FileForm, FileGone, type Source, SourceError, type SourceFile } from '../read/source.ts'
import type { RawStore } from './kept-bytes.ts'

/** @setting Faults in a row after which a host with many files is not asked again in a run. */
const HOST_FAULTS_MAX = 5
/** @setting Days until a publisher is asked again for an edition that it did not have. */
export const EDITION_DAYS = 7
/** @setting Pause after a request for an edition that the publisher does not have, in milliseconds. */
export const EDITION_PAUSE_MS = 400

/** As messages show it: the path inside a mirror, without `.gz`. */
export function nameOf({ mirror }: SourceFile): string {
  return mirror.replace(/\.gz$/, '')
}

/** The path of a file that is read from a disk; undefined if it is downloaded. */
export function findPath(file: SourceFile, mirror: string | null): string | undefined {
  return locate(file, mirror).folder ?? undefined
}

/** `folder` is the path of a file that is on a disk. `form` is set for a POST. */
export function locate(
  file: SourceFile,
  mirror: string | null,
): { address: string; folder: string | null; form?: FileForm } {
  const { location, form } = file
  if (location) return 'path' in location ? toPath(location.path) : { address: location.address, folder: null }
  if (mirror === null) return { address: file.url, folder: null, ...(form && { form }) }
  if (!/^https?:\/\//.test(mirror)) return { address: `mirror:${file.mirror}`, folder: join(mirror, file.mirror) }
  const path = file.mirror.split('/').map(encodeURIComponent).join('/')
  return { address: `${mirror.replace(/(?<!\/)\/+$/, '')}/${path}`, folder: null }
}

function toPath(path: string): { address: string; folder: string } {
  return { address: `file:${path}`, folder: path }
}

/** The key of an address in the index of kept bytes: one address may give a file for each form. */
export function keyOf(address: string, form: FileForm | undefined): string {
  return form ? `POST ${address} ${new URLSearchParams(form.fields)}` : address
}

/**
 * Where a person saves a file that its publisher refuses to programs; undefined without an inbox. The name is the one in the address, if
 * that is a file's own.
 */
export function savedAs(
  { id }: Pick<Source, 'id'>,
  file: SourceFile,
  address: string,
  inbox: string | undefined,
): string | undefined {
  if (inbox === undefined) return undefined
  const { pathname, search } = new URL(address)
  const name = toFileName(pathname.split('/').at(-1) ?? '')
  return join(inbox, id, name === undefined || search !== '' || file.form ? basename(nameOf(file)) : name)
}

/** Undefined for a text that is no name of a file in its folder. */
function toFileName(text: string): string | undefined {
  try {
    const name = decodeURIComponent(text)
    return name === '' || name === '..' || name !== basename(name) || name.includes('\0') ? undefined : name
  } catch {
    return undefined
  }
}

// Finds the newest edition of a file that its publisher has, and asks for newer ones once a week.

interface Asking<Answer> {
  raw: Pick<RawStore, 'find' | 'findAbsence' | 'rememberAbsence'>
  now: Date
  /** Asks for every edition again, whenever it was missing. */
  refresh: boolean
  /** The address of a file, and whether it is on a disk, which is looked at each time. */
  locate(file: SourceFile): { address: string; onDisk: boolean }
  fetch(file: SourceFile): Promise<Answer>
  /** For each host of this run, the faults since its last good answer. */
  faults: Map<string, number>
  /** Milliseconds between two requests. */
  pause?: number | undefined
}

/**
 * Asks for each edition, newest first, down to the newest one that was fetched before. If that one is gone, no older one takes its place.
 * Throws FileGone if the publisher has none; any other fault stops the search, because a newer edition may be behind it. A host with too many
 * faults in a row is not asked again in this run.
 */
export async function fetchNewest<Answer>(
  editions: readonly SourceFile[],
  { raw, now, refresh, locate, fetch, faults, pause = EDITION_PAUSE_MS }: Asking<Answer>,
): Promise<Answer> {
  const today = now.toISOString().slice(0, 10)
  let gone: FileGone | undefined
  for (const file of editions) {
    const { address, onDisk } = locate(file)
    const isKnown = raw.find(address) !== undefined
    const absent = raw.findAbsence(address)
    if (!isKnown && !onDisk && !refresh && absent !== undefined && daysBetween(absent, today) < EDITION_DAYS) continue
    const host = onDisk ? 'this machine' : new URL(address).host
    const failed = faults.get(host) ?? 0
    const isAsked = !onDisk && (refresh || raw.find(address)?.asked_on !== today)
    if (!onDisk && failed >= HOST_FAULTS_MAX)
      throw new SourceError(`${host} failed ${failed} times in a row, and is not asked again in this run`, {
        file: file.mirror,
      })
    try {
      const answer = await fetch(file)
      faults.delete(host)
      if (isAsked) await sleep(pause)
      return answer
    } catch (error) {
      if (error instanceof FileGone) faults.delete(host)
      else faults.set(host, failed + 1)
      if (!(error instanceof FileGone) || isKnown) throw error
      gone = error
    }
    if (onDisk) continue
    raw.rememberAbsence(address, today)
    await sleep(pause)
  }
  if (gone) throw gone
  throw new FileGone(`its publisher had no edition of it when asked within ${EDITION_DAYS} days`, {
    file: editions[0]?.mirror ?? '',
  })
}

function daysBetween(from: string, to: string): number {
  return Math.abs(Date.parse(to) - Date.parse(from)) / 86_400_000
}
