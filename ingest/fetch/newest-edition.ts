// Finds the newest edition of a file that its publisher has, and asks for newer ones once a week.

import { setTimeout as sleep } from 'node:timers/promises'
import { EDITION_DAYS, EDITION_PAUSE_MS, HOST_FAULTS_MAX } from '../constants.ts'
import { FileGone, SourceError, type SourceFile } from '../read/source.ts'
import type { RawStore } from './kept-bytes.ts'

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
