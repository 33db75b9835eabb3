// Tracks the files of `watch`: which have settled with a change since they were last read, and which are still changing.

import { basename } from 'node:path'
import { WATCH_PATIENCE_MS, WATCH_QUIET_MS } from '../../constants.ts'
import { type Content, looksFinished, readContent, stampOf, type TakenFile, toTaken } from './rest.ts'

export interface Judged {
  /** At rest, and changed since they were last read. */
  changed: readonly string[]
  /** Not at rest yet, or apparently truncated. */
  restless: readonly string[]
  /** Clock times at which to check again: when the first restless file may be at rest, and the latest time. */
  dues: readonly number[]
}

export interface WatchedFiles {
  /** Adds paths, and forgets those that are not among these once their absence is settled. */
  follow(paths: readonly string[]): void
  /** Checks every file in the file system. */
  judge(): Promise<Judged>
  /** Reads changed files again; undefined if one has changed since it was judged. */
  take(paths: readonly string[]): Promise<ReadonlyMap<string, Content> | undefined>
  /** Records these contents as the last ones read. */
  settle(contents: ReadonlyMap<string, Content>): void
  /** Clock time of the file's last change. */
  since(path: string): number
  /** The file's state when it was last read; undefined if it never was. */
  taken(path: string): TakenFile | undefined
}

interface Seen {
  stamp: string
  since: number
  verdict: { stamp: string; sha256: string | null; finished: boolean } | undefined
  taken: TakenFile | undefined
}

/** @param clock monotonic milliseconds */
export function openFiles(paths: readonly string[], clock: () => number): WatchedFiles {
  const files = new Map(paths.map((path): [string, Seen] => [path, newSeen()]))
  const get = (path: string): Seen => {
    const seen = files.get(path)
    if (!seen) throw new Error(`${path} is not watched`)
    return seen
  }
  return {
    follow(current) {
      for (const path of current) if (!files.has(path)) files.set(path, newSeen())
      for (const [path, { taken }] of files)
        if ((taken?.sha256 ?? null) === null && !current.includes(path)) files.delete(path)
    },
    async judge() {
      const judged = { changed: [] as string[], restless: [] as string[], dues: [] as number[] }
      await Promise.all([...files].map(([path, seen]) => look(path, seen, clock)))
      for (const [path, seen] of files) {
        const due = await judgeFile(path, seen, clock)
        if (due === 'settled') continue
        if (due === 'changed') judged.changed.push(path)
        else {
          judged.restless.push(path)
          judged.dues.push(due)
        }
      }
      return judged
    },
    async take(chosen) {
      const contents = new Map<string, Content>()
      for (const path of chosen) {
        const seen = get(path)
        const content = await readContent(path, seen.stamp)
        if (!content || content.sha256 !== seen.verdict?.sha256) {
          seen.verdict = undefined
          seen.since = clock()
          return undefined
        }
        contents.set(path, content)
      }
      return contents
    },
    settle(contents) {
      for (const [path, content] of contents) get(path).taken = toTaken(content)
    },
    since: (path) => get(path).since,
    taken: (path) => get(path).taken,
  }
}

function newSeen(): Seen {
  return { stamp: '', since: Number.NEGATIVE_INFINITY, verdict: undefined, taken: undefined }
}

async function look(path: string, seen: Seen, clock: () => number): Promise<void> {
  const stamp = await stampOf(path)
  if (stamp === seen.stamp) return
  seen.stamp = stamp
  seen.since = clock()
}

/** @returns when to check again, if the file is restless */
async function judgeFile(path: string, seen: Seen, clock: () => number): Promise<'settled' | 'changed' | number> {
  const quiet = seen.since + WATCH_QUIET_MS
  if (seen.verdict?.stamp !== seen.stamp) {
    if (clock() < quiet) return quiet
    const content = await readContent(path, seen.stamp)
    if (!content) {
      await look(path, seen, clock)
      return clock() + WATCH_QUIET_MS
    }
    const finished = await looksFinished(basename(path), content, seen.taken)
    seen.verdict = { stamp: seen.stamp, sha256: content.sha256, finished }
  }
  const { sha256, finished } = seen.verdict
  if (seen.taken && seen.taken.sha256 === sha256) return 'settled'
  return finished || clock() >= quiet + WATCH_PATIENCE_MS ? 'changed' : quiet + WATCH_PATIENCE_MS
}
